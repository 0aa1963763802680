import { expect, it } from 'vitest';
import { closedBy, faultWords, loopKindWords, shortCause, shortRefusal } from './alert-words.ts';

it('codes are told in words', () => {
  expect(faultWords('EI/DIFF_MATCH_FAILED/001')).toBe('the edit does not match the file');
  expect(loopKindWords('cycle')).toBe('same steps in turn');
  expect(shortCause('reset')).toBe('connection broken off');
  expect(shortRefusal('unadvertised')).toBe('the agent does not offer that tool');
  expect(['user-message', 'user message', 'operator'].map(closedBy)).toEqual(['words of the user', 'words of the user', 'you']);
});

it('what has no words is shown as it is, inert and bounded', () => {
  expect(faultWords('XY/NEW_ONE/007')).toBe('XY/NEW_ONE/007');
  expect(loopKindWords('constructor')).toBe('constructor');
  expect(shortCause(`a\u202Eb${'x'.repeat(500)}`)).toMatch(/^a⟨RLO⟩b/);
  expect(shortRefusal('x'.repeat(500)).length).toBeLessThan(50);
});
