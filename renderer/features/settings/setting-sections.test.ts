import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../shared/settings.ts';
import { problemWords, settingChoices, valueWords } from './setting-sections.ts';

describe('a value as a person reads it', () => {
  it.each([
    ['approval.timeoutMs', 120_000, '120 s'],
    ['journal.maxBytes', 1_073_741_824, '1024 MiB'],
    ['journal.maxDays', 30, '30 days'],
    ['reask.max', 1, '1'],
    ['calls.hold', 'perCall', 'call'],
    ['recovery.mode', 'ask', 'ask'],
    ['otlp.endpoint', null, 'not set'],
    ['guidance.enabled', true, 'on'],
    ['gateway.allowedHosts', ['a.example', 'b.example'], 'a.example, b.example'],
    ['gateway.allowedHosts', [], 'none'],
    ['loop.tools', { Bash: 'off' }, '{"Bash":"off"}'],
  ])('%s %j: %s', (key, value, words) => {
    expect(valueWords(key, value)).toBe(words);
  });
});

it.each(Object.entries(settingChoices))('%s: the default is one of the choices', (key, choices) => {
  const fallback = Object.entries(defaultSettings).find(([each]) => each === key)?.[1];
  expect(choices.map((choice) => (typeof choice === 'string' ? choice : choice[0]))).toContain(fallback);
});

it.each([
  ['approval.timeoutMs', 'Too big: expected number to be <=170000; default 120000. How long.', 'At most 170 s'],
  ['reask.max', 'Too small: expected number to be >=0; default 1. How often.', 'At least 0'],
  ['otlp.endpoint', 'Invalid URL; default null. Where.', 'Invalid URL'],
  ['journal.maxDays', 'Too big: expected number to be <=3650; default 30. Age.', 'At most 3650 days'],
  ['look.theme', 'the settings file could not be written', 'the settings file could not be written'],
])('a refusal says what is allowed, in the unit that was typed: %s', (key, message, words) => {
  expect(problemWords(key, message)).toBe(words);
});
