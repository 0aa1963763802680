import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyCharacter, streamOf } from '../../core/testing/reply-builder.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { replayExchanges } from '../../gateway/replay/replay-exchanges.ts';
import { recordSession, type RecordedSession } from '../../gateway/replay/testing/recorded-session.ts';
import { bodyOf, leak, sampleTurns, turnOf } from '../../gateway/replay/testing/sample-turns.ts';
import { openRecording, readRecording } from '../import/open-recording.ts';
import { openReadOnlyJournal } from '../read-only-journal.ts';
import { verdictSettingsOf } from '../replay/verdict-settings.ts';
import { exportFileName } from './export-file-name.ts';
import { type ExportScope, selectSource } from './export-source.ts';
import { exporters } from './index.ts';
import { otlpSchema } from './testing/otlp-schema.ts';
import { writeExport } from './write-export.ts';

/** Ten shapes of secrets, made up. */
const secrets = [
  ['sk', 'ant', 'api03-Zk3vQ9tLx7Wm2Rb8Yc5Nd1Pf6Hs4Jg0A'].join('-'),
  ['sk', 'proj', 'a8F3kLm29QxT7vWz1YbC4dE6gH'].join('-'),
  ['ghp', '9aK2mX7qLrT4vB8nC1dF6gH3jW5pZ0sQyE2R'].join('_'),
  ['AKIA', 'QW3RTY7UIOP2ASDF'].join(''),
  ['xoxb', '271828182845', '904523536028', 'Ab9Cd8Ef7Gh6Ij5Kl4Mn3Op2'].join('-'),
  ['AIza', 'SyB3nT9qKx7LmW2rVc5Yd8Pf1Hs6Jg4ZaQe'].join(''),
  ['glpat', 'x7Kq2mN9vB4cL8sT1wRz'].join('-'),
  ['hf', 'qWeRtYuIoPaSdFgHjKlZxCvBnM1234567890'].join('_'),
  ['npm', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_'),
  ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'].join('.'),
];

const out = mkdtempSync(join(tmpdir(), 'signalbox-exporters-'));
const facts = { version: '0.0.0', createdAt: Date.parse('2026-01-02T03:04:05Z'), settings: verdictSettingsOf(defaultSettings) };
let recorded: RecordedSession;

beforeAll(async () => {
  const toolTurn = {
    ...bodyOf('openai-chat'),
    messages: [
      { role: 'user', content: 'native' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'a.ts\nb.ts' },
    ],
  };
  const secret = secrets.map((each) =>
    turnOf(
      'openai-chat',
      `my key is ${each}`,
      [{ sse: streamOf('openai-chat', { text: `I read ${each} there.\n${leak(`echo ${each}`)}`, finish: 'stop' }, everyCharacter) }],
      { session: 'secrets' },
    ),
  );
  recorded = await recordSession([
    ...sampleTurns('openai-chat'),
    turnOf('openai-chat', 'result', [{ sse: streamOf('openai-chat', { text: 'Two files.', finish: 'stop' }) }], { body: toolTurn }),
    turnOf(
      'openai-chat',
      'odd <script>alert(1)</script> \u202e\u200b title',
      [{ sse: streamOf('openai-chat', { text: '<img src=x onerror=alert(1)> \u202edetsrever\u001b[2J', finish: 'stop' }) }],
      { session: 'odd' },
    ),
    ...secret,
  ]);
}, 60_000);
afterAll(async () => {
  await recorded.close();
  rmSync(out, { recursive: true, force: true });
});

async function exported(format: string, scope: ExportScope, signal = new AbortController().signal): Promise<string> {
  const source = await selectSource(recorded.journal, scope, facts);
  const exporter = exporters[format];
  if (!source.ok || exporter === undefined) throw new Error(source.ok ? format : source.error);
  const path = join(out, exportFileName(exporter, scope, facts.createdAt));
  const written = await writeExport(exporter, source.value, { redact: true, known: [] }, path, { signal, onProgress: () => undefined });
  if (!written.ok) throw new Error(written.error.code);
  return path;
}
const textOf = async (format: string, scope: ExportScope): Promise<string> => readFileSync(await exported(format, scope), 'utf8');
const session = { session: 'session-openai-chat' } as const;

describe('formats', () => {
  test('jsonl: a head line, then every entry of the session in order', async () => {
    const [head, ...lines] = (await textOf('jsonl', session))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(head).toMatchObject({ type: 'signalbox-journal', version: 1, scope: session });
    const all = (await recorded.journal.query({ query: '', session: session.session, limit: 1000 })).entries;
    expect(lines).toEqual([...all].reverse());
  });

  test('har: valid by the published HAR 1.2 schema, bodies whole', async () => {
    const har = JSON.parse(await textOf('har', session)) as {
      log: { entries: { response: { content: { text: string; size: number } } }[] };
    };
    const validate = harValidator();
    expect(validate(har), JSON.stringify(validate.errors)).toBe(true);
    for (const { response } of har.log.entries) expect(Buffer.byteLength(response.content.text)).toBe(response.content.size);
    expect(har.log.entries.length).toBeGreaterThan(sampleTurns('openai-chat').length);
  });

  test('har: an own file replays to the same verdicts', async () => {
    const recording = await openRecording(await exported('har', session));
    if (!recording.ok) throw new Error(recording.error);
    expect(recording.value.problems).toEqual([]);
    const run = await replayExchanges(recording.value.exchanges, { settings: defaultSettings, recorded: undefined });
    expect(run?.length).toBe(sampleTurns('openai-chat').length + 1);
    expect(
      run?.filter(({ comparison }) => comparison?.state !== 'same').map(({ exchange, comparison }) => [exchange.request, comparison]),
    ).toEqual([]);
  });

  test('otlp: the published shape; a chat span per turn, a tool span per delivered call, ids stable', async () => {
    const text = await textOf('otlp', session);
    expect(await textOf('otlp', session)).toBe(text);
    const trace = JSON.parse(text) as {
      resourceSpans: {
        scopeSpans: {
          spans: {
            name: string;
            spanId: string;
            traceId: string;
            parentSpanId?: string;
            startTimeUnixNano: string;
            endTimeUnixNano: string;
            attributes: { key: string; value: { stringValue?: string } }[];
          }[];
        }[];
      }[];
    };
    const validate = new Ajv({ strict: false }).compile(otlpSchema);
    expect(validate(trace), JSON.stringify(validate.errors)).toBe(true);
    const spans = trace.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
    const chats = spans.filter(({ name }) => name === 'chat m');
    const tools = spans.filter(({ name }) => name.startsWith('execute_tool '));
    expect(chats).toHaveLength(sampleTurns('openai-chat').length + 1);
    expect(tools.length).toBeGreaterThanOrEqual(4);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    for (const tool of tools) expect(chats.map(({ spanId }) => spanId)).toContain(tool.parentSpanId);
    const answered = tools.find((tool) => BigInt(tool.endTimeUnixNano) > BigInt(tool.startTimeUnixNano));
    expect(answered?.attributes.find(({ key }) => key === 'gen_ai.tool.call.id')?.value.stringValue).toBe('call_1');
    expect(spans.every((span) => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))).toBe(true);
  });

  test('html: one inert page: no script, link, picture or hidden character of the model', async () => {
    const page = await textOf('html', { session: 'odd' });
    expect(page).not.toMatch(/<(?:script|img|a|iframe|object|link|form|svg)\b/i);
    expect(page).not.toMatch(/<[^>]*\s(?:on\w+|src|href|style)=/i);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).not.toMatch(/[\u202e\u200b\u001b]/);
    expect(page).toContain('[RLO]');
    expect(page).toContain("default-src 'none'");
  });

  test('bundle: all formats with a manifest; entries and exchanges read back', async () => {
    const path = await exported('bundle', session);
    expect(Object.keys(unzipSync(readFileSync(path))).sort()).toEqual([
      'entries.jsonl',
      'exchanges.jsonl',
      'manifest.json',
      'report.html',
      'traces.otlp.json',
      'traffic.har',
    ]);
    const recording = await openRecording(path);
    const manifest: unknown = JSON.parse(Buffer.from(unzipSync(readFileSync(path))['manifest.json'] ?? []).toString());
    const turns = sampleTurns('openai-chat').length + 1;
    expect(manifest).toMatchObject({ turns, replayable: turns, scope: session });
    expect(recording.ok && recording.value.entries.length).toBeGreaterThan(30);
  });
});

describe('scopes', () => {
  test('turn, entry, incident and span name what they hold', async () => {
    const turns = await recorded.journal.turns({ session: session.session });
    const [last] = turns;
    const alert = (await recorded.journal.query({ query: 'level:alert', session: session.session })).entries[0];
    if (last === undefined || alert === undefined) throw new Error('nothing recorded');
    const linesOf = async (scope: ExportScope) =>
      (await textOf('exchanges', scope))
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { turn: string }).turn);
    expect(await linesOf({ turn: last.turn })).toEqual([last.turn]);
    expect(await linesOf({ incident: alert.seq })).toContain(alert.turn);
    expect(await linesOf({ entry: alert.seq })).toEqual([alert.turn]);
    expect((await textOf('jsonl', { entry: alert.seq })).trim().split('\n')).toHaveLength(2);
    expect(await linesOf({})).toHaveLength((await recorded.journal.turns({ limit: 1000 })).length);
    expect(await linesOf({ since: last.at + 1, until: last.at + 1 })).toEqual([]);
  });

  test('what is not there is said', async () => {
    for (const scope of [{ session: 'x' }, { turn: 'x' }, { entry: 9e9 }, { incident: 9e9 }]) {
      const source = await selectSource(recorded.journal, scope, facts);
      expect(source.ok ? '' : source.error).toMatch(/There is no .*Next: /s);
    }
  });

  test('a cancelled export leaves nothing', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(exported('bundle', { turn: 'gone' })).rejects.toThrow();
    const before = readdirSync(out);
    await expect(exported('bundle', { session: 'secrets' }, controller.signal)).rejects.toThrow('cancelled');
    expect(readdirSync(out)).toEqual(before);
  });

  test('a journal that a running program holds is read beside it', async () => {
    const journal = openReadOnlyJournal(recorded.path);
    if (!journal.ok) throw new Error(journal.error);
    const source = await selectSource(journal.value, session, facts);
    expect(source.ok && source.value.turns.length).toBe(sampleTurns('openai-chat').length + 1);
    journal.value.close();
    const missing = openReadOnlyJournal(out);
    expect(missing.ok ? '' : missing.error).toMatch(/There is no journal .*Next: /s);
  });
});

describe('secrets', () => {
  test('ten shapes, split over deltas, are in no export', async () => {
    for (const format of ['jsonl', 'exchanges', 'har', 'otlp', 'html']) {
      const text = await textOf(format, { session: 'secrets' });
      for (const secret of secrets)
        for (const form of [secret, secret.slice(0, -3), secret.slice(4)])
          expect(text.includes(form), `${format} holds ${form.slice(0, 12)}…`).toBe(false);
    }
    const files = unzipSync(readFileSync(await exported('bundle', { session: 'secrets' })));
    for (const [name, bytes] of Object.entries(files))
      for (const secret of secrets) expect(Buffer.from(bytes).includes(secret.slice(4)), name).toBe(false);
    const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()) as {
      redaction: { journal: Record<string, number>; guard: Record<string, number> };
    };
    expect(Object.values(manifest.redaction.journal).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(10);
  });

  test('what the journal let through the guard takes, and counts', async () => {
    const source = await selectSource(recorded.journal, session, facts);
    if (!source.ok || exporters['bundle'] === undefined) throw new Error('no source');
    const path = join(out, 'guarded.zip');
    const written = await writeExport(exporters['bundle'], source.value, { redact: true, known: ['Nothing to do'] }, path, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    expect(written.ok).toBe(true);
    const files = unzipSync(readFileSync(path));
    for (const [name, bytes] of Object.entries(files)) expect(Buffer.from(bytes).includes('Nothing to do'), name).toBe(false);
    const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()) as { redaction: { guard: Record<string, number> } };
    expect(manifest.redaction.guard['known-secret']).toBeGreaterThanOrEqual(3);
    expect(readRecording(readFileSync(path)).ok).toBe(true);
  });
});

/** The schema of the `har-schema` package, with its files as they are published. */
function harValidator() {
  const require = createRequire(import.meta.url);
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object);
  const folder = join(require.resolve('har-schema/package.json'), '../lib');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')))
    ajv.addSchema(JSON.parse(readFileSync(join(folder, name), 'utf8')) as object);
  const validate = ajv.getSchema('har.json#');
  if (validate === undefined) throw new Error('no HAR schema');
  return validate;
}
