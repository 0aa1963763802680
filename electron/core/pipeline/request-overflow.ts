import { isSummaryRequest } from '../agent/summary-request.ts';
import { type Guidance, guidanceText } from '../fault/guidance.ts';
import { patternSwitch } from '../fault/pattern-switch.ts';
import { overflowGuidance } from '../fault/overflow-guidance.ts';
import type { TurnRequest } from '../turn/turn.ts';
import type { RequestStageInput } from './request-lane-stage.ts';

/**
 * A request of the agent's own work: it may be too long, and may carry the guide about it. A title, a summary and whatever else offers no tools or
 * whose history the server holds is none (contract 2.2, 2.6).
 */
export const isWork = (request: TurnRequest, side: boolean): boolean =>
  !side && !request.serverHeld && !request.background && request.tools.length > 0 && !isSummaryRequest(request.history);

/** The guide about an overflow that this request is to carry; undefined: none. */
export function overflowGuide({
  turn,
  request,
  settings,
}: Pick<RequestStageInput, 'turn' | 'request' | 'settings'>): { readonly guidance: Guidance; readonly text: string } | undefined {
  if (turn.overflows === undefined || !settings['guidance.enabled'] || !isWork(request, turn.side)) return undefined;
  const guidance = overflowGuidance(turn.overflows);
  if (patternSwitch(settings, guidance.pattern) === 'off') return undefined;
  return { guidance, text: guidanceText(guidance, settings['guidance.format']) };
}
