import { createHash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json.ts';
import { commonPrefix, findMember, skipGap, skipValue } from './json-bytes.ts';

/** Hashes of a history: `rolling[i]` stands for messages 0…i (wire 3.8). `cache_control` does not count. */
export interface MessageHashes {
  readonly rolling: readonly string[];
  /** Index of the first message of the model; -1 when there is none. */
  readonly firstReply: number;
  /** Stands for the whole request: its messages and all that is around them. Equal for a request that is sent again. */
  readonly body: string;
}

interface Known extends MessageHashes {
  readonly bytes: Buffer;
  /** Where the list's first element may begin. */
  readonly listStart: number;
  /** Byte offset behind each message. */
  readonly ends: readonly number[];
}

const MAX_BODIES = 32;
const MAX_BYTES = 48 * 1024 * 1024;

/**
 * Hashes the messages of request bodies. A conversation resends all that was said: what a body shares with an earlier one, byte for byte,
 * keeps its hashes, so that a turn costs what is new in it (wire 3.9). Bounded; a body that was forgotten is only hashed anew.
 */
export class MessageHasher {
  private known: Known[] = [];
  private knownBytes = 0;

  /** `bytes` is JSON text that was parsed before. Without a list of messages the result is empty. */
  hash(bytes: Buffer): MessageHashes {
    const { base, shared } = this.closest(bytes);
    const hashed = base === undefined ? hashFrom(bytes, listStartOf(bytes), [], [], -1) : continueFrom(bytes, base, shared);
    if (hashed === undefined) return { rolling: [], firstReply: -1, body: digest(bytes) };
    this.remember(hashed, base !== undefined && shared >= (base.ends[base.ends.length - 1] ?? Number.MAX_SAFE_INTEGER) ? base : undefined);
    return hashed;
  }

  private closest(bytes: Buffer): { readonly base: Known | undefined; readonly shared: number } {
    let base: Known | undefined;
    let shared = 0;
    for (const candidate of this.known) {
      const common = commonPrefix(bytes, candidate.bytes);
      if (common <= shared) continue;
      base = candidate;
      shared = common;
      if (common >= (candidate.ends[candidate.ends.length - 1] ?? Number.MAX_SAFE_INTEGER)) break;
    }
    return { base, shared };
  }

  /** The newest first; a body that the new one continues is not needed any more. */
  private remember(hashed: Known, replaced: Known | undefined): void {
    this.known = [hashed, ...this.known.filter((one) => one !== replaced)];
    this.knownBytes += hashed.bytes.length - (replaced?.bytes.length ?? 0);
    while (this.known.length > MAX_BODIES || (this.knownBytes > MAX_BYTES && this.known.length > 1)) {
      this.knownBytes -= this.known.pop()?.bytes.length ?? 0;
    }
  }
}

function listStartOf(bytes: Buffer): number | undefined {
  const value = findMember(bytes, ['messages', 'input']);
  if (value === undefined) return undefined;
  // A text instead of a list is one message.
  return bytes[value] === 0x5b ? value + 1 : value;
}

function continueFrom(bytes: Buffer, base: Known, shared: number): Known | undefined {
  let count = base.ends.length;
  while (count > 0 && (base.ends[count - 1] ?? 0) > shared) count -= 1;
  const listStart = base.listStart <= shared ? base.listStart : listStartOf(bytes);
  const firstReply = base.firstReply < count ? base.firstReply : -1;
  return hashFrom(bytes, listStart, base.ends.slice(0, count), base.rolling.slice(0, count), firstReply);
}

function hashFrom(bytes: Buffer, listStart: number | undefined, ends: number[], rolling: string[], knownReply: number): Known | undefined {
  if (listStart === undefined) return undefined;
  let firstReply = knownReply;
  const isList = bytes[listStart - 1] === 0x5b;
  let at = ends[ends.length - 1] ?? listStart;
  for (;;) {
    at = skipGap(bytes, at);
    const first = bytes[at];
    if (first === undefined || first === 0x5d || first === 0x7d || (!isList && ends.length > 0)) break;
    const end = skipValue(bytes, at);
    if (end <= at) break;
    const message: Json = JSON.parse(bytes.toString('utf8', at, end));
    if (firstReply < 0 && isReply(message)) firstReply = ends.length;
    rolling.push(digest(`${rolling[rolling.length - 1] ?? ''}\n${JSON.stringify(plain(message))}`));
    ends.push(end);
    at = end;
  }
  return {
    bytes,
    listStart,
    ends,
    rolling,
    firstReply,
    body: digest(rolling[rolling.length - 1] ?? '', bytes.subarray(0, listStart), bytes.subarray(at)),
  };
}

function digest(...pieces: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('base64url').slice(0, 22);
}

/** Written by the model: the assistant role, or in Responses an item without a role that is no result. */
function isReply(message: Json): boolean {
  if (!isJsonObject(message)) return false;
  if (typeof message['role'] === 'string') return message['role'] === 'assistant';
  const { type } = message;
  return typeof type === 'string' && type !== 'message' && type !== 'item_reference' && !type.endsWith('_output');
}

/** A message as it counts: without `cache_control`, and one text block like plain text (agents move the mark and the form with it). */
function plain(message: Json): Json {
  if (!isJsonObject(message)) return message;
  const bare = withoutMark(message);
  const { content } = bare;
  if (!Array.isArray(content)) return bare;
  const blocks: Json[] = content.map((block: Json) => (isJsonObject(block) ? withoutMark(block) : block));
  const [only] = blocks;
  const isText = blocks.length === 1 && isJsonObject(only) && only['type'] === 'text' && typeof only['text'] === 'string';
  return { ...bare, content: isText && Object.keys(only).length === 2 ? only['text'] : blocks };
}

function withoutMark(object: JsonObject): JsonObject {
  if (!Object.hasOwn(object, 'cache_control')) return object;
  const { cache_control: _mark, ...rest } = object;
  return rest;
}
