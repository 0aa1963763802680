import type { Dialect } from '../../../shared/vocabulary.ts';
import { anthropicMessagesCodec } from './anthropic-messages/codec.ts';
import type { DialectCodec } from './dialect.ts';
import { openAiChatCodec } from './openai-chat/codec.ts';
import { openAiResponsesCodec } from './openai-responses/codec.ts';

/** The codec of each dialect: a new wire API is one folder and one line here. */
export const codecs: Readonly<Record<Dialect, DialectCodec>> = {
  'openai-chat': openAiChatCodec,
  'openai-responses': openAiResponsesCodec,
  'anthropic-messages': anthropicMessagesCodec,
};

/** Server-side resources whose paths end like a dialect's but hold something else (interfaces 4.2). */
const ELSEWHERE = new Set(['threads', 'conversations', 'batches']);

/**
 * The dialect of a POST to this path, by its last segments; undefined: not inspected. `path` is the URL's path, with or without `/v1` or
 * any other prefix, without the query string.
 */
export function dialectOfPath(path: string): Dialect | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.some((segment) => ELSEWHERE.has(segment))) return undefined;
  const last = segments.at(-1);
  if (last === 'completions' && segments.at(-2) === 'chat') return 'openai-chat';
  if (last === 'responses') return 'openai-responses';
  return last === 'messages' ? 'anthropic-messages' : undefined;
}
