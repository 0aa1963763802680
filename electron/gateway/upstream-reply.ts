import { Buffer } from 'node:buffer';
import { isJsonObject } from '../../shared/json.ts';
import { assertNever } from '../../shared/result.ts';
import { isEncoded } from './body-encoding.ts';
import { headerOf } from './header-rules.ts';
import { createSseFramer, type SseFrame, type SseFramer } from './sse-frames.ts';
import type { TransportFault, UpstreamHead, UpstreamListener } from './upstream-client.ts';

/** What an answer is by its status and content type (wire 3.5): only a 2xx stream or JSON body is looked at. */
export type ReplyKind = 'stream' | 'json' | 'other';

/** How the exchange wants an answer: read it, pass its bytes on as they come, or only keep the beginning of it. */
export type ReplyUse = 'inspect' | 'pass' | 'collect';

/** What one answer brings, in order. Ends with exactly one of `body`, `ended`, `passed`, `collected`, `unreachable`, `broken`. */
export interface ReplySink {
  head(head: UpstreamHead, kind: ReplyKind): ReplyUse;
  frames(frames: readonly SseFrame[]): void;
  /** A JSON body, whole. `named`: it was called JSON. */
  body(bytes: Buffer, named: boolean): void;
  /** A JSON body over the bound: what came so far; the rest follows through `bytes`. */
  tooLarge(bytes: readonly Buffer[]): void;
  bytes(chunk: Buffer): void;
  /** The end of what was inspected. */
  ended(how: 'clean' | 'reset'): void;
  /** The end of what was passed on; `detail` is the beginning of it as text. */
  passed(status: number, detail: string): void;
  collected(status: number, detail: string): void;
  /** No response at all. */
  unreachable(fault: TransportFault): void;
  /** The connection broke while bytes were passed on. */
  broken(fault: TransportFault): void;
  frameTooLarge(bytes: number): void;
  /** A stream comes under another label than the one of streams. */
  mislabelled(): void;
}

/** Largest JSON reply that is looked at; a larger one passes as it came. */
export const MAX_REPLY_BYTES = 64 * 1024 * 1024;
/** White space that may stand before a reply. */
const MAX_BEGINNING = 4_096;
/** How much of an error is kept for the journal. */
const MAX_DETAIL_BYTES = 16 * 1024;

type Phase =
  | { readonly type: 'waiting' }
  /** The label says too little: the first bytes decide. */
  | { readonly type: 'unsure'; readonly label: ReplyLabel; readonly chunks: Buffer[] }
  | { readonly type: 'stream'; readonly framer: SseFramer }
  | { readonly type: 'json'; readonly named: boolean; readonly chunks: Buffer[]; size: number }
  | { readonly type: 'pass' | 'collect'; readonly status: number; readonly kept: Buffer[]; size: number; readonly encoded: boolean };

/** Reads one answer of an upstream: frames for a stream, the whole text for JSON, plain bytes for everything else. */
export class UpstreamReply implements UpstreamListener {
  private readonly sink: ReplySink;
  /** Whether the request asked for a stream: decides where the answer has no content type. */
  private readonly streamAsked: boolean;
  private phase: Phase = { type: 'waiting' };

  constructor(sink: ReplySink, streamAsked: boolean) {
    this.sink = sink;
    this.streamAsked = streamAsked;
  }

  /** True while silence of the upstream is a stall: its head or its stream is awaited. */
  get streaming(): boolean {
    return this.waiting || this.phase.type === 'stream';
  }

  /** True while there is nothing to pass on yet: its head is awaited, or a body that stands for the stream. */
  get waiting(): boolean {
    return this.phase.type === 'waiting' || this.phase.type === 'unsure' || this.phase.type === 'json';
  }

  onHead(head: UpstreamHead): 'decoded' | 'raw' {
    const label = labelOf(head);
    const kind = label === 'other' ? 'other' : this.streamAsked ? 'stream' : 'json';
    const use = this.sink.head(head, kind);
    if (use === 'inspect') {
      this.phase = this.streamAsked ? { type: 'unsure', label, chunks: [] } : wholeBody(label);
    } else {
      const encoded = use === 'pass' && isEncoded(headerOf(head.headers, 'content-encoding'));
      this.phase = { type: use, status: head.status, kept: [], size: 0, encoded };
    }
    return use === 'pass' ? 'raw' : 'decoded';
  }

  onData(chunk: Buffer): void {
    const { phase } = this;
    switch (phase.type) {
      case 'waiting':
        return;
      case 'unsure':
        phase.chunks.push(chunk);
        return this.decide(phase);
      case 'stream':
        return this.sink.frames(phase.framer.push(chunk));
      case 'json':
        phase.chunks.push(chunk);
        phase.size += chunk.length;
        this.sink.frames([]);
        if (phase.size <= MAX_REPLY_BYTES) return;
        this.phase = { type: 'pass', status: 200, kept: [], size: 0, encoded: false };
        return this.sink.tooLarge(phase.chunks);
      case 'pass':
      case 'collect':
        if (phase.size < MAX_DETAIL_BYTES) phase.kept.push(chunk);
        phase.size += chunk.length;
        if (phase.type === 'pass') this.sink.bytes(chunk);
        return;
      default:
        assertNever(phase);
    }
  }

  /** Goes on as a stream or as a JSON body once the first bytes tell which. */
  private decide({ label, chunks }: Phase & { readonly type: 'unsure' }): void {
    const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    const stream = isStream(bytes.toString('utf8', 0, 64), label);
    if (stream === undefined && bytes.length <= MAX_BEGINNING) return this.sink.frames([]);
    if (stream === false) {
      this.phase = wholeBody(label);
    } else {
      if (label === 'misnamed' || label === 'json') this.sink.mislabelled();
      this.phase = { type: 'stream', framer: createSseFramer({ onOverflow: (size) => this.sink.frameTooLarge(size) }) };
    }
    this.onData(bytes);
  }

  onEnd(): void {
    const { phase } = this;
    switch (phase.type) {
      case 'waiting':
        return;
      case 'unsure':
        return this.sink.ended('clean');
      case 'stream': {
        const rest = phase.framer.flush();
        if (rest.length > 0) this.sink.frames(rest);
        return this.sink.ended('clean');
      }
      case 'json':
        return this.sink.body(Buffer.concat(phase.chunks, phase.size), phase.named);
      case 'pass':
        return this.sink.passed(phase.status, detailOf(phase.kept, phase.encoded));
      case 'collect':
        return this.sink.collected(phase.status, detailOf(phase.kept, false));
      default:
        assertNever(phase);
    }
  }

  onFault(fault: TransportFault): void {
    const { phase } = this;
    switch (phase.type) {
      case 'waiting':
        return this.sink.unreachable(fault);
      // A frame that was cut in the middle says nothing: it is not flushed.
      case 'unsure':
      case 'stream':
        return this.sink.ended('reset');
      case 'json': {
        // No beginning of an object is one: what reads as one was whole, whatever its connection did behind it.
        const body = Buffer.concat(phase.chunks, phase.size);
        if (fault.code !== 'damaged' && isObject(body)) return this.sink.body(body, phase.named);
        return this.sink.ended('reset');
      }
      case 'pass':
        return this.sink.broken(fault);
      case 'collect':
        return this.sink.collected(phase.status, detailOf(phase.kept, false));
      default:
        assertNever(phase);
    }
  }
}

/** What a head calls its body: a reply, something that may be one under a wrong name, or something else (audio, a batch). */
type ReplyLabel = 'stream' | 'json' | 'unnamed' | 'misnamed' | 'other';

/**
 * Seen on real replies besides text of any kind: bytes on either form, old names of both. A web page (a sign-in, a proxy's notice) is read
 * to find out.
 */
const MAY_BE_A_REPLY = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/event-stream',
  'application/x-json',
  'application/javascript',
]);

function labelOf(head: UpstreamHead): ReplyLabel {
  if (head.status < 200 || head.status > 299) return 'other';
  const type = (headerOf(head.headers, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '') return 'unnamed';
  if (type === 'text/event-stream') return 'stream';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  return type.startsWith('text/') || MAY_BE_A_REPLY.has(type) ? 'misnamed' : 'other';
}

const wholeBody = (label: ReplyLabel): Phase => ({ type: 'json', named: label === 'json', chunks: [], size: 0 });

function isObject(bytes: Buffer): boolean {
  try {
    return isJsonObject(JSON.parse(bytes.toString('utf8')));
  } catch {
    return false;
  }
}

const STREAM_BEGINS = /^(?:(?:data|event|id|retry)?:)/;
const MAY_STILL_BEGIN = /^(?:d(?:a(?:ta?)?)?|e(?:v(?:e(?:nt?)?)?)?|id?|r(?:e(?:t(?:ry?)?)?)?)?$/;

/** Whether the first bytes begin a stream or anything else; undefined: too few. */
function isStream(beginning: string, label: ReplyLabel): boolean | undefined {
  const text = beginning.replace(/^\u{feff}/u, '').trimStart();
  if (text.startsWith('{') || text.startsWith('[')) return false;
  if (label === 'stream') return text === '' ? undefined : true;
  if (STREAM_BEGINS.test(text)) return true;
  return MAY_STILL_BEGIN.test(text) ? undefined : false;
}

const detailOf = (kept: readonly Buffer[], encoded: boolean): string =>
  encoded ? '' : Buffer.concat(kept).subarray(0, MAX_DETAIL_BYTES).toString('utf8');
