import { guidanceText, withHints } from '../fault/guidance.ts';
import { oneCallAtATime } from '../healing/preflight/preflight-guidance.ts';
import type { LeakVerdict, ReplyContext } from '../leak/leak-verdict.ts';
import type { Reply, ReplyCall } from '../turn/turn.ts';
import type { CallIds } from './call-ids.ts';
import type { RuledCall } from './decide-reply.ts';
import { type CallRuling, judgeCalls } from './judge-calls.ts';
import type { LaneContext } from './lane-context.ts';
import { recoveryOf } from './recovery-options.ts';
import type { ReplyReader } from './reply-reader.ts';
import { type CallState, type ChoiceState, replyCallOf } from './reply-state.ts';

/** The leak verdict of every choice of a whole reply. */
export function judgeReplyOf(reader: ReplyReader, context: LaneContext): ReadonlyMap<number, LeakVerdict> {
  const verdicts = new Map<number, LeakVerdict>();
  for (const choice of reader.choices) {
    if (choice.scanner !== undefined) verdicts.set(choice.choice, choice.scanner.judge(contextOf(choice, reader, context)));
  }
  return verdicts;
}

function contextOf(choice: ChoiceState, reader: ReplyReader, context: LaneContext): ReplyContext {
  const { request } = context;
  return {
    tools: request.tools,
    singleCall: request.singleCall,
    reasoning: choice.reasoning.join(''),
    hasNativeCall: [...reader.state.calls.values()].some((call) => call.choice === choice.choice && waitsForClient(call)),
    endedByLength: choice.finish === 'length' || choice.finish === 'context_exceeded',
    barred: isBarred(choice),
    stopSequence: hitSequence(choice, request.stopSequences),
    ...recoveryOf(context),
    manyChoices: request.choices > 1,
  };
}

/** Built-in calls that the client runs, by the item's type. */
const RUN_BY_CLIENT: ReadonlySet<string> = new Set([
  'local_shell_call',
  'shell_call',
  'computer_call',
  'apply_patch_call',
  'tool_search_call',
]);

/**
 * A call that the server makes and answers itself (a web search) leaves nothing for the client to do: beside it a leaked call is the only one of
 * the reply, and no result will carry the guide (contract 2.3 check 3, 2.5.0).
 */
const waitsForClient = (call: CallState): boolean => call.kind !== 'server' || RUN_BY_CLIENT.has(call.name);

/** The stop sequence that ended the reply (contract 2.3 check 4), one of the request's own; where none is told, only if there was but one. */
function hitSequence({ finish, stopSequence }: ChoiceState, asked: readonly string[]): string | undefined {
  if (stopSequence !== undefined) return asked.includes(stopSequence) ? stopSequence : undefined;
  return finish === 'stop_sequence' && asked.length === 1 ? asked[0] : undefined;
}

/** refusal and content_filter endings: nothing is recovered, healed or re-asked (contract 2.2). */
const isBarred = (choice: ChoiceState | undefined): boolean =>
  choice !== undefined && (choice.refusal || choice.finish === 'refusal' || choice.finish === 'content_filter');

/** Rules on the withheld function calls, in order; framing that the client would misread is written anew. */
export function ruleCalls(reader: ReplyReader, context: LaneContext, ids: CallIds): readonly RuledCall[] {
  const states = reader.withheldCalls;
  if (states.length === 0 || !reader.withholds) return [];
  const calls = states.map(replyCallOf);
  const barred = reader.choices.some(isBarred);
  const rulings = barred
    ? calls.map((call): CallRuling => (call.complete ? { type: 'deliver' } : { type: 'cancel', cause: 'unterminated' }))
    : judgeCalls(calls, context).map((ruling) => named(ruling, ids));
  const ruled = calls.map((call, index): RuledCall => ({ call, ruling: rulings[index] ?? { type: 'deliver' } }));
  const single = context.request.singleCall && !barred ? singled(ruled, reader, context) : ruled;
  const asked = context.holdEverything && !barred ? single.map(holdIt) : single;
  return normalised(asked, states, ids, context.request.idless === true);
}

/** `calls.hold perCall`: a whole call that is delivered byte for byte whatever follows it. One that waits for a word, or is written anew, is not. */
export function leavesAsItCame(call: CallState, reader: ReplyReader, context: LaneContext, ids: CallIds): boolean {
  if (context.request.singleCall && reader.leftCalls.length > 0) return false;
  const repeated = [...reader.state.calls.values()].some((other) => other !== call && other.id === call.id);
  const ownId = call.id === '' ? context.request.idless === true : !repeated && !ids.inHistory(call.id);
  if (call.oddities.length > 0 || !ownId) return false;
  return judgeCalls([replyCallOf(call)], context)[0]?.type === 'deliver';
}

/** One call that became several: the first keeps its id, the others get derived ones (contract 2.4). */
function named(ruling: CallRuling, ids: CallIds): CallRuling {
  if (ruling.type !== 'replace' || ruling.calls.length < 2) return ruling;
  const [first, ...others] = ruling.calls;
  return first === undefined ? ruling : { ...ruling, calls: [first, ...ids.name(others)] };
}

/** Where parallel calls are forbidden never more than one leaves: the first that may run, else the first (contract 2.2). The others are refused. */
function singled(ruled: readonly RuledCall[], reader: ReplyReader, { settings }: LaneContext): readonly RuledCall[] {
  const runs = ({ ruling }: RuledCall): boolean => ruling.type === 'deliver' || ruling.type === 'replace' || ruling.type === 'hold';
  const left = new Set(reader.leftCalls.map((call) => call.choice));
  return ruled.map((each, index): RuledCall => {
    const { call, ruling } = each;
    if (ruling.type === 'cancel') return each;
    const others = ruled.map((other, at) => ({ other, at })).filter(({ other }) => other.call.choice === call.choice);
    const only = others.find(({ other }) => runs(other)) ?? others.find(({ other }) => other.ruling.type === 'answer');
    if (!left.has(call.choice) && only?.at === index) return each;
    const guidance = withHints(oneCallAtATime(call.name), settings['guidance.hints']);
    return {
      call,
      ruling: { type: 'answer', pattern: guidance.pattern, text: guidanceText(guidance, settings['guidance.format']), hopeless: true },
    };
  });
}

/** Why a call that the operator wanted to see does not leave. */
export const NOBODY_APPROVED = 'nobody approved it';

/** "Ask about everything": every call of the session waits for the operator, a mended one as it was mended. */
function holdIt({ call, ruling }: RuledCall): RuledCall {
  const mended = ruling.type === 'replace' && ruling.calls.length === 1 ? ruling : undefined;
  if (ruling.type !== 'deliver' && mended === undefined) return { call, ruling };
  const { name, arguments: text } = mended?.calls[0] ?? call;
  return {
    call,
    ruling: {
      type: 'hold',
      proposed: { id: call.id, name, arguments: text },
      rule: 'ask-about-everything',
      fixes: mended?.fixes ?? [],
      steps: mended?.steps ?? [],
      evidence: 'The operator asked to see every call of this session.',
      otherwise: { type: 'cancel', cause: NOBODY_APPROVED },
    },
  };
}

/** Ids that are empty or not unique, and framing oddities: the calls of the reply are written anew, arguments byte for byte (contract 2.4). */
function normalised(ruled: readonly RuledCall[], states: readonly CallState[], ids: CallIds, idless: boolean): readonly RuledCall[] {
  const seen = new Set<string>();
  const faults = ruled.map(({ call }, index) => {
    const changes = [...(states[index]?.oddities ?? [])];
    if (call.id === '') {
      if (!idless) changes.push('id missing');
    } else if (seen.has(call.id)) changes.push('id repeated in the reply');
    else if (ids.inHistory(call.id)) changes.push('id repeated from the history');
    seen.add(call.id);
    return changes;
  });
  if (faults.every((changes) => changes.length === 0)) return ruled;
  return ruled.map(({ call, ruling }, index): RuledCall => {
    const renamed = (faults[index] ?? []).some((change) => change.startsWith('id '));
    const id = renamed ? (ids.name([call])[0]?.id ?? call.id) : call.id;
    if (ruling.type === 'replace')
      return { call, ruling: { ...ruling, calls: ruling.calls.map((each) => ({ ...each, id: each.id === call.id ? id : each.id })) } };
    if (ruling.type === 'hold') return { call, ruling: { ...ruling, proposed: { ...ruling.proposed, id } } };
    const written = { id, name: call.name, arguments: call.arguments === '' ? '{}' : call.arguments };
    if (ruling.type === 'answer' && !ruling.hopeless)
      return { call, ruling: { ...ruling, written: { call: written, changes: faults[index] ?? [] } } };
    if (ruling.type !== 'deliver') return { call, ruling };
    const fixes = (faults[index] ?? []).map((change) => ({ rule: change, before: '', after: '', pointer: '' }));
    return {
      call,
      ruling: {
        type: 'replace',
        calls: [written],
        rule: 'normalise',
        fixes,
        steps: [],
      },
    };
  });
}

/** The first choice after assembly, for a re-ask. */
export function replyOf(reader: ReplyReader): Reply {
  const first = reader.choices[0];
  const calls: readonly ReplyCall[] = [...reader.state.calls.values()].map(replyCallOf);
  return {
    text: first?.text.text() ?? '',
    reasoning: first?.reasoning.join('') ?? '',
    calls,
    finish: first?.finish ?? 'missing',
    usage: reader.state.usage,
  };
}
