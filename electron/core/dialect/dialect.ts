import type { JsonObject } from '../../../shared/json.ts';
import type { Result } from '../../../shared/result.ts';
import type { Dialect, FinishReason, GatewayErrorCode } from '../../../shared/vocabulary.ts';
import type { RawText } from '../turn/raw-text.ts';
import type { RawLists } from './raw-entries.ts';
import type { NewCall, Reply, TurnRequest, Usage } from '../turn/turn.ts';
import type { Sourced, TurnEvent, WireFrame } from '../turn/turn-event.ts';

/** Bytes or text on their way to the client. Untouched frames keep their `Uint8Array`. */
export type OutChunk = Uint8Array | string;

export interface RequestIssue {
  readonly code: 'malformed-request';
  /** What is missing or of the wrong kind: the request is then forwarded uninspected. */
  readonly detail: string;
}

/** An error that Signalbox makes. `message` holds what, why and next in plain words. */
export interface GatewayError {
  readonly code: GatewayErrorCode;
  readonly status: number;
  readonly message: string;
  readonly retryable: boolean;
}

/** How one frame leaves changed. Absent fields mean: as it came. */
export interface FrameEdit {
  /**
   * Only this part of the frame's text delta of `choice`. A frame may leave in several parts over time: what stands before
   * the text in the frame (role, start) goes out with `first`, what stands behind it (finish, calls, usage) with `last`.
   * Logprobs are removed from a frame whose text changed.
   */
  readonly text?: { readonly choice: number; readonly part: string; readonly first: boolean; readonly last: boolean } | undefined;
  /** Calls that do not leave: every trace of them in this frame goes. */
  readonly dropCalls?: ReadonlySet<string> | undefined;
  readonly finish?: FinishReason | undefined;
}

/**
 * Turns what the lane decided into the client's bytes. It keeps the client's view of the reply (open block, next index,
 * sequence number, text delivered per item), so that frames after a change are rewritten exactly as far as they must be
 * (indices, sequence numbers, repeated snapshots such as `output_text.done` and `response.completed`) and stay untouched
 * bytes as long as nothing was changed. There is one for a stream and one for a JSON body with the same contract; the lane
 * does not know which it drives.
 */
export interface ReplyEncoder {
  /** The frame as it came, or rewritten only where an earlier act forces it. */
  pass(sourced: Sourced): OutChunk;
  /** The frame with changes; '' when nothing is left of it. */
  edit(sourced: Sourced, edit: FrameEdit): OutChunk;
  /** The frame does not leave; the encoder only keeps its books. */
  drop(sourced: Sourced): void;
  /** Native calls written by Signalbox, in order: closes what must be closed before them. */
  calls(choice: number, calls: readonly NewCall[]): OutChunk;
  /** Text of Signalbox's own making (bytes of a held reply whose frames are gone). */
  text(choice: number, text: string): OutChunk;
  /** A no-op event of the dialect (wire 3.4); '' while the dialect allows none. Never inside a frame. */
  keepAlive(): string;
  /** The in-band error that ends the stream (after the head), with every terminator that the dialect needs. */
  error(error: GatewayError): OutChunk;
  /**
   * Adds what is missing for a valid end: open blocks closed, finish reason, terminator. With `finish` the reason for the
   * choices that have none yet. Does nothing for what was already sent.
   */
  close(finish: FinishReason | undefined): OutChunk;
  /**
   * A second reply continues this one (wire 3.7): its start, id, model and created are those of the first; its indices follow
   * on; its usage is reported as the last input and the sum of outputs. `dropReasoning` when a signed block was delivered.
   */
  continueReply(options: { readonly dropReasoning: boolean; readonly firstUsage: Usage }): void;
  /** True once something left changed. */
  readonly changed: boolean;
  /** For a JSON body: the whole body after `close`. For a stream: ''. */
  body(): string;
}

/** Reads one reply. Give every frame once, in order. */
export interface ReplyDecoder {
  push(frame: WireFrame): readonly TurnEvent[];
  /** At the upstream's end: closers that the dialect leaves implicit (a Chat call whose JSON is balanced). */
  end(): readonly TurnEvent[];
}

/** One wire API. Pure. A codec never throws on data from outside. */
export interface DialectCodec {
  readonly id: Dialect;
  /**
   * Checks the dialect's required fields and reads what the lanes need. `rawLists` gives the text of single messages, where the
   * caller knows them without looking through the whole body.
   */
  decodeRequest(body: JsonObject, rawBody: RawText, rawLists?: RawLists): Result<TurnRequest, RequestIssue>;
  createDecoder(): ReplyDecoder;
  /** `request` tells in which words the client reads, where a dialect has several. */
  createStreamEncoder(request?: TurnRequest): ReplyEncoder;
  /**
   * A JSON reply as pseudo-frames in the order in which a stream would bring them (start, per block text/calls, finish, usage,
   * turn-end); `undefined` when the body is not this dialect's reply (it then passes as it came).
   */
  decodeBody(rawBody: string): readonly Sourced[] | undefined;
  /** The encoder that re-assembles a JSON body from the lane's calls; unchanged bodies come back as the same text. */
  createBodyEncoder(rawBody: string, request?: TurnRequest): ReplyEncoder;
  /** The HTTP error answer, before the head is committed. Body in the dialect's shape. */
  encodeError(error: GatewayError): { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string };
  /**
   * The request for a re-ask (wire 3.7): the request as sent, plus the assistant's faulty message (thinking and reasoning items
   * unchanged), plus one result per native call with guidance, or one user message for a leak.
   */
  encodeReask(rawBody: string, reply: ReaskReply): string;
  /** A whole reply that no model wrote: the body of a JSON answer, or all bytes of a stream with its terminator. */
  encodeReply(reply: OwnReply, stream: boolean): string;
}

/** A reply of Signalbox's own making, with usage 0. */
export interface OwnReply {
  /** Without the dialect's prefix; base62. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
  /** '' for none. */
  readonly text: string;
  readonly calls: readonly NewCall[];
}

export interface ReaskReply {
  readonly reply: Reply;
  /** Frames of the faulty reply, so that signed thinking and reasoning items can be copied whole. */
  readonly sources: readonly Sourced[];
  /** Guidance per native call, in call order; empty for a leak. */
  readonly answers: readonly { readonly callId: string; readonly name: string; readonly text: string }[];
  /** Guidance as a user message: for a leak. */
  readonly userText: string | undefined;
}
