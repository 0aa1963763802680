import type { LeakVerdict } from '../leak/leak-verdict.ts';
import type { NewCall } from '../turn/turn.ts';
import { askNeutrally, declineCalls, refuseLeak } from './ask-again.ts';
import type { ApprovalDraft, Effect } from './effect.ts';
import { settlementOf, type Settlement } from './held-reply.ts';
import { withoutSpans } from './kept-text.ts';
import { leakDraft } from './lane-drafts.ts';
import type { DraftVerdict } from './lane-input.ts';
import { entryCall, excerptOf, record } from './lane-records.ts';
import { declinedGuide, refusalGuidance } from './reask-guidance.ts';
import { planWith } from './release-plan.ts';
import { endReleasedCalls, releaseAsItCame, releaseReply } from './release-reply.ts';
import { reasoningOf, textOf } from './reply-end.ts';
import type { Held, ReadReply, Step, TurnBooks } from './turn-books.ts';

type Verdict<T extends LeakVerdict['type']> = LeakVerdict & { readonly type: T };

/** Admitted calls take the place of their markup. */
export function recoverLeaks(books: TurnBooks, reply: ReadReply, verdicts: ReadonlyMap<number, Verdict<'recover'>>): Step {
  const keep = new Map<number, Verdict<'recover'>['keep']>();
  const insert = new Map<number, readonly NewCall[]>();
  const effects: Effect[] = [];
  for (const [choice, verdict] of verdicts) {
    const calls = books.ids.name(verdict.calls);
    keep.set(choice, verdict.keep);
    insert.set(choice, calls);
    effects.push(
      ...calls.flatMap((call, index) =>
        recoveredEntries(books, call, books.keyOf(`leak-${choice}-${index}`), index, verdict, textOf(reply.reader, choice)),
      ),
    );
  }
  books.note('recover', 'ok');
  const finish = books.finishes(reply.reader, new Set(insert.keys()));
  return releaseReply(books, reply, planWith({ keep, insert, finish }), [...effects, ...endReleasedCalls(books, reply)]);
}

function recoveredEntries(
  books: TurnBooks,
  call: NewCall,
  key: string,
  index: number,
  verdict: Verdict<'recover' | 'hold'>,
  text: string,
): readonly Effect[] {
  const source = verdict.calls[index];
  const candidate = verdict.candidates.find((each) => source !== undefined && each.calls.includes(source)) ?? verdict.candidates[0];
  const entry = entryCall(key, call);
  const excerpt = candidate === undefined ? '' : excerptOf(text.slice(candidate.span.start, candidate.span.end));
  const recovered = record({
    type: 'tool-call-recovered',
    call: entry,
    format: candidate?.format ?? '',
    checks: candidate?.checks ?? [],
    reason: 'ok',
    excerpt,
  });
  return books.ledger.close(entry, 'recovered', [recovered]);
}

/** Every call of the reply becomes a card. */
export function holdLeak(books: TurnBooks, reply: ReadReply, choice: number, verdict: Verdict<'hold'>): Step {
  const text = verdict.fromReasoning ? reasoningOf(reply.reader, choice) : textOf(reply.reader, choice);
  const calls = books.ids.name(verdict.calls);
  const drafts = verdict.calls.map((call, index) =>
    leakDraft(books.keyOf(`leak-${choice}-${index}`), call, calls[index]?.id ?? '', verdict, text, books.context),
  );
  books.held = { type: 'leak', choice, verdict };
  books.note('hold', verdict.reason);
  const effects = drafts.flatMap((draft) => books.ledger.seen(entryCall(draft.key, draft.call), false));
  return { effects, out: [], next: { type: 'hold', drafts } };
}

/** All verdicts on a held leak are in (contract 2.3 "Held"). */
export function settleLeak(
  books: TurnBooks,
  reply: ReadReply,
  held: Held & { readonly type: 'leak' },
  drafts: readonly ApprovalDraft[],
  verdicts: readonly DraftVerdict[],
): Step {
  const settlement = onlyOne(books, settlementOf(drafts, verdicts));
  const closing = closeUndelivered(books, drafts, settlement);
  if (settlement.delivered.length > 0) return deliverSettled(books, reply, held, drafts, settlement, closing);
  if (settlement.rejected.length > 0) {
    const reason = settlement.rejected.map((each) => each.reason).find((each) => each !== undefined && each !== '');
    const rejected = settlement.rejected.flatMap((each) => drafts[each.index]?.call ?? []);
    return declineCalls(books, reply, rejected, reason, [], closing);
  }
  const { verdict } = held;
  if (settlement.asText.length > 0 || verdict.onExpiry === 'text') return releaseAsItCame(books, reply, closing);
  if (verdict.onExpiry === 'neutral-reask') return askNeutrally(books, reply, closing);
  return refuseLeak(
    books,
    reply,
    { type: 'refuse', reason: verdict.reason, candidates: verdict.candidates, guidance: refusalGuidance(verdict) },
    closing,
  );
}

/** Where the request allows one call only, the first approved one leaves and the others are declined with that reason (contract 2.2). */
function onlyOne(books: TurnBooks, settlement: Settlement): Settlement {
  const [first, ...others] = settlement.delivered;
  if (!books.context.request.singleCall || first === undefined || others.length === 0) return settlement;
  const declined = others.map((each) => ({ index: each.index, reason: 'this request allows one tool call at a time' }));
  return { ...settlement, delivered: [first], rejected: [...settlement.rejected, ...declined] };
}

function closeUndelivered(books: TurnBooks, drafts: readonly ApprovalDraft[], settlement: Settlement): readonly Effect[] {
  const close = (indices: readonly number[], state: 'rejected' | 'expired' | 'refused'): readonly Effect[] =>
    indices.flatMap((index) => {
      const draft = drafts[index];
      return draft === undefined ? [] : books.ledger.close(entryCall(draft.key, draft.call), state);
    });
  return [
    ...close(
      settlement.rejected.map((each) => each.index),
      'rejected',
    ),
    ...close(settlement.expired, 'expired'),
    ...close(settlement.asText, 'refused'),
  ];
}

function deliverSettled(
  books: TurnBooks,
  reply: ReadReply,
  { verdict, choice }: Held & { readonly type: 'leak' },
  drafts: readonly ApprovalDraft[],
  settlement: Settlement,
  closing: readonly Effect[],
): Step {
  const text = textOf(reply.reader, choice);
  const calls = settlement.delivered.map((each) => each.call);
  const effects = settlement.delivered.flatMap((each) =>
    recoveredEntries(books, each.call, drafts[each.index]?.key ?? '', each.index, verdict, text),
  );
  const first = calls[0];
  const reasons = settlement.rejected.map((each) => each.reason);
  const attach = reasons.length === 0 || first === undefined ? [] : [declinedGuide(first.id, reasons)];
  books.note('recover', verdict.reason);
  const keep = verdict.fromReasoning ? [{ start: 0, end: text.length }] : withoutSpans(verdict, settlement.asText, text.length);
  const plan = planWith({
    keep: new Map([[choice, keep]]),
    insert: new Map([[choice, calls]]),
    finish: books.finishes(reply.reader, new Set([choice])),
  });
  return releaseReply(books, reply, plan, [...closing, ...effects, ...attach]);
}
