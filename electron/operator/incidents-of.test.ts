import { describe, expect, it } from 'vitest';
import type { EntryBody, JournalEntry } from '../../shared/journal-entry.ts';
import { incidentsOf } from './incidents-of.ts';

let seq = 0;
const at = (minutes: number, body: EntryBody, head: Partial<JournalEntry> = {}): JournalEntry => {
  seq += 1;
  return {
    seq,
    at: minutes * 60_000,
    session: 's',
    thread: 't',
    turn: `turn-${minutes}`,
    level: 'alert',
    ...body,
    ...head,
  } as JournalEntry;
};
const loop = (count: number, action: 'guide' | 'block' | 'end' = 'guide'): EntryBody => ({
  type: 'loop-detected',
  kind: 'identical_call_identical_result',
  evidence: ['bash {"command":"ls"} → a'],
  count,
  action,
});
const opened: EntryBody = { type: 'circuit-opened', fingerprint: 'f', pattern: 'EI/MODEL_STUCK_LOOP/001', tool: 'bash', occurrences: 4 };
const closed: EntryBody = { type: 'circuit-closed', fingerprint: 'f', cause: 'user message' };
const call = { key: '0', id: 'c', name: 'bash', arguments: '{"comm' };
const cancelled: EntryBody = { type: 'tool-call-cancelled', call, cause: 'reset' };
const failed: EntryBody = { type: 'upstream-failed', cause: 'reset', status: 200, upstream: 'u', detail: '' };

describe('incidents', () => {
  it('a loop over its turns is one incident', () => {
    const [only, ...others] = incidentsOf([at(1, loop(3)), at(2, opened), at(2, loop(4)), at(3, loop(5, 'block'))]);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      kind: 'loop',
      state: 'open',
      count: 5,
      tool: 'bash',
      fingerprint: 'f',
      turn: 'turn-3',
      firstAt: 60_000,
      lastAt: 180_000,
    });
    expect(only?.entries).toHaveLength(4);
  });

  it('it ends with its circuit; what comes later is another one', () => {
    const found = incidentsOf([at(1, opened), at(2, closed), at(3, loop(3))]);
    expect(found.map(({ state }) => state)).toEqual(['over', 'closed']);
  });

  it('several circuits that close at once, or late, end one incident and begin none', () => {
    const second: EntryBody = {
      type: 'circuit-opened',
      fingerprint: 'g',
      pattern: 'EI/DIFF_MATCH_FAILED/001',
      tool: 'edit',
      occurrences: 3,
    };
    const guided: EntryBody = { type: 'guidance-sent', callId: 'c', pattern: 'EI/DUPLICATE_CALL/001', occurrence: 1, text: '' };
    const entries = [at(1, opened), at(1, second), at(40, closed), at(40, { ...closed, fingerprint: 'g' }), at(41, guided)];
    expect(incidentsOf(entries).map(({ state, entries: own }) => [state, own.length])).toEqual([['closed', 4]]);
  });

  it('two threads, and a long silence, are kept apart', () => {
    expect(incidentsOf([at(1, loop(3)), at(1, loop(3), { thread: 'other' }), at(60, loop(3))])).toHaveLength(3);
  });

  it('calls that one turn lost belong together with the failure of its endpoint, whichever is told first', () => {
    const found = incidentsOf([
      at(1, cancelled),
      at(1, failed),
      at(1, cancelled),
      at(2, cancelled),
      at(3, failed),
      at(3, cancelled),
      at(4, failed),
    ]);
    expect(found.map(({ kind, count, entries }) => [kind, count, entries.length])).toEqual([
      ['upstream', 1, 1],
      ['cancelled', 1, 2],
      ['cancelled', 1, 1],
      ['cancelled', 2, 3],
    ]);
  });

  it('keeps its id when calls come to a failure', () => {
    const first = at(1, failed);
    const alone = incidentsOf([first]);
    expect(incidentsOf([first, at(1, cancelled)]).map(({ id }) => id)).toEqual(alone.map(({ id }) => id));
  });

  it('what nobody was alerted to is none, and a closing alone says nothing', () => {
    const quiet = at(1, { type: 'settings-changed', keys: ['look.theme'], by: 'operator', pending: false }, { level: 'info' });
    expect(incidentsOf([quiet, at(1, closed), at(1, { type: 'tool-call-answered', call, pattern: 'EI/PARAM_MISSING/001' })])).toEqual([]);
  });

  it('is bounded', () => {
    const [only] = incidentsOf(Array.from({ length: 500 }, (_, n) => at(1, loop(n))));
    expect(only?.entries).toHaveLength(60);
    expect(only?.count).toBe(499);
  });
});
