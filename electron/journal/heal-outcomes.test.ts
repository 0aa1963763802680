import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { EntryBody, NewEntry } from '../../shared/journal-entry.ts';
import { openedJournal, temporaryFolder, turnEnded, turnStarted } from './testing/entries.ts';

const folders: { readonly remove: () => void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

const in_ = (turn: string, entry: EntryBody, thread = 'main'): NewEntry => ({ level: 'info', session: 's1', thread, turn, ...entry });
const call = (id: string) => ({ key: id, id, name: 'Read', arguments: '{"limit":"5"}' });
const healed = (
  turn: string,
  id: string,
  more: { readonly ids?: readonly string[]; readonly thread?: string; readonly against?: readonly string[] } = {},
): NewEntry =>
  in_(
    turn,
    {
      type: 'tool-call-healed',
      call: call(id),
      rule: 'number-from-string',
      before: '{"limit":"5"}',
      // Long enough to be stored packed.
      after: `{"limit":5,"x":"${'y'.repeat(3000)}"}`,
      fixes: [],
      ids: more.ids ?? [id],
      against: more.against ?? ['PARAM_TYPE_MISMATCH', 'PARAM_MISSING'],
    },
    more.thread,
  );
const delivered = (turn: string, id: string): NewEntry => in_(turn, { type: 'tool-call-delivered', call: call(id), state: 'delivered' });
const result = (turn: string, callId: string, error: boolean, thread?: string): NewEntry =>
  in_(turn, { type: 'tool-result-seen', callId, tool: 'Read', error, excerpt: '' }, thread);
const fault = (turn: string, callId: string, category: string): NewEntry =>
  in_(turn, { type: 'fault-classified', pattern: `EI/${category}/001`, tool: 'Read', callId, occurrence: 1, fingerprint: 'f' });
const reask = (turn: string, input: number, output: number): NewEntry =>
  in_(turn, { type: 'reask-sent', cause: 'preflight', guidance: '', attempt: 1, usage: { input, output } });
const ended = (turn: string, input: number | undefined): NewEntry => {
  const entry = turnEnded(turn);
  return entry.type === 'turn-ended' ? { ...entry, usage: { input, output: 9 } } : entry;
};

async function figuresAfter(entries: readonly NewEntry[]) {
  const folder = temporaryFolder();
  folders.push(folder);
  const journal = await openedJournal(folder.path, {}, () => 1000);
  for (const entry of entries) journal.append(entry);
  await journal.flush();
  const { figures } = await journal.stats({});
  await journal.end();
  const pair = (name: string): readonly [number | null, number | null] => [figures[name]?.value ?? null, figures[name]?.of ?? null];
  return { rate: pair('healRate'), otherwise: pair('healFailedOtherwise')[0], unseen: pair('healUnseen')[0], saved: pair('tokensSaved') };
}

const turn = (name: string, ...entries: readonly NewEntry[]): readonly NewEntry[] => [turnStarted(name), ...entries, ended(name, 1000)];

test.each<[string, readonly NewEntry[], Awaited<ReturnType<typeof figuresAfter>>]>([
  ['succeeded', [...turn('t1', healed('t1', 'a')), result('t2', 'a', false)], { rate: [1, 1], otherwise: 0, unseen: 0, saved: [1000, 1] }],
  [
    'failed by what it was to prevent',
    [...turn('t1', healed('t1', 'a')), result('t2', 'a', true), fault('t2', 'a', 'PARAM_TYPE_MISMATCH')],
    { rate: [0, 1], otherwise: 0, unseen: 0, saved: [0, 0] },
  ],
  [
    'failed by another mistake',
    [...turn('t1', healed('t1', 'a')), result('t2', 'a', true), fault('t2', 'a', 'FILE_NOT_FOUND')],
    { rate: [0, 0], otherwise: 1, unseen: 0, saved: [0, 0] },
  ],
  [
    'failed, no known mistake',
    [...turn('t1', healed('t1', 'a')), result('t2', 'a', true)],
    { rate: [0, 0], otherwise: 1, unseen: 0, saved: [0, 0] },
  ],
  ['unseen', turn('t1', healed('t1', 'a')), { rate: [0, 0], otherwise: 0, unseen: 1, saved: [0, 0] }],
  [
    'a result of another thread is not its result',
    [...turn('t1', healed('t1', 'a')), result('t2', 'a', false, 'other')],
    { rate: [0, 0], otherwise: 0, unseen: 1, saved: [0, 0] },
  ],
  [
    'an id that is used again',
    [...turn('t1', healed('t1', 'a'), delivered('t1', 'a')), ...turn('t2', delivered('t2', 'a')), result('t3', 'a', false)],
    { rate: [0, 0], otherwise: 0, unseen: 1, saved: [0, 0] },
  ],
  [
    'left under another id',
    [...turn('t1', healed('t1', '', { ids: ['n'] })), result('t2', 'n', false)],
    { rate: [1, 1], otherwise: 0, unseen: 0, saved: [1000, 1] },
  ],
  [
    'split in two: each counts, one round trip',
    [...turn('t1', healed('t1', 'a', { ids: ['a', 'b'] })), result('t2', 'a', false), result('t2', 'b', false)],
    { rate: [2, 2], otherwise: 0, unseen: 0, saved: [1000, 1] },
  ],
  [
    'a second healed call of the turn failed: the round trip came anyway',
    [...turn('t1', healed('t1', 'a'), healed('t1', 'b')), result('t2', 'a', false), result('t2', 'b', true)],
    { rate: [1, 1], otherwise: 1, unseen: 0, saved: [0, 0] },
  ],
  [
    'two rules on one call: it counts once',
    [...turn('t1', healed('t1', 'a'), healed('t1', 'a', { against: ['UNKNOWN_TOOL'] })), result('t2', 'a', false)],
    { rate: [1, 1], otherwise: 0, unseen: 0, saved: [1000, 1] },
  ],
  [
    'two rules on one call, the first was to prevent the failure',
    [
      ...turn('t1', healed('t1', 'a'), healed('t1', 'a', { against: ['UNKNOWN_TOOL'] })),
      result('t2', 'a', true),
      fault('t2', 'a', 'PARAM_MISSING'),
    ],
    { rate: [0, 1], otherwise: 0, unseen: 0, saved: [0, 0] },
  ],
  [
    'two rules on one call, neither was to prevent the failure',
    [
      ...turn('t1', healed('t1', 'a'), healed('t1', 'a', { against: ['UNKNOWN_TOOL'] })),
      result('t2', 'a', true),
      fault('t2', 'a', 'FILE_NOT_FOUND'),
    ],
    { rate: [0, 0], otherwise: 1, unseen: 0, saved: [0, 0] },
  ],
  [
    'usage unknown: nothing is guessed',
    [turnStarted('t1'), healed('t1', 'a'), ended('t1', undefined), result('t2', 'a', false)],
    { rate: [1, 1], otherwise: 0, unseen: 0, saved: [0, 0] },
  ],
  [
    're-asks cost',
    [...turn('t1', healed('t1', 'a')), result('t2', 'a', false), reask('t2', 300, 50)],
    { rate: [1, 1], otherwise: 0, unseen: 0, saved: [650, 1] },
  ],
  ['re-asks alone cost as well', [turnStarted('t1'), reask('t1', 300, 50)], { rate: [0, 0], otherwise: 0, unseen: 0, saved: [-350, 0] }],
])('%s', async (_name, entries, expected) => {
  expect(await figuresAfter(entries)).toEqual(expected);
}); // prettier-ignore

test('a call that Signalbox made is no result of the model', async () => {
  const folder = temporaryFolder();
  folders.push(folder);
  const journal = await openedJournal(folder.path, {}, () => 1000);
  const made = { key: 'k', id: 'k', name: 'Read', arguments: '{}' };
  journal.append(in_('t1', { type: 'tool-call-made', call: made, rule: 'observe-then-retry', step: 'read', of: 'x' }));
  journal.append(in_('t2', { type: 'tool-result-seen', callId: 'k', tool: 'Read', error: false, excerpt: '', made: true }));
  await journal.flush();
  const { figures } = await journal.stats({});
  await journal.end();
  expect([figures['calls']?.value, figures['healed']?.value, figures['faults']?.of, figures['callsMade']?.value]).toEqual([0, 0, 0, 1]);
});

/** What a reader of the entries would count, without the journal's own books. */
function recount(steps: readonly { readonly end: string }[]): {
  readonly rate: readonly [number, number];
  readonly otherwise: number;
  readonly unseen: number;
} {
  const count = (...ends: readonly string[]): number => steps.filter(({ end }) => ends.includes(end)).length;
  return { rate: [count('ok'), count('ok', 'same')], otherwise: count('other', 'failed'), unseen: count('never') };
}

test('a recount of any run agrees', async () => {
  const ends = fc.constantFrom('ok', 'same', 'other', 'failed', 'never');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ end: ends }), { maxLength: 12 }), async (steps) => {
      const entries = steps.flatMap(({ end }, at): readonly NewEntry[] => {
        const [id, now, next] = [`c${at}`, `t${at}`, `t${at + 1}`];
        const seen = end === 'never' ? [] : [result(next, id, end !== 'ok')];
        const why = end === 'same' ? [fault(next, id, 'PARAM_MISSING')] : end === 'other' ? [fault(next, id, 'UNKNOWN_TOOL')] : [];
        return [...turn(now, healed(now, id), delivered(now, id)), ...seen, ...why];
      });
      const { rate, otherwise, unseen } = await figuresAfter(entries);
      expect({ rate, otherwise, unseen }).toEqual(recount(steps));
    }),
    { numRuns: 8 },
  );
});

test('a step of time counts each mended call whose result succeeded once, at its own time', async () => {
  const folder = temporaryFolder();
  folders.push(folder);
  let now = 1_000;
  const journal = await openedJournal(folder.path, {}, () => now);
  const recovered = in_('t1', {
    type: 'tool-call-recovered',
    call: call('a'),
    format: 'hermes-json',
    checks: [],
    reason: 'ok',
    excerpt: '',
  });
  // `a` was recovered and healed by two rules; `b` failed, by what its rule was not to prevent; nothing was seen of `c`.
  for (const entry of [...turn('t1', recovered, healed('t1', 'a'), healed('t1', 'a'), healed('t1', 'b'), healed('t1', 'c'))])
    journal.append(entry);
  now = 4_000;
  for (const entry of [result('t2', 'a', false), result('t2', 'b', true), ...turn('t2', healed('t2', 'd')), result('t3', 'd', false)])
    journal.append(entry);
  await journal.flush();
  const { series } = await journal.stats({});
  expect(series.map(({ at, saved, results }) => [at, saved, results])).toEqual([
    [1_000, 1, 0],
    [2_000, 0, 0],
    [3_000, 0, 0],
    [4_000, 1, 3],
  ]);
  await journal.end();
});
