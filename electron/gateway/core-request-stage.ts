import { RequestLane } from '../core/pipeline/request-lane.ts';
import { chooseUpstreamProfile } from '../core/upstream/choose-upstream-profile.ts';
import { type DecisionStore, scopeOf } from './decision-store.ts';
import type { RequestStage } from './request-stage.ts';

/** Words of the operator that wait for the next request of a session (wire 3.8). */
export interface WaitingSteers {
  of(session: string): readonly string[];
  /** The first `count` went in. */
  sent(session: string, count: number): void;
}

export interface RequestSidePorts {
  readonly decisions: DecisionStore;
  readonly steers: WaitingSteers;
}

/** The request side of the product: the lane of core with what it needs to remember. Decisions are stored before the request goes out. */
export function createCoreRequestStage({ decisions, steers }: RequestSidePorts): RequestStage {
  const lane = new RequestLane();
  return ({ request, rawBody, profile, place, target, settings, switches, messageHashes }) => {
    const result = lane.run({
      request,
      rawBody,
      profile,
      settings,
      switches,
      thread: `${place.session}\n${place.thread}`,
      upstream: chooseUpstreamProfile({ setting: target.setting.profile, host: target.origin.hostname, model: request.model }),
      hashes: messageHashes,
      decided: (key) => decisions.get(key),
      turn: {
        scope: scopeOf(place),
        side: place.side,
        retry: place.retryOf !== undefined,
        guideOf: (callId) => place.guides.of(callId),
        steers: steers.of(place.session),
      },
    });
    decisions.setMany(result.decisions);
    if (result.steered > 0) steers.sent(place.session, result.steered);
    return { body: result.body, records: result.records, answer: result.answer };
  };
}
