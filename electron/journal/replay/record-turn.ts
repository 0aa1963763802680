import type { EntryBody, JournalEntry } from '../../../shared/journal-entry.ts';
import type { Dialect, Outcome } from '../../../shared/vocabulary.ts';
import { codecs } from '../../core/dialect/registry.ts';
import type { RecordedAttempt, TurnRecording } from '../turn-recording.ts';
import type { ExchangeVerdict, RecordedExchange, RecordedHold, RecordedReply } from './recorded-exchange.ts';

/**
 * A stored turn as an exchange that can be played again. Undefined when its bytes are not kept (`journal.bodies` none, or an untouched turn
 * whose frames were pruned), or when it is still running.
 */
export function recordTurn({ detail, attempts, client: _client }: TurnRecording): RecordedExchange | undefined {
  const { turn: row, request, assembled, entries } = detail;
  if (row.outcome === null || request.body === '' || !Object.hasOwn(codecs, row.dialect)) return undefined;
  const [first, ...further] = repliesOf(attempts, entries);
  // The request side answered by itself: no endpoint was asked.
  const upstream = first ?? (answeredHere.has(row.outcome) ? noReply : undefined);
  if (upstream === undefined) return undefined;
  // A request that was sent again shares its turn: the row tells of the last one, the bytes of another.
  const repeated = entries.filter((entry) => entry.type === 'turn-started').length > 1;
  const gone = entries.some((entry) => entry.type === 'turn-ended' && entry.error?.code === 'client-gone');
  const forwarded = attempts[0]?.forwarded !== null && attempts[0] !== undefined;
  const verdict: ExchangeVerdict = {
    outcome: row.outcome === 'pass_through' && forwarded ? 'repair_request' : (row.outcome as Outcome),
    reason: row.reason ?? '',
    calls: (assembled?.calls ?? []).map(({ id, name, arguments: text }) => ({ name, arguments: text, id })),
    text: assembled?.text ?? '',
    finish: assembled?.finish ?? '',
  };
  return {
    id: row.turn,
    dialect: row.dialect as Dialect,
    request: request.body,
    requestHeaders: request.headers,
    upstream,
    further,
    upstreamName: row.upstream,
    session: row.session,
    thread: row.thread,
    turn: row.turn,
    at: row.at,
    holds: entries.flatMap(holdOf),
    steers: entries.flatMap((entry) => (entry.type === 'steer-sent' ? [entry.text] : [])),
    // A client that left got nothing whole: there is nothing to compare.
    verdict: gone || repeated ? undefined : verdict,
    blanked: entries.some((entry) => entry.type === 'secret-redacted'),
    marks: marksOf(entries),
  };
}

const answeredHere: ReadonlySet<string> = new Set(['break_loop', 'stand_in']);
const noReply: RecordedReply = { status: 0, headers: [], chunks: [], eof: 'clean' };

/** One reply for the agent's request and one for each re-ask: of several sends of the same request the last one that was answered. */
function repliesOf(attempts: readonly RecordedAttempt[], entries: readonly JournalEntry[]): readonly RecordedReply[] {
  const groups: RecordedAttempt[][] = [];
  for (const attempt of attempts) {
    const current = groups.at(-1);
    // A re-ask is sent with a body of its own; a resend repeats the last one.
    if (current === undefined || (attempt.forwarded !== null && attempt.attempt > 0)) groups.push([attempt]);
    else current.push(attempt);
  }
  const answered = groups.flatMap((group) => group.findLast((attempt) => attempt.status !== null) ?? []);
  return answered.flatMap((attempt, index) => {
    if (attempt.bytes.length === 0 && (attempt.status ?? 0) < 300) return [];
    return [replyOf(attempt, index === answered.length - 1 ? endOf(entries) : 'clean')];
  });
}

function replyOf({ status, headers, bytes }: RecordedAttempt, eof: RecordedReply['eof']): RecordedReply {
  const passed = status === null || status < 200 || status > 299;
  // What was read is on the tape decoded; what only passed is there as it came.
  const kept = passed ? headers : headers.filter(([name]) => !/^(?:content-encoding|content-length|transfer-encoding)$/i.test(name));
  return { status: status ?? 0, headers: kept, chunks: [bytes], eof };
}

/** How the last reply ended: the tape holds bytes alone, its entries tell the rest. */
function endOf(entries: readonly JournalEntry[]): RecordedReply['eof'] {
  const causes = entries.flatMap((entry) => (entry.type === 'upstream-failed' ? [entry.cause] : []));
  if (causes.includes('stalled')) return 'open';
  return causes.includes('reset') || causes.includes('damaged') ? 'reset' : 'clean';
}

function holdOf(entry: JournalEntry): readonly RecordedHold[] {
  if (entry.type !== 'approval-settled') return [];
  const { call, status, verdict } = entry;
  if (status.state !== 'settled' || verdict === 'expired' || verdict === 'withdrawn') return [{ name: call.name, verdict }];
  const { reading, arguments: edited, reason } = status;
  return [{ name: call.name, verdict, reading, arguments: edited, reason }];
}

/** What spoke in these entries: failed checks, formats and rules. Sorted, without repeats. */
export function marksOf(entries: readonly EntryBody[]): readonly string[] {
  const marks = new Set<string>();
  for (const entry of entries) {
    switch (entry.type) {
      case 'tool-call-refused':
      case 'leak-passed':
      case 'tool-call-recovered':
        if (entry.format !== '') marks.add(`format:${entry.format}`);
        for (const check of entry.checks) if (check.state === 'failed') marks.add(`check:${check.code}`);
        if (entry.type === 'tool-call-refused' && entry.checks.length === 0) marks.add(`check:${entry.reason}`);
        break;
      case 'tool-call-held':
        if (entry.approval.format !== '')
          marks.add(entry.approval.reason === 'review' ? `rule:${entry.approval.format}` : `format:${entry.approval.format}`);
        for (const check of entry.approval.checks) if (check.state === 'failed') marks.add(`check:${check.code}`);
        break;
      case 'tool-call-healed':
        marks.add(`rule:${entry.rule}`);
        break;
      case 'tool-call-answered':
      case 'fault-classified':
        marks.add(`fault:${entry.pattern}`);
        break;
      default:
    }
  }
  return [...marks].sort();
}
