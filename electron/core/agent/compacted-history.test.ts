import { describe, expect, test } from 'vitest';
import type { HistoryItem } from '../turn/turn.ts';
import { isCompactionOf, markOf } from './compacted-history.ts';

const user = (text: string): HistoryItem => ({ type: 'user', index: 0, text });
const calls = (...ids: readonly string[]): HistoryItem => ({
  type: 'assistant',
  index: 0,
  text: '',
  reasoning: '',
  calls: ids.map((id) => ({ id, name: 'bash', arguments: '{}', kind: 'function' })),
});

describe('a history that was written anew', () => {
  const mark = markOf([user('fix it'), calls('a', 'b'), calls('c'), user('go on')]);

  test('the mark is small', () => {
    expect(mark.calls).toEqual(['a', 'b', 'c']);
    expect(markOf(Array.from({ length: 50 }, (_, at) => calls(`${at}`))).calls).toEqual(['42', '43', '44', '45', '46', '47', '48', '49']);
  });

  test.each([
    ['the same first words', [user('fix it'), calls('z')]],
    ['one of the last calls', [user('other'), calls('c')]],
    ['Claude Code', [user('This session is being continued from a previous conversation that ran out of context.')]],
    ['Codex', [user('fix'), user('Another language model started to solve this problem and produced a summary of its thinking process.')]],
    ['opencode', [user('What did we do so far?'), calls(), user('Continue if you have next steps')]],
    ['after the kept beginning', [user('other'), calls('x'), user('[The conversation was compacted.]')]],
  ])('goes on: %s', (_what, history) => expect(isCompactionOf(mark, history)).toBe(true));

  test.each([
    ['other work', [user('write docs'), calls('z')]],
    ['a summary that comes up later', [user('write docs'), calls('y'), calls('z'), user('now a summary')]],
    ['nothing', []],
  ])('does not: %s', (_what, history) => expect(isCompactionOf(mark, history)).toBe(false));
}); // prettier-ignore
