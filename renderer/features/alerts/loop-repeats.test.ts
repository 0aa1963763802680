import { describe, expect, test } from 'vitest';
import type { EntryBody, JournalEntry } from '../../../shared/journal-entry.ts';
import { repeatsIn, repeatsOf } from './loop-repeats.ts';

let seq = 0;
const at = (turn: string, body: EntryBody): JournalEntry => {
  seq += 1;
  return { seq, at: seq, session: 's', thread: 't', turn, level: 'info', ...body };
};
const delivered = (turn: string, id: string, args = '{"path":"a"}') =>
  at(turn, { type: 'tool-call-delivered', call: { key: '0', id, name: 'edit', arguments: args }, state: 'delivered' });
const result = (turn: string, id: string) =>
  at(turn, { type: 'tool-result-seen', callId: id, tool: 'edit', error: true, excerpt: 'no match' });
const fault = (turn: string, callId: string, occurrence: number, fingerprint = 'f') =>
  at(turn, { type: 'fault-classified', pattern: 'EI/DIFF_MATCH_FAILED/001', tool: 'edit', callId, occurrence, fingerprint });
const told = (turn: string, callId: string, occurrence: number) =>
  at(turn, { type: 'guidance-sent', callId, pattern: 'EI/DIFF_MATCH_FAILED/001', occurrence, text: '{}' });
const opened = (turn: string, fingerprint = 'f') =>
  at(turn, { type: 'circuit-opened', fingerprint, pattern: 'EI/DIFF_MATCH_FAILED/001', tool: 'edit', occurrences: 3 });
const found = (turn: string, count: number, action: 'guide' | 'block' | 'end' = 'guide') =>
  at(turn, {
    type: 'loop-detected',
    kind: 'identical_call_identical_result',
    evidence: Array.from({ length: count }, () => 'edit {"path":"a"} → no match'),
    count,
    action,
  });

const of = (entries: readonly JournalEntry[]) => ({ entries: [...entries], firstAt: entries[0]?.at ?? 0, lastAt: entries.at(-1)?.at ?? 0 });

test('evidence is taken apart into call and result; a text without a call stays whole', () => {
  expect(repeatsIn(['bash {"command":"ls"} → a → b', 'the same words']).map((row) => [row.tool, row.arguments, row.result])).toEqual([
    ['bash', '{"command":"ls"}', 'a → b'],
    ['', 'the same words', ''],
  ]);
});

describe('what Signalbox did', () => {
  test('a known mistake: guided, strengthened, circuit opened, answered locally', () => {
    const before = [delivered('0', 'old'), result('0', 'old'), fault('0', 'old', 1)];
    const calls = [
      delivered('1', 'a'),
      result('2', 'a'),
      fault('2', 'a', 1),
      told('2', 'a', 1),
      delivered('2', 'b'),
      result('3', 'b'),
      fault('3', 'b', 2),
      told('3', 'b', 2),
      fault('3', 'x', 1, 'of another mistake'),
      delivered('3', 'c'),
      result('4', 'c'),
      fault('4', 'c', 3),
    ];
    const open = opened('4');
    const answered = at('4', {
      type: 'tool-call-answered',
      call: { key: '0', id: 'd', name: 'edit', arguments: '{}' },
      pattern: 'EI/DUPLICATE_CALL/001',
    });
    const rows = repeatsOf(of([open, answered]), [...before, ...calls, open]);
    expect(rows.map((row) => [row.callId, row.turn, row.result, row.deeds])).toEqual([
      ['a', '1', 'no match', ['guided']],
      ['b', '2', 'no match', ['strengthened']],
      ['c', '3', 'no match', ['circuit opened']],
      ['d', '4', '', ['answered locally']],
    ]);
  });

  test('a loop without a known mistake is found again among the calls that left; the end of the turn stands at its last step', () => {
    const calls = [
      delivered('1', 'a'),
      result('2', 'a'),
      delivered('2', 'other', '{"path":"b"}'),
      result('3', 'other'),
      delivered('2', 'b'),
      result('3', 'b'),
      delivered('3', 'c'),
      result('4', 'c'),
    ];
    const end = found('4', 3, 'end');
    expect(repeatsOf(of([end]), [...calls, end]).map((row) => [row.callId, row.turn, row.deeds])).toEqual([
      ['a', '1', []],
      ['b', '2', []],
      ['c', '3', ['turn ended']],
    ]);
  });

  test('what the journal does not hold any more is left open, never made up', () => {
    const seen = found('9', 2);
    expect(repeatsOf(of([seen]), []).map(({ at: when, turn, deeds }) => [when, turn, deeds])).toEqual([
      [undefined, '', []],
      [undefined, '', []],
    ]);
  });
});
