import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { streamOf } from '../core/testing/reply-builder.ts';
import { recordSession, type RecordedSession } from '../gateway/replay/testing/recorded-session.ts';
import { bodyOf, leak, sampleTurns } from '../gateway/replay/testing/sample-turns.ts';
import { parseProgramOptions } from '../app/program-options.ts';
import { checkCommand } from './check-command.ts';
import { exportCommand } from './export-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'signalbox-check-'));
let recorded: RecordedSession;
beforeAll(async () => {
  recorded = await recordSession(sampleTurns('openai-chat'));
}, 60_000);
afterAll(async () => {
  await recorded.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => vi.restoreAllMocks());

async function run(command: typeof checkCommand, ...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const take = (key: 'out' | 'err') =>
    ((text: string, done?: () => void) => {
      said[key] += text;
      done?.();
      return true;
    }) as never;
  vi.spyOn(process.stdout, 'write').mockImplementation(take('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(take('err'));
  const parsed = parseProgramOptions(['--data', recorded.path, ...argv], {});
  if (!parsed.ok) throw new Error(parsed.error.message);
  const { options, positionals } = parsed.value;
  const code = await command({ options, positionals, argv, root: folder, version: '0.0.0' });
  vi.restoreAllMocks();
  return { code, ...said };
}
const linesOf = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

function file(name: string, ...lines: readonly (object | string)[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return path;
}
const leaked = {
  id: 'leaked',
  dialect: 'anthropic',
  request: bodyOf('anthropic-messages'),
  upstream: {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    sse: streamOf('anthropic-messages', { text: `Looking.\n${leak('ls')}`, finish: 'stop' }),
    eof: 'clean',
  },
};
const truncated = {
  ...leaked,
  id: 'truncated',
  upstream: { sse: streamOf('anthropic-messages', { text: leak('ls').slice(0, -20), finish: 'stop' }) },
};

describe('check', () => {
  test('one answer a line, in order: what the client would have got', async () => {
    const { code, out } = await run(checkCommand, file('good.jsonl', leaked, truncated));
    const [first, second] = linesOf(out);
    expect(code).toBe(0);
    expect(first).toMatchObject({
      id: 'leaked',
      outcome: 'recover',
      reason: 'ok',
      calls: [{ name: 'bash', arguments: '{"command":"ls"}', id: expect.stringMatching(/^toolu_/) as string }],
      finish: 'tool_use',
    });
    expect(String(first?.['text']).trim()).toBe('Looking.');
    expect(second).toMatchObject({
      id: 'truncated',
      outcome: 'reask',
      reason: 'incomplete',
      calls: [],
      reask: { guidance: expect.any(String) as string },
    });
  });

  test('--set applies', async () => {
    const { out } = await run(checkCommand, file('set.jsonl', leaked), '--set', 'recovery.mode="off"');
    expect(linesOf(out)[0]).toMatchObject({ outcome: 'pass_through', calls: [] });
  });

  test('the same reply by every way to write it', async () => {
    const text = leaked.upstream.sse.join('');
    const b64 = Buffer.from(text).toString('base64');
    const ways = [
      { sse: [text] },
      { sse: text },
      { sse: [...text] },
      { sse_b64: b64 },
      { sse_b64: [...Buffer.from(text)].map((byte) => Buffer.from([byte]).toString('base64')) },
    ];
    const { out } = await run(checkCommand, file('ways.jsonl', ...ways.map((upstream) => ({ ...leaked, upstream }))));
    const verdicts = linesOf(out).map(({ outcome, calls, text: left, finish }) => JSON.stringify([outcome, calls, left, finish]));
    expect(verdicts).toHaveLength(ways.length);
    expect(new Set(verdicts).size).toBe(1);
  });

  test.each<[string, () => string[], RegExp]>([
    ['no file', () => [], /takes the files/],
    ['a missing file', () => [join(folder, 'none.jsonl')], /none\.jsonl can't be read: .*Next: /],
    ['no JSON', () => [file('text.txt', 'hello')], /neither a ZIP nor JSON.*Next: /],
    ['an unknown dialect', () => [file('dialect.jsonl', { ...leaked, dialect: 'morse' })], /line 1: "dialect".*Next: /],
    ['a journal', () => [file('journal.jsonl', '{"type":"signalbox-journal","version":1}')], /no exchanges.*Next: /],
    ['a bad setting', () => [file('ok.jsonl', leaked), '--set', 'reask.max=99'], /reask\.max/],
  ])('%s: exit 2, and what is wrong', async (_name, argv, message) => {
    const { code, err } = await run(checkCommand, ...argv());
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  test('a bad line does not keep the others from being judged', async () => {
    const { code, out, err } = await run(checkCommand, file('mixed.jsonl', leaked, '{"id":', truncated));
    expect([code, linesOf(out).map(({ id }) => id)]).toEqual([2, ['leaked', 'truncated']]);
    expect(err).toContain('line 2');
  });

  test('public cases: every one gets an answer, and no call that nobody made', async () => {
    const cases = join(import.meta.dirname, '../../e2e/conformance/cases/field.jsonl');
    const { code, out } = await run(checkCommand, cases);
    const lines = linesOf(out);
    expect([code, lines.length]).toEqual([0, readFileSync(cases, 'utf8').trim().split('\n').length]);
    for (const { outcome, calls } of lines) if (outcome === 'reask' || outcome === 'cut') expect(Array.isArray(calls)).toBe(true);
  });
});

describe('export, then check', () => {
  test('a bundle from the folder of a running program: same verdicts, exit 0; other rules: exit 3 with the cause', async () => {
    const path = join(folder, 'bundle.zip');
    const written = await run(exportCommand, '--scope', 'session=session-openai-chat', '--out', path, '--json');
    expect([written.code, JSON.parse(written.out)]).toEqual([0, expect.objectContaining({ type: 'export', path })]);
    const same = await run(checkCommand, path);
    expect([same.code, new Set(linesOf(same.out).map(({ verdict }) => verdict))]).toEqual([0, new Set(['same'])]);
    const count = linesOf(same.out).length;
    expect(same.err).toContain(`signalbox: ${count} recorded verdicts: ${count} same\n`);
    const other = await run(checkCommand, path, '--set', 'repair.arguments=false');
    const differing = linesOf(other.out).filter(({ verdict }) => verdict === 'differs');
    expect(other.code).toBe(3);
    expect(differing.length).toBeGreaterThan(0);
    expect(other.err).toContain(`: ${count - differing.length} same, ${differing.length} differs\n`);
    expect(differing.every(({ settings }) => JSON.stringify(settings).includes('repair.arguments'))).toBe(true);
  });

  test.each<[string, string[], number, RegExp]>([
    ['no scope', [], 2, /--scope takes/],
    ['a bad scope', ['--scope', 'planet=mars'], 2, /--scope takes/],
    ['a bad time', ['--scope', 'since=yesterday'], 2, /--scope takes/],
    ['a bad format', ['--scope', 'turn=x', '--format', 'pdf'], 2, /--format takes one of/],
    ['no such session', ['--scope', 'session=x'], 1, /There is no session "x".*Next: /],
    ['no such incident', ['--scope', 'incident=loop-1'], 1, /no such incident/],
    ['a folder without journal', ['--scope', 'turn=x', '--data', '/nowhere'], 1, /There is no journal.*Next: /],
    ['a missing folder', ['--scope', 'session=session-openai-chat', '--out', '/nowhere/x.zip'], 2, /is missing.*Next: /],
  ])('export with %s says so', async (_name, argv, code, message) => {
    const result = await run(exportCommand, ...argv);
    expect([result.code, result.err]).toEqual([code, expect.stringMatching(message)]);
  });
});
