import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonTokens, layoutJson } from './json-tokens.ts';

test.each([
  ['{"a":1}', ['punctuation', 'key', 'punctuation', 'number', 'punctuation']],
  ['{"a" : "b"}', ['punctuation', 'key', 'space', 'punctuation', 'space', 'string', 'punctuation']],
  ['["x",true,null]', ['punctuation', 'string', 'punctuation', 'number', 'punctuation', 'number', 'punctuation']],
  ['{"open', ['punctuation', 'string']],
  ['plain words', ['other', 'space', 'other']],
])('%s', (text, types) => {
  expect(jsonTokens(text).map((token) => token.type)).toEqual(types);
});

test('tokens joined are the text, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ':', ',', 'a', ' ', '1', '\n') }), (text) => {
      const joined = jsonTokens(text).map((token) => token.text);
      expect(joined.join('')).toBe(text);
    }),
  );
});

test('layout changes white space only: big numbers, escapes and order stay as sent', () => {
  expect(layoutJson('{"b":9007199254740993,"a":"\\u00e9\\/","e":[],"n":{"x":[1,2]}}')).toBe(
    '{\n  "b": 9007199254740993,\n  "a": "\\u00e9\\/",\n  "e": [],\n  "n": {\n    "x": [\n      1,\n      2\n    ]\n  }\n}',
  );
  fc.assert(
    fc.property(fc.json(), (text) => {
      const bare = (json: string) =>
        jsonTokens(json)
          .filter((token) => token.type !== 'space')
          .map((token) => token.text);
      expect(bare(layoutJson(text))).toEqual(bare(text));
    }),
  );
});

test('what is no JSON stays as it is', () => {
  expect(layoutJson('{"a":1,}')).toBe('{"a":1,}');
});

test('an unclosed string with a million escaped quotes costs linear time', () => {
  const started = performance.now();
  jsonTokens(`{"a":"${'\\"'.repeat(1_000_000)}`);
  expect(performance.now() - started).toBeLessThan(1_000);
});
