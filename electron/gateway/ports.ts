import type { Approval } from '../../shared/approval.ts';
import type { Settings } from '../../shared/settings.ts';
import type { ApprovalDraft } from '../core/pipeline/effect.ts';
import type { DraftVerdict } from '../core/pipeline/lane-input.ts';

/** Whose calls are held: what the desk puts on the card. */
export interface HoldOwner {
  readonly session: string;
  readonly thread: string;
  readonly turn: string;
  readonly agent: string;
  readonly model: string;
  readonly upstream: string;
}

/** One reply's hold. `withdraw` when the client left: the cards go, nothing is settled any more. */
export interface HoldTicket {
  readonly approvals: readonly Approval[];
  withdraw(): void;
}

/**
 * Where held calls wait (contract 2.3 "Held", interfaces 4.3). Built in `operator/`, used by the exchange. The desk owns deadline timers,
 * presence, remembered rules and the journal entries `tool-call-held` and `approval-settled`. `onVerdict` is called exactly once per draft,
 * possibly before `hold` returns (no console present, a remembered rule).
 */
export interface ApprovalDesk {
  hold(owner: HoldOwner, drafts: readonly ApprovalDraft[], onVerdict: (key: string, verdict: DraftVerdict) => void): HoldTicket;
  /** Settles everything conservatively: the program stops (4.1). */
  close(): void;
}

/** What a live session is told by the operator (4.3 `sessions/set`, `turns/end`). */
export interface SessionSwitches {
  readonly hold: boolean;
  readonly loops: boolean;
  readonly recovery: boolean;
}

/** Everything the gateway is given. `settings` is read at the start of each exchange: a change needs no restart. */
export interface GatewayPorts {
  readonly settings: () => Settings;
  readonly desk: ApprovalDesk;
  /** Switches of a session, default all normal. */
  readonly switches: (session: string) => SessionSwitches;
  /** The token that was made for upstreams whose key is stored here (4.2); `gateway.token` comes before it. */
  readonly keyToken?: (() => string | undefined) | undefined;
}
