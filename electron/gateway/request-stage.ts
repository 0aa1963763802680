import type { EntryBody } from '../../shared/journal-entry.ts';
import type { Settings } from '../../shared/settings.ts';
import type { AgentProfile } from '../core/agent/agent-profile.ts';
import type { LoopFinding } from '../core/circuit/loop-finding.ts';
import type { DialectCodec, GatewayError } from '../core/dialect/dialect.ts';
import type { StandInReply } from '../core/pipeline/request-lane-stage.ts';
import type { TurnRequest } from '../core/turn/turn.ts';
import type { SessionSwitches } from './ports.ts';
import type { RequestFate } from './request-fate.ts';
import type { UpstreamTarget } from './route-request.ts';
import type { TurnPlace } from './turn-place.ts';

/** What the request side may look at (wire 3.1): one inspected request before it goes out. */
export interface RequestStageInput {
  readonly codec: DialectCodec;
  readonly request: TurnRequest;
  /** The agent's body as text; decoded when it is first asked for. */
  readonly rawBody: () => string;
  /** Length of the agent's body, its transfer encoding undone. */
  readonly bodyBytes: number;
  readonly profile: AgentProfile;
  readonly place: TurnPlace;
  readonly target: UpstreamTarget;
  readonly settings: Settings;
  readonly switches: SessionSwitches;
  /** `rolling[i]` is the hash of messages 0…i: keys of stored decisions (contract 2.6). */
  readonly messageHashes: readonly string[];
}

export interface RequestStageResult {
  /** The changed body for the upstream; undefined: the agent's own bytes go out. */
  readonly body: string | undefined;
  /** In order; written after `turn-started`. */
  readonly records: readonly { readonly entry: EntryBody; readonly alert: boolean }[];
  /** The turn ends here without asking the upstream: an open circuit. */
  readonly answer?: GatewayError | undefined;
  /** The agent gets this reply in the model's place. */
  readonly reply?: StandInReply | undefined;
  /** The next repetition of this loop is not delivered. */
  readonly blocked?: LoopFinding | undefined;
  /** Told once how the request ended; what comes back is for the journal. */
  readonly settle?: ((fate: RequestFate) => RequestStageResult['records']) | undefined;
}

/** The request side of the gateway. One that throws is recorded and skipped: the body goes out as it came (contract 2.7). */
export type RequestStage = (input: RequestStageInput) => RequestStageResult;
