import { expect, test } from 'vitest';
import type { EntryBody } from '../../shared/journal-entry.ts';
import { FateReader } from './request-fate.ts';

const tooLong = (callId = ''): EntryBody => ({
  type: 'fault-classified',
  pattern: 'EI/CONTEXT_OVERFLOW/001',
  tool: '',
  callId,
  occurrence: 1,
  fingerprint: 'f',
});
const reask: EntryBody = { type: 'reask-sent', cause: 'c', guidance: 'g', attempt: 1, usage: {} };

test.each<readonly [string, number, readonly EntryBody[], string]>([
  ['a 200', 200, [], 'accepted'],
  ['an overflow', 400, [tooLong()], 'too-long'],
  ['an overflow inside a 200', 200, [tooLong()], 'too-long'],
  ['an overflow of the re-ask alone', 200, [reask, tooLong()], 'accepted'],
  ['a sub-agent’s result that quotes one', 200, [tooLong('a')], 'accepted'],
  ['a history that is refused', 400, [], 'refused'],
  ['a template that fails', 500, [], 'refused'],
  ['no answer', 0, [], 'open'],
  ['another key is wanted', 401, [], 'open'],
  ['busy', 429, [], 'open'],
  ['overloaded', 529, [], 'open'],
])('%s', (_what, status, entries, fate) => {
  const reader = new FateReader();
  for (const entry of entries) reader.read(entry);
  expect(reader.fate(status)).toBe(fate);
}); // prettier-ignore
