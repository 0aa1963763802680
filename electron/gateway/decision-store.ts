import { isJsonObject } from '../../shared/json.ts';
import { originalArgumentsKey } from '../core/pipeline/request-guidance.ts';
import { guideKey, guideValue } from '../core/pipeline/request-guides.ts';
import type { TurnPlace } from './turn-place.ts';

/** What has to outlive a restart so that the same bytes go out again (contract 2.6). Kept apart from the journal. */
export interface DecisionStore {
  get(key: string): string | undefined;
  /** All in one transaction: they are stored when this returns. */
  setMany(pairs: readonly (readonly [key: string, value: string])[]): void;
}

/**
 * Whose decisions count for a request. A session that we named ourselves has another name after a restart; its decisions are found by the
 * history alone, which tells conversations apart.
 */
export const scopeOf = (place: Pick<TurnPlace, 'session' | 'lasting'>): string => (place.lasting ? place.session : '~');

/**
 * The place with what is stored while a reply leaves: guides when they are attached, before the call they belong to reaches the agent; arguments
 * that are no JSON object, since some agents give another cause for their failure than the true one (contract 2.6).
 */
export function withStoredGuides(place: TurnPlace, decisions: DecisionStore | undefined): TurnPlace {
  if (decisions === undefined) return place;
  return {
    ...place,
    delivered: (callId, written) => {
      place.delivered(callId);
      if (written === undefined || written === '' || isObjectText(written)) return;
      decisions.setMany([[originalArgumentsKey(scopeOf(place), place.historyHash, callId), written]]);
    },
    guides: {
      of: (callId) => place.guides.of(callId),
      attach: (guide) => {
        decisions.setMany([[guideKey(scopeOf(place), place.historyHash, guide.callId), guideValue(guide)]]);
        place.guides.attach(guide);
      },
    },
  };
}

function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
