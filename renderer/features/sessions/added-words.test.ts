import { expect, test } from 'vitest';
import type { EntryBody, JournalEntry } from '../../../shared/journal-entry.ts';
import { addedWords } from './added-words.ts';

const entries = (...bodies: readonly EntryBody[]): JournalEntry[] =>
  bodies.map((body, at): JournalEntry => ({ seq: at + 1, at, session: 's', thread: 't', turn: 'u', level: 'info', ...body }));
const guide = (callId: string, text: string): EntryBody => ({ type: 'guidance-sent', callId, pattern: 'P', occurrence: 1, text });

test('words without a call, the operator’s first', () => {
  const found = addedWords(
    entries(guide('a', 'on a result'), guide('', 'on an overflow'), { type: 'steer-sent', text: '[operator] look left', anchor: 'h' }),
  );
  expect(found).toEqual([
    { seq: 3, by: 'operator', text: '[operator] look left' },
    { seq: 2, by: 'guidance', text: 'on an overflow' },
  ]);
});

test('none in a turn where nothing was added', () => expect(addedWords(entries(guide('a', 'on a result')))).toEqual([]));
