import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { type JsonSpan, memberOf, parseWithSpans, rawOf } from '../../text/json-spans.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import type { ClientItem } from './client-reply.ts';
import type { ReplyItem } from './reply-items.ts';
import type { WireEvent } from './wire-event.ts';

/** What left of an upstream item. */
export interface Seen {
  client: ClientItem | undefined;
  /** Nothing of it leaves. */
  hidden: boolean;
}

export type SeenItem = ReplyItem<Seen>;

/** Raw JSON per changed member. */
export type Changes = Map<string, string>;

/** Nothing of the frame leaves. */
export const GONE = '';

/** An upstream frame while it is written; its text may leave in several parts. */
export class CurrentFrame {
  readonly sourced: Sourced;
  readonly event: WireEvent | undefined;
  readonly item: SeenItem | undefined;
  /** Items that the closing snapshot repeats, in its order. */
  readonly outputs: readonly { readonly item: SeenItem; readonly streamed: boolean }[];
  /** Its text was told in parts: the rest of the frame's own text is not added again. */
  textTaken = false;
  private parsed: JsonSpan | undefined;

  constructor(sourced: Sourced, event: WireEvent | undefined, item: SeenItem | undefined, outputs: CurrentFrame['outputs']) {
    this.sourced = sourced;
    this.event = event;
    this.item = item;
    this.outputs = outputs;
  }

  get data(): string {
    return this.sourced.frame.data ?? '';
  }

  /** Spans of the whole data; made when a frame must change or hold raw text that is needed. */
  get root(): JsonSpan | undefined {
    if (this.parsed === undefined) {
      const spans = parseWithSpans(this.data, 0, { maxDepth: WIRE_JSON_DEPTH });
      if (spans.ok) this.parsed = spans.value.root;
    }
    return this.parsed;
  }

  span(member: string): JsonSpan | undefined {
    return memberOf(this.root, member)?.value;
  }

  raw(span: JsonSpan): string {
    return rawOf(this.data, span);
  }

  /** Arguments as text: text as it stands, an object as its exact JSON (contract 2.4). */
  argumentText(object: JsonSpan | undefined, member: string): string | undefined {
    const value = memberOf(object, member)?.value;
    if (value === undefined) return undefined;
    const raw = this.raw(value);
    if (value.kind === 'string') return JSON.parse(raw) as string;
    return raw === 'null' ? undefined : raw;
  }

  /** The frame's text, where a closing frame tells what no delta told before. */
  get pendingText(): string {
    let text = '';
    for (const event of this.sourced.events) if (event.type === 'text-delta') text += event.text;
    return text;
  }
}
