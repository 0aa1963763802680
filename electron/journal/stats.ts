import type { StatsSummary } from '../../shared/ipc/contract.ts';
import type { Condition } from './condition.ts';
import { type HealTally, healTally, savedByHealing, savedCalls } from './heal-outcomes.ts';
import { calibrationOf } from './calibration.ts';
import type { EntryStore } from './entry-store.ts';
import type { NameTable } from './name-table.ts';
import type { Database, SqlValue } from './sqlite.ts';
import { choicesOf, type StatsScope, type StatsWish, scopeOf } from './stats-scope.ts';

/** Body of `stats/summary`. */
export interface StatsQuery extends StatsWish {
  readonly group?: Group | undefined;
  /** Groups that are wanted beside it: the figures are counted once for all of them. */
  readonly rankings?: readonly Group[] | undefined;
}

type Group = 'tool' | 'session' | 'model' | 'format' | 'upstream' | 'agent' | 'category';

type Tally = StatsSummary['figures'][string];

const maxPoints = 60;
const maxGroups = 200;

/** Tallies with named denominators; each names the filter that opens the entries behind it (design 6, Insights). */
export function summarize(database: Database, names: NameTable, entries: EntryStore, query: StatsQuery): StatsSummary {
  const scope = scopeOf(query);
  return {
    figures: scoped(figuresOf(database, scope), scope),
    series: seriesOf(database, scope),
    calibration: [...calibrationOf(database, entries, scope.entries)],
    groups: query.group === undefined ? [] : groupsOf(database, names, scope.entries, query.group),
    rankings: Object.fromEntries(
      [...new Set(query.rankings ?? [])].map((group) => [group, groupsOf(database, names, scope.entries, group)]),
    ),
    choices: choicesOf(database, query),
  };
}

/** Each figure's query opens what was counted for it, and no more. */
const scoped = (figures: Record<string, Tally>, { words }: StatsScope): Record<string, Tally> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, { ...figure, query: `${figure.query}${words}` }]));

/** Numbers of entries by type and state in the range. */
function countsOf(database: Database, range: Condition): (type: string, state?: string) => number {
  const rows = database
    .prepare<{ type: string; state: string | null; n: number }>(
      `SELECT y.name AS type, s.name AS state, count(*) AS n FROM entries e JOIN names y ON y.id = e.type LEFT JOIN names s ON s.id = e.state WHERE ${range.sql} GROUP BY e.type, e.state`,
    )
    .all(...range.values);
  return (type, state) =>
    rows.reduce((sum, row) => sum + (row.type === type && (state === undefined || row.state === state) ? row.n : 0), 0);
}

function figuresOf(database: Database, scope: StatsScope): Record<string, Tally> {
  const { entries: range, heals } = scope;
  const count = countsOf(database, range);
  const category = (word: string): number =>
    database
      .prepare<{ n: number }>(
        `SELECT count(*) AS n FROM entries e JOIN names c ON c.id = e.category AND c.name = ? WHERE ${range.sql} AND e.type = (SELECT id FROM names WHERE name = 'approval-settled')`,
      )
      .get(word, ...range.values)?.n ?? 0;
  const turns = count('turn-started');
  const recovered = count('tool-call-recovered');
  // Each call is seen once, a recovered one too (wire 3.5): its recovery is no second call.
  const calls = count('tool-call-seen');
  // Each rule that acted has its own entry; the call counts once, by its last state.
  const healed = count('tool-call-delivered', 'healed');
  const refused = count('tool-call-refused');
  const cancelled = count('tool-call-cancelled');
  const answered = count('tool-call-answered');
  const held = count('tool-call-held');
  const expired = count('approval-settled', 'expired');
  const approved = category('approve');
  const overridden = category('override');
  const rejected = category('reject') + category('text');
  const decided = approved + overridden + rejected;
  const troubled = recovered + healed + refused + cancelled + answered + expired;
  // An endpoint that refuses a request faults no tool's result.
  const faults =
    database
      .prepare<{ n: number }>(
        `SELECT count(*) AS n FROM entries e WHERE ${range.sql} AND e.type = (SELECT id FROM names WHERE name = 'fault-classified') AND e.tool <> 0`,
      )
      .get(...range.values)?.n ?? 0;
  const mended = count('tool-call-delivered', 'recovered') + healed;
  const overhead = quantilesOf(database, scope.turns, 'overhead_ms');
  const firstByte = quantilesOf(database, scope.turns, 'first_byte_ms');
  const tokens = reaskTokens(database, range);
  return {
    turns: tally(turns, null, 'turns', 'type:turn-started'),
    calls: tally(calls, null, 'calls seen', 'type:tool-call-seen'),
    delivered: tally(count('tool-call-delivered', 'delivered'), calls, 'calls seen', 'type:tool-call-delivered state:delivered'),
    recovered: tally(recovered, calls, 'calls seen', 'type:tool-call-recovered'),
    healed: tally(healed, calls, 'calls seen', 'type:tool-call-delivered state:healed'),
    // A call has one last state: one that was both recovered and healed counts once.
    mended: tally(mended, calls, 'calls seen', 'type:tool-call-delivered state:recovered,healed'),
    heals: tally(count('tool-call-healed'), healed, 'healed calls', 'type:tool-call-healed'),
    held: tally(held, calls, 'calls seen', 'type:tool-call-held'),
    refused: tally(refused, calls + refused, 'calls seen or refused', 'type:tool-call-refused'),
    cancelled: tally(cancelled, calls, 'calls seen', 'type:tool-call-cancelled'),
    // Of those that ended: a call may be held before the time that is looked at, and expire in it.
    expired: tally(expired, count('approval-settled'), 'approvals settled', 'type:approval-settled state:expired'),
    helped: tally(
      recovered + healed,
      troubled,
      'calls that needed help',
      'type:tool-call-recovered,tool-call-healed,tool-call-refused,tool-call-cancelled,tool-call-answered',
    ),
    ...outcomeFigures('heal', healTally(database, heals, 'healed'), 'healed calls'),
    ...outcomeFigures('recovery', healTally(database, heals, 'recovered'), 'recovered calls'),
    callsMade: tally(count('tool-call-made'), null, 'calls that no model made', 'type:tool-call-made'),
    approvedUnchanged: tally(approved, decided, 'held calls decided by a person or rule', 'type:approval-settled category:approve'),
    overridden: tally(overridden, decided, 'held calls decided by a person or rule', 'type:approval-settled category:override'),
    rejected: tally(rejected, decided, 'held calls decided by a person or rule', 'type:approval-settled category:reject,text'),
    holdsPer100Turns: tally(turns === 0 ? null : (held / turns) * 100, turns, 'turns', 'type:tool-call-held'),
    faults: tally(
      faults,
      count('tool-result-seen') - count('tool-result-seen', 'made'),
      'tool results seen',
      'type:fault-classified tool:*',
    ),
    circuitsOpened: tally(count('circuit-opened'), turns, 'turns', 'type:circuit-opened'),
    loops: tally(count('loop-detected'), turns, 'turns', 'type:loop-detected'),
    reasks: tally(count('reask-sent'), turns, 'turns', 'type:reask-sent'),
    upstreamFailures: tally(count('upstream-failed'), turns, 'turns', 'type:upstream-failed'),
    overheadMs: tally(overhead.at(0.5), overhead.turns, 'turns with a measured overhead', 'type:turn-ended'),
    overheadP95Ms: tally(overhead.at(0.95), overhead.turns, 'turns with a measured overhead', 'type:turn-ended'),
    overheadP99Ms: tally(overhead.at(0.99), overhead.turns, 'turns with a measured overhead', 'type:turn-ended'),
    firstByteMs: tally(firstByte.at(0.5), firstByte.turns, 'turns with a first byte', 'type:turn-ended'),
    reaskTokens: tally(tokens, count('reask-sent'), 're-asks', 'type:reask-sent'),
    tokensSaved: savedTokens(database, scope, tokens),
  };
}

/** The rate is honest where only calls count whose result was seen, and only failures by what the change was to prevent; the others stand apart. */
function outcomeFigures(name: 'heal' | 'recovery', outcomes: HealTally, calls: string): Record<string, Tally> {
  const query = (outcome: string): string => `type:${name === 'heal' ? 'tool-call-healed' : 'tool-call-recovered'} outcome:${outcome}`;
  const { succeeded, failedSame, failedOther, unseen } = outcomes;
  const total = succeeded + failedSame + failedOther + unseen;
  return {
    [`${name}Rate`]: tally(succeeded, succeeded + failedSame, `${calls} that succeeded or failed by the same class`, query('succeeded')),
    [`${name}FailedOtherwise`]: tally(failedOther, total, calls, query('failed-otherwise')),
    [`${name}Unseen`]: tally(unseen, total, calls, query('unseen')),
  };
}

const tally = (value: number | null, of: number | null, denominator: string, query: string): Tally => ({ value, of, denominator, query });

/** A time that not every turn has, milliseconds: the smallest that this share of the turns does not exceed (nearest rank); null where no turn has one. */
function quantilesOf(
  database: Database,
  turns: Condition,
  column: 'overhead_ms' | 'first_byte_ms',
): { readonly turns: number; at(share: number): number | null } {
  const where = `${turns.sql} AND t.${column} IS NOT NULL`;
  const times = database
    .prepare<{ ms: number }>(`SELECT t.${column} AS ms FROM turns t WHERE ${where} ORDER BY t.${column}`)
    .all(...turns.values);
  return { turns: times.length, at: (share) => times[Math.max(0, Math.ceil(share * times.length) - 1)]?.ms ?? null };
}

/** Tokens that re-asks cost, as the upstream reported them. */
function reaskTokens(database: Database, range: Condition): number {
  return (
    database
      .prepare<{ n: number | null }>(
        `SELECT sum(coalesce(json_extract(b.body, '$.usage.input'), 0) + coalesce(json_extract(b.body, '$.usage.output'), 0)) AS n
         FROM entries e JOIN entry_bodies b ON b.seq = e.seq AND typeof(b.body) = 'text' WHERE ${range.sql} AND e.type = (SELECT id FROM names WHERE name = 'reask-sent')`,
      )
      .get(...range.values)?.n ?? 0
  );
}

/**
 * Measured savings in input tokens: round trips that healing avoided, and requests that were answered here while a circuit was open, each at the size
 * of the request that it would have repeated; less what re-asks cost (wire 3.7). What was not measured counts 0, so that it can be below 0.
 */
function savedTokens(database: Database, { turns, heals }: StatsScope, spent: number): Tally {
  const row = database
    .prepare<{ n: number; saved: number | null }>(
      `SELECT count(*) AS n, sum(f.input_tokens) AS saved FROM turns t JOIN turns f ON f.turn = t.retry_of
       WHERE ${turns.sql} AND t.outcome = (SELECT id FROM names WHERE name = 'break_loop') AND t.input_tokens IS NULL AND f.input_tokens IS NOT NULL`,
    )
    .get(...turns.values);
  const healed = savedByHealing(database, heals);
  return tally(
    (row?.saved ?? 0) + healed.tokens - spent,
    (row?.n ?? 0) + healed.turns,
    'round trips avoided and measured, less re-asks',
    'type:tool-call-healed,reask-sent',
  );
}

interface Sums {
  readonly turns: number;
  readonly calls: number;
  readonly recovered: number;
  readonly healed: number;
  readonly held: number;
  readonly refused: number;
  readonly cancelled: number;
  readonly faults: number;
  readonly decided: number;
  readonly approved: number;
  readonly made: number;
  readonly ended: number;
  readonly endedRecovered: number;
  readonly endedHealed: number;
  readonly endedRefused: number;
  readonly endedCancelled: number;
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
const sum = (types: readonly string[]): string => `sum(y.name IN (${quoted(types)}))`;
const verdicts = (words: readonly string[]): string => `sum(y.name = 'approval-settled' AND coalesce(c.name, '') IN (${quoted(words)}))`;
function seriesOf(database: Database, { entries: range, heals }: StatsScope): StatsSummary['series'] {
  const bounds = database
    .prepare<{ first: number | null; last: number | null }>(
      `SELECT min(e.at) AS first, max(e.at) AS last FROM entries e WHERE ${range.sql}`,
    )
    .get(...range.values);
  if (bounds?.first == null || bounds.last === null) return [];
  // Steps fit what there is, not what was asked for: a young journal has a line too. A step in which nothing came counts 0.
  const width = bucketWidth((bounds.last - bounds.first) / maxPoints);
  const { first, last } = bounds;
  const rows = database
    .prepare<StatsSummary['series'][number]>(
      `SELECT (e.at / ${width}) * ${width} AS at, ${sum(['turn-started'])} AS turns, ${sum(['tool-call-seen'])} AS calls, sum(y.name = 'fault-classified' AND e.tool <> 0) AS faults,
       sum(y.name = 'tool-result-seen' AND coalesce(s.name, '') <> 'made') AS results,
       sum(y.name = 'tool-call-delivered' AND coalesce(s.name, '') IN ('healed', 'recovered')) AS helped, 0 AS saved
       FROM entries e JOIN names y ON y.id = e.type LEFT JOIN names s ON s.id = e.state WHERE ${range.sql} GROUP BY 1 ORDER BY 1`,
    )
    .all(...range.values);
  const saved = savedCalls(database, heals, width);
  const byTime = new Map(rows.map((row) => [row.at, { ...row, saved: saved.get(row.at) ?? 0 }]));
  const start = Math.floor(first / width) * width;
  return Array.from({ length: Math.floor((last - start) / width) + 1 }, (_, step) => {
    const at = start + step * width;
    return byTime.get(at) ?? { at, turns: 0, calls: 0, faults: 0, results: 0, helped: 0, saved: 0 };
  });
}

const widths = [1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 14_400_000, 86_400_000, 604_800_000];
const bucketWidth = (atLeast: number): number => widths.find((width) => width >= atLeast) ?? 2_592_000_000;

/** By category each rule that acted counts; else the call, once. */
const healedOf = (group: Group): string =>
  group === 'category' ? sum(['tool-call-healed']) : `sum(y.name = 'tool-call-delivered' AND coalesce(s.name, '') = 'healed')`;

/** A call that is only seen has no format and no category yet: there its recovery counts. */
const callsOf = (group: Group): string => (group === 'format' || group === 'category' ? 'tool-call-recovered' : 'tool-call-seen');

/** By category the turns in which it happened: guidance about it that goes out in a later turn is no further time. */
const turnsOf = (group: Group): string =>
  group === 'category'
    ? `count(DISTINCT CASE WHEN y.name <> 'guidance-sent' THEN nullif(e.turn, 0) END)`
    : 'count(DISTINCT nullif(e.turn, 0))';

/** States that a call ended in, by the hue of their chip: what came back as text instead of a call is as good as refused. */
const refusedStates = ['refused', 'answered', 'expired', 'rejected'];
const cancelledStates = ['cancelled', 'withdrawn'];

/**
 * How calls ended, each once: by the last state of each call seen. By format and category there is no last state, since a call does not carry them:
 * there what became of each leak counts, by its recovery, its refusal, or the approval that it did not get.
 */
function endsOf(group: Group): string {
  const types =
    group === 'format' || group === 'category'
      ? ['tool-call-recovered', 'tool-call-refused', 'approval-settled', 'tool-call-cancelled']
      : ['tool-call-delivered'];
  const ended = (states: readonly string[]): string => `sum(y.name IN (${quoted(types)}) AND coalesce(s.name, '') IN (${quoted(states)}))`;
  const every = ['delivered', 'recovered', 'healed', ...refusedStates, ...cancelledStates];
  return `${ended(every)} AS ended, ${ended(['recovered'])} AS endedRecovered, ${ended(['healed'])} AS endedHealed,
    ${ended(refusedStates)} AS endedRefused, ${ended(cancelledStates)} AS endedCancelled`;
}

function groupsOf(database: Database, names: NameTable, range: Condition, group: Group): StatsSummary['groups'] {
  const values: SqlValue[] = [...range.values];
  return database
    .prepare<Sums & { key: number; session: string | null }>(
      `SELECT e.${group} AS key, ${group === 'session' ? '(SELECT session FROM sessions WHERE id = e.session)' : 'NULL'} AS session,
       ${turnsOf(group)} AS turns, ${sum([callsOf(group)])} AS calls, ${sum(['tool-call-recovered'])} AS recovered,
       ${healedOf(group)} AS healed, ${sum(['tool-call-held'])} AS held, ${sum(['tool-call-refused'])} AS refused, ${sum(['tool-call-cancelled'])} AS cancelled,
       ${sum(['fault-classified'])} AS faults, ${verdicts(['approve', 'override', 'reject', 'text'])} AS decided, ${verdicts(['approve'])} AS approved,
       ${sum(['tool-call-made'])} AS made, ${endsOf(group)}
       FROM entries e JOIN names y ON y.id = e.type LEFT JOIN names c ON c.id = e.category LEFT JOIN names s ON s.id = e.state WHERE ${range.sql} AND e.${group} <> 0 GROUP BY e.${group} ORDER BY calls DESC, count(*) DESC, min(e.seq) LIMIT ${maxGroups}`,
    )
    .all(...values)
    .map(({ key, session, ended, endedRecovered, endedHealed, endedRefused, endedCancelled, ...sums }) => ({
      name: session ?? names.name(key),
      ...sums,
      ends: { all: ended, recovered: endedRecovered, healed: endedHealed, refused: endedRefused, cancelled: endedCancelled },
    }));
}
