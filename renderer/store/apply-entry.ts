import type { EntryCall, EntryHead, JournalEntry } from '../../shared/journal-entry.ts';
import { faultWords, shortCause, shortRefusal } from '../../shared/alert-words.ts';
import { assertNever } from '../../shared/result.ts';
import type { CallState } from '../../shared/vocabulary.ts';
import type { CallRecord, JournalView, ShownState, ViewBounds } from './journal-view.ts';
import { viewBounds } from './journal-view.ts';
import { openDraft, type ViewDraft } from './view-draft.ts';

/**
 * Folds journal entries into the view, in order. Pure: the same entries give the same view, and an entry at or below
 * `lastSeq` changes nothing, so that a resumed feed may repeat itself.
 */
export function applyEntries(view: JournalView, entries: readonly JournalEntry[], bounds: ViewBounds = viewBounds): JournalView {
  const draft = openDraft(view, bounds);
  let applied = false;
  for (const entry of entries) {
    if (entry.seq <= draft.lastSeq) continue;
    applyEntry(draft, entry);
    draft.lastSeq = entry.seq;
    applied = true;
  }
  return applied ? draft.close() : view;
}

function applyEntry(draft: ViewDraft, entry: JournalEntry): void {
  touchSession(draft, entry);
  if (entry.level === 'alert') draft.addAlert(entry);
  switch (entry.type) {
    case 'turn-started':
      return startTurn(draft, entry);
    case 'turn-ended':
      return endTurn(draft, entry);
    case 'tool-call-seen':
      return change(draft, entry, entry.call, { native: entry.native }, entry.native ? 'seen as a native call' : 'seen as text');
    case 'tool-call-delivered':
      return deliver(draft, entry, entry.call, entry.state);
    case 'tool-call-recovered':
      return change(
        draft,
        entry,
        entry.call,
        { state: 'recovered', native: false, acted: entry.format, format: entry.format, checks: entry.checks, before: entry.excerpt },
        `recovered from ${entry.format}`,
      );
    case 'tool-call-healed':
      return heal(draft, entry);
    case 'tool-call-held':
      draft.putApproval(entry.approval);
      return change(
        draft,
        entry,
        entry.call,
        {
          state: 'held',
          acted: entry.approval.reason,
          format: entry.approval.format,
          checks: entry.approval.checks,
          before: entry.approval.original,
          fixes: entry.approval.fixes,
          approval: entry.approval.id,
        },
        `held for ${entry.approval.reason}`,
      );
    case 'approval-settled':
      return settle(draft, entry);
    case 'tool-call-refused':
      if (entry.call === undefined) return countRefused(draft, entry.session);
      return change(
        draft,
        entry,
        entry.call,
        { state: 'refused', acted: entry.reason, format: entry.format, checks: entry.checks, before: entry.excerpt },
        `refused: ${shortRefusal(entry.reason)} (${entry.reason})`,
      );
    case 'tool-call-cancelled':
      return change(draft, entry, entry.call, { state: 'cancelled', acted: entry.cause }, `cancelled: ${shortCause(entry.cause)}`);
    case 'tool-call-answered':
      return change(
        draft,
        entry,
        entry.call,
        { state: 'answered', acted: entry.pattern },
        `answered here: ${faultWords(entry.pattern)} (${entry.pattern})`,
      );
    case 'tool-call-made':
      return change(
        draft,
        entry,
        entry.call,
        { state: 'delivered', native: true, acted: entry.rule },
        entry.step === 'read' ? 'made by Signalbox: reads the file first' : 'made by Signalbox: repeats the edit once',
      );
    case 'tool-result-seen':
      return amend(
        draft,
        entry,
        entry.callId,
        { result: { error: entry.error, excerpt: entry.excerpt, at: entry.at } },
        entry.error ? 'result seen, error' : 'result seen',
      );
    case 'fault-classified':
      return amend(
        draft,
        entry,
        entry.callId,
        { fault: { pattern: entry.pattern, occurrence: entry.occurrence, fingerprint: entry.fingerprint } },
        `fault: ${faultWords(entry.pattern)} (${entry.pattern})`,
      );
    case 'guidance-sent':
      return amend(
        draft,
        entry,
        entry.callId,
        { guidance: { pattern: entry.pattern, occurrence: entry.occurrence, text: entry.text } },
        entry.occurrence === 1 ? 'guidance sent' : `guidance sent, time ${entry.occurrence}`,
      );
    case 'circuit-opened':
      draft.openCircuit(`${entry.session}\u0000${entry.fingerprint}`, { session: entry.session, tool: entry.tool, pattern: entry.pattern });
      return markStuck(draft, entry, `circuit opened after ${entry.occurrences}`, entry.fingerprint);
    case 'circuit-closed':
      return draft.closeCircuit(`${entry.session}\u0000${entry.fingerprint}`);
    case 'loop-detected':
      return markStuck(draft, entry, `${loopWords[entry.kind] ?? entry.kind.replaceAll('_', ' ')}, ${entry.count} times`, undefined);
    case 'reask-sent':
      return addReask(draft, entry);
    case 'leak-passed':
    case 'history-repaired':
    case 'upstream-failed':
    case 'upstream-retried':
    case 'stream-normalised':
    case 'secret-redacted':
    case 'limit-reached':
    case 'stage-failed':
    case 'bypass-suspected':
    case 'steer-sent':
    case 'settings-changed':
      return;
    default:
      // A newer gateway may write types this console does not know: they are in the journal, not in this view.
      return ignoreUnknown(entry);
  }
}

/** Several rules may act on one call, each with its own entry: the first `before`, the last `after`, all fixes and names. */
function heal(draft: ViewDraft, entry: Extract<JournalEntry, { type: 'tool-call-healed' }>): void {
  const known = draft.call(`${entry.turn}/${entry.call.key}`);
  const { before = entry.before, fixes = [], acted = '' } = known?.state === 'healed' ? known : {};
  change(
    draft,
    entry,
    entry.call,
    {
      state: 'healed',
      acted: acted === '' ? entry.rule : `${acted}, ${entry.rule}`,
      before,
      after: entry.after,
      fixes: [...fixes, ...entry.fixes],
    },
    `healed by ${entry.rule}`,
  );
}

/** Keeps the switch total at compile time without failing at run time on a newer entry type. */
function ignoreUnknown(entry: never): void {
  try {
    assertNever(entry);
  } catch {
    return;
  }
}

function touchSession(draft: ViewDraft, head: EntryHead): void {
  if (head.session === '') return;
  const known = draft.session(head.session);
  if (known !== undefined) {
    if (head.at > known.lastAt) draft.putSession({ ...known, lastAt: head.at });
    return;
  }
  draft.putSession({
    session: head.session,
    hue: (draft.sessionCount() % 6) + 1,
    agent: '',
    model: '',
    upstream: '',
    firstAt: head.at,
    lastAt: head.at,
    turns: 0,
    running: 0,
    states: {},
  });
}

function startTurn(draft: ViewDraft, entry: Extract<JournalEntry, { type: 'turn-started' }>): void {
  const session = draft.session(entry.session);
  // A request that is sent again goes on with its turn: what is known of that stays.
  const again = draft.turn(entry.turn);
  const counts = !entry.side && entry.retryOf === undefined;
  const number = session !== undefined && counts ? session.turns + 1 : again?.number;
  if (session !== undefined) {
    const { agent, model, upstream } = entry;
    draft.putSession({
      ...session,
      agent,
      model: entry.side ? session.model || model : model,
      upstream,
      turns: counts ? session.turns + 1 : session.turns,
      running: session.running + 1,
    });
  }
  draft.putTurn({
    turn: entry.turn,
    session: entry.session,
    thread: entry.thread,
    at: again?.at ?? entry.at,
    number,
    dialect: entry.dialect,
    model: entry.model,
    agent: entry.agent,
    upstream: entry.upstream,
    title: entry.title,
    side: entry.side,
    calls: again?.calls ?? [],
    reasks: again?.reasks ?? [],
    running: (again?.running ?? 0) + 1,
  });
}

function endTurn(draft: ViewDraft, entry: Extract<JournalEntry, { type: 'turn-ended' }>): void {
  const session = draft.session(entry.session);
  const turn = draft.turn(entry.turn);
  if (session !== undefined && (turn === undefined || turn.running > 0))
    draft.putSession({ ...session, running: Math.max(0, session.running - 1) });
  if (turn === undefined) return;
  const running = Math.max(0, turn.running - 1);
  draft.putTurn({
    ...turn,
    running,
    ended:
      running > 0
        ? turn.ended
        : {
            at: entry.at,
            outcome: entry.outcome,
            status: entry.status,
            finish: entry.finish,
            durationMs: entry.durationMs,
            firstByteMs: entry.firstByteMs,
            overheadMs: entry.overheadMs,
            responseBytes: entry.responseBytes,
            error: entry.error?.message,
          },
  });
}

function addReask(draft: ViewDraft, entry: EntryHead): void {
  const turn = draft.turn(entry.turn);
  if (turn !== undefined) draft.putTurn({ ...turn, reasks: [...turn.reasks, entry.at] });
}

/** The record of a call, made on its first entry whatever that is: passed-through calls may never be "seen" on their own. */
function recordOf(draft: ViewDraft, head: EntryHead, call: EntryCall): CallRecord {
  const id = `${head.turn}/${call.key}`;
  const known = draft.call(id);
  if (known !== undefined) return { ...known, name: call.name, arguments: call.arguments, callId: call.id };
  const turn = draft.turn(head.turn);
  if (turn !== undefined) draft.putTurn({ ...turn, calls: [...turn.calls, id] });
  return {
    id,
    callId: call.id,
    turn: head.turn,
    session: head.session,
    thread: head.thread,
    seq: head.seq,
    at: head.at,
    name: call.name,
    arguments: call.arguments,
    model: turn?.model ?? '',
    agent: turn?.agent ?? '',
    upstream: turn?.upstream ?? '',
    dialect: turn?.dialect,
    native: true,
    state: 'arriving',
    acted: '',
    steps: [],
  };
}

function change(draft: ViewDraft, head: EntryHead, call: EntryCall, fields: Partial<CallRecord>, step: string): void {
  const record = recordOf(draft, head, call);
  draft.putCall({ ...record, ...fields, steps: [...record.steps, { seq: head.seq, at: head.at, text: step }] });
}

/** States in which the agent got the call; in every other one it did not, and the life cycle may not say so (wire 3.5). */
const reachedAgent: ReadonlySet<CallState> = new Set(['delivered', 'recovered', 'healed']);

/** The last state. A recovered or healed call keeps that word when it is delivered: "delivered" alone would hide what acted. */
function deliver(draft: ViewDraft, head: EntryHead, call: EntryCall, state: CallState): void {
  const record = recordOf(draft, head, call);
  const step = (text: string) => ({ seq: head.seq, at: head.at, text });
  if (!reachedAgent.has(state)) {
    const isTold = record.state === state;
    draft.putCall({ ...record, state, steps: isTold ? record.steps : [...record.steps, step(`${state}, not delivered`)] });
    return;
  }
  const acted = record.state === 'recovered' || record.state === 'healed';
  const shown: ShownState = state === 'delivered' && acted ? record.state : state;
  const told = step(`delivered${record.agent === '' ? '' : ` to ${record.agent}`}`);
  draft.putCall({ ...record, state: shown, deliveredAt: head.at, steps: [...record.steps, told] });
}

/** A leak that never became a call has no row in Live: its session counts it all the same. */
function countRefused(draft: ViewDraft, name: string): void {
  const session = draft.session(name);
  if (session === undefined) return;
  draft.putSession({ ...session, states: { ...session.states, refused: (session.states.refused ?? 0) + 1 } });
}

/** What repeats, in the few words that a column has room for. */
const loopWords: Readonly<Record<string, string>> = {
  identical_call_identical_result: 'same call',
  identical_call_volatile_result: 'same call',
  poll_unchanged: 'unchanged',
  cycle: 'same steps',
  same_result_varied_args: 'same result',
  same_error_varied_args: 'same error',
  text_monologue: 'same answer',
  empty_replies: 'empty answers',
  repeating_text: 'repeating text',
  repeated_refusal: 'refused again',
};

const verdictState = {
  approve: undefined,
  override: undefined,
  reject: 'rejected',
  text: 'text',
  expired: 'expired',
  withdrawn: 'withdrawn',
} as const;
const verdictStep = {
  approve: 'approved',
  override: 'overridden',
  reject: 'rejected',
  text: 'passed as text',
  expired: 'expired',
  withdrawn: 'withdrawn',
} as const;

function settle(draft: ViewDraft, entry: Extract<JournalEntry, { type: 'approval-settled' }>): void {
  const approval = draft.approval(entry.id);
  if (approval !== undefined) draft.putApproval({ ...approval, status: entry.status });
  const state = verdictState[entry.verdict];
  const step = `${verdictStep[entry.verdict]} by ${entry.by === 'operator' ? 'you' : entry.by}`;
  const record = recordOf(draft, entry, entry.call);
  // An approved call becomes what it is by its own entries; until then it is no longer waiting for anybody.
  const next: ShownState = state ?? (record.state === 'held' ? 'arriving' : record.state);
  draft.putCall({
    ...record,
    state: next,
    acted: state === undefined ? record.acted : verdictStep[entry.verdict],
    steps: [...record.steps, { seq: entry.seq, at: entry.at, text: step }],
  });
}

/** Results, faults and guidance name a call of an earlier turn of the same thread by its id. */
function amend(draft: ViewDraft, head: EntryHead, callId: string, fields: Partial<CallRecord>, step: string): void {
  const record = draft.callByCallId(head.session, head.thread, callId);
  if (record === undefined) return;
  draft.putCall({ ...record, ...fields, steps: [...record.steps, { seq: head.seq, at: head.at, text: step }] });
}

/** The call at which a circuit opened or a loop was seen: the newest of its thread, with the fingerprint where one is given. */
function markStuck(draft: ViewDraft, head: EntryHead, acted: string, fingerprint: string | undefined): void {
  const record = draft.newestCall(
    head.session,
    head.thread,
    (call) => fingerprint === undefined || call.fault?.fingerprint === fingerprint,
  );
  if (record === undefined) return;
  draft.putCall({ ...record, state: 'stuck', acted, steps: [...record.steps, { seq: head.seq, at: head.at, text: acted }] });
}
