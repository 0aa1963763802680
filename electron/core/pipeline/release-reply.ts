import type { GatewayError, OutChunk, ReplyEncoder } from '../dialect/dialect.ts';
import type { TurnEvent } from '../turn/turn-event.ts';
import type { Effect } from './effect.ts';
import { type QueuedFrame, releaseAll } from './frame-queue.ts';
import { entryCall, record } from './lane-records.ts';
import { withNamespaces } from './call-namespaces.ts';
import { planWith, type ReleasePlan } from './release-plan.ts';
import { finishMissing } from './reply-end.ts';
import type { ReadReply, Step, TurnBooks } from './turn-books.ts';

/** Writes what is withheld by a plan and adds what a valid end lacks (wire 3.5). */
export function releaseReply(books: TurnBooks, { reader, encoder }: ReadReply, plan: ReleasePlan, effects: readonly Effect[]): Step {
  const out: OutChunk[] = [];
  const missing = finishMissing(reader, plan);
  const leaving: QueuedFrame[] = [];
  for (const frame of reader.queue.drain()) {
    if (staysBack(frame, missing !== undefined)) encoder.drop(frame.sourced);
    else leaving.push(frame);
  }
  const left = dropLastWords(leaving, encoder);
  releaseAll(leaving, encoder, withNamespaces(plan, reader, books.context.request.tools), out);
  if (reader.state.ended && missing === undefined)
    return { effects: [...effects, ...mended(books, { reader, encoder }, left)], out, next: { type: 'end' } };
  out.push(encoder.close(missing));
  if (books.result.outcome === 'pass_through') books.note('normalise');
  const changes = [missing === undefined ? 'terminator added' : 'finish reason and terminator added', ...left];
  return { effects: [...effects, record({ type: 'stream-normalised', changes })], out, next: { type: 'end' } };
}

/** Framing that the encoder mended on its way (contract 2.1 `normalise`). */
function mended(books: TurnBooks, { reader, encoder }: ReadReply, left: readonly string[]): readonly Effect[] {
  if ((!encoder.changed && !reader.tailMended) || books.result.outcome !== 'pass_through') return [];
  books.note('normalise');
  return [record({ type: 'stream-normalised', changes: [...reader.state.changes, ...left] })];
}

/** Data behind the last readable frame that is none of the dialect's: the client would throw on it, and lose the calls. */
function dropLastWords(leaving: QueuedFrame[], encoder: ReplyEncoder): readonly string[] {
  let dropped = false;
  for (let last = leaving.at(-1); last?.unread === true; last = leaving.at(-1)) {
    encoder.drop(last.sourced);
    leaving.pop();
    dropped = true;
  }
  return dropped ? ['unreadable data left out'] : [];
}

/** An upstream's error never follows calls that left; a bare terminator waits for the finish that is still missing. */
function staysBack(frame: QueuedFrame, finishIsMissing: boolean): boolean {
  const { events } = frame.sourced;
  if (events.some((event) => event.type === 'upstream-error')) return true;
  return finishIsMissing && events.some((event) => event.type === 'turn-end') && events.every(isOnlyEnd);
}

/** The terminator also closes calls that the dialect leaves open until then: they say nothing of their own. */
const isOnlyEnd = (event: TurnEvent): boolean => event.type === 'turn-end' || (event.type === 'call-end' && event.arguments === undefined);

/** Nothing acts: all that is withheld leaves as it came. */
export function releaseAsItCame(books: TurnBooks, reply: ReadReply, effects: readonly Effect[]): Step {
  books.note('pass_through');
  return releaseReply(books, reply, planWith({}), effects);
}

/** Calls that left before the decision (other kinds, `calls.hold` off): their last state. */
export function endReleasedCalls(books: TurnBooks, { reader }: ReadReply): readonly Effect[] {
  const effects: Effect[] = [];
  const withheld = reader.withholds ? new Set(reader.withheldCalls.map((call) => call.key)) : new Set<string>();
  for (const call of reader.state.calls.values()) {
    if (withheld.has(call.key)) continue;
    const entry = entryCall(books.keyOf(call.key), { id: call.id, name: call.name, arguments: call.stated ?? call.parts.join('') });
    effects.push(...books.ledger.close(entry, call.closed || reader.state.ended ? 'delivered' : 'cancelled'));
  }
  return effects;
}

/** The reply fails: nothing that is withheld leaves. */
export function failReply({ reader, encoder }: ReadReply, error: GatewayError, effects: readonly Effect[]): Step {
  reader.queue.drain();
  return { effects, out: [], next: { type: 'fail', error, inBand: [encoder.error(error)] } };
}
