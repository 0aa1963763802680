import type { HistoryItem } from '../turn/turn.ts';
import type { AgentProfile } from './agent-profile.ts';
import { personWords } from './person-words.ts';

/** True when the history ends with a person's words, and the model has answered before. */
export function isSpoken(history: readonly HistoryItem[], profile: AgentProfile): boolean {
  let at = history.length - 1;
  let words = false;
  for (let item = history[at]; item?.type === 'user'; item = history[--at]) words ||= personWords(item.text, profile) !== '';
  // Behind results of tools the agents themselves put words.
  return words && history[at]?.type === 'assistant';
}
