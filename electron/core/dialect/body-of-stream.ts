import type { Dialect } from '../../../shared/vocabulary.ts';
import { bodyOfStream as anthropic } from './anthropic-messages/body-of-stream.ts';
import { bodyOfStream as chat } from './openai-chat/body-of-stream.ts';
import { bodyOfStream as responses } from './openai-responses/body-of-stream.ts';

/**
 * The JSON body that a finished stream stands for, from the data of its events in order: for a client that asked for none and got a stream
 * under another name (field stream-066). Undefined when the stream did not end properly: nothing is completed.
 */
export const bodyOfStream: { readonly [D in Dialect]: (data: readonly string[]) => string | undefined } = {
  'openai-chat': chat,
  'openai-responses': responses,
  'anthropic-messages': anthropic,
};
