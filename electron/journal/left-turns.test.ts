import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewEntry } from '../../shared/journal-entry.ts';
import { closeLeftTurn } from './close-left-turn.ts';
import type { Journal } from './journal-service.ts';
import type { LeftTurn } from './left-turns.ts';
import { callSeen, openedJournal, temporaryFolder, turnEnded, turnStarted } from './testing/entries.ts';

const call = (key: string) => ({ key, id: key, name: 'Bash', arguments: '{}' });
const of = (turn: string) => ({ session: 's1', thread: 'main', turn, level: 'info' }) as const;
const delivered = (turn: string, key: string): NewEntry => ({
  ...of(turn),
  type: 'tool-call-delivered',
  call: call(key),
  state: 'delivered',
});

describe('turns that a killed program left', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let journal: Journal & { end: () => Promise<void> };
  let clock = 1_000_000;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await journal.end();
    folder.remove();
  });
  const open = async (): Promise<void> => {
    journal = await openedJournal(folder.path, {}, () => clock);
  };

  it('have an end after the next start: one last state for each call, none of what has one', async () => {
    await open();
    for (let each = 0; each < 120; each += 1) journal.append(turnStarted(`left${each}`));
    journal.append(turnStarted('half'));
    journal.append(callSeen('half', 'a', 'Bash', '{}'));
    journal.append(callSeen('half', 'b', 'Bash', '{}'));
    clock += 700;
    journal.append(delivered('half', 'a'));
    journal.append(turnStarted('whole'));
    journal.append(turnEnded('whole'));
    for (const entry of [turnStarted('retried'), turnEnded('retried'), turnStarted('retried'), turnStarted('retried')])
      journal.append(entry);
    await journal.end();

    clock += 3_600_000;
    await open();
    journal.append(turnStarted('running'));
    await journal.closeLeft();
    const turns = await journal.turns({ limit: 1000 });
    expect(turns.filter((turn) => turn.outcome === null).map((turn) => turn.turn)).toEqual(['running']);
    const retried = (await journal.query({ query: '', turn: 'retried' })).entries.map((entry) => entry.type);
    expect(['turn-started', 'turn-ended'].map((type) => retried.filter((each) => each === type).length)).toEqual([3, 3]);
    expect(turns.find((turn) => turn.turn === 'half')).toMatchObject({ outcome: 'cut', status: 0, calls: 1, durationMs: 700 });
    const half = (await journal.query({ query: '', turn: 'half' })).entries.toReversed();
    expect(half.slice(-3)).toMatchObject([
      { type: 'tool-call-cancelled', call: { key: 'b' }, level: 'alert' },
      { type: 'tool-call-delivered', call: { key: 'b' }, state: 'cancelled' },
      { type: 'turn-ended', error: { code: 'program-ended' } },
    ]);
    const entries = journal.lastSeq();
    await journal.end();
    await open();
    await journal.closeLeft();
    await journal.flush();
    // `running` of the second start is what the third one ends: nothing is ended twice.
    expect(journal.lastSeq()).toBe(entries + 1);
  });
});

it('a call that was held is withdrawn with its card', () => {
  const held = { ...of('t'), seq: 3, at: 10, type: 'tool-call-held', call: call('a'), approval: { id: 'card', format: 'hermes-json' } };
  const settled = { ...of('t'), seq: 5, at: 12, type: 'approval-settled', id: 'old', verdict: 'approve', by: 'operator', call: call('b') };
  const entries = [
    { ...of('t'), seq: 1, at: 5, type: 'turn-started' },
    { ...of('t'), seq: 2, at: 9, type: 'tool-call-seen', call: call('a'), native: false },
    held,
    { ...held, seq: 4, call: call('b'), approval: { id: 'old', format: 'hermes-json' } },
    settled,
    { ...of('t'), seq: 6, at: 12, type: 'reask-sent' },
  ] as unknown as LeftTurn['entries'];
  expect(closeLeftTurn({ id: 1, session: 's1', thread: 'main', turn: 't', entries }, 99)).toMatchObject([
    { type: 'approval-settled', id: 'card', verdict: 'withdrawn', by: 'shutdown', status: { state: 'withdrawn', at: 99 } },
    { type: 'tool-call-cancelled', call: { key: 'a' }, level: 'info' },
    { type: 'tool-call-delivered', call: { key: 'a' }, state: 'withdrawn' },
    { type: 'turn-ended', outcome: 'cut', reasks: 1, durationMs: 7 },
  ]);
});
