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

it('an endpoint that refuses a request faults no tool result: neither figure, nor line, nor what they open', async () => {
  const place = temporaryFolder();
  const refused = await openedJournal(place.path, {}, () => 1000);
  const head = { level: 'info', session: 's1', thread: 'main', turn: 't1' } as const;
  const fault = (pattern: string, tool: string, callId: string): NewEntry => ({
    ...head,
    type: 'fault-classified',
    pattern,
    tool,
    callId,
    occurrence: 1,
    fingerprint: 'f',
  });
  refused.append(turnStarted('t1'));
  refused.append({ ...head, type: 'tool-result-seen', callId: 'a', tool: 'read', error: true, excerpt: '' });
  refused.append(fault('EI/FILE_NOT_FOUND/001', 'read', 'a'));
  refused.append(fault('EI/CONTEXT_OVERFLOW/001', '', ''));
  // The model is told with a later turn: that is no second one in which it happened.
  refused.append({ ...head, turn: 't2', type: 'guidance-sent', callId: '', pattern: 'EI/CONTEXT_OVERFLOW/001', occurrence: 1, text: '' });
  await refused.flush();
  const { figures, series } = await refused.stats({});
  expect(figures['faults']).toMatchObject({ value: 1, of: 1 });
  expect(series.map(({ faults, results }) => [faults, results])).toEqual([[1, 1]]);
  expect((await refused.query({ query: figures['faults']?.query ?? '', limit: 9 })).entries).toMatchObject([{ tool: 'read' }]);
  expect((await refused.query({ query: 'type:fault-classified -tool:*', limit: 9 })).entries).toMatchObject([{ tool: '' }]);
  const { groups } = await refused.stats({ group: 'category' });
  expect(groups.find(({ name }) => name === 'EI/CONTEXT_OVERFLOW/001')).toMatchObject({ faults: 1, turns: 1 });
  await refused.end();
  place.remove();
});
