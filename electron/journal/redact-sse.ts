import { isJsonObject, type Json } from '../../shared/json.ts';
import { readJsonStrings } from './json-strings.ts';
import { decodeEscapes, type DecodedText } from '../core/secret/decode-escapes.ts';
import { findSecrets, type KnownSecrets, mayHoldSecret, redactJsonText } from '../core/secret/redact.ts';

/** One piece of a block's text inside one frame. */
interface Piece {
  /** Place of the raw string content in the stream. */
  readonly rawStart: number;
  readonly decoded: DecodedText;
  /** Its line, where that was not searched by itself: it is clean if the piece is. */
  readonly line: ByteSpan | undefined;
}

interface Block {
  readonly pieces: Piece[];
}

interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Names of fields that carry a piece of a longer text, in any of the three dialects. */
const deltaFields = new Set([
  'content',
  'reasoning_content',
  'reasoning',
  'refusal',
  'arguments',
  'text',
  'thinking',
  'partial_json',
  'delta',
  'input',
]);
/** Numbers and ids that tell which block a piece belongs to. */
const blockMarks = ['index', 'output_index', 'content_index', 'summary_index', 'item_id'];

export interface RedactedBytes {
  readonly bytes: Uint8Array;
  readonly kinds: readonly string[];
  readonly count: number;
}

/**
 * Redacts a raw SSE stream or JSON body: same length, still the same frames. The pieces of each block are joined and decoded for
 * the search, so that a secret split over deltas is found, and its spans are mapped back onto the frames (4.5). Secrets are ASCII,
 * so bytes are looked at as Latin-1: one character a byte, whatever else the stream holds.
 */
export function redactSse(bytes: Uint8Array, known: KnownSecrets = []): RedactedBytes {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const blocks = new Map<string, Block>();
  const shapes = new LineShapes(known);
  const spans: ByteSpan[] = [];
  const kinds = new Set<string>();
  let count = 0;
  const search = (line: ByteSpan): void => {
    for (const span of redactJsonText(raw.slice(line.start, line.end), known).spans) {
      spans.push({ start: line.start + span.start, end: line.start + span.end });
      kinds.add(span.kind);
      count += 1;
    }
  };
  for (const line of linesOf(raw)) if (!collectPieces(raw, line, blocks, shapes)) search(line);
  for (const { pieces } of blocks.values()) {
    if (pieces.length < 2) continue;
    const text = pieces.map((piece) => piece.decoded.text).join('');
    if (mayHoldSecret(text)) for (const { line, decoded } of pieces) if (line !== undefined && mayHoldSecret(decoded.text)) search(line);
    for (const span of findSecrets(text, known)) {
      spans.push(...rawSpans(pieces, span));
      kinds.add(span.kind);
      count += 1;
    }
  }
  if (spans.length === 0) return { bytes, kinds: [], count: 0 };
  const out = Uint8Array.from(bytes);
  for (const { start, end } of spans) for (let at = start; at < end; at += 1) if (out[at] !== 10 && out[at] !== 13) out[at] = 0x2a;
  return { bytes: out, kinds: [...kinds], count };
}

function* linesOf(raw: string): Generator<ByteSpan> {
  let start = 0;
  if (!raw.includes('\r')) {
    for (let end = raw.indexOf('\n'); end >= 0; end = raw.indexOf('\n', start)) {
      if (end > start) yield { start, end };
      start = end + 1;
    }
  }
  while (start < raw.length) {
    let end = start;
    while (end < raw.length && raw.charCodeAt(end) !== 10 && raw.charCodeAt(end) !== 13) end += 1;
    if (end > start) yield { start, end };
    start = end + 1;
  }
}

/**
 * Adds the text pieces of one `data:` line to their blocks. A line that is no JSON has none. True: nothing but its piece can make the line a secret's, so it
 * need not be searched by itself.
 */
function collectPieces(raw: string, line: ByteSpan, blocks: Map<string, Block>, shapes: LineShapes): boolean {
  if (!raw.startsWith('data:', line.start)) return false;
  const open = braceIn(raw, line);
  if (open < 0) return false;
  const text = raw.slice(open, line.end);
  const like = shapes.match(text);
  if (like !== undefined) {
    // What stands before the data is searched with its line: a comment can not stand there, but another space can.
    const clean = like.clean && open === line.start + DATA.length;
    const decoded = decodeEscapes(text.slice(like.start, text.length - like.behind));
    like.block.pieces.push({ rawStart: open + like.start, decoded, line: clean ? line : undefined });
    return clean;
  }
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return false;
  }
  let pieces = 0;
  for (const found of readJsonStrings(text, DEEPEST)) {
    const field = found.path.at(-1);
    if (typeof field !== 'string' || !deltaFields.has(field)) continue;
    const key = blockKey(value, found.path);
    const block = blocks.get(key) ?? { pieces: [] };
    block.pieces.push({ rawStart: open + found.start, decoded: decodeEscapes(text.slice(found.start, found.end)), line: undefined });
    blocks.set(key, block);
    pieces += 1;
    if (pieces === 1) shapes.learn(text, found.start, found.end, block);
    else shapes.forget();
  }
  return false;
}

/** Looks no further than the line: a search to the stream's end, for each of its lines, took minutes. */
function braceIn(raw: string, { start, end }: ByteSpan): number {
  for (let at = start; at < end; at += 1) if (raw.charCodeAt(at) === BRACE) return at;
  return -1;
}

/** No delta stands deeper: what does is searched with its line alone. */
const DEEPEST = 64;

const DATA = 'data: ';

interface LineShape {
  readonly before: string;
  readonly behind: string;
  readonly block: Block;
  /** No secret begins before the piece or ends behind it. */
  readonly clean: boolean;
}

/** A line like the one before it apart from the one piece of text in it: most lines of a stream are that. */
class LineShapes {
  private shape: LineShape | undefined;
  private readonly known: KnownSecrets;
  /** A secret that is known by its value may reach over a quotation mark. */
  private readonly reachesOver: boolean;

  constructor(known: KnownSecrets) {
    this.known = known;
    this.reachesOver = known.some((secret) => secret.includes('"') || secret.includes('\\'));
  }

  learn(text: string, start: number, end: number, block: Block): void {
    const before = text.slice(0, start);
    const behind = text.slice(end);
    const clean = !this.reachesOver && [before, behind].every((part) => this.isClean(decodeEscapes(part).text));
    this.shape = { before, behind, block, clean };
  }

  private isClean(part: string): boolean {
    return !mayHoldSecret(part) && !this.known.some((secret) => part.includes(secret));
  }

  forget(): void {
    this.shape = undefined;
  }

  /** The place of the piece, and its block. Undefined: the line has to be read. */
  match(text: string): { readonly start: number; readonly behind: number; readonly block: Block; readonly clean: boolean } | undefined {
    const { shape } = this;
    if (shape === undefined || !text.startsWith(shape.before) || !text.endsWith(shape.behind)) return undefined;
    const start = shape.before.length;
    const behind = shape.behind.length;
    if (start + behind > text.length || !isStringContent(text, start, text.length - behind)) return undefined;
    return { start, behind, block: shape.block, clean: shape.clean };
  }
}

/** True when no quote ends the string inside, and no backslash reaches out of it. */
function isStringContent(text: string, from: number, to: number): boolean {
  let at = from;
  for (; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return false;
    if (unit === BACKSLASH) at += 1;
  }
  return at === to;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Names on the way and the marks beside them: array places do not count, since each chunk begins its arrays anew. */
function blockKey(root: Json, path: readonly (string | number)[]): string {
  // `type` only at the top: inside, some servers send it with the first piece alone.
  const parts: string[] = [isJsonObject(root) ? markText(root['type']) : ''];
  let value: Json | undefined = root;
  for (const step of path) {
    if (isJsonObject(value)) {
      for (const mark of blockMarks)
        if (Object.hasOwn(value, mark) && !isJsonObject(value[mark])) parts.push(`${mark}=${markText(value[mark])}`);
      parts.push(String(step));
      value = Object.hasOwn(value, step) ? value[step] : undefined;
    } else if (Array.isArray(value)) value = (value as readonly Json[])[Number(step)];
  }
  return parts.join('|');
}

/** A list is no mark: one that is nested deeper than the stack has no text. */
const markText = (mark: Json | undefined): string => (Array.isArray(mark) ? '' : String(mark));

/** The parts of a span of joined text that lie in each piece, as places in the stream. */
function rawSpans(pieces: readonly Piece[], span: ByteSpan): readonly ByteSpan[] {
  const spans: ByteSpan[] = [];
  let offset = 0;
  for (const { rawStart, decoded } of pieces) {
    const start = Math.max(span.start - offset, 0);
    const end = Math.min(span.end - offset, decoded.text.length);
    if (start < end) spans.push({ start: rawStart + decoded.at(start), end: rawStart + decoded.at(end) });
    offset += decoded.text.length;
    if (offset >= span.end) break;
  }
  return spans;
}
