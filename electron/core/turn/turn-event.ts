import type { FinishReason } from '../../../shared/vocabulary.ts';
import type { Usage } from './turn.ts';

/**
 * One SSE frame as it arrived. The gateway frames bytes and decodes UTF-8; core never sees a socket.
 * `raw` are the frame's exact bytes with its blank line, so that a frame nobody changed leaves with the same bytes.
 * A frame of comments only has `data === undefined`.
 */
export interface WireFrame {
  readonly event: string;
  readonly data: string | undefined;
  readonly raw: Uint8Array;
  /** A piece of a frame over the framer's bound, without its data: more of it follows. */
  readonly more?: true | undefined;
}

/**
 * What a frame says, dialect-free. `block` names a text or reasoning block of the dialect (content index, output item);
 * `key` names a call inside the reply. Both are opaque and stable within one reply.
 */
export type TurnEvent =
  | { readonly type: 'turn-start'; readonly id: string; readonly model: string }
  | { readonly type: 'text-start'; readonly choice: number; readonly block: string }
  | { readonly type: 'text-delta'; readonly choice: number; readonly block: string; readonly text: string }
  | { readonly type: 'text-end'; readonly choice: number; readonly block: string }
  /** `signed` marks a delta that ends a signed thinking block (wire 3.7). */
  | { readonly type: 'reasoning-delta'; readonly choice: number; readonly block: string; readonly text: string; readonly signed: boolean }
  | {
      readonly type: 'call-start';
      readonly choice: number;
      readonly key: string;
      readonly id: string;
      readonly name: string;
      readonly kind: 'function' | 'custom' | 'server';
      /** Responses: the namespace of its tool. */
      readonly namespace?: string | undefined;
    }
  /** Late or corrected id or name of a call that has started. */
  | { readonly type: 'call-named'; readonly choice: number; readonly key: string; readonly id: string; readonly name: string }
  | { readonly type: 'call-delta'; readonly choice: number; readonly key: string; readonly text: string }
  /** The dialect closed the call. `arguments` where the closing frame states them whole. */
  | { readonly type: 'call-end'; readonly choice: number; readonly key: string; readonly arguments: string | undefined }
  /** `stopSequence`: the one that was hit, where the upstream says which. */
  | {
      readonly type: 'finish';
      readonly choice: number;
      readonly reason: FinishReason;
      readonly raw: string;
      readonly stopSequence?: string | undefined;
    }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'refusal'; readonly choice: number }
  /** The dialect's terminator: `[DONE]`, `message_stop`, `response.completed` and its kin. Nothing meaningful follows. */
  | { readonly type: 'turn-end' }
  /** An error inside a 200 stream or body. */
  | { readonly type: 'upstream-error'; readonly message: string; readonly code: string }
  /** A framing oddity that the codec can mend by re-encoding (wrong index, missing id …): contract outcome `normalise`. */
  | { readonly type: 'oddity'; readonly change: string; readonly choice: number; readonly key: string | undefined }
  /** Data that could not be parsed at all: passes as it came. */
  | { readonly type: 'unreadable'; readonly detail: string };

/** A frame with what it says. The list is empty for pings, comments and unknown events: they pass as they came. */
export interface Sourced {
  readonly frame: WireFrame;
  readonly events: readonly TurnEvent[];
}
