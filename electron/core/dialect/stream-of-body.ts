import type { Dialect } from '../../../shared/vocabulary.ts';
import { streamOfBody as anthropic } from './anthropic-messages/stream-of-body.ts';
import { streamOfBody as chat } from './openai-chat/stream-of-body.ts';
import { streamOfBody as responses } from './openai-responses/stream-of-body.ts';

/**
 * The event stream that a whole JSON reply stands for, with its terminator: for a client that asked for a stream and whose endpoint does not stream.
 * Arguments keep the text that came. Undefined when the body is no finished reply of the dialect (also when it is an error).
 */
export const streamOfBody: { readonly [D in Dialect]: (rawBody: string) => string | undefined } = {
  'openai-chat': chat,
  'openai-responses': responses,
  'anthropic-messages': anthropic,
};
