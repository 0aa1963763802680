import type { HealStep } from '../healing/heal-call.ts';
import { askAgain, declineCalls } from './ask-again.ts';
import { decideReply, type Decision, type RuledCall } from './decide-reply.ts';
import type { ApprovalDraft, Effect } from './effect.ts';
import { cancelledEntries, endCalls, hopelessEntries } from './end-calls.ts';
import { settlementOf } from './held-reply.ts';
import { callDraft } from './lane-drafts.ts';
import { NOBODY_APPROVED } from './judge-reply.ts';
import { cutError } from './lane-errors.ts';
import type { DraftVerdict } from './lane-input.ts';
import { entryCall, record } from './lane-records.ts';
import { declinedGuidance, declinedGuide, dualProtocolGuide, UNDECIDED, UNFINISHED } from './reask-guidance.ts';
import { planWith } from './release-plan.ts';
import { endReleasedCalls, failReply, releaseReply } from './release-reply.ts';
import type { Held, ReadReply, Step, Strips, TurnBooks } from './turn-books.ts';

/** Native calls leave as ruled (contract 2.5); markup beside them is stripped where it was complete (2.3 check 3). */
export function releaseCalls(books: TurnBooks, reply: ReadReply, ruled: readonly RuledCall[], strip: Strips): Step {
  const left = reply.reader.leftCalls.filter((call) => call.kind === 'function');
  const ending = endCalls(ruled, books.ledger, (key) => books.keyOf(key), left[0]?.id);
  if (ending.outcome !== undefined) books.note(ending.outcome);
  const effects = [...ending.effects];
  const keep = new Map([...strip].map(([choice, verdict]) => [choice, verdict.keep] as const));
  const guided = ending.firstId ?? [...reply.reader.state.calls.values()].find((call) => call.kind === 'function')?.id;
  if (strip.size > 0) {
    books.note('normalise', 'dual_protocol');
    const guide = dualProtocolGuide(books.context.settings);
    if (guided !== undefined && guide !== undefined) effects.push({ type: 'attach-guide', callId: guided, ...guide });
  }
  const plan = planWith({ keep, drop: ending.drop, replace: ending.replace, finish: books.finishes(reply.reader, ending.leaving) });
  return releaseReply(books, reply, plan, [...effects, ...endReleasedCalls(books, reply)]);
}

/** Changes that only a person may allow become cards; the whole reply waits. */
export function holdCalls(books: TurnBooks, ruled: readonly RuledCall[], strip: Strips): Step {
  const held: number[] = [];
  const drafts = ruled.flatMap(({ call, ruling }, index) => {
    if (ruling.type !== 'hold') return [];
    held.push(index);
    return [callDraft(books.keyOf(call.key), call, ruling.proposed, ruling.rule, ruling.fixes, ruling.evidence, books.context)];
  });
  books.held = { type: 'calls', ruled, held, strip };
  books.note('hold');
  return { effects: [], out: [], next: { type: 'hold', drafts } };
}

/** The rulings after the verdicts: approved calls are written as approved, declined ones go, undecided ones follow `otherwise`. */
export function settleCalls(
  books: TurnBooks,
  reply: ReadReply,
  held: Held & { readonly type: 'calls' },
  drafts: readonly ApprovalDraft[],
  verdicts: readonly DraftVerdict[],
  carryOut: (decision: Decision, ruled: readonly RuledCall[], reply: ReadReply) => Step,
): Step {
  const settlement = settlementOf(drafts, verdicts);
  const declined = [...settlement.rejected, ...settlement.asText.map((index) => ({ index, reason: undefined }))];
  const rejections = new Map(declined.map((each) => [held.held[each.index], each.reason]));
  const approvals = new Map(settlement.delivered.map((each) => [held.held[each.index], each.call]));
  const rejected: { name: string; arguments: string }[] = [];
  const effects: Effect[] = [];
  const ruled = held.ruled.map(({ call, ruling }, index): RuledCall => {
    if (ruling.type !== 'hold') return { call, ruling };
    const approved = approvals.get(index);
    if (approved !== undefined) {
      const asItWas = approved.arguments === call.arguments && approved.name === call.name && approved.id === call.id;
      return {
        call,
        ruling: asItWas
          ? { type: 'deliver' }
          : { type: 'replace', calls: [approved], rule: ruling.rule, fixes: ruling.fixes, steps: approvedSteps(call, ruling, approved) },
      };
    }
    if (!rejections.has(index)) return { call, ruling: ruling.otherwise };
    rejected.push({ name: call.name, arguments: call.arguments }, { name: ruling.proposed.name, arguments: ruling.proposed.arguments });
    effects.push(...books.ledger.close(entryCall(books.keyOf(call.key), call), 'rejected'));
    return { call, ruling: { type: 'cancel', cause: 'declined by the operator' } };
  });
  const left = reply.reader.leftCalls;
  const first = left.find((call) => call.kind === 'function')?.id ?? firstOf(ruled);
  if (rejected.length > 0 && first === undefined && left.length === 0) {
    const reason = [...rejections.values()].find((each) => each !== undefined && each !== '');
    const answers = ruled.map(({ call, ruling }, index) => ({
      callId: call.id,
      name: call.name,
      text: rejections.has(index) ? declinedGuidance(1, rejections.get(index)) : answerTo({ call, ruling }),
    }));
    return declineCalls(books, reply, rejected, reason, answers, effects);
  }
  if (first !== undefined && rejections.size > 0) effects.push(declinedGuide(first, [...rejections.values()]));
  const decision = decideReply({
    end: 'whole',
    verdicts: held.strip,
    finishes: new Map(),
    calls: ruled,
    left: left.length > 0,
    spent: books.spent,
    manyChoices: false,
  });
  const step = carryOut(decision, ruled, reply);
  return { ...step, effects: [...effects, ...step.effects] };
}

/** Id of the first call that will run. */
function firstOf(ruled: readonly RuledCall[]): string | undefined {
  for (const { call, ruling } of ruled) {
    if (ruling.type === 'deliver') return call.id;
    if (ruling.type === 'replace' && ruling.calls[0] !== undefined) return ruling.calls[0].id;
  }
  return undefined;
}

/** What an approval did to a call: each step as proposed; one change as a whole where the operator wrote the arguments anew. */
function approvedSteps(
  call: RuledCall['call'],
  ruling: RuledCall['ruling'] & { readonly type: 'hold' },
  approved: { readonly arguments: string },
): readonly HealStep[] {
  if (ruling.steps.length > 0 && approved.arguments === ruling.proposed.arguments) return ruling.steps;
  return [{ rule: ruling.rule, before: call.arguments, after: approved.arguments, fixes: ruling.fixes }];
}

/** No call of the reply can run: each is answered and the model asked again; then the hopeless ones are cut (contract 2.5.5). */
export function answerCalls(books: TurnBooks, reply: ReadReply, ruled: readonly RuledCall[]): Step {
  if (!books.spent) {
    const answers = ruled.map(({ call, ruling }) => ({
      callId: call.id,
      name: call.name,
      text: answerTo({ call, ruling }),
    }));
    const effects = ruled.flatMap(({ call, ruling }) => {
      const entry = entryCall(books.keyOf(call.key), call);
      if (ruling.type === 'cancel') return cancelledEntries(books.ledger, entry, ruling.cause);
      return books.ledger.close(entry, 'answered', [
        record({ type: 'tool-call-answered', call: entry, pattern: ruling.type === 'answer' ? ruling.pattern : '' }),
      ]);
    });
    books.note('reask');
    books.ask = { type: 'answered', reader: reply.reader, detail: 'the call that the model wrote could not be run.', ruled };
    return askAgain(books, reply.reader, 'preflight', answers.map((answer) => answer.text).join('\n'), answers, effects);
  }
  if (ruled.some(mayLeave)) return releaseCalls(books, reply, ruled, new Map());
  books.note('cut');
  const effects = ruled.flatMap(({ call, ruling }) => {
    const entry = entryCall(books.keyOf(call.key), call);
    return ruling.type === 'cancel'
      ? cancelledEntries(books.ledger, entry, ruling.cause)
      : hopelessEntries(books.ledger, entry, ruling.type === 'answer' ? ruling.pattern : '');
  });
  const unknown = ruled.some(({ ruling }) => ruling.type === 'answer' && ruling.pattern === 'EI/UNKNOWN_TOOL/001');
  const detail = ruled.every(isUndecided)
    ? 'nobody approved its tool call in time.'
    : unknown
      ? 'its tool call names no tool.'
      : 'the arguments of its tool call are no complete JSON object.';
  return failReply(reply, cutError(detail, books.context.cutBefore), effects);
}

/** What the model reads in place of the result of a call that did not run. */
const answerTo = (each: RuledCall): string =>
  each.ruling.type === 'answer' ? each.ruling.text : isUndecided(each) ? UNDECIDED : UNFINISHED;

const isUndecided = ({ ruling }: RuledCall): boolean => ruling.type === 'cancel' && ruling.cause === NOBODY_APPROVED;

/** A call that is known to fail, and can be read: without a re-ask the agent's own error has to do. */
const mayLeave = ({ ruling }: RuledCall): boolean => ruling.type === 'answer' && !ruling.hopeless;

/** The model could not be asked again: calls that are not hopeless leave as they came. Undefined: there is none. */
export function releaseUnanswered(books: TurnBooks, encoder: ReadReply['encoder']): Step | undefined {
  const { ask } = books;
  if (ask?.type !== 'answered' || !ask.ruled.some(mayLeave)) return undefined;
  return releaseCalls(books, { reader: ask.reader, encoder }, ask.ruled, new Map());
}
