import type { EntryBody } from '../../shared/journal-entry.ts';
import type { TurnPlace } from './turn-place.ts';

/** From this refusal of one and the same request on it is a loop of the agent (errors.md B1, OpenHands "context-window loop"). */
const REFUSALS = 3;
const SHOWN = 300;

/** The endpoint refuses the very same request again: the error goes on as it came (wire 3.5), the journal tells. Busy endpoints do not count. */
export function repeatedRefusal(place: Pick<TurnPlace, 'refusals'>, status: number, detail: string): EntryBody | undefined {
  const count = place.refusals + 1;
  if (count < REFUSALS || status < 400 || status >= 500 || status === 408 || status === 425 || status === 429) return undefined;
  return {
    type: 'loop-detected',
    kind: 'repeated_refusal',
    evidence: [`HTTP ${status}: ${detail.slice(0, SHOWN)}`],
    count,
    action: 'guide',
  };
}
