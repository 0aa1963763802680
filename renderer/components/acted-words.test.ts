import { expect, test } from 'vitest';
import { actedWords } from './acted-words.ts';

const guidance = { pattern: 'EI/FILE_NOT_FOUND/001', occurrence: 1, text: '' };

test.each([
  [{ state: 'recovered', acted: 'hermes-json' }, 'hermes-json'],
  [{ state: 'healed', acted: 'loose-json, number-from-string' }, 'loose-json, number-from-string'],
  [{ state: 'answered', acted: 'EI/DUPLICATE_CALL/001' }, 'same call again'],
  [{ state: 'refused', acted: 'unadvertised' }, 'the agent does not offer that tool'],
  [{ state: 'refused', acted: 'passed as text' }, 'passed as text'],
  [{ state: 'cancelled', acted: 'reset' }, 'connection broken off'],
  [{ state: 'expired', acted: 'expired' }, 'nobody decided'],
  [{ state: 'withdrawn', acted: 'the client left' }, 'the agent left'],
  [{ state: 'withdrawn', acted: 'Signalbox ended before the reply did' }, 'Signalbox ended before the reply did'],
  [{ state: 'withdrawn', acted: '' }, 'the agent left'],
  [{ state: 'stuck', acted: 'same call, 4 times' }, 'same call, 4 times'],
  [{ state: 'held', acted: 'schema' }, 'schema'],
  [{ state: 'delivered', acted: '' }, ''],
  [{ state: 'delivered', acted: '', guidance }, 'guided: file not found'],
  [{ state: 'delivered', acted: '', fault: { ...guidance, fingerprint: 'f' } }, 'file not found'],
] as const)('%j: %s', (call, words) => {
  expect(actedWords(call)).toBe(words);
});
