import type { ServerResponse } from 'node:http';
import { own } from '../../shared/json.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Switch } from '../../shared/vocabulary.ts';
import type { AgentProfile } from '../core/agent/agent-profile.ts';
import type { DialectCodec } from '../core/dialect/dialect.ts';
import type { LaneContext } from '../core/pipeline/lane-context.ts';
import type { ResponseLane } from '../core/pipeline/lane-input.ts';
import { chooseUpstreamProfile } from '../core/upstream/choose-upstream-profile.ts';
import type { TurnRequest } from '../core/turn/turn.ts';
import type { JournalPort } from '../journal/journal-port.ts';
import type { GatewayClock } from './gateway-clock.ts';
import type { HeaderPairs } from './header-rules.ts';
import type { GatewayPorts, SessionSwitches } from './ports.ts';
import type { RequestStageResult } from './request-stage.ts';
import type { UpstreamTarget } from './route-request.ts';
import type { TurnPlace } from './turn-place.ts';
import type { UpstreamAgents } from './upstream-agents.ts';

export type LaneFactory = (context: LaneContext) => ResponseLane;

/** What all exchanges share. */
export interface ExchangeServices {
  readonly agents: UpstreamAgents;
  readonly ports: GatewayPorts;
  readonly journal: JournalPort;
  readonly createLane: LaneFactory;
  readonly clock: GatewayClock;
}

/** One inspected request, read and placed. */
export interface ExchangeInput {
  readonly response: ServerResponse;
  readonly codec: DialectCodec;
  readonly request: TurnRequest;
  readonly settings: Settings;
  readonly place: TurnPlace;
  readonly profile: AgentProfile;
  readonly method: string;
  /** Path and query as the agent sent them, without token. */
  readonly path: string;
  /** The agent's headers, for the journal. */
  readonly agentHeaders: HeaderPairs;
  /** The agent's body, its transfer encoding undone. */
  readonly agentBody: Uint8Array;
  readonly requestBytes: number;
  /** What goes to the upstream: the agent's own bytes, or the changed body. */
  readonly sent: { readonly bytes: Uint8Array; readonly text: () => string; readonly changed: boolean };
  readonly target: UpstreamTarget;
  readonly fallbackOf: (target: UpstreamTarget) => UpstreamTarget | undefined;
  readonly headersFor: (target: UpstreamTarget, changed: boolean) => HeaderPairs;
  /** What the request side found, for the journal. */
  readonly records: RequestStageResult['records'];
  /** The turn ends without asking the upstream. */
  readonly answer: RequestStageResult['answer'];
  /** The turn ends with a reply that no model wrote. */
  readonly reply?: RequestStageResult['reply'];
  readonly blocked?: RequestStageResult['blocked'];
  readonly settle?: RequestStageResult['settle'];
  /** Clock value at which the request arrived. */
  readonly receivedAt: number;
}

/** What a lane's context is made of: of a live exchange, or of a recorded one. */
export type LaneFacts = Pick<ExchangeInput, 'codec' | 'request' | 'profile' | 'settings' | 'blocked'> & {
  readonly sent: Pick<ExchangeInput['sent'], 'text'>;
  readonly place: Pick<TurnPlace, 'cutBefore' | 'historyHash'>;
};

/** What a lane may look at when `target` answers. */
export function laneContextOf(input: LaneFacts, target: UpstreamTarget, switches: SessionSwitches): LaneContext {
  return {
    codec: input.codec,
    request: input.request,
    profile: input.profile,
    sentBody: input.sent.text,
    settings: input.settings,
    formatSwitch: (id) => switchOf(target.setting.formats, id) ?? switchOf(input.settings['recovery.formats'], id),
    holdEverything: switches.hold,
    observeOnly: !switches.recovery,
    cutBefore: input.place.cutBefore,
    idStyle: chooseUpstreamProfile({ setting: target.setting.profile, host: target.origin.hostname, model: input.request.model }).idStyle,
    historyHash: input.place.historyHash,
    blocked: input.blocked,
    watchLoops: switches.loops,
    upstream: target.name,
  };
}

const switchOf = (table: Readonly<Record<string, Switch>> | undefined, id: string): Switch | undefined =>
  table === undefined ? undefined : (own(table, id) as Switch | undefined);
