import { describe, expect, test } from 'vitest';
import { deriveCallId, type CallIdSeed } from './call-id.ts';

const seed: CallIdSeed = {
  dialect: 'openai-chat',
  style: 'dialect',
  historyHash: 'h',
  position: 0,
  name: 'bash',
  arguments: '{"command":"ls"}',
};
const none: ReadonlySet<string> = new Set();

describe('form', () => {
  test.each([
    [{ ...seed }, /^call_[0-9A-Za-z]{22}$/],
    [{ ...seed, dialect: 'openai-responses' as const }, /^call_[0-9A-Za-z]{22}$/],
    [{ ...seed, dialect: 'anthropic-messages' as const }, /^toolu_[0-9A-Za-z]{22}$/],
    [{ ...seed, style: 'mistral' as const }, /^[0-9A-Za-z]{9}$/],
  ])('%j', (from, form) => expect(deriveCallId(from, none)).toMatch(form));
});

test('repeatable', () => expect(deriveCallId(seed, none)).toBe(deriveCallId({ ...seed }, none)));

describe('distinct by', () => {
  test.each([
    ['history', { historyHash: 'i' }],
    ['position', { position: 1 }],
    ['name', { name: 'Bash' }],
    ['arguments', { arguments: '{"command": "ls"}' }],
  ])('%s', (_, change) => {
    expect(deriveCallId({ ...seed, ...change }, none)).not.toBe(deriveCallId(seed, none));
    expect(deriveCallId({ ...seed, ...change, style: 'mistral' }, none)).not.toBe(deriveCallId({ ...seed, style: 'mistral' }, none));
  });
});

test('a taken id is not given again, and the next one is repeatable', () => {
  const first = deriveCallId(seed, none);
  const second = deriveCallId(seed, new Set([first]));
  expect(second).not.toBe(first);
  expect(second).toBe(deriveCallId(seed, new Set([first])));
});
