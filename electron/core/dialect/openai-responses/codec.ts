import type { DialectCodec } from '../dialect.ts';
import { decodeBody } from './decode-body.ts';
import { ResponsesDecoder } from './decode-reply.ts';
import { decodeRequest } from './decode-request.ts';
import { ResponsesBodyEncoder } from './encode-body.ts';
import { encodeError } from './encode-error.ts';
import { encodeReask } from './encode-reask.ts';
import { encodeReply } from './encode-reply.ts';
import { ResponsesStreamEncoder } from './encode-stream.ts';

/** OpenAI's Responses API, as Codex and the SDKs speak it. */
export const openAiResponsesCodec: DialectCodec = {
  id: 'openai-responses',
  decodeRequest,
  createDecoder: () => new ResponsesDecoder(),
  createStreamEncoder: () => new ResponsesStreamEncoder(),
  decodeBody,
  createBodyEncoder: (rawBody) => new ResponsesBodyEncoder(rawBody),
  encodeError,
  encodeReask,
  encodeReply,
};
