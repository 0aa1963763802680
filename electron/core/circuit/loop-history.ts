import { besideKey, personWords } from '../agent/person-words.ts';
import type { AgentProfile } from '../agent/agent-profile.ts';
import { stableHash } from '../turn/stable-hash.ts';
import type { HistoryCall, HistoryItem } from '../turn/turn.ts';
import { LOOK_BACK } from './loop-signals.ts';
import { type AnsweredCall, type Round, roundOf } from './round.ts';

/** A history as far as loops are concerned: what has happened since the last reset. A value: reading gives another one. */
export interface LoopState {
  readonly rounds: readonly Round[];
  /** Answers without a call that were written alike, one after the other. */
  readonly monologue: { readonly hash: string; readonly count: number; readonly shown: string };
  /** Calls of the model's last answer that wait for their results. */
  readonly open: readonly HistoryCall[];
  readonly answered: readonly AnsweredCall[];
  /** Texts that stood beside results, masked: what comes every time is the agent's own, not a person's. */
  readonly beside: readonly string[];
}

export const emptyLoopState: LoopState = {
  rounds: [],
  monologue: { hash: '', count: 0, shown: '' },
  open: [],
  answered: [],
  beside: [],
};

const MOST_BESIDE = 16;

/** What stands for the parts of a result that are no text. */
export type MediaOf = (index: number, callId: string) => string;

/** One entry more. A real user message starts anew (contract 2.6); so does a compacted history, which is another history. */
export function readItem(state: LoopState, item: HistoryItem, profile: AgentProfile, mediaOf: MediaOf): LoopState {
  switch (item.type) {
    case 'system':
      return state;
    case 'user':
      return readUser(state, item.text, profile);
    case 'assistant':
      return readAssistant(closeRound(state, profile), item.text, item.calls);
    case 'results': {
      const answered = [...state.answered];
      for (const result of item.results) {
        const call = state.open.find((each) => each.id === result.callId && !answered.some((known) => known.call === each));
        if (call !== undefined) answered.push({ call, result, at: item.index, media: mediaOf(item.index, result.callId) });
      }
      return { ...state, answered };
    }
  }
}

/** The state with the last answer's results counted as they are now. */
export function closeRound(state: LoopState, profile: AgentProfile): LoopState {
  if (state.open.length === 0) return state;
  const round = roundOf(state.answered, state.rounds[state.rounds.length - 1], profile);
  const rounds = round === undefined ? state.rounds : [...state.rounds, round].slice(-LOOK_BACK);
  return { ...state, rounds, open: [], answered: [] };
}

function readAssistant(state: LoopState, text: string, calls: readonly HistoryCall[]): LoopState {
  if (calls.length > 0) return { ...state, open: calls, answered: [], monologue: emptyLoopState.monologue };
  const { unit, times } = copiesIn(text.trim());
  const hash = stableHash(unit);
  const { monologue } = state;
  const count = monologue.hash === hash ? monologue.count + times : times;
  return { ...state, monologue: { hash, count, shown: unit.slice(0, 300) } };
}

const MOST_COPIES = 16;
const LEAST_UNIT = 20;

/** Responses histories join neighbouring answers: equal ones are taken apart again. */
function copiesIn(text: string): { readonly unit: string; readonly times: number } {
  for (let times = MOST_COPIES; times > 1; times -= 1) {
    const size = (text.length - times + 1) / times;
    if (!Number.isInteger(size) || size < LEAST_UNIT) continue;
    const unit = text.slice(0, size);
    if (text === Array.from({ length: times }, () => unit).join('\n')) return { unit, times };
  }
  return { unit: text, times: 1 };
}

function readUser(state: LoopState, text: string, profile: AgentProfile): LoopState {
  const words = personWords(text, profile);
  if (words === '') return state;
  if (state.open.length === 0) return { ...emptyLoopState, beside: state.beside };
  const plain = besideKey(words);
  if (state.beside.includes(plain)) return state;
  // A person's words can come beside results; what an agent adds by itself comes again and counts once only.
  return {
    ...emptyLoopState,
    open: state.open,
    answered: state.answered,
    beside: [...state.beside, plain].slice(-MOST_BESIDE),
  };
}
