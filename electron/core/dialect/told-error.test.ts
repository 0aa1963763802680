import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { codecs, play } from '../testing/playbook.ts';
import { readResponsesStrictly } from '../testing/read-responses-strictly.ts';
import { requestOf, streamOf } from '../testing/reply-builder.ts';
import { readChatStream, readMessagesStream } from '../testing/strict-client.ts';
import { toldError, UNSAID } from './told-error.ts';

const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } } } };
const dialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'openai-responses'];

/** Error objects as they were seen inside a 200, with their words and code. */
const shapes: readonly [JsonObject, string, string][] = [
  [{ error: { message: 'm', code: 503 } }, 'm', '503'],
  [{ error: { message: 'm', type: 'x', code: null } }, 'm', 'x'],
  [{ error: { detail: 'm' } }, 'm', ''],
  [{ error: { a: 1 } }, '{"a":1}', ''],
  [{ error: {} }, '', ''],
  [{ error: 'plain words' }, 'plain words', ''],
  [{ error: ['a', 'b'] }, '["a","b"]', ''],
  [{ error: true, message: 'm' }, '', ''],
  [{ object: 'error', message: 'CUDA OOM', type: 'InternalServerError', code: 500 }, 'CUDA OOM', '500'],
  [{ type: 'error', code: 'server_error', message: 'm' }, 'm', 'server_error'],
  [{ detail: 'Internal Server Error' }, 'Internal Server Error', ''],
  [{ detail: [{ msg: 'field required' }] }, '[{"msg":"field required"}]', ''],
  [{ errors: [{ message: 'm' }] }, 'm', ''],
  [{ message: 'rate limited', code: 429 }, 'rate limited', '429'],
  [{ title: 'Bad gateway', status: 502 }, 'Bad gateway', '502'],
];

describe('errors inside a 200', () => {
  it.each(shapes)('%j', (body, message, code) => {
    expect(toldError(body)).toEqual({ message, code });
  });
  it.each<JsonObject>([
    {},
    { error: null },
    { error: false, id: 'x' },
    { error: '' },
    { message: 'hello' },
    { code: 'x' },
    { errors: [] },
    { type: 'ping' },
  ])('none: %j', (body) => expect(toldError(body)).toBeUndefined());
});

const read = { 'openai-chat': readChatStream, 'anthropic-messages': readMessagesStream, 'openai-responses': readResponsesStrictly };
const viewOf = (dialect: Dialect, sent: string) => {
  const view = read[dialect](sent);
  return { text: view.text, calls: view.calls.length, faults: 'faults' in view ? view.faults : view.complaints };
};

/** The error as a client of the dialect reads it. */
function errorIn(dialect: Dialect, wire: string): { readonly message?: unknown } | undefined {
  for (const [, data = ''] of wire.matchAll(/^data: (\{.*)$/gm)) {
    const body = JSON.parse(data) as {
      type?: string;
      error?: { message?: unknown; type?: unknown };
      response?: { error?: { message?: unknown } };
    };
    if (dialect === 'openai-chat' && body.error !== undefined) return body.error;
    if (dialect === 'anthropic-messages' && body.type === 'error' && typeof body.error?.type === 'string') return body.error;
    if (dialect === 'openai-responses' && body.type === 'response.failed') return body.response?.error;
  }
  return undefined;
}

describe.each(dialects)('an error of another shape in a stream, %s', (dialect) => {
  const frames = streamOf(dialect, {
    text: 'Well.',
    calls: [{ id: 'call_1', name: 'bash', arguments: '{"command":"ls"}' }],
    finish: 'calls',
  });
  const afterText = frames.slice(0, frames.findIndex((frame) => frame.includes('Well.')) + 1);
  const afterCall = frames.slice(0, frames.findLastIndex((frame) => frame.includes('ls')) + (dialect === 'anthropic-messages' ? 2 : 1));
  const run = (stream: readonly string[]) => play({ dialect, request: requestOf(dialect, [bash]), replies: [{ stream }] });
  const odd = shapes.filter(
    ([body]) => body['type'] !== 'error' && typeof (body['error'] as JsonObject | undefined)?.['message'] !== 'string',
  );

  it.each(odd)('after text it is told in the dialect: %j', (body, message) => {
    const { failed, sent } = run([...afterText, `data: ${JSON.stringify(body)}\n\n`]);
    const inBand = failed?.inBand?.map((chunk) => (typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk))).join('') ?? '';
    expect(errorIn(dialect, inBand)?.message).toBe(message || UNSAID);
    expect(viewOf(dialect, sent).text).toBe('Well.');
  });

  it.each(odd)('before the first byte it is an HTTP error with its words: %j', (body, message) => {
    const { failed, sent } = run([`data: ${JSON.stringify(body)}\n\n`]);
    expect(sent).toBe('');
    expect(failed?.error.message).toBe(message || UNSAID);
    expect(
      failed?.body === undefined || typeof (JSON.parse(failed.body) as { error: { message: unknown } }).error.message === 'string',
    ).toBe(true);
  });

  it.each(['data: Internal Server Error\n\n', 'event: error\ndata: upstream died\n\n', 'data: [1]\n\n', 'data: {"a\n\n'])(
    'data that is none of the dialect is not passed on at a broken end: %j',
    (wire) => {
      const words = wire.replace(/^(?:event: error\n)?data: |\n\n$/g, '');
      const first = run([wire]);
      expect(first.sent).toBe('');
      expect(first.failed?.error.message).toContain(words.replaceAll('"', '\\"'));
      const text = run([...afterText, wire]);
      expect(viewOf(dialect, text.sent)).toEqual({ text: 'Well.', calls: 0, faults: [] });
      const call = run([...afterCall, wire]);
      expect(call.failed).toBeUndefined();
      expect(viewOf(dialect, call.sent)).toEqual({ text: 'Well.', calls: 1, faults: [] });
    },
  );

  it('data that can not be read passes where the reply goes on', () => {
    const wire = 'data: {"logprob": NaN}\n\n';
    const text = streamOf(dialect, { text: 'Well.', finish: 'stop' });
    const at = text.findIndex((frame) => frame.includes('Well.')) + 1;
    const all = [...text.slice(0, at), wire, ...text.slice(at)];
    expect(run(all).sent).toBe(all.join(''));
  });

  it('an error as a JSON reply is an HTTP error', () => {
    const codec = codecs[dialect];
    for (const [body, message] of shapes) {
      const played = play({ dialect, request: requestOf(dialect, [bash], false), replies: [{ body: JSON.stringify(body) }] });
      expect(played.failed?.error.message, JSON.stringify(body)).toBe(message || UNSAID);
    }
    expect(codec.decodeBody('{"ok":true}')).toBeUndefined();
  });
});
