import { describe, expect, test } from 'vitest';
import { boundedPattern, mayBlowUp } from './bounded-pattern.ts';

describe('patterns that are tried', () => {
  test.each(['^[a-z]+$', '^(?:a|b)$', '^\\d{4}-\\d{2}$', '(foo)+', '[(+*)]+', '^(\\w+)/(\\w+)$', 'a{1,3}', '^([a-z]{2}){1,3}$'])(
    '%s',
    (pattern) => expect(mayBlowUp(pattern)).toBe(false),
  );
  test('they match as written', () => {
    expect(boundedPattern('^[a-z]+$', '').test('abc')).toBe(true);
    expect(boundedPattern('^[a-z]+$', '').test('ABC')).toBe(false);
  });
});

describe('patterns that accept everything', () => {
  test.each(['(a+)+', '(a|aa)+', '^(([a-z])+.)+$', '(a*)*', '(.*a){20,}', '(a)\\1+', '(?<x>a)\\k<x>', '((a|b)c)*', '.*.*.*.*.*.*.*.*.*x'])(
    'could blow up: %s',
    (pattern) => {
      expect(mayBlowUp(pattern)).toBe(true);
      expect(boundedPattern(pattern, '').test('x'.repeat(100))).toBe(true);
    },
  );
  test.each(['(?i)abc', '[', '(?P<n>a)', 'a++'])('no JavaScript: %s', (pattern) =>
    expect(boundedPattern(pattern, '').test('zzz')).toBe(true),
  );
  test('text beyond the bound', () => expect(boundedPattern('^a$', '').test('b'.repeat(10_001))).toBe(true));
});

test('two patterns are told apart by their text', () => {
  expect(String(boundedPattern('a', ''))).not.toBe(String(boundedPattern('b', '')));
});
