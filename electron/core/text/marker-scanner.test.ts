import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMarkerScanner } from './marker-scanner.ts';

const scanner = createMarkerScanner([
  { text: '<a>', value: 1 },
  { text: '<a>b', value: 2 },
  { text: '<a>', value: 3 },
  { text: 'x', value: 4 },
  { text: '', value: 5 },
]);
const at = (text: string, place = 0) => {
  const { hits, partial } = scanner.match(text, place, text.length);
  return [hits.map((hit) => [hit.length, hit.value]), partial];
};

test.each([
  [
    '<a>b',
    [
      [
        [4, 2],
        [3, 1],
        [3, 3],
      ],
      false,
    ],
  ],
  [
    '<a>c',
    [
      [
        [3, 1],
        [3, 3],
      ],
      false,
    ],
  ],
  [
    '<a>',
    [
      [
        [3, 1],
        [3, 3],
      ],
      true,
    ],
  ],
  ['<a', [[], true]],
  ['<b', [[], false]],
  ['x', [[[1, 4]], false]],
  ['', [[], true]],
])('%j: longest first, and partial where the text ends', (text, wanted) => {
  expect(at(text)).toEqual(wanted);
});

test('only the text up to the given end is known', () => {
  expect(scanner.match('<a>b', 0, 3).partial).toBe(true);
  expect(scanner.match('zz<a>b', 2, 6).hits[0]).toEqual({ length: 4, value: 2 });
});

test('law: begins and mayBegin never deny a marker that stands there', () => {
  const word = fc.string({ minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.string(), (words, tail) => {
      const markers = createMarkerScanner(words.map((text) => ({ text, value: text })));
      for (const text of words) {
        const whole = `${text}${tail} `;
        expect(markers.begins(whole.charCodeAt(0))).toBe(true);
        expect(markers.mayBegin(whole.charCodeAt(0), whole.charCodeAt(1))).toBe(true);
        expect(markers.match(whole, 0, whole.length).hits.map((hit) => hit.value)).toContain(text);
      }
    }),
  );
});

test('a marker of any length is found: tool names come from outside', () => {
  const long = `<${'x'.repeat(100_000)}>`;
  const markers = createMarkerScanner([
    { text: long, value: 1 },
    { text: '<a>', value: 2 },
  ]);
  expect(markers.match(long, 0, long.length).hits).toEqual([{ length: long.length, value: 1 }]);
  expect(markers.match('<a>', 0, 3).hits).toEqual([{ length: 3, value: 2 }]);
});
