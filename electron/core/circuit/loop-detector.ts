import type { AgentProfile } from '../agent/agent-profile.ts';
import type { HistoryItem } from '../turn/turn.ts';
import { findingOf, type LoopFinding } from './loop-finding.ts';
import { closeRound, emptyLoopState, type LoopState, type MediaOf, readItem } from './loop-history.ts';
import { limitsFor, type LoopSettings } from './loop-limits.ts';
import { findLoop } from './loop-signals.ts';

/** The loop that a history has got into, as it stands; undefined: none. A pure function of the history. */
export function loopIn(state: LoopState, settings: LoopSettings, profile: AgentProfile): LoopFinding | undefined {
  const closed = closeRound(state, profile);
  return monologueOf(closed, settings) ?? findLoop(closed.rounds, settings);
}

/** Reads a whole history at once: for the offline check and for tests. */
export function readHistory(history: readonly HistoryItem[], profile: AgentProfile, mediaOf: MediaOf = () => ''): LoopState {
  let state = emptyLoopState;
  for (const item of history) state = readItem(state, item, profile, mediaOf);
  return state;
}

/** Answers without a call, written alike (errors.md B3): three are told, five are too many. */
function monologueOf({ monologue }: LoopState, settings: LoopSettings): LoopFinding | undefined {
  const limits = limitsFor([''], settings);
  if (limits === undefined || monologue.count < limits.guideAt) return undefined;
  const finding = findingOf({
    kind: monologue.shown.trim() === '' ? 'empty_replies' : 'text_monologue',
    count: monologue.count,
    limits,
    rounds: [],
    identity: [monologue.hash],
    next: [],
  });
  return finding === undefined ? undefined : { ...finding, evidence: [monologue.shown] };
}
