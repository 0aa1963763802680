import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JournalEntry, NewEntry } from '../../shared/journal-entry.ts';
import { type Journal } from '../journal/journal-service.ts';
import { callSeen, openedJournal, temporaryFolder, turnEnded, turnStarted } from '../journal/testing/entries.ts';
import { type OtlpPush, startOtlpPush, tracesUrl } from './otlp-push.ts';

interface Span {
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}
let folder: ReturnType<typeof temporaryFolder>;
let journal: Journal & { readonly end: () => Promise<void> };
let server: Server;
let push: OtlpPush;
let statuses: number[] = [];
let got: { readonly path: string; readonly spans: readonly Span[] }[] = [];
let endpoint: string | null;
let content = false;

beforeEach(async () => {
  folder = temporaryFolder();
  journal = await openedJournal(folder.path);
  [statuses, got, content] = [[], [], false];
  server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const status = statuses.shift() ?? 200;
      const body = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      if (status === 200)
        got.push({ path: request.url ?? '', spans: body.resourceSpans.flatMap((each) => each.scopeSpans.flatMap(({ spans }) => spans)) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  push = startOtlpPush({
    journal,
    settings: () => ({ 'otlp.endpoint': endpoint, 'otlp.content': content }),
    version: '0.0.0',
    batchMs: 5,
    firstBackOffMs: 5,
  });
});
afterEach(async () => {
  await push.close();
  server.closeAllConnections();
  server.close();
  await journal.end();
  folder.remove();
});

const delivered = (turn: string): NewEntry => ({
  ...callSeen(turn, 'k1'),
  type: 'tool-call-delivered',
  state: 'delivered',
  call: { key: 'k1', id: 'call_k1', name: 'Bash', arguments: '{"command":"secret words"}' },
});
const resulted = (turn: string): NewEntry => ({
  type: 'tool-result-seen',
  level: 'info',
  session: 's1',
  thread: 'main',
  turn,
  callId: 'call_k1',
  tool: 'Bash',
  error: false,
  excerpt: 'ok',
});

async function record(...entries: readonly NewEntry[]): Promise<void> {
  for (const entry of entries) journal.append(entry);
  await journal.flush();
}
async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; !done(); tries += 1) {
    if (tries > 400) throw new Error('it did not come');
    await new Promise((next) => setTimeout(next, 10));
  }
}
const names = (): string[] => got.flatMap(({ spans }) => spans.map(({ name }) => name));
const told = async (): Promise<readonly JournalEntry[]> => (await journal.query({ query: '', types: ['limit-reached'] })).entries;

describe('with an endpoint', () => {
  test('a chat span when the turn ends, a tool span when its result is back; no content unless it is allowed', async () => {
    await record(turnStarted('t1'), callSeen('t1', 'k1'), delivered('t1'), turnEnded('t1'));
    await until(() => names().length === 1);
    await record(turnStarted('t2'), resulted('t2'), turnEnded('t2'));
    await until(() => names().length === 3);
    expect(names().sort()).toEqual(['chat qwen3-coder', 'chat qwen3-coder', 'execute_tool Bash']);
    expect(got[0]?.path).toBe('/v1/traces');
    expect(JSON.stringify(got)).not.toContain('secret words');
  });

  test('content, where it is allowed', async () => {
    content = true;
    await record(turnStarted('t1'), delivered('t1'), turnEnded('t1'), turnStarted('t2'), resulted('t2'), turnEnded('t2'));
    await until(() => names().includes('execute_tool Bash'));
    expect(JSON.stringify(got)).toContain('secret words');
  });

  test('a busy endpoint is asked again, and told of once', async () => {
    statuses = [503, 429, 503];
    await record(turnStarted('t1'), turnEnded('t1'));
    await until(() => names().length === 1);
    expect((await told()).map((entry) => entry.type === 'limit-reached' && [entry.kind, entry.detail.includes('HTTP 503')])).toEqual([
      ['otlp', true],
    ]);
  });

  test('what it refuses is dropped, and what comes later is sent', async () => {
    statuses = [400];
    await record(turnStarted('t1'), turnEnded('t1'));
    await until(() => statuses.length === 0);
    await record(turnStarted('t2'), turnEnded('t2'));
    await until(() => names().length === 1);
    expect((await told())[0]).toMatchObject({ kind: 'otlp', detail: expect.stringMatching(/refused.*Next:/) as string });
  });
});

test('without an endpoint nothing leaves', async () => {
  endpoint = null;
  await record(turnStarted('t1'), turnEnded('t1'));
  await push.close();
  expect(got).toEqual([]);
});

test.each([
  ['http://a:4318', 'http://a:4318/v1/traces'],
  ['http://a:4318/', 'http://a:4318/v1/traces'],
  ['https://a/otlp', 'https://a/otlp/v1/traces'],
  ['https://a/x/v1/traces', 'https://a/x/v1/traces'],
])('%s is asked at %s', (given, asked) => expect(tracesUrl(given)).toBe(asked));
