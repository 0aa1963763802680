import type { Settings } from '../../../shared/settings.ts';
import type { Switch } from '../../../shared/vocabulary.ts';
import type { AgentProfile } from '../agent/agent-profile.ts';
import type { LoopFinding } from '../circuit/loop-finding.ts';
import type { DialectCodec } from '../dialect/dialect.ts';
import type { RawText } from '../turn/raw-text.ts';
import type { TurnRequest } from '../turn/turn.ts';

/** What a response lane is built with: everything that it may look at. */
export interface LaneContext {
  readonly codec: DialectCodec;
  readonly request: TurnRequest;
  /** The agent as far as it was recognised: hints only. */
  readonly profile: AgentProfile;
  /** The body as it was sent to the upstream: the base of a re-ask. */
  readonly sentBody: RawText;
  readonly settings: Settings;
  /** The effective switch of a leak format for this upstream; undefined: by its class. */
  readonly formatSwitch: (formatId: string) => Switch | undefined;
  /** The operator asked to hold every call of this session. */
  readonly holdEverything: boolean;
  /** Recovery is switched off for this session. */
  readonly observeOnly: boolean;
  /** The same request failed with `signalbox_cut` before (wire 3.5): the error is then not retryable. */
  readonly cutBefore: boolean;
  /** Id alphabet of the upstream (Mistral: 9 alphanumerics). */
  readonly idStyle: 'dialect' | 'mistral';
  /** Text that is repeated without end is noticed; undefined: it is. */
  readonly watchLoops?: boolean | undefined;
  /** A loop whose next repetition is not delivered (contract 2.6). */
  readonly blocked?: LoopFinding | undefined;
  /** Name of the upstream that answers, for the journal. */
  readonly upstream?: string | undefined;
  /** Hash of the history: seeds derived ids (contract 2.4). */
  readonly historyHash: string;
}
