import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewEntry } from '../../shared/journal-entry.ts';
import type { Journal } from './journal-service.ts';
import { openedJournal, temporaryFolder, turnStarted } from './testing/entries.ts';

const folder = temporaryFolder();
let journal: Journal & { end: () => Promise<void> };

const settled = (id: string, verdict: 'approve' | 'override' | 'reject' | 'text' | 'expired', format: string | undefined): NewEntry => ({
  type: 'approval-settled',
  level: 'info',
  session: 's1',
  thread: 'main',
  turn: 't1',
  id,
  verdict,
  by: verdict === 'expired' ? 'deadline' : 'operator',
  status:
    verdict === 'expired'
      ? { state: 'expired', by: { type: 'deadline' }, at: 1 }
      : { state: 'settled', verdict, by: { type: 'operator' }, at: 1 },
  call: { key: id, id, name: 'bash', arguments: '{}' },
  format,
}); // prettier-ignore

beforeAll(async () => {
  journal = await openedJournal(folder.path, {}, () => 1000);
  for (const entry of [
    turnStarted('t1'),
    settled('a', 'approve', 'hermes-json'),
    settled('b', 'approve', 'hermes-json'),
    settled('c', 'override', 'hermes-json'),
    settled('d', 'expired', 'hermes-json'),
    settled('e', 'text', 'json-bare'),
    settled('f', 'approve', undefined),
  ])
    journal.append(entry);
  await journal.flush();
});
afterAll(async () => {
  await journal.end();
  folder.remove();
});

it('false holds by format: approved unchanged of those that somebody decided', async () => {
  const { groups } = await journal.stats({ group: 'format' });
  expect(groups.map(({ name, approved, decided }) => [name, approved, decided]).sort()).toEqual([
    ['hermes-json', 2, 3],
    ['json-bare', 0, 1],
  ]);
});

it('a step in which nothing came counts 0', async () => {
  const times = temporaryFolder();
  let now = 1_000;
  const young = await openedJournal(times.path, {}, () => now);
  young.append(turnStarted('t1'));
  now = 4_500;
  young.append(turnStarted('t2'));
  await young.flush();
  const { series } = await young.stats({ since: 0, until: 90_000_000 });
  expect(series.map(({ at, turns }) => [at, turns])).toEqual([
    [1_000, 1],
    [2_000, 0],
    [3_000, 0],
    [4_000, 1],
  ]);
  await young.end();
  times.remove();
});
