import { expect, it } from 'vitest';
import { faultWords, loopKindWords } from '../../shared/alert-words.ts';
import { LOOP_KINDS } from '../core/circuit/loop-kinds.ts';
import { faultPatterns } from '../core/fault/patterns/index.ts';

// No code reaches a person: each pattern and each kind of loop that can raise an alert has words.
it.each(faultPatterns.map(({ id }) => id))('%s has words', (id) => {
  expect(faultWords(id)).toMatch(/^[^/_]+$/);
});

it.each(LOOP_KINDS.map(({ id }) => id))('%s has words', (id) => {
  expect(loopKindWords(id)).not.toContain('_');
});
