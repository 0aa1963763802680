import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Dialect } from '../../shared/vocabulary.ts';
import { readResponsesStrictly } from '../core/testing/read-responses-strictly.ts';
import { requestOf, streamOf } from '../core/testing/reply-builder.ts';
import { readChatStream, readMessagesStream } from '../core/testing/strict-client.ts';
import { createCoreLane } from './core-lane.ts';
import type { ApprovalDesk } from './ports.ts';
import { createHandClock } from './testing/hand-clock.ts';
import { startRawUpstream, type RawReply, type RawUpstream } from './testing/raw-upstream.ts';
import { ask, startTestGateway, type Answer, type TestGateway, type TestGatewayOptions } from './testing/test-gateway.ts';

/** Answers that no decent endpoint gives, byte for byte over real sockets, through the real lane. */
const dialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'openai-responses'];
const paths: Readonly<Record<Dialect, string>> = {
  'openai-chat': '/v1/chat/completions',
  'anthropic-messages': '/v1/messages',
  'openai-responses': '/v1/responses',
};
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } } } };

let upstream: RawUpstream;
let gateway: TestGateway | undefined;
beforeAll(async () => {
  upstream = await startRawUpstream();
});
afterAll(() => upstream.close());
afterEach(async () => {
  await gateway?.gateway.stop();
  gateway = undefined;
});

async function start(options: TestGatewayOptions = {}): Promise<TestGateway> {
  gateway = await startTestGateway(`${upstream.url}/v1`, { createLane: createCoreLane, ...options });
  return gateway;
}

const asking = (url: string, dialect: Dialect, stream: boolean): Promise<Answer> =>
  ask(`${url}${paths[dialect]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requestOf(dialect, [bash], stream)),
  });

const head = (type: string | undefined, more = ''): string =>
  `HTTP/1.1 200 OK\r\n${type === undefined ? '' : `content-type: ${type}\r\n`}${more}connection: close\r\n\r\n`;
const plain = (type: string | undefined, body: string | Buffer, more = ''): RawReply => ({ bytes: [head(type, more), body], then: 'end' });

const calls = (dialect: Dialect) =>
  ['one', 'two'].map((word, index) => ({
    id: `${dialect === 'anthropic-messages' ? 'toolu_' : 'call_'}${index}`,
    name: 'bash',
    arguments: `{"command":"echo ${word}"}`,
  }));
const wireOf = (dialect: Dialect): string => streamOf(dialect, { text: 'Both.', calls: calls(dialect), finish: 'calls' }).join('');

/** The same reply as a JSON body. */
function bodyOf(dialect: Dialect): string {
  const [one, two] = calls(dialect);
  if (dialect === 'openai-chat') {
    const tool_calls = [one, two].map((call) => ({
      id: call?.id,
      type: 'function',
      function: { name: 'bash', arguments: call?.arguments },
    }));
    const choice = { index: 0, message: { role: 'assistant', content: 'Both.', tool_calls }, finish_reason: 'tool_calls' };
    return JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [choice] });
  }
  if (dialect === 'anthropic-messages') {
    const blocks = [one, two].map((call) => ({
      type: 'tool_use',
      id: call?.id,
      name: 'bash',
      input: JSON.parse(call?.arguments ?? '') as object,
    }));
    const content = [{ type: 'text', text: 'Both.' }, ...blocks];
    return JSON.stringify({
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content,
      stop_reason: 'tool_use',
      usage: { input_tokens: 1, output_tokens: 2 },
    });
  }
  const items = [one, two].map((call, index) => ({
    id: `fc_${index}`,
    type: 'function_call',
    status: 'completed',
    call_id: call?.id,
    name: 'bash',
    arguments: call?.arguments,
  }));
  const text = {
    id: 'msg',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'Both.', annotations: [] }],
  };
  return JSON.stringify({ id: 'r', object: 'response', created_at: 1, status: 'completed', model: 'm', output: [text, ...items] });
}

/** What a strict client makes of a stream. */
function viewOf(dialect: Dialect, wire: string) {
  const read = { 'openai-chat': readChatStream, 'anthropic-messages': readMessagesStream, 'openai-responses': readResponsesStrictly }[
    dialect
  ];
  const view = read(wire);
  return { text: view.text, calls: view.calls.map((call) => call.arguments), faults: 'faults' in view ? view.faults : view.complaints };
}
const BOTH = { text: 'Both.', calls: ['{"command":"echo one"}', '{"command":"echo two"}'], faults: [] };

describe.each(dialects)('%s: another form than was asked for', (dialect) => {
  test.each(['application/json', 'text/event-stream', 'text/plain', 'application/octet-stream', undefined])(
    'one JSON body (%s) becomes the stream that was asked for',
    async (type) => {
      const { url, journal } = await start();
      upstream.play(plain(type, `\n ${bodyOf(dialect)}`));
      const answer = await asking(url, dialect, true);
      expect(answer.headers['content-type']).toBe('text/event-stream');
      expect(viewOf(dialect, answer.text)).toEqual(BOTH);
      expect(journal.of('turn-ended')[0]).toMatchObject({ outcome: 'normalise', calls: 2 });
      expect(journal.of('stream-normalised')[0]?.changes).toEqual(['body-instead-of-stream']);
    },
  );

  test.each(['application/json', 'text/event-stream; charset=utf-8', 'text/plain', 'application/octet-stream', undefined])(
    'a stream (%s) becomes the JSON body that was asked for',
    async (type) => {
      const { url, journal } = await start();
      upstream.play(plain(type, wireOf(dialect)));
      const answer = await asking(url, dialect, false);
      expect(answer.headers['content-type']).toBe('application/json');
      for (const word of ['Both.', 'echo one', 'echo two']) expect(answer.text).toContain(word);
      expect(() => JSON.parse(answer.text) as unknown).not.toThrow();
      expect(journal.of('turn-ended')[0]).toMatchObject({ outcome: 'normalise', calls: 2 });
    },
  );

  test.each(['application/json', 'text/plain', 'text/html', 'application/octet-stream'])(
    'a stream under the name %s is read, and named',
    async (type) => {
      const { url } = await start();
      upstream.play(plain(type, wireOf(dialect)));
      const answer = await asking(url, dialect, true);
      expect([answer.headers['content-type'], answer.text]).toEqual(['text/event-stream', wireOf(dialect)]);
    },
  );

  test.each([
    [
      'a JSON body',
      bodyOf(dialect),
      (text: string) => expect(viewOf(dialect, text.replaceAll(/: keep-alive\ndata: [^\n]*\n\n/g, ''))).toEqual(BOTH),
    ],
    ['an error object', '{"error":{"message":"boiler"}}', (text: string) => expect(text).toContain('boiler')],
  ])('%s after the head had to be committed', async (_, body, look) => {
    const clock = createHandClock();
    const { url } = await start({ clock });
    const later = upstream.playLater();
    const answer = asking(url, dialect, true);
    await expect.poll(upstream.asked).toBe(1);
    clock.advance(150_000);
    later(plain('application/json', body));
    const { status, headers, text, complete } = await answer;
    expect([status, headers['content-type'], complete]).toEqual([200, 'text/event-stream', true]);
    look(text);
  });

  test.each([
    ['an error object', '{"error":{"message":"boiler","type":"server_error"}}', /boiler/],
    ['an error of another shape', '{"detail":"boiler"}', /boiler/],
    ['half a body', '{"id":"c","choi', /before it was finished/],
    ['a web page', '<html>sign in</html>', /before it was finished.*sign in/],
    ['nothing', '', /before it was finished/],
    ['JSON that is no reply', '{"id":"batch_1","status":"queued"}', /before it was finished.*queued/],
    ['no object', '[]', /before it was finished/],
    ['null', 'null', /before it was finished/],
  ])('%s as a JSON reply to a stream is an HTTP error', async (_, body, words) => {
    const { url } = await start();
    upstream.play(plain('application/json', body));
    const answer = await asking(url, dialect, true);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((JSON.parse(answer.text) as { error: { message: string } }).error.message).toMatch(words);
  });
});

/** A reply of text alone as a JSON body. */
function textBodyOf(dialect: Dialect, text: string): string {
  if (dialect === 'openai-chat') {
    const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' };
    return JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [choice] });
  }
  if (dialect === 'anthropic-messages') {
    const content = [{ type: 'text', text }];
    const usage = { input_tokens: 1, output_tokens: 2 };
    return JSON.stringify({ id: 'm', type: 'message', role: 'assistant', model: 'm', content, stop_reason: 'end_turn', usage });
  }
  const content = [{ type: 'output_text', text, annotations: [] }];
  const output = [{ id: 'msg', type: 'message', role: 'assistant', status: 'completed', content }];
  return JSON.stringify({ id: 'r', object: 'response', created_at: 1, status: 'completed', model: 'm', output });
}

describe.each(dialects)('%s: a common leak in a JSON body that nobody decides', (dialect) => {
  const leak = '<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>';
  test.each([
    ['text', textBodyOf(dialect, 'I meant nothing.')],
    ['no reply of this API', '{"error":{"message":"busy"}}'],
  ])('asked again, answered with %s: the original leaves, byte for byte', async (_, answer) => {
    const desk: ApprovalDesk = {
      hold: (_owner, drafts, settle) => {
        queueMicrotask(() => drafts.forEach((draft) => settle(draft.key, { type: 'expired' })));
        return { approvals: [], withdraw: () => undefined };
      },
      close: () => undefined,
    };
    const { url } = await start({ desk });
    const original = textBodyOf(dialect, leak);
    upstream.play(plain('application/json', original), plain('application/json', answer));
    const { status, text } = await asking(url, dialect, false);
    expect([status, text, upstream.asked()]).toEqual([200, original, 2]);
  });
});

describe('below HTTP', () => {
  const wire = wireOf('openai-chat');
  const chunked = (text: string, extension = ''): string => `${Buffer.byteLength(text).toString(16)}${extension}\r\n${text}\r\n`;
  const chunkedHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
  test.each<[string, RawReply]>([
    ['HTTP/1.0, no length', { bytes: ['HTTP/1.0 200 OK\r\ncontent-type: text/event-stream\r\n\r\n', wire], then: 'end' }],
    ['trailers', { bytes: [chunkedHead, chunked(wire), '0\r\nx-sum: 1\r\n\r\n'], then: 'keep' }],
    ['chunk extensions', { bytes: [chunkedHead, chunked(wire, ';a=b;c="d"'), '0;x=y\r\n\r\n'], then: 'keep' }],
    [
      'early hints and continue before it',
      {
        bytes: ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n', chunkedHead, chunked(wire), '0\r\n\r\n'],
        then: 'keep',
      },
    ],
    [
      'a length behind the end of the body',
      { bytes: [head('text/event-stream', `content-length: ${wire.length + 60}\r\n`), wire], then: 'end' },
    ],
    ['no last chunk', { bytes: [chunkedHead, chunked(wire)], then: 'reset' }],
    ['a broken chunk behind the end', { bytes: [chunkedHead, chunked(wire), 'zz\r\n'], then: 'keep' }],
    [
      'two gzip members',
      {
        bytes: [
          head('text/event-stream', 'content-encoding: gzip\r\n'),
          Buffer.concat([gzipSync(wire.slice(0, 90)), gzipSync(wire.slice(90))]),
        ],
        then: 'end',
      },
    ],
    ['a head of 10 kB', { bytes: [head('text/event-stream', `x-big: ${'a'.repeat(10_000)}\r\n`), wire], then: 'end' }],
  ])('%s: the reply arrives', async (_, reply) => {
    const { url } = await start();
    upstream.play(reply);
    const answer = await asking(url, 'openai-chat', true);
    expect([answer.status, answer.text, answer.complete, upstream.asked()]).toEqual([200, wire, true, 1]);
  });

  test.each<[string, RawReply, number]>([
    ['closed without a byte', { bytes: [], then: 'end' }, 2],
    ['reset without a byte', { bytes: [], then: 'reset' }, 2],
    ['half a head', { bytes: ['HTTP/1.1 200 OK\r\ncontent-type: te'], then: 'end' }, 1],
    ['only an interim answer', { bytes: ['HTTP/1.1 102 Processing\r\n\r\n'], then: 'end' }, 1],
    ['no HTTP at all', { bytes: ['hello\r\n\r\n'], then: 'end' }, 1],
    [
      'a change of protocol that nobody asked for',
      { bytes: ['HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'], then: 'keep' },
      1,
    ],
  ])('%s: 502, asked as often as not one byte came', async (_, reply, times) => {
    for (const stream of [true, false]) {
      const { url, gateway: running } = await start();
      upstream.play(reply);
      const answer = await asking(url, 'openai-chat', stream);
      expect([answer.status, upstream.asked()]).toEqual([502, times]);
      expect(answer.text).toContain('signalbox_upstream_unreachable');
      await running.stop();
    }
  });

  test.each(['GET', 'HEAD', 'OPTIONS', 'DELETE'])('%s passes, whatever comes back', async (method) => {
    const { url } = await start();
    const body = method === 'HEAD' ? '' : '{"data":[]}';
    upstream.play(plain('application/json', body, 'content-length: 11\r\nx-own: 1\r\nallow: GET\r\n'));
    const answer = await ask(`${url}/v1/models`, { method });
    expect([answer.status, answer.text, answer.headers['x-own'], upstream.asked()]).toEqual([200, body, '1', 1]);
    upstream.play({ bytes: ['HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'], then: 'keep' });
    expect((await ask(`${url}/v1/models`, { method })).status).toBe(502);
    upstream.play({ bytes: ['HTTP/1.1 204 No Content\r\nx-own: 2\r\n\r\n'], then: 'keep' });
    expect((await ask(`${url}/v1/models`, { method })).headers['x-own']).toBe('2');
  });

  test('a pooled connection that died between two requests: sent again once, on a fresh one', async () => {
    const { url } = await start();
    const whole: RawReply = { bytes: [chunkedHead, chunked(wire), '0\r\n\r\n'], then: 'keep' };
    upstream.play(whole, { bytes: [], then: 'reset' }, whole);
    expect((await asking(url, 'openai-chat', true)).text).toBe(wire);
    const second = await asking(url, 'openai-chat', true);
    expect([second.status, second.text, upstream.asked()]).toEqual([200, wire, 3]);
  });
});
