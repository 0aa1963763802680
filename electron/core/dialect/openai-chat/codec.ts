import type { DialectCodec } from '../dialect.ts';
import { decodeBody } from './decode-body.ts';
import { decodeRequest } from './decode-request.ts';
import { createStreamDecoder } from './decode-stream.ts';
import { createBodyEncoder } from './encode-body.ts';
import { encodeError } from './encode-error.ts';
import { encodeReask } from './encode-reask.ts';
import { encodeReply } from './encode-reply.ts';
import { createStreamEncoder } from './encode-stream.ts';

/** OpenAI Chat Completions, as its many servers speak it. */
export const openAiChatCodec: DialectCodec = {
  id: 'openai-chat',
  decodeRequest,
  createDecoder: createStreamDecoder,
  createStreamEncoder,
  decodeBody,
  createBodyEncoder,
  encodeError,
  encodeReask,
  encodeReply,
};
