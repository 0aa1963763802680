import { Buffer } from 'node:buffer';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { requestOf, streamOf } from '../core/testing/reply-builder.ts';
import type { ResponseLane } from '../core/pipeline/lane-input.ts';
import { createCoreLane } from './core-lane.ts';
import { createHandClock } from './testing/hand-clock.ts';
import { passThroughLane } from './testing/pass-through-lane.ts';
import { startRawUpstream, type RawReply, type RawUpstream } from './testing/raw-upstream.ts';
import { ask, startTestGateway, type Answer, type TestGateway } from './testing/test-gateway.ts';

/** Heads and framings that no decent endpoint sends, byte for byte over real sockets. */
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } } } };
const call = { id: 'call_1', name: 'bash', arguments: '{"command":"ls"}' };
const wire = streamOf('openai-chat', { text: 'Looking.', calls: [call], finish: 'calls' }).join('');
const json = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
      },
      finish_reason: 'tool_calls',
    },
  ],
});

let upstream: RawUpstream;
let running: TestGateway;
beforeAll(async () => {
  upstream = await startRawUpstream();
  running = await startTestGateway(`${upstream.url}/v1`, { createLane: createCoreLane });
});
afterAll(async () => {
  await running.gateway.stop();
  await upstream.close();
});
/** Whatever came, the program goes on. */
afterEach(async () => {
  expect((await ask(`${running.url}/.signalbox/health`, { method: 'GET' })).status).toBe(200);
});

const asking = (stream: boolean): Promise<Answer> =>
  ask(`${running.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requestOf('openai-chat', [bash], stream)),
  });
const models = (): Promise<Answer> => ask(`${running.url}/v1/models`, { method: 'GET' });

const reply = (status: string, lines: readonly string[], body: string | Buffer, then: RawReply['then'] = 'end'): RawReply => ({
  bytes: [Buffer.from([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'), 'latin1'), body],
  then,
});
const JSON_TYPE = 'content-type: application/json';
const lengthOf = (body: string | Buffer): string => `content-length: ${Buffer.byteLength(body)}`;

describe('a status line that can not be written again', () => {
  test.each(['O\u0001K', 'O\u0000K', 'O\u007fK', 'O\u001bK'])('a reason phrase of %j passes without it', async (reason) => {
    upstream.play(reply(`200 ${reason}`, [JSON_TYPE, lengthOf(json)], json));
    for (const answer of [await asking(false), await models()]) expect([answer.status, answer.text]).toEqual([200, json]);
    upstream.play(reply(`429 ${reason}`, [JSON_TYPE, lengthOf('{}')], '{}'));
    for (const answer of [await asking(true), await models()]) expect([answer.status, answer.text]).toEqual([429, '{}']);
  });

  test.each(['0', '000', '42', '099'])('the status %s is no answer', async (status) => {
    upstream.play(reply(`${status} Odd`, [JSON_TYPE, lengthOf(json)], json));
    for (const answer of [await asking(false), await asking(true), await models()]) {
      expect(answer.status).toBe(502);
      expect(answer.text).toContain('signalbox_upstream_unreachable');
    }
  });
});

describe('a JSON body that was whole', () => {
  const gzip = gzipSync(json);
  test.each<[string, RawReply]>([
    ['bytes behind its length', reply('200 OK', [JSON_TYPE, lengthOf(json)], `${json}\r\n\r\njunk`, 'keep')],
    ['a reset where its end is the close', reply('200 OK', [JSON_TYPE, 'connection: close'], json, 'reset')],
    ['a length behind its end', reply('200 OK', [JSON_TYPE, `content-length: ${json.length + 9}`], json)],
    ['no last chunk', reply('200 OK', [JSON_TYPE, 'transfer-encoding: chunked'], `${Buffer.byteLength(json).toString(16)}\r\n${json}\r\n`)],
    ['gzip without its checksum', reply('200 OK', [JSON_TYPE, 'content-encoding: gzip'], gzip.subarray(0, gzip.length - 8))],
  ])('%s: it arrives as it came', async (_, odd) => {
    upstream.play(odd);
    const answer = await asking(false);
    expect([answer.status, answer.text, answer.complete]).toEqual([200, json, true]);
  });

  test('one that broke off does not', async () => {
    upstream.play(reply('200 OK', [JSON_TYPE, 'connection: close'], json.slice(0, -1), 'reset'));
    const answer = await asking(false);
    expect([answer.status >= 400, answer.text.includes('signalbox_cut')]).toEqual([true, true]);
  });

  test('one whose checksum is wrong does not', async () => {
    const wrong = Buffer.from(gzip);
    wrong.writeUInt32LE(7, wrong.length - 8);
    upstream.play(reply('200 OK', [JSON_TYPE, 'content-encoding: gzip'], wrong));
    const answer = await asking(false);
    expect([answer.status >= 400, answer.text.includes('signalbox_cut')]).toEqual([true, true]);
  });
});

describe('codings', () => {
  test.each(['UTF-8', 'none', 'aws-chunked', 'gzip, none'])('plain text under the coding %s is read, without it', async (coding) => {
    for (const [stream, body] of [
      [true, wire],
      [false, json],
    ] as const) {
      const type = stream ? 'content-type: text/event-stream' : JSON_TYPE;
      upstream.play(reply('200 OK', [type, `content-encoding: ${coding}`, lengthOf(body)], body));
      const answer = await asking(stream);
      expect([answer.status, answer.text, answer.headers['content-encoding']]).toEqual([200, body, undefined]);
    }
  });

  test('bytes under a coding that nobody knows are no answer', async () => {
    upstream.play(reply('200 OK', [JSON_TYPE, 'content-encoding: lz4'], Buffer.from([4, 34, 77, 24, 1, 2])));
    const answer = await asking(false);
    expect(answer.status).toBe(502);
  });

  test.each([
    ['in its wrapper', deflateSync],
    ['bare', deflateRawSync],
  ])('deflate %s', async (_, deflate) => {
    for (const [stream, body] of [
      [true, wire],
      [false, json],
    ] as const) {
      const type = stream ? 'content-type: text/event-stream' : JSON_TYPE;
      upstream.play(reply('200 OK', [type, 'content-encoding: deflate'], deflate(body)));
      const answer = await asking(stream);
      expect([answer.status, answer.text]).toEqual([200, body]);
    }
    upstream.play(reply('200 OK', [JSON_TYPE, 'content-encoding: deflate'], deflate(json).subarray(0, 40)));
    expect((await asking(false)).status).toBe(502);
  });
});

test('a frame over the bound passes unread, with all its bytes', async () => {
  const frame = (delta: object): string => `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
  const end = 'data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  for (const before of ['', frame({ content: 'Now: ' })]) {
    const body = before + frame({ content: 'x'.repeat(40_000_000) }) + end;
    upstream.play(reply('200 OK', ['content-type: text/event-stream', lengthOf(body)], body));
    const answer = await asking(true);
    expect([answer.status, answer.text.length, answer.text === body]).toEqual([200, body.length, true]);
  }
});

test.each([12_000, 200_000])('what is nested %i deep in the other form is an error, and ends nothing else', async (depth) => {
  const deep = '['.repeat(depth) + ']'.repeat(depth);
  upstream.play(reply('200 OK', ['content-type: text/event-stream'], wire.replace('"id":', `"x":${deep},"id":`)));
  const unstreamed = await asking(false);
  expect([unstreamed.status >= 400, unstreamed.complete]).toEqual([true, true]);
  upstream.play(reply('200 OK', [JSON_TYPE], json.replace('"id":', `"x":${deep},"id":`)));
  const streamed = await asking(true);
  expect([streamed.status >= 400, streamed.complete]).toEqual([true, true]);
});

test.each<[string, Partial<ResponseLane>]>([
  ['an effect', { frames: () => [{ type: 'send', chunks: [undefined as unknown as string] }] }],
  [
    'a keep-alive',
    {
      holding: true,
      frames: () => [],
      keepAlive: () => {
        throw new Error('bug');
      },
    },
  ],
])('what throws outside the lane ends its own turn alone: %s', async (_, lane) => {
  const clock = createHandClock();
  const failing = await startTestGateway(`${upstream.url}/v1`, { createLane: () => passThroughLane(lane), clock });
  upstream.play(reply('200 OK', ['content-type: text/event-stream'], wire, 'keep'));
  const body = JSON.stringify(requestOf('openai-chat', [bash], true));
  const asked = ask(`${failing.url}/v1/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const ended = expect(asked).rejects.toThrow();
  await expect.poll(upstream.asked).toBe(1);
  await expect
    .poll(() => {
      clock.advance(20_000);
      return failing.journal.of('stage-failed');
    })
    .toMatchObject([{ level: 'alert', stage: 'exchange' }]);
  await ended;
  expect(failing.journal.of('turn-ended')).toHaveLength(1);
  expect((await ask(`${failing.url}/.signalbox/health`, { method: 'GET' })).status).toBe(200);
  await failing.gateway.stop();
});

test.each(['error: {"code":500,"message":"boiler"}\n\n', '{"error":"boiler"}\n', '<html>502 boiler</html>', 'error: {"message":"boiler"}'])(
  'what an upstream says in lines of no event before it breaks off is told: %j',
  async (words) => {
    const half = wire.slice(0, wire.indexOf('\n\n', wire.indexOf('Looking')) + 2);
    upstream.play(reply('200 OK', ['content-type: text/event-stream'], `${half}: comment\n\n${words}`));
    const answer = await asking(true);
    expect(answer.text).toContain('signalbox_cut');
    expect(answer.text).toMatch(/and said: .*boiler/);
    expect(running.journal.of('upstream-failed').at(-1)?.detail).toContain('boiler');
  },
);

test('words in the middle of a stream are not its last', async () => {
  const half = wire.slice(0, wire.indexOf('\n\n', wire.indexOf('Looking')) + 2);
  upstream.play(
    reply('200 OK', ['content-type: text/event-stream'], `${half}boiler\n\n${half.slice(half.lastIndexOf('data:')).repeat(4)}`),
  );
  expect((await asking(true)).text).not.toContain('and said');
});

describe('names of a type', () => {
  test.each([undefined, 'text/plain', 'text/json', 'application/x-json', 'application/octet-stream', 'text/event-stream'])(
    'a JSON body under the name %s keeps its bytes and is named',
    async (type) => {
      upstream.play(reply('200 OK', [...(type === undefined ? [] : [`content-type: ${type}`]), lengthOf(json)], json));
      const answer = await asking(false);
      expect([answer.headers['content-type'], answer.text]).toEqual(['application/json', json]);
      expect(running.journal.of('stream-normalised').at(-1)?.changes).toEqual(['content-type']);
    },
  );

  test.each(['application/json; charset=utf-8', 'application/vnd.api+json'])('%s is one already', async (type) => {
    upstream.play(reply('200 OK', [`content-type: ${type}`, lengthOf(json)], json));
    expect((await asking(false)).headers['content-type']).toBe(type);
    expect(running.journal.of('turn-ended').at(-1)?.outcome).toBe('pass_through');
  });

  test.each(['application/event-stream', 'text/json', 'text/javascript'])('a stream under the name %s is read, and named', async (type) => {
    upstream.play(reply('200 OK', [`content-type: ${type}`, lengthOf(wire)], wire));
    const answer = await asking(true);
    expect([answer.headers['content-type'], answer.text]).toEqual(['text/event-stream', wire]);
  });
});

test('an endpoint that redirects to itself is followed through the gateway', async () => {
  for (const location of [`${upstream.url}/v1/chat/completions/`, '/v1/chat/completions/']) {
    upstream.play(reply('307 Temporary Redirect', [`location: ${location}`, 'content-length: 0'], ''));
    const answer = await asking(true);
    expect([answer.status, answer.headers['location']]).toEqual([307, '/v1/chat/completions/']);
  }
  upstream.play(reply('307 Temporary Redirect', [`location: ${upstream.url}/v1/models/`, 'content-length: 0'], ''));
  expect((await ask(`${running.url}/up/main/v1/models`, { method: 'GET' })).headers['location']).toBe('/up/main/v1/models/');
});
