import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Effect } from '../core/pipeline/effect.ts';
import type { ResponseLane } from '../core/pipeline/lane-input.ts';
import type { ApprovalDraft } from '../core/pipeline/effect.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { TICK_MS } from './reply-pacing.ts';
import { createHandClock } from './testing/hand-clock.ts';
import { passThroughLane } from './testing/pass-through-lane.ts';
import {
  resetConnection,
  startScriptedUpstream,
  streamPieces,
  wait,
  type Script,
  type ScriptedUpstream,
} from './testing/scripted-upstream.ts';
import { askChat, chatBody, startTestGateway, type TestGateway, type TestGatewayOptions } from './testing/test-gateway.ts';

let upstream: ScriptedUpstream;
let second: ScriptedUpstream;
const started: TestGateway[] = [];
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  second = await startScriptedUpstream();
});
afterAll(async () => {
  await upstream.close();
  await second.close();
});
afterEach(async () => {
  for (const one of started.splice(0)) await one.gateway.stop();
});
const start = async (options: TestGatewayOptions = {}): Promise<TestGateway> => {
  const gateway = await startTestGateway(`${upstream.url}/v1`, options);
  started.push(gateway);
  return gateway;
};
const withLane = (over: () => Partial<ResponseLane>, more: TestGatewayOptions = {}): Promise<TestGateway> =>
  start({ createLane: () => passThroughLane(over()), ...more });
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const json = (response: Parameters<Script>[0], status: number, body: string, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

const delta = (text: string): string => `data: {"choices":[{"index":0,"delta":{"content":${JSON.stringify(text)}}}]}\n\n`;
const oddFrames: readonly (string | Buffer)[] = [
  '\ufeffdata: {"a":1}\r\n\r\n',
  ': comment\n\n',
  'event:x\ndata:no space\n\n',
  Buffer.from(delta('h\u00e9llo \u{1f600}')).subarray(0, 52),
  Buffer.from(delta('h\u00e9llo \u{1f600}')).subarray(52),
  'data: a\ndata: b\n\ndata: c\r\rdata: d\n\n\n',
  'id: 7\nretry: 10\n\n',
  'data: [DONE]\n\ndata: no blank line at the end',
];

describe('untouched', () => {
  test('odd frames leave byte for byte, in whatever pieces they come', async () => {
    const { url, journal } = await start();
    upstream.play((response) => streamPieces(response, oddFrames).then(() => void response.end()));
    const answer = await askChat(url);
    const all = Buffer.concat(oddFrames.map((piece) => Buffer.from(piece as string)));
    expect(sha(answer.body)).toBe(sha(all));
    expect([answer.status, answer.headers['content-type'], answer.complete]).toEqual([200, 'text/event-stream; charset=utf-8', true]);
    expect(answer.headers['x-signalbox-turn']).toMatch(/^turn_/);
    expect(sha(upstream.seen[0]?.body ?? Buffer.alloc(0))).toBe(sha(Buffer.from(chatBody())));
    const [tape] = journal.tapes;
    expect([tape && sha(Buffer.concat(tape.upstream)), tape && sha(Buffer.concat(tape.client)), tape?.closed]).toEqual([
      sha(all),
      sha(all),
      true,
    ]);
    expect(journal.of('turn-ended')[0]).toMatchObject({
      outcome: 'pass_through',
      status: 200,
      responseBytes: all.length,
      turn: answer.headers['x-signalbox-turn'],
    });
  });
  test('one chunk of the upstream is one chunk for the client, at once', async () => {
    const { url } = await start();
    upstream.play((response) => streamPieces(response, [delta('a') + delta('b'), delta('c')], 60).then(() => void response.end()));
    const chunks: { text: string; at: number }[] = [];
    await askChat(url, {}, { onChunk: (chunk) => chunks.push({ text: chunk.toString(), at: performance.now() }) });
    expect(chunks.map((one) => one.text)).toEqual([delta('a') + delta('b'), delta('c')]);
    expect((chunks[1]?.at ?? 0) - (chunks[0]?.at ?? 0)).toBeGreaterThan(30);
  });
  test('a JSON body that is no UTF-8 keeps its bytes', async () => {
    const { url } = await start();
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    upstream.play((response) => void response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'r' }).end(body));
    const answer = await askChat(url, { stream: false });
    expect([sha(answer.body), answer.headers['content-length'], answer.headers['x-request-id']]).toEqual([sha(body), '7', 'r']);
  });
  test.each([
    [400, '{"error":{"message":"maximum context length"}}', {}],
    [429, '{"error":{}}', { 'retry-after': '7' }],
    [503, 'down', { 'content-type': 'text/plain' }],
    [301, '', { location: '/elsewhere' }],
  ])('HTTP %i comes as it came, asked once', async (status, body, headers: Record<string, string>) => {
    const { url, journal } = await start();
    upstream.play((response) => json(response, status, body, headers));
    const answer = await askChat(url);
    expect([answer.status, answer.text, answer.headers['retry-after'], upstream.seen.length]).toEqual([
      status,
      body,
      headers['retry-after'],
      1,
    ]);
    expect(answer.headers['x-signalbox-turn']).toBeDefined();
    if (status < 400) return;
    expect(journal.of('upstream-failed')[0]).toMatchObject({ cause: 'http', status, detail: body });
    expect(journal.of('turn-ended')[0]).toMatchObject({ outcome: 'surface_error', status, error: { code: 'http-error' } });
  });
  test('an encoded error keeps its encoding', async () => {
    const { url } = await start();
    const body = gzipSync('{"error":1}');
    upstream.play((response) => void response.writeHead(500, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(body));
    const answer = await askChat(url);
    expect([answer.headers['content-encoding'], sha(answer.body)]).toEqual(['gzip', sha(body)]);
  });
  test('a type that is not inspected passes', async () => {
    const { url } = await start();
    upstream.play((response) => void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('sound'));
    expect((await askChat(url)).text).toBe('sound');
  });
});

describe('encodings', () => {
  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('a reply in %s is decoded, and says so', async (coding, encode) => {
    const { url } = await start();
    upstream.play(
      (response) =>
        void response
          .writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': coding })
          .end(encode(Buffer.from(delta('x').repeat(50)))),
    );
    const answer = await askChat(url, {}, { headers: { 'accept-encoding': coding } });
    expect([answer.headers['content-encoding'], answer.text]).toEqual([undefined, delta('x').repeat(50)]);
    expect(upstream.seen[0]?.headers['accept-encoding']).toBe('identity');
  });
  test('a damaged one is a broken reply', async () => {
    const { url } = await start();
    upstream.play(
      (response) => void response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }).end('no gzip at all'),
    );
    expect((await askChat(url)).status).toBe(502);
  });
});

describe('an upstream that cannot be asked', () => {
  test('reset before a byte: resent once, then 502', async () => {
    const { url, journal } = await start();
    upstream.play(resetConnection);
    const answer = await askChat(url);
    expect([answer.status, upstream.seen.length]).toEqual([502, 2]);
    expect(JSON.parse(answer.text).error.code).toBe('signalbox_upstream_unreachable');
    expect(journal.entries.map((one) => one.type)).toEqual([
      'turn-started',
      'upstream-failed',
      'upstream-retried',
      'upstream-failed',
      'turn-ended',
    ]);
    expect(journal.of('turn-ended')[0]).toMatchObject({ status: 502, error: { code: 'signalbox_upstream_unreachable' } });
  });
  test('reset once: the agent does not notice, headers and body are the same', async () => {
    const { url } = await start();
    upstream.play((response, _request, number) => (number === 0 ? resetConnection(response) : json(response, 200, '{"ok":1}')));
    const answer = await askChat(url, { stream: false }, { headers: { 'x-unknown': '1' } });
    expect([answer.text, upstream.seen.length]).toEqual(['{"ok":1}', 2]);
    expect(upstream.seen.map((one) => [one.headers['x-unknown'], sha(one.body)])).toEqual([
      ['1', sha(upstream.seen[0]?.body ?? Buffer.alloc(0))],
      ['1', sha(upstream.seen[0]?.body ?? Buffer.alloc(0))],
    ]);
  });
  test('retry.max 0: not resent', async () => {
    const { url } = await start({ settings: { 'retry.max': 0 } });
    upstream.play(resetConnection);
    expect([(await askChat(url)).status, upstream.seen.length]).toEqual([502, 1]);
  });
});

describe('fallback', () => {
  const upstreams = () => ({ main: { url: `${upstream.url}/v1`, fallback: 'second' }, second: { url: second.url, fallback: 'main' } });
  test.each<[string, Script]>([
    ['reset', resetConnection],
    ['an HTTP error', (response) => json(response, 503, '{}')],
    [
      'cut before anything was delivered',
      async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
        await wait(20);
        resetConnection(response);
      },
    ],
  ])('after %s', async (_name, script) => {
    const { url, journal } = await start({ settings: { upstreams: upstreams() } });
    upstream.play(script);
    second.play((response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(delta('second')));
    const answer = await askChat(url);
    expect([answer.status, answer.text, second.seen[0]?.url]).toEqual([200, delta('second'), '/v1/chat/completions']);
    expect(journal.of('upstream-retried').at(-1)).toMatchObject({ upstream: 'second' });
  });
  test('both fail: once around, no more', async () => {
    const { url } = await start({ settings: { upstreams: upstreams() } });
    upstream.play(resetConnection);
    second.play(resetConnection);
    expect([(await askChat(url)).status, upstream.seen.length, second.seen.length]).toEqual([502, 2, 2]);
  });
  test('a named upstream has none', async () => {
    const { url } = await start({ settings: { upstreams: upstreams() } });
    upstream.play((response) => json(response, 503, '{}'));
    second.play((response) => json(response, 200, '{}'));
    expect([(await askChat(`${url}/up/main`)).status, second.seen.length]).toEqual([503, 0]);
  });
});

describe('broken replies', () => {
  test('a reset after bytes is told to the lane, not as a clean end', async () => {
    const { url, journal } = await start();
    upstream.play(async (response) => {
      await streamPieces(response, [delta('a'), 'data: {"half']);
      resetConnection(response);
    });
    const answer = await askChat(url);
    expect(answer.text).toBe(`${delta('a')}data: {"error":"signalbox_cut"}\n\n`);
    expect(journal.of('turn-ended')[0]).toMatchObject({ error: { code: 'signalbox_cut' } });
  });
  test('a JSON body that breaks off is an HTTP error', async () => {
    const { url } = await start();
    upstream.play(async (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"half');
      await wait(20);
      resetConnection(response);
    });
    expect((await askChat(url, { stream: false })).status).toBe(502);
  });
  test.each([
    ['no head', async () => undefined, 504, ''],
    ['no event after the head', async (response: Parameters<Script>[0]) => streamPieces(response, []), 504, ''],
    [
      'only comments after an event',
      async (response: Parameters<Script>[0]) => streamPieces(response, [delta('a'), ...Array(60).fill(': hi\n\n')], 20),
      200,
      'stalled',
    ],
  ] as const)('stalled: %s', async (_name, script, status, text) => {
    const { url, journal } = await start({ settings: { 'stall.firstByteMs': 200, 'stall.idleMs': 200 } });
    upstream.play(async (response) => void (await script(response)));
    const answer = await askChat(url);
    expect(answer.status).toBe(status);
    if (text !== '') expect(answer.text).toContain(text);
    expect([upstream.seen.length, journal.of('upstream-failed')[0]?.cause]).toEqual([1, 'stalled']);
    await expect.poll(() => upstream.seen[0]?.aborted).toBe(true);
  });
  test.each<[string, readonly string[], number]>([
    ['comments before the first event are life', [...Array<string>(40).fill(': hi\n\n'), delta('a')], 1000],
    ['0 is off', [delta('a'), delta('b')], 0],
  ])('not stalled: %s', async (_name, pieces, limit) => {
    const { url } = await start({ settings: { 'stall.firstByteMs': limit, 'stall.idleMs': limit } });
    upstream.play((response) => streamPieces(response, pieces, 60).then(() => void response.end()));
    expect((await askChat(url)).text).toBe(pieces.join(''));
  });
  test('not stalled: a non-streaming request may take its time', async () => {
    const { url } = await start({ settings: { 'stall.firstByteMs': 100, 'stall.idleMs': 100 } });
    upstream.play(async (response) => {
      await wait(400);
      json(response, 200, '{"late":1}');
    });
    expect((await askChat(url, { stream: false })).text).toBe('{"late":1}');
  });
  test('an upstream may have its own limits', async () => {
    const { url } = await start({ settings: { upstreams: { main: { url: upstream.url, stall: { firstByteMs: 100 } } } } });
    upstream.play(() => undefined);
    expect((await askChat(url)).status).toBe(504);
  });
});

describe('the client', () => {
  test('leaves: the upstream is aborted, the lane and the desk are told', async () => {
    let withdrawn = 0;
    let gone = 0;
    const draft = { key: 'k' } as unknown as ApprovalDraft;
    const { url, journal } = await withLane(
      () => ({
        frames: (frames) => [
          { type: 'send', chunks: frames.map((frame) => frame.raw) },
          { type: 'hold', drafts: [draft] },
        ],
        clientGone: () => (gone++, []),
      }),
      { desk: { hold: () => ({ approvals: [], withdraw: () => void withdrawn++ }), close: () => undefined } },
    );
    upstream.play((response) => streamPieces(response, [delta('a')]));
    const leaving = new AbortController();
    await askChat(url, {}, { signal: leaving.signal, onChunk: () => leaving.abort() }).catch(() => undefined);
    await expect.poll(() => upstream.seen[0]?.aborted).toBe(true);
    expect([withdrawn, gone]).toEqual([1, 1]);
    expect(journal.of('turn-ended')[0]).toMatchObject({ error: { code: 'client-gone' } });
  });
  test('leaves while the upstream has not answered', async () => {
    const { url } = await start();
    upstream.play(() => undefined);
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), 80);
    await askChat(url, {}, { signal: leaving.signal }).catch(() => undefined);
    await expect.poll(() => upstream.seen[0]?.aborted).toBe(true);
  });
  test('is slow: the upstream is held back, and its silence is no stall', async () => {
    const { url } = await start({ settings: { 'stall.idleMs': 1000 } });
    const frame = delta('x'.repeat(64 * 1024));
    const count = 400;
    let written = 0;
    upstream.play(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (; written < count && !response.destroyed; written += 1)
        if (!response.write(frame)) await Promise.race([once(response, 'drain'), wait(5000)]);
      response.end();
    });
    let heldAt = 0;
    const answer = await askChat(
      url,
      {},
      {
        onChunk: (_chunk, response) => {
          if (heldAt !== 0) return;
          heldAt = -1;
          response.pause();
          setTimeout(() => {
            heldAt = written;
            response.resume();
          }, 2000);
        },
      },
    );
    expect(answer.body.length).toBe(Buffer.byteLength(frame) * count);
    expect(heldAt).toBeLessThan(count * 0.7);
  });
});

describe('keep-alives', () => {
  /** A gateway whose clock a test turns, and what its one client was sent so far. */
  const withClock = async (over: Partial<ResponseLane>) => {
    const clock = createHandClock();
    const gateway = await start({ clock, createLane: () => passThroughLane(over) });
    const sent = (): string => Buffer.concat(gateway.journal.tapes[0]?.client ?? []).toString('utf8');
    const read = (): string => Buffer.concat(gateway.journal.tapes[0]?.upstream ?? []).toString('utf8');
    const scripted = new Promise<Parameters<Script>[0]>((resolve) => upstream.play((response) => resolve(response)));
    return { ...gateway, clock, sent, read, scripted };
  };
  test('while the lane holds: one in each interval, to the tick', async () => {
    const held: Partial<ResponseLane> = {
      frames: () => [],
      holding: true,
      upstreamEnd: () => [{ type: 'send', chunks: [delta('late')] }, { type: 'end' }],
    };
    const { url, clock, sent, read, scripted } = await withClock(held);
    const answer = askChat(url);
    const response = await scripted;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(delta('a'));
    await expect.poll(read).toBe(delta('a'));
    for (let count = 0; count < 20; count += 1) {
      clock.advance(defaultSettings['keepAlive.intervalMs'] - TICK_MS - 1);
      expect(sent()).toBe(': keep-alive\n\n'.repeat(count));
      clock.advance(1);
      expect(sent()).toBe(': keep-alive\n\n'.repeat(count + 1));
    }
    response.end();
    expect((await answer).text).toBe(`${': keep-alive\n\n'.repeat(20)}${delta('late')}`);
  });
  test('none while nothing is withheld, nor while the head is awaited', async () => {
    const { url, clock, sent, scripted } = await withClock({});
    const answer = askChat(url);
    const response = await scripted;
    clock.advance(99_900);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(delta('a'));
    await expect.poll(sent).toBe(delta('a'));
    clock.advance(279_000);
    response.end(delta('b'));
    expect((await answer).text).toBe(delta('a') + delta('b'));
  });
  test('none without a stream', async () => {
    const { url, clock, scripted } = await withClock({});
    const answer = askChat(url, { stream: false });
    const response = await scripted;
    clock.advance(1_000_000);
    json(response, 200, '{}');
    expect((await answer).text).toBe('{}');
  });
});

describe('effects', () => {
  test('hold: verdicts come back in, also before hold returns', async () => {
    const drafts = ['a', 'b'].map((key) => ({ key }) as unknown as ApprovalDraft);
    const settled: string[] = [];
    const { url } = await withLane(
      () => ({
        body: () => [{ type: 'hold', drafts }],
        settle: (key): readonly Effect[] => {
          settled.push(key);
          return settled.length === 2 ? [{ type: 'send-body', body: '{"settled":true}', changed: true }] : [];
        },
      }),
      {
        desk: {
          hold(_owner, given, onVerdict) {
            onVerdict(given[0]?.key ?? '', { type: 'expired' });
            setTimeout(() => onVerdict(given[1]?.key ?? '', { type: 'expired' }), 30);
            return { approvals: [], withdraw: () => undefined };
          },
          close: () => undefined,
        },
      },
    );
    upstream.play((response) => json(response, 200, '{}'));
    const answer = await askChat(url, { stream: false });
    expect([answer.text, answer.headers['content-length'], settled]).toEqual(['{"settled":true}', '16', ['a', 'b']]);
  });
  test('ask-again: same headers, new body, one client stream', async () => {
    let asked = false;
    const begun: string[] = [];
    const { url, journal } = await withLane(() => ({
      frames: (frames): readonly Effect[] => (asked ? [{ type: 'send', chunks: frames.map((frame) => frame.raw) }] : []),
      upstreamEnd: (): readonly Effect[] => {
        if (asked) return [{ type: 'end' }];
        asked = true;
        return [{ type: 'ask-again', body: '{"again":1}', cause: 'shape', guidance: 'do better' }];
      },
      beginAgain: (reply) => (begun.push(reply.type), []),
    }));
    upstream.play(
      (response, _request, number) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream', 'x-n': String(number) }).end(delta(String(number))),
    );
    const answer = await askChat(url, {}, { headers: { 'x-mine': '1' } });
    expect([answer.text, begun]).toEqual([delta('1'), ['started']]);
    expect(upstream.seen.map((one) => [one.headers['x-mine'], one.headers['content-type'], one.body.toString()])).toEqual([
      ['1', 'application/json', chatBody()],
      ['1', 'application/json', '{"again":1}'],
    ]);
    expect(journal.of('reask-sent')[0]).toMatchObject({ cause: 'shape', guidance: 'do better', attempt: 1 });
    expect([journal.tapes[0]?.forwarded, journal.tapes[0]?.statuses]).toEqual([['{"again":1}'], [200, 200]]);
  });
  test.each<[string, Script]>([
    ['an HTTP error', (response) => json(response, 400, '{"error":"no"}')],
    ['no answer', resetConnection],
  ])('ask-again with %s: the lane decides', async (_name, script) => {
    const { url } = await withLane(() => ({
      body: () => [{ type: 'ask-again', body: '{}', cause: 'c', guidance: 'g' }],
      beginAgain: (reply) => [{ type: 'send-body', body: JSON.stringify(reply.type), changed: true }],
    }));
    upstream.play((response, request, number) => (number === 0 ? json(response, 200, '{}') : script(response, request, number)));
    expect((await askChat(url, { stream: false })).text).toBe('"failed"');
  });
  test('wake-after, drop-upstream and attach-guide', async () => {
    const { url } = await withLane(() => ({
      frames: (frames): readonly Effect[] => [
        { type: 'send', chunks: frames.map((frame) => frame.raw) },
        { type: 'attach-guide', callId: 'c', text: 't', pattern: 'p' },
        { type: 'wake-after', ms: 60 },
      ],
      wake: () => [{ type: 'drop-upstream' }, { type: 'send', chunks: ['data: woken\n\n'] }, { type: 'end' }],
    }));
    upstream.play((response) => streamPieces(response, [delta('a')]));
    expect((await askChat(url)).text).toBe(`${delta('a')}data: woken\n\n`);
    await expect.poll(() => upstream.seen[0]?.aborted).toBe(true);
  });
  test('fail before the head is an HTTP error in the dialect, with the upstream own body where there is one', async () => {
    const error = { code: 'signalbox_declined', status: 400, message: 'no', retryable: false } as const;
    const own = await withLane(() => ({ frames: () => [{ type: 'fail', error, inBand: ['data: x\n\n'] }] }));
    upstream.play((response) => streamPieces(response, [delta('a')]).then(() => void response.end()));
    const answer = await askChat(own.url);
    expect([answer.status, answer.headers['x-should-retry']]).toEqual([400, 'false']);
    expect(JSON.parse(answer.text).error).toMatchObject({ code: 'signalbox_declined' });
    const theirs = await withLane(() => ({
      frames: () => [{ type: 'fail', error: { ...error, retryable: true }, inBand: [], body: '{"their":"error"}' }],
    }));
    upstream.play((response) => streamPieces(response, [delta('a')]).then(() => void response.end()));
    expect((await askChat(theirs.url)).text).toBe('{"their":"error"}');
  });
  test('an operator ends the turn', async () => {
    const { url, gateway } = await start();
    upstream.play((response) => streamPieces(response, [delta('a')]));
    const answer = askChat(url, {}, { onChunk: () => void gateway.endTurn(gateway.liveTurns()[0]?.turn ?? '', 'the operator ended it') });
    expect((await answer).text).toBe(`${delta('a')}data: {"error":"stopped"}\n\n`);
    expect(gateway.endTurn('none', '')).toBe(false);
  });
});

describe('the request side', () => {
  test('a changed body goes out, records are kept', async () => {
    const { url, journal } = await start({
      prepareRequest: ({ rawBody }) => ({
        body: rawBody().replace('Do the step.', 'Changed.'),
        records: [{ entry: { type: 'history-repaired', changes: ['x'] }, alert: false }],
      }),
    });
    upstream.play((response) => json(response, 200, '{}'));
    const packed = gzipSync(chatBody({ stream: false }));
    await askChat(url, {}, { body: packed, headers: { 'content-encoding': 'gzip', 'content-length': packed.length } });
    expect([upstream.seen[0]?.headers['content-encoding'], upstream.seen[0]?.body.toString()]).toEqual([
      undefined,
      chatBody({ stream: false }).replace('Do the step.', 'Changed.'),
    ]);
    expect([journal.of('history-repaired').length, journal.tapes[0]?.forwarded.length]).toEqual([1, 1]);
  });
  test('one that throws is skipped', async () => {
    const { url, journal } = await start({
      prepareRequest: () => {
        throw new Error('bug');
      },
    });
    upstream.play((response) => json(response, 200, '{"fine":1}'));
    expect((await askChat(url, { stream: false })).text).toBe('{"fine":1}');
    expect(journal.of('stage-failed')[0]).toMatchObject({ stage: 'request-lane', level: 'alert' });
  });
  test('an answer of its own', async () => {
    const { url } = await start({
      prepareRequest: () => ({
        body: undefined,
        records: [],
        answer: { code: 'signalbox_loop', status: 400, message: 'stuck', retryable: false },
      }),
    });
    upstream.play((response) => json(response, 200, '{}'));
    expect([(await askChat(url)).status, upstream.seen.length]).toEqual([400, 0]);
  });
});

describe('a lane that fails', () => {
  const call = (args: string, finish = true): string[] => [
    `data: {"id":"x","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"bash","arguments":""}}]}}]}\n\n`,
    `data: {"id":"x","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":${JSON.stringify(args)}}}]}}]}\n\n`,
    ...(finish ? [`data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\n`, 'data: [DONE]\n\n'] : []),
  ];
  const failingAt = (stop: number) => {
    let seen = 0;
    return withLane(() => ({
      frames: (frames): readonly Effect[] => {
        seen += frames.length;
        if (seen > stop) throw new Error('bug');
        return [{ type: 'send', chunks: frames.map((frame) => frame.raw) }];
      },
    }));
  };
  test.each([
    ['text', [delta('a'), delta('b'), delta('c'), 'data: [DONE]\n\n']],
    ['whole calls', [delta('a'), ...call('{"command":"ls"}')]],
  ])('%s goes on as it came', async (_name, pieces) => {
    const { url, journal } = await failingAt(1);
    upstream.play((response) => streamPieces(response, pieces).then(() => void response.end()));
    expect((await askChat(url)).text).toBe(pieces.join(''));
    expect(journal.of('stage-failed')[0]).toMatchObject({ level: 'alert', stage: 'response-lane/frames' });
  });
  test.each([
    ['broken arguments', [delta('a'), ...call('{"command":"l')], true],
    ['a call that never ended', [delta('a'), ...call('{"command":"ls"}', false)], false],
  ])('%s: the call is not dispatched', async (_name, pieces, clean) => {
    const { url } = await failingAt(1);
    upstream.play(async (response) => {
      await streamPieces(response, pieces);
      if (clean) response.end();
      else resetConnection(response);
    });
    const { text } = await askChat(url);
    expect(text).not.toContain('call_1');
    expect(text).toContain('signalbox_cut');
  });
  test('after a change nothing more is passed', async () => {
    let first = true;
    const { url } = await withLane(() => ({
      frames: (): readonly Effect[] => {
        if (!first) throw new Error('bug');
        first = false;
        return [{ type: 'send', chunks: ['data: changed\n\n'] }];
      },
    }));
    upstream.play((response) => streamPieces(response, [delta('a'), delta('secret')], 20).then(() => void response.end()));
    const { text } = await askChat(url);
    expect(text).toContain('signalbox_cut');
    expect(text).not.toContain('secret');
  });
  test.each([
    ['a plain body passes', '{"choices":[{"index":0,"message":{"role":"assistant","content":"x"},"finish_reason":"stop"}]}', 200],
    [
      'a whole call passes',
      '{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"bash","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}',
      200,
    ],
    [
      'a broken call does not',
      '{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"bash","arguments":"{\\"a"}}]},"finish_reason":"tool_calls"}]}',
      502,
    ],
  ])('%s', async (_name, body, status) => {
    const { url } = await withLane(() => ({
      body: () => {
        throw new Error('bug');
      },
    }));
    upstream.play((response) => json(response, 200, body));
    const answer = await askChat(url, { stream: false });
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.text).toBe(body);
  });
});

describe('turns', () => {
  test('a retry shares the turn, sessions and agent are told', async () => {
    const { url, journal } = await start();
    upstream.play((response, _request, number) => json(response, number === 0 ? 503 : 200, '{}'));
    const headers = { 'x-signalbox-session': 'mine', 'user-agent': 'opencode/1.2' };
    const turns = [await askChat(url, {}, { headers }), await askChat(url, {}, { headers }), await askChat(url, {}, { headers })].map(
      (one) => one.headers['x-signalbox-turn'],
    );
    expect(turns[1]).toBe(turns[0]);
    expect(turns[2]).not.toBe(turns[0]);
    expect(journal.of('turn-started').map((one) => [one.session, one.agent, one.retryOf, one.title, one.tools, one.upstream])).toEqual([
      ['mine', 'opencode', undefined, 'Do the step.', ['bash'], 'main'],
      ['mine', 'opencode', turns[0], 'Do the step.', ['bash'], 'main'],
      ['mine', 'opencode', undefined, 'Do the step.', ['bash'], 'main'],
    ]);
  });
  test('a socket that is free again is used again', async () => {
    const { url } = await start();
    const sockets = new Set<unknown>();
    upstream.play((response) => {
      sockets.add(response.socket);
      return streamPieces(response, [delta('a'), 'data: [DONE]\n\n']).then(() => void response.end());
    });
    for (let index = 0; index < 4; index += 1) await askChat(url);
    expect(sockets.size).toBe(1);
  });
});
