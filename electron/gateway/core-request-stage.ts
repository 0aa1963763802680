import type { CircuitOrders, StageRecord } from '../core/pipeline/request-lane-stage.ts';
import { RequestLane } from '../core/pipeline/request-lane.ts';
import { isWork } from '../core/pipeline/request-overflow.ts';
import { chooseUpstreamProfile } from '../core/upstream/choose-upstream-profile.ts';
import { type DecisionStore, scopeOf } from './decision-store.ts';
import type { GatewayError } from '../core/dialect/dialect.ts';
import { OverflowMemory, type SizedRequest } from './overflow-memory.ts';
import type { TurnPlace } from './turn-place.ts';
import type { RequestStage } from './request-stage.ts';

/** Words of the operator that wait for the next request of a session (wire 3.8). */
export interface WaitingSteers {
  of(session: string): readonly string[];
  /** The first `count` went in. */
  sent(session: string, count: number): void;
}

/** What the operator ordered about the circuits of a session (interfaces 4.3 `circuits/set`). */
export interface WaitingOrders {
  of(session: string, thread: string): CircuitOrders | undefined;
  /** The closing took effect. */
  closed(session: string, thread: string): void;
}

export interface RequestSidePorts {
  readonly decisions: DecisionStore;
  readonly steers: WaitingSteers;
  readonly orders?: WaitingOrders | undefined;
}

/** The operator hears why the model does not (contract 2.6). */
const DROPPED: StageRecord = {
  entry: {
    type: 'limit-reached',
    kind: 'overflow-guide',
    detail: 'the endpoint refused the request that told the model of an overflow: the model is not told',
  },
  alert: false,
};

/** The request side of the product: the lane of core with what it needs to remember. Decisions are stored before the request goes out. */
export function createCoreRequestStage({ decisions, steers, orders: waiting }: RequestSidePorts): RequestStage {
  const lane = new RequestLane();
  const overflows = new OverflowMemory(decisions);
  return ({ request, rawBody, bodyBytes, profile, place, target, settings, switches, messageHashes }) => {
    const orders = waiting?.of(place.session, place.thread);
    // A sub-agent does not know what the operator talks about.
    const waitingWords = place.main ? steers.of(place.session) : [];
    const sized: SizedRequest = { place, bytes: bodyBytes, history: request.history };
    const overflow = overflows.waitingFor(sized);
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
        steers: waitingWords,
        overflows: overflow?.occurrence,
        orders,
      },
    });
    decisions.setMany(result.decisions);
    if (orders?.closing === true && !place.side) waiting?.closed(place.session, place.thread);
    if (result.steered > 0) steers.sent(place.session, result.steered);
    const answer = result.answer ?? (waitingWords.length > 0 ? undefined : endingOf(place, orders, switches.loops));
    return {
      body: result.body,
      records: result.records,
      answer,
      reply: answer === undefined ? result.reply : undefined,
      blocked: result.blocked,
      settle: (fate) => {
        if (fate === 'too-long' && isWork(request, place.side)) overflows.tooLong(sized);
        if (overflow === undefined || result.onAccepted === undefined) return [];
        if (fate === 'refused') {
          overflows.drop(place.session, overflow);
          return [DROPPED];
        }
        if (fate !== 'accepted') return [];
        // Only now it was said: it stays at its place, and is not said again.
        decisions.setMany(result.onAccepted.decisions);
        overflows.given(place.session, overflow, place.thread);
        return result.onAccepted.records;
      },
    };
  };
}

/** While a circuit is open, the same request is answered from the stored ending without asking the upstream (wire 3.5). */
const endingOf = (place: Pick<TurnPlace, 'ending'>, orders: CircuitOrders | undefined, loops: boolean): GatewayError | undefined =>
  loops && orders?.closing !== true ? place.ending : undefined;
