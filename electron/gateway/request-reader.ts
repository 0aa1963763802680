import { createHash, randomUUID } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json.ts';
import type { RawEntry, RawLists } from '../core/dialect/raw-entries.ts';
import { commonPrefix } from '../journal/common-prefix.ts';
import { findMember, skipSpace, skipValue } from './json-bytes.ts';

/** Hashes of a history: `rolling[i]` stands for messages 0…i (wire 3.8). `cache_control` does not count. */
export interface MessageHashes {
  readonly rolling: readonly string[];
  /** Index of the first message of the model; -1 when there is none. */
  readonly firstReply: number;
  /** Stands for the whole request: its messages and all that is around them. Equal for a request that is sent again. */
  readonly body: string;
}

/** A request body that was read. */
export interface ReadRequest {
  readonly value: JsonObject;
  readonly hashes: MessageHashes;
  /** The exact texts of the messages; undefined where the body had to be read as a whole. */
  readonly rawLists: RawLists | undefined;
}

/** The history of a body as it was read. All of it is shared with later readings: nobody may change it. */
interface History {
  readonly bytes: Buffer;
  /** Where the list's first element may begin. */
  readonly listStart: number;
  readonly messages: readonly Json[];
  /** Byte offset behind each message. */
  readonly ends: readonly number[];
  readonly rolling: readonly string[];
  readonly firstReply: number;
}

const MAX_BODIES = 32;
const MAX_BYTES = 16 * 1024 * 1024;
/** Bytes of a history that may be gone from the one that goes on from it: a cache mark that moved. */
const MAX_LOST = 4096;
/** The members that hold a history. */
const LISTS = ['messages', 'input'];
/** More messages than the window of any model holds. Each costs work of its own: a longer list is not told apart. */
export const MAX_MESSAGES = 100_000;

/** A body with a list of more than `MAX_MESSAGES`. */
export const hasTooMany = (body: JsonObject): boolean => LISTS.some((name) => lengthOf(body[name]) > MAX_MESSAGES);
const lengthOf = (list: Json | undefined): number => (Array.isArray(list) ? list.length : 0);

/**
 * Reads request bodies. A conversation resends all that was said: what a body shares with an earlier one, byte for byte, is neither parsed
 * nor hashed again, so that a turn costs what is new in it (wire 3.9). Bounded; a body that was forgotten is only read anew.
 */
export class RequestReader {
  private known: History[] = [];
  private knownBytes = 0;
  /** Stands in the place of the list while the rest is parsed; nobody outside can know it. */
  private readonly mark = randomUUID();

  /** Undefined: no JSON object. */
  read(bytes: Buffer): ReadRequest | undefined {
    const { base, shared } = this.closest(bytes);
    const history = historyOf(bytes, base, shared);
    const around = history === undefined ? undefined : this.around(history);
    if (history === undefined || around === undefined) return readWhole(bytes);
    const { value, key } = around;
    this.remember(history, base !== undefined && goesOn(base, shared) ? base : undefined);
    const { rolling, firstReply, listStart } = history;
    const body = digest(rolling[rolling.length - 1] ?? '', bytes.subarray(0, listStart), bytes.subarray(endOf(history)));
    return { value, hashes: { rolling, firstReply, body }, rawLists: (list) => (list === key ? entriesOf(history) : undefined) };
  }

  /** The whole body, its list put together from messages that are known. Undefined: it is not what it seemed. */
  private around({ bytes, listStart, messages, ends }: History): { readonly value: JsonObject; readonly key: string } | undefined {
    const listEnd = skipSpace(bytes, ends[ends.length - 1] ?? listStart);
    const rest = parsed(`${bytes.toString('utf8', 0, listStart - 1)}"${this.mark}"${bytes.toString('utf8', listEnd + 1)}`);
    if (!isJsonObject(rest)) return undefined;
    // A name that comes twice counts where it comes last.
    const key = LISTS.find((name) => Object.hasOwn(rest, name) && rest[name] === this.mark);
    return key === undefined ? undefined : { value: Object.assign(rest, { [key]: messages }), key };
  }

  private closest(bytes: Buffer): { readonly base: History | undefined; readonly shared: number } {
    let base: History | undefined;
    let shared = 0;
    for (const candidate of this.known) {
      const common = commonPrefix(bytes, candidate.bytes);
      if (common <= shared) continue;
      base = candidate;
      shared = common;
      if (goesOn(candidate, shared)) break;
    }
    return { base, shared };
  }

  /** The newest first; a body that the new one continues is not needed any more. */
  private remember(history: History, replaced: History | undefined): void {
    this.known = [history, ...this.known.filter((one) => one !== replaced)];
    this.knownBytes += history.bytes.length - (replaced?.bytes.length ?? 0);
    while (this.known.length > MAX_BODIES || (this.knownBytes > MAX_BYTES && this.known.length > 1)) {
      this.knownBytes -= this.known.pop()?.bytes.length ?? 0;
    }
  }
}

/** Nothing but the last of the history may be gone from a body that shares this much with it. */
const goesOn = (history: History, shared: number): boolean => shared >= endOf(history) - MAX_LOST && shared > history.listStart;

/** A body without a list of messages, or one whose list is too long or not what it seemed. */
function readWhole(bytes: Buffer): ReadRequest | undefined {
  const value = parsed(bytes.toString('utf8'));
  if (!isJsonObject(value)) return undefined;
  // A text in the place of a list is one message.
  const text = LISTS.map((name) => value[name]).find((member) => typeof member === 'string');
  const rolling = text === undefined ? [] : [digest(`\n${JSON.stringify(text)}`)];
  return { value, hashes: { rolling, firstReply: -1, body: digest(bytes) }, rawLists: undefined };
}

const entriesOf =
  ({ bytes, ends, listStart }: History): RawEntry =>
  (index) => {
    const end = ends[index];
    return end === undefined ? undefined : bytes.toString('utf8', elementFrom(bytes, ends[index - 1], listStart), end);
  };

const endOf = ({ ends, listStart }: History): number => ends[ends.length - 1] ?? listStart;

/** The list of messages and its hashes; undefined when there is no list, it is too long, or its JSON is broken. */
function historyOf(bytes: Buffer, base: History | undefined, shared: number): History | undefined {
  let count = base?.ends.length ?? 0;
  // What stands behind a message is compared, too: it ends the message.
  while (count > 0 && (base?.ends[count - 1] ?? 0) >= shared) count -= 1;
  const listStart = base !== undefined && base.listStart <= shared ? base.listStart : listStartOf(bytes);
  if (listStart === undefined) return undefined;
  const messages = base?.messages.slice(0, count) ?? [];
  const ends = base?.ends.slice(0, count) ?? [];
  const rolling = base?.rolling.slice(0, count) ?? [];
  let firstReply = base !== undefined && base.firstReply < count ? base.firstReply : -1;
  for (let at = elementFrom(bytes, ends[count - 1], listStart); bytes[at] !== END_OF_LIST; ) {
    if (messages.length === MAX_MESSAGES) return undefined;
    const end = skipValue(bytes, at);
    const message = parsed(bytes.toString('utf8', at, end));
    if (message === undefined) return undefined;
    if (firstReply < 0 && isReply(message)) firstReply = messages.length;
    rolling.push(digest(`${rolling[rolling.length - 1] ?? ''}\n${JSON.stringify(plain(message))}`));
    messages.push(message);
    ends.push(end);
    at = elementFrom(bytes, end, listStart);
  }
  return { bytes, listStart, messages, ends, rolling, firstReply };
}

const END_OF_LIST = 0x5d;

/** Where the next element begins, or the list ends; behind the text where neither may stand (which is no value and no end). */
function elementFrom(bytes: Buffer, behind: number | undefined, listStart: number): number {
  if (behind === undefined) return skipSpace(bytes, listStart);
  const at = skipSpace(bytes, behind);
  if (bytes[at] === END_OF_LIST) return at;
  if (bytes[at] !== 0x2c) return bytes.length;
  const next = skipSpace(bytes, at + 1);
  return bytes[next] === END_OF_LIST ? bytes.length : next;
}

function listStartOf(bytes: Buffer): number | undefined {
  const value = findMember(bytes, LISTS);
  return value !== undefined && bytes[value] === 0x5b ? value + 1 : undefined;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
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
