import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locateJson } from './locate-json.ts';

test('every value is found at its place', () => {
  const text = '{"a": [1, "x"], "b~/": {"c": null}}';
  const located = locateJson(text);
  if (!located.ok) throw new Error(located.message);
  const at = (pointer: string) => {
    const place = located.places.get(pointer);
    return place === undefined ? undefined : text.slice(place.start, place.end);
  };
  expect(at('')).toBe(text);
  expect(at('/a/1')).toBe('"x"');
  expect(at('/b~0~1/c')).toBe('null');
});

test('it accepts what JSON.parse accepts, with the same value', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const located = locateJson(text);
      expect(located.ok && JSON.stringify(located.value)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('it refuses what JSON.parse refuses', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', '{', '}', '[', ']', ':', ',', 'a', '1', '-', '.', 'e', ' ', '\\') }), (text) => {
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      expect(locateJson(text).ok).toBe(valid);
    }),
    { numRuns: 2_000 },
  );
});

describe('where it says the fault is', () => {
  test.each([
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":"x', 5],
    ['{"a":1} x', 8],
    ['{"a":tru}', 5],
  ])('%s', (text, at) => {
    const located = locateJson(text);
    expect(located.ok ? undefined : located.at).toBe(at);
  });
});

test('what JSON.parse loses in silence is told: repeated names and inexact numbers', () => {
  const located = locateJson('{"a":1,"a":9007199254740993,"b":9007199254740991}');
  expect(located.ok && located.repeated).toEqual(['/a']);
  expect(located.ok && located.inexact.length).toBe(1);
});
