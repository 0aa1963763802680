import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import { recordSession, type RecordedSession } from '../gateway/replay/testing/recorded-session.ts';
import { sampleTurns } from '../gateway/replay/testing/sample-turns.ts';
import { openDatabase } from './sqlite.ts';

let recorded: RecordedSession;
let entries: readonly JournalEntry[];
beforeAll(async () => {
  recorded = await recordSession([...sampleTurns('openai-chat'), ...sampleTurns('anthropic-messages')]);
  entries = await recorded.journal.read(0, 10_000);
}, 60_000);
afterAll(() => recorded.close());

/** Figures that are a share, a median or a sum: the entries behind them are more than the figure. */
const measured = new Set([
  'helped',
  'holdsPer100Turns',
  'overheadMs',
  'overheadP95Ms',
  'overheadP99Ms',
  'firstByteMs',
  'reaskTokens',
  'tokensSaved',
]);

const of = (type: JournalEntry['type']): number => entries.filter((entry) => entry.type === type).length;

/** Calls by their last state: each call has exactly one (wire 3.5). */
const ended = (state: string): number => entries.filter((entry) => entry.type === 'tool-call-delivered' && entry.state === state).length;

it('figures of real traffic equal a recount of its entries', async () => {
  const { figures, series } = await recorded.journal.stats({});
  const settled = (verdict: string): number =>
    entries.filter((entry) => entry.type === 'approval-settled' && entry.verdict === verdict).length;
  const recount = {
    turns: of('turn-started'),
    calls: of('tool-call-seen'),
    delivered: ended('delivered'),
    recovered: ended('recovered'),
    healed: ended('healed'),
    mended: ended('healed') + ended('recovered'),
    heals: of('tool-call-healed'),
    held: of('tool-call-held'),
    refused: of('tool-call-refused'),
    cancelled: of('tool-call-cancelled'),
    expired: settled('expired'),
    approvedUnchanged: settled('approve'),
    overridden: settled('override'),
    rejected: settled('reject') + settled('text'),
    reasks: of('reask-sent'),
    upstreamFailures: of('upstream-failed'),
  };
  expect(Object.fromEntries(Object.keys(recount).map((name) => [name, figures[name]?.value]))).toEqual(recount);
  expect(series.reduce((sum, point) => sum + point.calls, 0)).toBe(recount.calls);
});

it('each figure that is a number of entries names the query that opens exactly these', async () => {
  const { figures } = await recorded.journal.stats({});
  const counts = Object.entries(figures).filter(([name]) => !measured.has(name));
  const opened: [string, number][] = [];
  for (const [name, { query }] of counts) opened.push([name, (await recorded.journal.query({ query, limit: 1 })).total]);
  expect(Object.fromEntries(opened)).toEqual(Object.fromEntries(counts.map(([name, { value }]) => [name, value])));
  expect(counts.filter(([, { value }]) => value !== null && value > 0).length).toBeGreaterThan(8);
});

it('medians, helped calls, results and verdicts equal a recount', async () => {
  const { figures, series, calibration } = await recorded.journal.stats({});
  const times = entries.flatMap((entry) => (entry.type === 'turn-ended' && entry.firstByteMs !== undefined ? [entry.firstByteMs] : []));
  times.sort((a, b) => a - b);
  expect([figures['firstByteMs']?.value, figures['firstByteMs']?.of]).toEqual([times[Math.floor((times.length - 1) / 2)], times.length]);
  const sumOf = (key: 'helped' | 'results' | 'faults'): number => series.reduce((sum, point) => sum + point[key], 0);
  const results = entries.filter((entry) => entry.type === 'tool-result-seen' && entry.made !== true).length;
  const toolFaults = entries.filter((entry) => entry.type === 'fault-classified' && entry.tool !== '').length;
  expect([sumOf('helped'), sumOf('results'), sumOf('faults')]).toEqual([ended('healed') + ended('recovered'), results, toolFaults]);
  const total = (key: 'held' | 'decided' | 'approved' | 'overridden' | 'rejected' | 'lapsed'): number =>
    calibration.reduce((sum, row) => sum + row[key], 0);
  const verdicts = (...words: readonly string[]): number =>
    entries.filter((entry) => entry.type === 'approval-settled' && words.includes(entry.verdict)).length;
  expect(total('held')).toBe(of('tool-call-held'));
  expect(total('held')).toBeGreaterThan(0);
  expect([total('approved'), total('overridden'), total('rejected'), total('lapsed')]).toEqual([
    verdicts('approve'),
    verdicts('override'),
    verdicts('reject', 'text'),
    verdicts('expired', 'withdrawn'),
  ]);
  expect(total('decided')).toBe(verdicts('approve', 'override', 'reject', 'text'));
});

it('a share never exceeds what it is a share of', async () => {
  const rankings = ['tool', 'model', 'upstream', 'agent', 'format', 'category', 'session'] as const;
  const stats = await recorded.journal.stats({ rankings });
  for (const [name, { value, of }] of Object.entries(stats.figures))
    if (!name.endsWith('Ms') && !name.startsWith('tokens') && !['reaskTokens', 'holdsPer100Turns', 'heals', 'reasks'].includes(name))
      expect([name, (value ?? 0) <= (of ?? Number.POSITIVE_INFINITY)]).toEqual([name, true]);
  for (const group of rankings)
    for (const { name, ends } of stats.rankings[group] ?? [])
      expect([group, name, ends.recovered + ends.healed + ends.refused + ends.cancelled <= ends.all]).toEqual([group, name, true]);
});

it('rankings count how each call ended, once, and name what the same words find', async () => {
  const { rankings, groups } = await recorded.journal.stats({ group: 'tool', rankings: ['tool', 'format'] });
  expect(rankings['tool']).toEqual(groups);
  expect(Object.keys(rankings)).toEqual(['tool', 'format']);
  const all = (rankings['tool'] ?? []).reduce((sum, { ends }) => sum + ends.all, 0);
  expect(all).toBe(of('tool-call-delivered'));
  for (const { name, ends } of rankings['tool'] ?? []) {
    const acted = entries.filter(
      (entry) => entry.type === 'tool-call-delivered' && entry.call.name === name && entry.state !== 'delivered',
    ).length;
    expect([name, ends.recovered + ends.healed + ends.refused + ends.cancelled]).toEqual([name, acted]);
  }
  const formats = rankings['format'] ?? [];
  expect(formats.reduce((sum, { ends }) => sum + ends.recovered, 0)).toBe(of('tool-call-recovered'));
  for (const { name, ends } of formats) {
    const { total } = await recorded.journal.query({
      query: `format:"${name}" state:recovered,refused,rejected,expired,withdrawn`,
      limit: 1,
    });
    expect([name, total]).toEqual([name, ends.all]);
  }
});

it('every recovered call was seen once, and each call seen has one last state', () => {
  const keys = (type: 'tool-call-seen' | 'tool-call-delivered' | 'tool-call-recovered'): string[] =>
    entries.flatMap((entry) => (entry.type === type ? [`${entry.turn} ${entry.call.key}`] : [])).sort();
  const seen = keys('tool-call-seen');
  expect(new Set(seen).size).toBe(seen.length);
  expect(keys('tool-call-delivered')).toEqual(seen);
  expect(keys('tool-call-recovered').length).toBeGreaterThan(3);
  for (const key of keys('tool-call-recovered')) expect(seen).toContain(key);
});

it('sessions and tools count the same as SQL over the file', async () => {
  const database = openDatabase(join(recorded.path, 'journal.db'), { readOnly: true });
  const count = (group: string): Record<string, number> =>
    Object.fromEntries(
      database
        .prepare<{ name: string; n: number }>(
          `SELECT ${group} AS name, count(*) AS n FROM entries e JOIN names y ON y.id = e.type AND y.name = 'tool-call-seen'
           JOIN names t ON t.id = e.tool JOIN sessions s ON s.id = e.session GROUP BY 1`,
        )
        .all()
        .map(({ name, n }) => [name, n]),
    );
  const bySession = (await recorded.journal.sessions({})).map(({ session, calls }) => [session, calls]);
  expect(Object.fromEntries(bySession)).toEqual(count('s.session'));
  const { groups } = await recorded.journal.stats({ group: 'tool' });
  expect(Object.fromEntries(groups.filter(({ calls }) => calls > 0).map(({ name, calls }) => [name, calls]))).toEqual(count('t.name'));
  database.close();
});
