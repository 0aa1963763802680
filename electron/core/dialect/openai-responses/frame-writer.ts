import { withMembers } from '../../text/json-members.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import type { FrameEdit } from '../dialect.ts';
import type { ClientReply } from './client-reply.ts';
import { failedWith } from './end-response.ts';
import { toldError } from '../told-error.ts';
import { type Changes, CurrentFrame, GONE, type SeenItem } from './current-frame.ts';
import type { EventWriter } from './event-writer.ts';
import { type Continuation, FrameScope } from './frame-scope.ts';
import { quoted } from './item-text.ts';
import { listOf, objectOf, readFrame, textOf, type WireEvent } from './wire-event.ts';
import { writeArgumentsDelta, writeArgumentsDone, writeItemAdded, writeItemDone } from './write-item-frame.ts';
import { writeTerminal } from './write-terminal-frame.ts';
import { writeOtherFrame, writePartAdded, writeReasoning, writeTextClosing, writeTextDelta } from './write-text-frame.ts';

/**
 * Writes upstream frames into the client's view. `write` answers with the frame's text, `undefined` when its own bytes are right, ''
 * when nothing of it leaves; events that must come before it are left in the `EventWriter`.
 */
export class FrameWriter {
  private readonly scope: FrameScope;
  private readonly view: ClientReply;
  private current: CurrentFrame | undefined;

  constructor(view: ClientReply, writer: EventWriter) {
    this.scope = new FrameScope(view, writer);
    this.view = view;
  }

  continueReply(continuation: Continuation): void {
    this.scope.continueReply(continuation);
    this.current = undefined;
  }

  /** The frame does not leave: only what later frames refer to is kept. */
  drop(sourced: Sourced): void {
    const current = this.enter(sourced);
    if (current.event?.kind === 'opening') this.rememberOpening(current, current.event);
    if (current.event?.kind === 'item-done' && current.item !== undefined) current.item.done = true;
  }

  /** A frame that left as it came enters the client's view; `text` for a run of deltas that ends with it. */
  replay(sourced: Sourced, text: string | undefined): void {
    this.write(sourced, text === undefined ? {} : { text: { choice: 0, part: text, first: true, last: true } });
  }

  write(sourced: Sourced, edit: FrameEdit): string | undefined {
    const current = this.enter(sourced);
    const { event, item } = current;
    if (event === undefined) return isEmpty(sourced) ? GONE : undefined;
    if (this.view.ended) return GONE;
    if (event.kind === 'opening') return this.opening(current, event);
    this.openFor(current, event);
    if (event.kind === 'terminal') return writeTerminal(this.scope, current, event, edit);
    if (event.kind === 'error') {
      this.view.ended = true;
      if (!sourced.events.some((each) => each.type === 'oddity' && each.change === 'error-shape')) return this.scope.main(current);
      this.scope.writer.event('response.failed', [['response', failedWith(this.view, toldError(event.body))]]);
      return GONE;
    }
    if (item === undefined) return saysNoItem(sourced) ? GONE : this.scope.main(current);
    return this.scope.hides(item, edit) ? GONE : this.ofItem(current, event, item, edit);
  }

  private ofItem(current: CurrentFrame, event: WireEvent, item: SeenItem, edit: FrameEdit): string | undefined {
    const { scope } = this;
    switch (event.kind) {
      case 'item-added':
        return writeItemAdded(scope, current, item);
      case 'part-added':
        return writePartAdded(scope, current, event, item);
      case 'text-delta':
        return writeTextDelta(scope, current, event, item, edit);
      case 'text-done':
      case 'part-done':
        return writeTextClosing(scope, current, event, item, edit);
      case 'arguments-delta':
        return writeArgumentsDelta(scope, current, event, item, edit);
      case 'arguments-done':
        return writeArgumentsDone(scope, current, event, item);
      case 'item-done':
        return writeItemDone(scope, current, item, edit);
      case 'reasoning-part':
      case 'reasoning-delta':
        return writeReasoning(scope, current, event, item, edit);
      case 'refusal':
      case 'other':
        return writeOtherFrame(scope, current, item);
      case 'opening':
      case 'terminal':
      case 'error':
        return undefined;
    }
  }

  private enter(sourced: Sourced): CurrentFrame {
    if (this.current?.sourced === sourced) return this.current;
    const read = readFrame(sourced.frame);
    const event = read.type === 'event' ? read.event : undefined;
    const { items } = this.scope;
    if (event?.kind === 'terminal') {
      const output = listOf(objectOf(event.body['response'])?.['output']).map((element) => objectOf(element) ?? {});
      this.current = new CurrentFrame(sourced, event, undefined, items.ofTerminal(output));
    } else {
      const refers = event !== undefined && event.kind !== 'opening' && event.kind !== 'error';
      this.current = new CurrentFrame(sourced, event, refers ? items.of(event, []) : undefined, []);
    }
    return this.current;
  }

  /** Keeps identity and `response` object of the first opening event. */
  private rememberOpening(current: CurrentFrame, event: WireEvent): void {
    const { view } = this;
    if (view.responseText !== undefined) return;
    const id = textOf(objectOf(event.body['response'])?.['id']);
    view.numbered = typeof event.body['sequence_number'] === 'number';
    view.identify(id, textOf(objectOf(event.body['response'])?.['model']), current.data);
    const span = current.span('response');
    if (span?.kind !== 'object') return;
    view.responseText = id === '' ? withMembers(current.data, span, new Map([['id', quoted(view.responseId)]])) : current.raw(span);
  }

  private opening(current: CurrentFrame, event: WireEvent): string | undefined {
    const { view } = this;
    const known = view.responseText !== undefined;
    this.rememberOpening(current, event);
    if (this.scope.continuation !== undefined || (known && !view.created)) {
      // Of a continued reply (or one whose opening was withheld) the client sees the first identity (wire 3.7).
      this.scope.writer.create();
      return GONE;
    }
    if (view.created) return event.type === 'response.created' ? GONE : this.scope.main(current);
    if (event.type !== 'response.created') this.scope.writer.create();
    view.created = true;
    const changes: Changes = new Map();
    if (view.responseText !== undefined && textOf(objectOf(event.body['response'])?.['id']) === '')
      changes.set('response', view.responseText);
    return this.scope.main(current, changes);
  }

  /** Clients throw on anything before `response.created` (agents.md). */
  private openFor(current: CurrentFrame, event: WireEvent): void {
    const { view } = this;
    if (view.created) return;
    if (view.responseText === undefined) {
      view.numbered = typeof event.body['sequence_number'] === 'number';
      const response = objectOf(event.body['response']);
      view.identify(textOf(response?.['id']), textOf(response?.['model']), current.data);
    }
    this.scope.writer.create();
  }
}

const isOdd = ({ events }: Sourced, ...changes: readonly string[]): boolean =>
  events.some((event) => event.type === 'oddity' && changes.includes(event.change));

/** Clients parse the data of every event: one without any is dropped, and so is a `[DONE]` that ends nothing. */
const isEmpty = (sourced: Sourced): boolean => isOdd(sourced, 'empty-data', 'done-before-end');

/** An item event without an item, or one that was said before. */
const saysNoItem = (sourced: Sourced): boolean => isOdd(sourced, 'item-missing', 'item-done-twice');
