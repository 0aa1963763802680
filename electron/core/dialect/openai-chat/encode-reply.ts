import type { OwnReply } from '../dialect.ts';
import { sseFrame } from '../wire-values.ts';
import { DONE } from './wire-types.ts';

const USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** A whole Chat Completions reply that no model wrote. Usage goes out with the finish: a chunk without choices was not asked for. */
export function encodeReply({ id, created, model, text, calls }: OwnReply, stream: boolean): string {
  const head = { id: `chatcmpl-${id}`, object: stream ? 'chat.completion.chunk' : 'chat.completion', created, model };
  const made = calls.map((call) => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }));
  const finish = calls.length > 0 ? 'tool_calls' : 'stop';
  if (!stream) {
    const message = { role: 'assistant', content: text === '' ? null : text, ...(made.length > 0 ? { tool_calls: made } : {}) };
    return JSON.stringify({ ...head, choices: [{ index: 0, message, logprobs: null, finish_reason: finish }], usage: USAGE });
  }
  const chunk = (delta: object, reason: string | null, more: object = {}): string =>
    sseFrame(JSON.stringify({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }], ...more }), '');
  const frames = [chunk({ role: 'assistant', content: text === '' ? null : text }, null)];
  for (const [index, call] of made.entries()) frames.push(chunk({ tool_calls: [{ index, ...call }] }, null));
  return [...frames, chunk({}, finish, { usage: USAGE }), sseFrame(DONE, '')].join('');
}
