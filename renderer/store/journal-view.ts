import type { Approval, CheckResult, Fix } from '../../shared/approval.ts';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { CallState, Dialect, Outcome } from '../../shared/vocabulary.ts';
import { LayeredMap } from './layered-map.ts';

/** What the chip of a call says: a last state (wire 3.5), or one of the states before and beside it. */
export type ShownState = CallState | 'arriving' | 'held' | 'text' | 'stuck';

/** One line of a call's life cycle. */
interface CallStep {
  readonly seq: number;
  readonly at: number;
  readonly text: string;
}

/** A tool call with its whole life cycle, folded from the entries that name it. */
export interface CallRecord {
  /** `turn/key`: unique in the journal. */
  readonly id: string;
  readonly callId: string;
  readonly turn: string;
  readonly session: string;
  readonly thread: string;
  /** Seq and time of the first entry that named the call. */
  readonly seq: number;
  readonly at: number;
  readonly name: string;
  readonly arguments: string;
  readonly model: string;
  readonly agent: string;
  readonly upstream: string;
  readonly dialect: Dialect | undefined;
  readonly native: boolean;
  readonly state: ShownState;
  /** The rule, format or reason that acted; '' when nothing did. */
  readonly acted: string;
  readonly steps: readonly CallStep[];
  readonly format?: string | undefined;
  readonly checks?: readonly CheckResult[] | undefined;
  /** The text a leak came from, or the arguments before healing. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly fixes?: readonly Fix[] | undefined;
  readonly approval?: string | undefined;
  readonly deliveredAt?: number | undefined;
  readonly result?: { readonly error: boolean; readonly excerpt: string; readonly at: number } | undefined;
  readonly fault?: { readonly pattern: string; readonly occurrence: number; readonly fingerprint: string } | undefined;
  readonly guidance?: { readonly pattern: string; readonly occurrence: number; readonly text: string } | undefined;
}

/** A turn as the lists and the timeline show it. */
export interface TurnRecord {
  readonly turn: string;
  readonly session: string;
  readonly thread: string;
  readonly at: number;
  /** Position in its session, from 1, among the turns this console has seen; side requests have none. */
  readonly number: number | undefined;
  readonly dialect: Dialect;
  readonly model: string;
  readonly agent: string;
  readonly upstream: string;
  readonly title: string;
  readonly side: boolean;
  readonly calls: readonly string[];
  readonly reasks: readonly number[];
  /** Requests of it that still run: an agent that asks again goes on with the turn. */
  readonly running: number;
  readonly ended?:
    | {
        readonly at: number;
        readonly outcome: Outcome;
        readonly status: number;
        readonly finish: string;
        readonly durationMs: number;
        readonly firstByteMs: number | undefined;
        readonly overheadMs: number | undefined;
        readonly responseBytes: number;
        readonly error: string | undefined;
      }
    | undefined;
}

/** A session as far as the entries tell. `hue` is 1 to 6, in order of appearance, so that neighbours differ. */
export interface SessionRecord {
  readonly session: string;
  readonly hue: number;
  readonly agent: string;
  readonly model: string;
  readonly upstream: string;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly turns: number;
  readonly running: number;
  readonly states: { readonly [S in ShownState]?: number | undefined };
}

/** An entry that an operator should look at: its own level says so, or its type always does. */
export type AlertEntry = JournalEntry;

/** The newest calls in order, found by id. `first` is the absolute position of `rows[0]`: a position before it is that of a call that is gone. */
interface CallLog {
  readonly first: number;
  readonly rows: readonly CallRecord[];
  readonly positions: LayeredMap<string, number>;
  /** `session thread callId` → call id, for results and faults that come with a later turn. */
  readonly byCallId: LayeredMap<string, string>;
  /** Characters held by the rows: the second bound of the log. */
  readonly weight: number;
}

/** The renderer's view of the journal: nothing in it comes from a click. */
export interface JournalView {
  readonly lastSeq: number;
  readonly calls: CallLog;
  readonly turns: LayeredMap<string, TurnRecord>;
  readonly sessions: ReadonlyMap<string, SessionRecord>;
  readonly approvals: ReadonlyMap<string, Approval>;
  readonly alerts: readonly AlertEntry[];
  /** Open circuits by session and fingerprint. */
  readonly circuits: ReadonlyMap<string, { readonly session: string; readonly tool: string; readonly pattern: string }>;
}

/** How much is kept here; older entries stay in the journal and are asked for there (design 6, "Under load"). */
export interface ViewBounds {
  readonly calls: number;
  readonly characters: number;
  readonly turns: number;
  readonly sessions: number;
  readonly settledApprovals: number;
  readonly alerts: number;
}

export const viewBounds: ViewBounds = {
  calls: 20_000,
  characters: 48_000_000,
  turns: 8_000,
  sessions: 2_000,
  settledApprovals: 200,
  alerts: 1_000,
};

export const emptyView: JournalView = {
  lastSeq: 0,
  calls: { first: 0, rows: [], positions: new LayeredMap(), byCallId: new LayeredMap(), weight: 0 },
  turns: new LayeredMap(),
  sessions: new Map(),
  approvals: new Map(),
  alerts: [],
  circuits: new Map(),
};
