import type { EntryBody } from '../../../shared/journal-entry.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { AgentProfile } from '../agent/agent-profile.ts';
import type { LoopFinding } from '../circuit/loop-finding.ts';
import type { GatewayError } from '../dialect/dialect.ts';
import type { HistoryDocument } from '../history/history-document.ts';
import type { HistoryEdit } from '../history/history-edit.ts';
import type { NewCall, TurnRequest } from '../turn/turn.ts';
import type { UpstreamProfile } from '../upstream/upstream-profile.ts';

/**
 * One step of the request side (wire 3.1). A stage is a fold over the history of one thread: `begin` makes an empty one, and the lane gives a
 * fold only histories that begin with all that it has read, so its work is linear in what is new. A history that was written anew (compaction, a
 * fork, a restart) gets a new fold, which must come to the same result: what cannot be derived from the history is a stored decision.
 */
export interface RequestLaneStage {
  readonly name: string;
  /** False: it also runs where the server holds the history and the request brings only what is new (contract 2.2). */
  readonly needsHistory?: false | undefined;
  begin(): RequestStageFold;
}

export interface RequestStageFold {
  /**
   * Answers with *all* edits of this request, those for messages read earlier too, on the document as the stages before left it. The same
   * history must give the same edits, a grown one must begin with the same bytes (contract 2.6).
   */
  run(input: RequestStageInput): RequestStageOutput;
}

/** What a stage may look at. */
export interface RequestStageInput {
  /** With the edits of the stages before. */
  readonly document: HistoryDocument;
  /** The request as the agent sent it. */
  readonly request: TurnRequest;
  readonly profile: AgentProfile;
  readonly upstream: UpstreamProfile;
  readonly settings: Settings;
  readonly switches: { readonly hold: boolean; readonly loops: boolean; readonly recovery: boolean };
  readonly turn: RequestTurn;
  /** `hashes[i]` stands for the agent's messages 0…i. */
  readonly hashes: readonly string[];
  /** A decision of an earlier request (contract 2.6); undefined: none, and the history goes out as the agent sent it. */
  readonly decided: (key: string) => string | undefined;
  /** True once for each key in this thread: for entries that must not be repeated when a history is resent. */
  readonly isNew: (key: string) => boolean;
}

/** Facts of the turn that are not in the request. */
export interface RequestTurn {
  /** Whose decisions count: the session, or a common name where a session's id would not outlive a restart. */
  readonly scope: string;
  /** A title or memory request. */
  readonly side: boolean;
  /** The same request came before and has not succeeded: nothing counts again. */
  readonly retry: boolean;
  /** A guide that was attached in this thread and may not be stored yet. */
  readonly guideOf: (callId: string) => { readonly text: string; readonly pattern: string } | undefined;
  /** Words of the operator that wait for the next request of this session. */
  readonly steers: readonly string[];
  /**
   * An earlier request of this thread was too long, this one is shorter, and the model does not know yet (contract 2.6): which guide about it this
   * would be, from 1. Undefined: nothing is to be told.
   */
  readonly overflows?: number | undefined;
  /** What the operator ordered about the circuits of this thread; undefined: nothing. */
  readonly orders?: CircuitOrders | undefined;
}

/** Orders of `circuits/set` (interfaces 4.3). */
export interface CircuitOrders {
  /** Nothing of this thread goes to the model. */
  readonly isolated: boolean;
  /** Everything that was counted so far is forgotten from this request on. */
  readonly closing: boolean;
}

/** A reply in the model's place: the turn ends here without asking the upstream. */
export interface StandInReply {
  /** Without the dialect's prefix. */
  readonly id: string;
  readonly calls: readonly NewCall[];
}

export interface StageRecord {
  readonly entry: EntryBody;
  readonly alert: boolean;
}

/** What holds only once the upstream has taken the request; before that nothing was said to the model. */
export interface OnAccepted {
  readonly decisions: readonly (readonly [key: string, value: string])[];
  readonly records: readonly StageRecord[];
}

export interface RequestStageOutput {
  readonly edits: readonly HistoryEdit[];
  readonly records: readonly StageRecord[];
  /** Stored before the request goes out. */
  readonly decisions: readonly (readonly [key: string, value: string])[];
  /** The turn ends here without asking the upstream. */
  readonly answer?: GatewayError | undefined;
  /** The agent gets this reply, and the upstream is not asked. */
  readonly reply?: StandInReply | undefined;
  /** The next repetition of this loop is not let through by the response side. */
  readonly blocked?: LoopFinding | undefined;
  /** How many of `turn.steers` went in. */
  readonly steered?: number | undefined;
  readonly onAccepted?: OnAccepted | undefined;
}
