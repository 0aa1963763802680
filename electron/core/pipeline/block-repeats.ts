import { callKeyOf } from '../circuit/call-key.ts';
import type { LoopFinding } from '../circuit/loop-finding.ts';
import { blockedGuidance } from '../circuit/loop-guidance.ts';
import { guidanceText } from '../fault/guidance.ts';
import { askAgain } from './ask-again.ts';
import type { Decision, RuledCall } from './decide-reply.ts';
import type { Effect } from './effect.ts';
import { entryCall, record } from './lane-records.ts';
import { loopError } from './loop-errors.ts';
import { failReply } from './release-reply.ts';
import type { ReadReply, Step, TurnBooks } from './turn-books.ts';

interface NamedCall {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/**
 * A reply that is nothing but the blocked repetition is not delivered: it is answered here and the model asked again once; if it goes on regardless
 * the turn ends (contract 2.6, wire 3.5). A reply that does anything else beside it goes on its way. Undefined: no such reply.
 */
export function blockRepeats(books: TurnBooks, reply: ReadReply, decision: Decision, ruled: readonly RuledCall[]): Step | undefined {
  const { blocked } = books.context;
  if (blocked === undefined || books.context.request.choices > 1) return undefined;
  const calls = callsOf(decision, ruled);
  const keys = new Set(blocked.next);
  if (calls.length === 0 || !calls.every((call) => keys.has(callKeyOf(call.name, call.arguments)))) return undefined;
  return books.spent || books.ask?.type === 'loop' ? endLoop(books, reply, blocked, calls) : answerRepeat(books, reply, blocked, calls);
}

/** Calls that would be run now; none where a person or another rule has the word. */
function callsOf(decision: Decision, ruled: readonly RuledCall[]): readonly NamedCall[] {
  if (decision.type === 'recover')
    return [...decision.verdicts.values()].flatMap((verdict) =>
      verdict.calls.map((call, index) => ({ key: `repeat:${index}`, id: '', name: call.name, arguments: call.arguments })),
    );
  const runs = ruled.every(({ call, ruling }) => call.kind === 'function' && (ruling.type === 'deliver' || ruling.type === 'replace'));
  if (decision.type !== 'calls' || !runs) return [];
  return ruled.flatMap(({ call, ruling }) =>
    (ruling.type === 'replace' && ruling.calls.length > 0 ? ruling.calls : [call]).map((each) => ({
      key: call.key,
      id: call.id,
      name: each.name,
      arguments: each.arguments,
    })),
  );
}

function answerRepeat(books: TurnBooks, reply: ReadReply, blocked: LoopFinding, calls: readonly NamedCall[]): Step {
  const guidance = blockedGuidance(blocked);
  const text = guidanceText(guidance, books.context.settings['guidance.format']);
  const effects: Effect[] = [detected(blocked, 'block')];
  for (const call of calls) {
    const entry = entryCall(books.keyOf(call.key), call);
    const answered = record({ type: 'tool-call-answered', call: entry, pattern: guidance.pattern });
    effects.push(...books.ledger.close(entry, 'answered', [answered]));
  }
  books.note('break_loop');
  books.ask = { type: 'loop', reader: reply.reader, error: loopError({ ...blocked, count: blocked.count + 1 }) };
  const native = calls.every((call) => call.id !== '');
  const answers = native ? distinct(calls).map((call) => ({ callId: call.id, name: call.name, text })) : [];
  return askAgain(books, reply.reader, 'loop', text, answers, effects);
}

const distinct = (calls: readonly NamedCall[]): readonly NamedCall[] => [...new Map(calls.map((call) => [call.key, call])).values()];

function endLoop(books: TurnBooks, reply: ReadReply, blocked: LoopFinding, calls: readonly NamedCall[]): Step {
  books.note('break_loop');
  const effects: Effect[] = [detected(blocked, 'end')];
  for (const call of calls) effects.push(...books.ledger.close(entryCall(books.keyOf(call.key), call), 'refused'));
  return failReply(reply, loopError({ ...blocked, count: blocked.count + 1 }), effects);
}

const detected = ({ kind, evidence, count }: LoopFinding, action: 'block' | 'end'): Effect =>
  record({ type: 'loop-detected', kind, evidence, count: count + 1, action }, true);
