import type { EntryBody, EntryCall } from '../../../shared/journal-entry.ts';
import type { CallState } from '../../../shared/vocabulary.ts';
import type { Candidate } from '../leak/leak-verdict.ts';
import type { NewCall } from '../turn/turn.ts';
import type { Effect } from './effect.ts';

const EXCERPT = 2000;

/** Beginning and end of a long text: what a person needs to recognise it. */
export function excerptOf(text: string): string {
  if (text.length <= EXCERPT) return text;
  return `${text.slice(0, EXCERPT * 0.75)} … ${text.length - EXCERPT} characters … ${text.slice(-EXCERPT * 0.25)}`;
}

export const entryCall = (key: string, call: NewCall): EntryCall => ({ key, id: call.id, name: call.name, arguments: call.arguments });

export const record = (entry: EntryBody, alert = false): Effect => ({ type: 'record', entry, alert });

/**
 * Keeps the life cycle of every call of a turn: seen once, exactly one last state (wire 3.5). A second last state is ignored, so that
 * a late input can't rewrite what happened.
 */
export class CallLedger {
  private readonly open = new Map<string, EntryCall>();
  private readonly closed = new Set<string>();
  delivered = 0;

  seen(call: EntryCall, native: boolean): readonly Effect[] {
    if (this.open.has(call.key) || this.closed.has(call.key)) return [];
    this.open.set(call.key, call);
    return [record({ type: 'tool-call-seen', call, native })];
  }

  /** Fills in what is known only later (arguments, late ids). */
  update(call: EntryCall): void {
    if (this.open.has(call.key)) this.open.set(call.key, call);
  }

  /** Closes a call with its last state; `before` are entries that explain it. */
  close(call: EntryCall, state: CallState, before: readonly Effect[] = []): readonly Effect[] {
    if (this.closed.has(call.key)) return [];
    const first = this.open.has(call.key) ? [] : [record({ type: 'tool-call-seen', call, native: false })];
    this.open.delete(call.key);
    this.closed.add(call.key);
    if (state === 'delivered' || state === 'recovered' || state === 'healed') this.delivered += 1;
    return [...first, ...before, record({ type: 'tool-call-delivered', call, state })];
  }

  /** Closes every call that is still open: nothing stays "arriving". */
  closeRest(state: 'cancelled' | 'withdrawn', cause: string): readonly Effect[] {
    return [...this.open.values()].flatMap((call) =>
      this.close(call, state, [record({ type: 'tool-call-cancelled', call, cause }, state === 'cancelled')]),
    );
  }
}

/** The journal entry of a candidate that was not dispatched. */
export function candidateEntry(candidate: Candidate, text: string, refused: boolean): Effect {
  const common = {
    reason: candidate.reason,
    format: candidate.format,
    checks: candidate.checks,
    excerpt: excerptOf(text.slice(candidate.span.start, candidate.span.end)),
  };
  return refused ? record({ type: 'tool-call-refused', ...common }, true) : record({ type: 'leak-passed', ...common });
}
