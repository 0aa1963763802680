import { expect, test } from 'vitest';
import type { EntryBody, JournalEntry } from '../../../shared/journal-entry.ts';
import { cutState } from './cut-state.ts';
import { causeWords, refusalWords } from './incident-words.ts';
import { closestToldOf } from './told-content.ts';
import { turnFate } from './turn-fate.ts';

test.each([
  ['', 'nothing arrived'],
  ['{"command": "uv pip install -r requirem', 'string open'],
  ['{"path": "a \\" b', 'string open'],
  ['{"path": "pyproject.toml"', 'object open'],
  ['{"path": "}"}', 'complete JSON'],
  ['plain words', 'no JSON'],
])('what had arrived of %j: %s', (text, state) => {
  expect(cutState(text)).toBe(state);
});

test('the closest content is read from guidance in either format, and from nothing else', () => {
  const said = 'The closest content of the file is: a\nb';
  expect(closestToldOf(JSON.stringify({ signalbox: 1, next: ['Read it.', said] }))).toBe('a\nb');
  expect(closestToldOf('NEXT:\n- The closest content of the file is: a\n- Read it.')).toBe('a');
  expect(closestToldOf(JSON.stringify({ signalbox: 1, next: ['Read it.'] }))).toBeUndefined();
  expect(closestToldOf(JSON.stringify({ next: 'The closest content of the file is: a' }))).toBeUndefined();
});

test('words for causes and reasons are own properties', () => {
  expect(causeWords('constructor')).toBe('constructor');
  expect(refusalWords('toString')[0]).toMatch(/not certain/);
});

let seq = 0;
const at = (turn: string, body: EntryBody): JournalEntry => {
  seq += 1;
  return { seq, at: seq, session: 's', thread: 't', turn, level: 'info', ...body };
};
const sizes = { calls: 1, reasks: 0, durationMs: 1900, usage: {}, requestBytes: 1, responseBytes: 1 };

test('what became of a turn is what its entries say', () => {
  const call = { key: '0', id: 'a', name: 'bash', arguments: '{}' };
  const story = [
    at('1', { type: 'tool-call-delivered', call, state: 'delivered' }),
    at('1', { type: 'tool-call-delivered', call: { ...call, id: 'lost' }, state: 'cancelled' }),
    at('1', { type: 'turn-ended', outcome: 'cut', status: 200, finish: 'calls', ...sizes }),
    at('2', { type: 'history-repaired', changes: ['bash (lost) had no result: a neutral one was put in', 'another'] }),
  ];
  expect(turnFate('1', story, new Set(['lost', ''])).map(({ text }) => text)).toEqual([
    '1 complete call of the turn went on',
    'Stream closed validly after 1.90 s, finish reason calls, outcome: cut',
    'History repaired later: bash (lost) had no result: a neutral one was put in',
  ]);
  const error = { code: 'signalbox_cut', message: 'it broke off' } as const;
  expect(turnFate('3', [at('3', { type: 'turn-ended', outcome: 'cut', status: 200, finish: '', ...sizes, error })])).toEqual([
    { good: false, text: 'The agent got an error (signalbox_cut) after 1.90 s: it broke off' },
  ]);
  expect(turnFate('4', story)).toEqual([]);
});
