import type { DialectCodec } from '../core/dialect/dialect.ts';
import { openAiChatCodec } from '../core/dialect/openai-chat/codec.ts';

const codecs: readonly DialectCodec[] = [openAiChatCodec];

/** The codec that reads stored replies of a dialect. */
export const codecOf = (dialect: string): DialectCodec | undefined => codecs.find((codec) => codec.id === dialect);
