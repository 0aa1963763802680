import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importFile, listRecordings, maxRecordings, readIndex, readPlayable, readTurn, removeRecording } from './import-folder.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'signalbox-imports-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

/** Put together here, so that no scanner takes this file for a leak. */
const key = `gh${'p_'}${'a1B2c3D4'.repeat(5)}`;
const delta = (content: string): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const harEntry = {
  startedDateTime: '2026-01-01T00:00:00.000Z',
  request: {
    method: 'POST',
    url: 'https://api.x/v1/chat/completions',
    headers: [
      { name: 'Authorization', value: `Bearer ${key}` },
      { name: 'Cookie', value: 'session=of-somebody' },
    ],
    postData: { text: JSON.stringify({ model: 'm-1', messages: [{ role: 'user', content: `my key is ${key}` }] }) },
  },
  response: {
    status: 200,
    headers: [],
    content: { mimeType: 'text/event-stream', text: [delta(key.slice(0, 9)), delta(key.slice(9)), 'data: [DONE]\n\n'].join('') },
  },
};
const har = (...entries: object[]): string => JSON.stringify({ log: { version: '1.2', entries } });

function fileOf(text: string, name = 'from-outside.har'): string {
  const path = join(data, name);
  writeFileSync(path, text);
  return path;
}
let ids = 0;
const options = (known: readonly string[] = []) => ({ id: `id-${++ids}`, openedAt: ids, known });
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() ? filesIn(join(folder, each.name)) : [join(folder, each.name)],
  );

describe('a file from outside', () => {
  test('is kept blanked, for this user alone, and is there without the file', async () => {
    const path = fileOf(har(harEntry));
    const kept = await importFile(data, path, options());
    if (!kept.ok) throw new Error(kept.error);
    rmSync(path);
    expect(await listRecordings(data)).toEqual([kept.value]);
    expect(kept.value).toMatchObject({ kind: 'har', exchanges: 1, entries: 0, sessions: ['from-outside.har'], imported: true });
    const files = filesIn(join(data, 'imports'));
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual(files.map(() => 0o600));
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toMatch(new RegExp(`${key}|${key.slice(9)}|of-somebody`));
  });

  test('shows its turns with what was said, and plays again', async () => {
    const kept = await importFile(data, fileOf(har(harEntry, harEntry)), options());
    if (!kept.ok) throw new Error(kept.error);
    const index = await readIndex(data, kept.value.id);
    expect(index?.turns.map(({ turn, model, title, status }) => [turn, model, title.slice(0, 9), status])).toEqual([
      ['entry-0', 'm-1', 'my key is', 200],
      ['entry-1', 'm-1', 'my key is', 200],
    ]);
    const detail = await readTurn(data, kept.value.id, index?.places[1] ?? [0, 0]);
    expect(detail).toMatchObject({ turn: { turn: 'entry-1' }, assembled: { text: '*'.repeat(key.length) }, entries: [] });
    expect(detail?.frames).toHaveLength(3);
    const playable = await readPlayable(data, kept.value.id);
    expect(playable?.exchanges.map(({ blanked, dialect }) => [blanked, dialect])).toEqual([
      [true, 'openai-chat'],
      [true, 'openai-chat'],
    ]);
  });

  test('of entries alone shows their turns', async () => {
    const head = '{"type":"signalbox-journal","version":1}';
    const entry = { seq: 1, at: 5, session: 's', thread: 'main', turn: 't', level: 'info', type: 'turn-started', model: 'm', title: 7 };
    const kept = await importFile(data, fileOf(`${head}\n${JSON.stringify(entry)}\n`, 'entries.jsonl'), options());
    if (!kept.ok) throw new Error(kept.error);
    const index = await readIndex(data, kept.value.id);
    expect(index?.turns).toMatchObject([{ turn: 't', session: 's', model: 'm', title: '', outcome: null }]);
    expect((await readPlayable(data, kept.value.id))?.exchanges).toEqual([]);
  });

  test('a time that no calendar has is none', async () => {
    const line = (at: number): string =>
      JSON.stringify({ turn: `at-${at}`, at, dialect: 'openai-chat', request: {}, upstream: { sse: ['data: {}\n\n'] } });
    const kept = await importFile(data, fileOf([1e300, -1e300, 5].map(line).join('\n'), 'lines.jsonl'), options());
    if (!kept.ok) throw new Error(kept.error);
    const index = await readIndex(data, kept.value.id);
    expect(index?.turns.map(({ at }) => at)).toEqual([0, 0, 5]);
    expect((await readTurn(data, kept.value.id, index?.places[0] ?? [0, 0]))?.frames[0]?.at).toBe(0);
  });

  test('names that a file uses twice stay apart', async () => {
    const line = (turn: string): string =>
      JSON.stringify({ id: 'x', turn, dialect: 'openai-chat', request: { messages: [] }, upstream: { body: {} } });
    const kept = await importFile(
      data,
      fileOf([line('a'), line('a #2'), line('a'), line('a'), line('')].join('\n'), 'lines.jsonl'),
      options(),
    );
    if (!kept.ok) throw new Error(kept.error);
    expect((await readIndex(data, kept.value.id))?.turns.map(({ turn }) => turn)).toEqual(['a', 'a #2', 'a #3', 'a #4', 'x']);
  });

  test('a key of ours is blanked by its value', async () => {
    const text = har({ ...harEntry, request: { ...harEntry.request, postData: { text: '{"messages":[],"note":"plain-words-of-ours"}' } } });
    const kept = await importFile(data, fileOf(text), options(['plain-words-of-ours']));
    if (!kept.ok) throw new Error(kept.error);
    for (const file of filesIn(join(data, 'imports'))) expect(readFileSync(file, 'utf8')).not.toContain('plain-words-of-ours');
  });
});

describe('what is not kept', () => {
  test.each([
    ['no exchange', '{"log":{"version":"1.2","entries":[]}}', /holds no exchange.*Next: /],
    ['a bad line', '{"dialect":"morse"}\n', /line 1: .*Next: /],
    ['nothing', '', /it is empty.*Next: /],
  ])('%s leaves nothing', async (_name, text, message) => {
    const kept = await importFile(data, fileOf(text), options());
    expect(kept.ok ? '' : kept.error).toMatch(message);
    expect(await listRecordings(data)).toEqual([]);
    expect(filesIn(data)).toHaveLength(1);
  });

  test('a cancelled import leaves nothing', async () => {
    const kept = await importFile(data, fileOf(har(harEntry)), { ...options(), signal: AbortSignal.abort() });
    expect(kept.ok ? '' : kept.error).toMatch(/cancelled/);
    expect(filesIn(data)).toHaveLength(1);
  });

  test('beyond the bound is refused until one is removed', async () => {
    const path = fileOf(har(harEntry));
    for (let each = 0; each < maxRecordings; each += 1) expect((await importFile(data, path, options())).ok).toBe(true);
    const one = await importFile(data, path, options());
    expect(one.ok ? '' : one.error).toMatch(/16 recordings are open already.*Next: /);
    const [first] = await listRecordings(data);
    expect(await removeRecording(data, first?.id ?? '')).toBe(true);
    expect(await removeRecording(data, first?.id ?? '')).toBe(false);
    expect((await importFile(data, path, options())).ok).toBe(true);
  });

  test.each(['../..', '.', 'a/b', '', 'x'.repeat(100)])('an id %j reaches no file', async (id) => {
    expect([await removeRecording(data, id), await readIndex(data, id), await readPlayable(data, id)]).toEqual([
      false,
      undefined,
      undefined,
    ]);
  });

  test('a damaged copy is left out of the list', async () => {
    const kept = await importFile(data, fileOf(har(harEntry)), options());
    if (!kept.ok) throw new Error(kept.error);
    writeFileSync(join(data, 'imports', kept.value.id, 'recording.json'), '{"row":');
    expect(await listRecordings(data)).toEqual([]);
    expect(await readPlayable(data, kept.value.id)).toBeUndefined();
  });
});
