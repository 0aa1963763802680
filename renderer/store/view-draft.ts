import type { Approval } from '../../shared/approval.ts';
import type { AlertEntry, CallRecord, JournalView, SessionRecord, ShownState, TurnRecord, ViewBounds } from './journal-view.ts';
import type { LayeredMap } from './layered-map.ts';

/** A collection is copied the first time a batch writes to it: one copy a frame, none for what did not change. */
const copyOnce = <K, V>(source: ReadonlyMap<K, V>) => {
  let own: Map<K, V> | undefined;
  return {
    read: (): ReadonlyMap<K, V> => own ?? source,
    write: (): Map<K, V> => (own ??= new Map(source)),
  };
};

/** A large collection is not copied at all: what a batch writes becomes its next version. */
const layerOnce = <K, V extends object | string | number>(source: LayeredMap<K, V>) => {
  const own = new Map<K, V>();
  return {
    get: (key: K): V | undefined => own.get(key) ?? source.get(key),
    set: (key: K, value: V): void => void own.set(key, value),
    close: (trim: (merged: Map<K, V>) => void): LayeredMap<K, V> => (own.size === 0 ? source : source.with(own, trim)),
  };
};

const weightOf = (call: CallRecord): number => 200 + call.arguments.length + (call.before?.length ?? 0) + (call.after?.length ?? 0);

const threadKey = (session: string, thread: string, callId: string): string => `${session}\u0000${thread}\u0000${callId}`;

/** A writable view for the length of one batch. Made by `openDraft`, ended by `close`. */
export interface ViewDraft {
  lastSeq: number;
  call(id: string): CallRecord | undefined;
  callByCallId(session: string, thread: string, callId: string): CallRecord | undefined;
  /** Looks back over at most the newest 500 calls: a stuck call is a recent one. */
  newestCall(session: string, thread: string, matches: (call: CallRecord) => boolean): CallRecord | undefined;
  putCall(call: CallRecord): void;
  turn(id: string): TurnRecord | undefined;
  putTurn(turn: TurnRecord): void;
  session(id: string): SessionRecord | undefined;
  sessionCount(): number;
  putSession(session: SessionRecord): void;
  approval(id: string): Approval | undefined;
  putApproval(approval: Approval): void;
  addAlert(entry: AlertEntry): void;
  openCircuit(key: string, circuit: { readonly session: string; readonly tool: string; readonly pattern: string }): void;
  closeCircuit(key: string): void;
  close(): JournalView;
}

export function openDraft(view: JournalView, bounds: ViewBounds): ViewDraft {
  const positions = layerOnce(view.calls.positions);
  const byCallId = layerOnce(view.calls.byCallId);
  const turns = layerOnce(view.turns);
  const sessions = copyOnce(view.sessions);
  const approvals = copyOnce(view.approvals);
  const circuits = copyOnce(view.circuits);
  let rows: CallRecord[] | undefined;
  let alerts: AlertEntry[] | undefined;
  let { first, weight } = view.calls;
  const rowsNow = (): readonly CallRecord[] => rows ?? view.calls.rows;

  const find = (id: string): CallRecord | undefined => {
    const at = positions.get(id);
    return at === undefined ? undefined : rowsNow()[at - first];
  };

  const countState = (call: CallRecord, before: ShownState | undefined): void => {
    const owner = sessions.read().get(call.session);
    if (owner === undefined || before === call.state) return;
    const states: { [S in ShownState]?: number | undefined } = { ...owner.states, [call.state]: (owner.states[call.state] ?? 0) + 1 };
    if (before !== undefined) states[before] = Math.max(0, (owner.states[before] ?? 0) - 1);
    sessions.write().set(call.session, { ...owner, states });
  };

  /** Drops the oldest calls over either bound, in one splice a batch. Their places lead nowhere until the index is trimmed. */
  const evict = (): void => {
    if (rows === undefined) return;
    let drop = 0;
    // A twentieth at once: rows move under the list seldom, not with every batch.
    const most = rows.length > bounds.calls ? bounds.calls - Math.floor(bounds.calls / 20) : bounds.calls;
    while (rows.length - drop > most || (weight > bounds.characters && drop < rows.length - 1)) {
      const oldest = rows[drop];
      drop += 1;
      if (oldest === undefined) break;
      weight -= weightOf(oldest);
    }
    if (drop > 0) rows = rows.slice(drop);
    first += drop;
  };

  const boundMap = <V>(map: { read(): ReadonlyMap<string, V>; write(): Map<string, V> }, limit: number): void => {
    if (map.read().size <= limit) return;
    for (const key of map.read().keys()) {
      if (map.read().size <= limit) return;
      map.write().delete(key);
    }
  };

  const trimPositions = (merged: Map<string, number>): void => {
    for (const [id, at] of merged) if (at < first) merged.delete(id);
  };
  const trimCallIds = (merged: Map<string, string>): void => {
    for (const [key, id] of merged) if ((positions.get(id) ?? -1) < first) merged.delete(key);
  };
  const trimTurns = (merged: Map<string, TurnRecord>): void => {
    for (const turn of merged.keys()) {
      if (merged.size <= bounds.turns) return;
      merged.delete(turn);
    }
  };

  const boundApprovals = (): void => {
    if (approvals.read() === view.approvals) return;
    const settled = [...approvals.read().values()].filter((approval) => approval.status.state !== 'pending');
    for (const approval of settled.slice(0, Math.max(0, settled.length - bounds.settledApprovals))) approvals.write().delete(approval.id);
  };

  return {
    lastSeq: view.lastSeq,
    call: find,
    callByCallId: (session, thread, callId) => {
      const id = byCallId.get(threadKey(session, thread, callId));
      return id === undefined ? undefined : find(id);
    },
    newestCall(session, thread, matches) {
      const all = rowsNow();
      for (let at = all.length - 1; at >= Math.max(0, all.length - 500); at -= 1) {
        const call = all[at];
        if (call !== undefined && call.session === session && call.thread === thread && matches(call)) return call;
      }
      return undefined;
    },
    putCall(call) {
      rows ??= [...view.calls.rows];
      const at = positions.get(call.id);
      const before = at === undefined ? undefined : rows[at - first];
      if (at === undefined || before === undefined) {
        positions.set(call.id, first + rows.length);
        byCallId.set(threadKey(call.session, call.thread, call.callId), call.id);
        rows.push(call);
      } else {
        rows[at - first] = call;
        weight -= weightOf(before);
      }
      weight += weightOf(call);
      countState(call, before?.state);
    },
    turn: (id) => turns.get(id),
    putTurn: (turn) => turns.set(turn.turn, turn),
    session: (id) => sessions.read().get(id),
    sessionCount: () => sessions.read().size,
    putSession: (session) => void sessions.write().set(session.session, session),
    approval: (id) => approvals.read().get(id),
    putApproval: (approval) => void approvals.write().set(approval.id, approval),
    addAlert(entry) {
      alerts ??= [...view.alerts];
      alerts.push(entry);
    },
    openCircuit: (key, circuit) => void circuits.write().set(key, circuit),
    closeCircuit: (key) => {
      if (circuits.read().has(key)) circuits.write().delete(key);
    },
    close() {
      evict();
      boundMap(sessions, bounds.sessions);
      boundApprovals();
      const kept = alerts !== undefined && alerts.length > bounds.alerts ? alerts.slice(-bounds.alerts) : alerts;
      return {
        lastSeq: this.lastSeq,
        calls: { first, rows: rowsNow(), positions: positions.close(trimPositions), byCallId: byCallId.close(trimCallIds), weight },
        turns: turns.close(trimTurns),
        sessions: sessions.read(),
        approvals: approvals.read(),
        alerts: kept ?? view.alerts,
        circuits: circuits.read(),
      };
    },
  };
}
