import type { Span } from '../../../shared/approval.ts';
import type { FrameEdit, OutChunk, ReplyEncoder } from '../dialect/dialect.ts';
import type { Sourced } from '../turn/turn-event.ts';
import type { ReleasePlan } from './release-plan.ts';

/** The place of a frame's text delta in the whole text of its choice (code units, end exclusive). */
export interface TextRange extends Span {
  readonly choice: number;
  readonly text: string;
}

/** A withheld frame. */
export interface QueuedFrame {
  readonly sourced: Sourced;
  readonly texts: readonly TextRange[];
  readonly calls: readonly string[];
  /** Nothing in it that a person or agent waits for: starts, roles, pings. */
  readonly preamble: boolean;
  /** Its data is none of the dialect's: clients throw on it. */
  readonly unread?: boolean | undefined;
}

/** Frames that wait, in order. Head removal is O(1). */
export class FrameQueue {
  private items: QueuedFrame[] = [];
  private head = 0;

  get size(): number {
    return this.items.length - this.head;
  }

  push(frame: QueuedFrame): void {
    this.items.push(frame);
  }

  first(): QueuedFrame | undefined {
    return this.items[this.head];
  }

  shift(): void {
    this.head += 1;
    if (this.head === this.items.length) {
      this.items = [];
      this.head = 0;
    }
  }

  /** All waiting frames; they go on waiting. */
  waiting(): readonly QueuedFrame[] {
    return this.items.slice(this.head);
  }

  /** All waiting frames; the queue is empty afterwards. */
  drain(): readonly QueuedFrame[] {
    const rest = this.waiting();
    this.items = [];
    this.head = 0;
    return rest;
  }
}

/**
 * Releases from the head what may leave: `releasable` per choice bounds the text, `blocked` stops at frames that wait for the
 * reply's end. A frame leaves whole or waits: split it is only when markup is really taken out of it, so that a reply in which
 * nothing acts keeps its bytes (wire 3.2 over 3.3).
 */
export function releaseHead(
  queue: FrameQueue,
  encoder: ReplyEncoder,
  releasable: (choice: number) => number,
  blocked: (frame: QueuedFrame) => boolean,
  out: OutChunk[],
): void {
  for (let frame = queue.first(); frame !== undefined; frame = queue.first()) {
    if (blocked(frame) || !frame.texts.every((range) => range.end <= releasable(range.choice))) return;
    out.push(encoder.pass(frame.sourced));
    queue.shift();
  }
}

/**
 * The faulty reply does not go on (wire 3.7), but prose in front of its markup was said: that part of its frames leaves, the rest
 * does not.
 */
export function releaseProse(
  frames: readonly QueuedFrame[],
  encoder: ReplyEncoder,
  releasable: (choice: number) => number,
  out: OutChunk[],
): void {
  for (const frame of frames) {
    const only = frame.texts.length === 1 ? frame.texts[0] : undefined;
    const until = only === undefined ? 0 : Math.min(releasable(only.choice), only.end) - only.start;
    if (only !== undefined && until > 0)
      out.push(encoder.edit(frame.sourced, { text: part(only, only.text.slice(0, until), true, false) }));
    else encoder.drop(frame.sourced);
  }
}

const part = (range: TextRange, text: string, first: boolean, last: boolean): NonNullable<FrameEdit['text']> => ({
  choice: range.choice,
  part: text,
  first,
  last,
});

/** Writes all withheld frames as the plan says. */
export function releaseAll(frames: readonly QueuedFrame[], encoder: ReplyEncoder, plan: ReleasePlan, out: OutChunk[]): void {
  const gone = emptiedBlocks(frames, plan);
  const inserted = new Set<number>();
  const written = new Set<string>();
  const insert = (choice: number): void => {
    const calls = plan.insert.get(choice);
    if (calls === undefined || inserted.has(choice)) return;
    inserted.add(choice);
    out.push(encoder.calls(choice, calls));
  };
  for (const frame of frames) {
    if (belongsTo(frame, gone)) {
      encoder.drop(frame.sourced);
      continue;
    }
    const finishes = choicesEnding(frame, plan);
    const text = keptText(frame, plan);
    if (text !== undefined && finishes.length > 0) {
      // A frame that holds text and the finish: the text leaves first, then the calls, then the finish.
      const only = frame.texts[0];
      if (only !== undefined && text !== '') out.push(encoder.edit(frame.sourced, { text: part(only, text, true, false) }));
      for (const choice of finishes) insert(choice);
      out.push(
        encoder.edit(frame.sourced, {
          ...editOf(frame, plan),
          ...(only === undefined ? {} : { text: part(only, '', text === '', true) }),
        }),
      );
      continue;
    }
    for (const choice of finishes) insert(choice);
    for (const key of frame.calls) {
      const calls = plan.replace.get(key);
      if (calls === undefined || written.has(key)) continue;
      written.add(key);
      const choice = choiceOfCall(frame, key);
      out.push(encoder.calls(choice, calls));
    }
    out.push(...writeFrame(frame, encoder, plan, text));
  }
  for (const choice of plan.insert.keys()) insert(choice);
}

function writeFrame(frame: QueuedFrame, encoder: ReplyEncoder, plan: ReleasePlan, text: string | undefined): readonly OutChunk[] {
  const edit = editOf(frame, plan);
  const only = frame.texts[0];
  const whole = only === undefined || text === undefined || text === only.text;
  if (whole && edit.dropCalls === undefined && edit.finish === undefined) return [encoder.pass(frame.sourced)];
  const withText: FrameEdit = only === undefined || text === undefined ? edit : { ...edit, text: part(only, text, true, true) };
  return [encoder.edit(frame.sourced, withText)];
}

function editOf(frame: QueuedFrame, plan: ReleasePlan): FrameEdit {
  const dropped = frame.calls.some((key) => plan.drop.has(key));
  let finish: FrameEdit['finish'];
  for (const event of frame.sourced.events) if (event.type === 'finish') finish = plan.finish.get(event.choice) ?? finish;
  // A closing snapshot (`response.completed`) repeats the calls without naming them as events of its own.
  const snapshot = plan.drop.size > 0 && frame.sourced.events.some((event) => event.type === 'turn-end');
  return { ...(dropped || snapshot ? { dropCalls: plan.drop } : {}), ...(finish === undefined ? {} : { finish }) };
}

/** What is left of the frame's text: undefined when the frame holds none. Only frames with one text delta are cut. */
function keptText(frame: QueuedFrame, plan: ReleasePlan): string | undefined {
  const range = frame.texts[0];
  if (range === undefined || frame.texts.length > 1) return undefined;
  const keep = plan.keep.get(range.choice);
  if (keep === undefined) return range.text;
  let text = '';
  for (const span of keep) {
    const start = Math.max(range.start, span.start);
    const end = Math.min(range.end, span.end);
    if (start < end) text += range.text.slice(start - range.start, end - range.start);
  }
  return text;
}

/** Choices whose inserted calls are due before this frame leaves. */
function choicesEnding(frame: QueuedFrame, plan: ReleasePlan): readonly number[] {
  if (plan.insert.size === 0) return [];
  const due = new Set<number>();
  for (const event of frame.sourced.events) {
    if (event.type === 'finish' && plan.insert.has(event.choice)) due.add(event.choice);
    if (event.type === 'turn-end') for (const choice of plan.insert.keys()) due.add(choice);
  }
  return [...due];
}

function choiceOfCall(frame: QueuedFrame, key: string): number {
  for (const event of frame.sourced.events) if (event.type === 'call-start' && event.key === key) return event.choice;
  return 0;
}

/** Text blocks that began in the queue and of whose text nothing leaves: an empty block breaks some agents' next request. */
function emptiedBlocks(frames: readonly QueuedFrame[], plan: ReleasePlan): ReadonlySet<string> {
  const started = new Set<string>();
  const removed = new Set<string>();
  const kept = new Set<string>();
  for (const frame of frames) {
    let index = 0;
    for (const event of frame.sourced.events) {
      if (event.type === 'text-start') started.add(event.block);
      if (event.type !== 'text-delta') continue;
      const range = frame.texts[index];
      index += 1;
      if (range === undefined || event.text === '') continue;
      const left = keptText(frame, plan);
      if (left === undefined || left !== '') kept.add(event.block);
      else removed.add(event.block);
    }
  }
  return new Set([...removed].filter((block) => started.has(block) && !kept.has(block)));
}

/** True when all that a frame says belongs to blocks that do not leave. */
function belongsTo(frame: QueuedFrame, blocks: ReadonlySet<string>): boolean {
  if (blocks.size === 0 || frame.sourced.events.length === 0) return false;
  return frame.sourced.events.every(
    (event) =>
      event.type === 'oddity' ||
      ((event.type === 'text-start' || event.type === 'text-delta' || event.type === 'text-end') && blocks.has(event.block)),
  );
}
