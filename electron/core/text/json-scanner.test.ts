import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWholeJson, scanJson } from './json-scanner.ts';
import { memberOf, parseWithSpans, rawOf, spanAt } from './json-spans.ts';
import { spliceText } from './splice-text.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('scanJson', () => {
  it.each([
    ['{"a":1} tail', 7],
    [' \n[1,{"b":[]}]x', 14],
    ['"a\\"b\\u00e9" ', 12],
    ['-0.5e+10,', 8],
    ['true]', 4],
    ['{}{}', 2],
  ])('valid %s', (text, end) => {
    expect(scanJson(text)).toMatchObject({ status: 'complete', end });
  });
  it.each(['', ' ', '{', '{"a', '{"a"', '{"a":', '{"a":1', '{"a":1,', '[1,', '"\\', '"\\u00', '-', '1.', '1e', '1e+', 'tru'])(
    'incomplete %s',
    (text) => {
      expect(scanJson(text).status).toBe('incomplete');
    },
  );
  it.each([
    ['}', 0],
    ["{'a':1}", 1],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[,1]', 1],
    ['{"a" 1}', 5],
    ['{"a":1 "b"', 7],
    ['01', 1],
    ['+1', 0],
    ['.5', 0],
    ['1.x', 2],
    ['"\n"', 1],
    ['"\\x"', 2],
    ['"\\u12g4"', 5],
    ['nul1', 3],
    ['NaN', 0],
    ['[1}', 2],
  ])('invalid %s', (text, at) => {
    expect(scanJson(text)).toMatchObject({ status: 'invalid', at });
  });
  it('bounds depth', () => {
    expect(scanJson('['.repeat(64) + ']'.repeat(64)).status).toBe('complete');
    expect(scanJson('['.repeat(65) + ']'.repeat(65))).toMatchObject({ status: 'invalid', at: 64 });
    expect(scanJson('['.repeat(65) + ']'.repeat(65), 0, { maxDepth: 65 }).status).toBe('complete');
  });
  it('agrees with JSON.parse on mutilated JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('', '"', ',', '}', ']', '\\', '0', 'e', ' ', '\u0001'), (json, place, insert) => {
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + insert + json.slice(at + (place % 2));
        expect(isWholeJson(text, { maxDepth: 1000 })).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });
  it('calls every proper prefix of an object incomplete', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        expect(scanJson(text.slice(0, cut % text.length)).status).toBe('incomplete');
      }),
    );
  });
});

describe('parseWithSpans', () => {
  it('gives the exact text of every part', () => {
    const text = 'x {"a" : [1, {"b\\n": 1.0}], "c":"d" } y';
    const parsed = parseWithSpans(text, 1);
    if (!parsed.ok) throw new Error('did not parse');
    const { root } = parsed.value;
    const at = (...path: (string | number)[]) => {
      const span = spanAt(root, path);
      return span && rawOf(text, span);
    };
    expect(at()).toBe('{"a" : [1, {"b\\n": 1.0}], "c":"d" }');
    expect(at('a', 1)).toBe('{"b\\n": 1.0}');
    expect(at('a', 1, 'b\n')).toBe('1.0');
    expect(at('c')).toBe('"d"');
    expect(at('c', 'd')).toBeUndefined();
    expect(memberOf(root, 'c')?.keyStart).toBe(text.indexOf('"c"'));
  });
  it('names duplicates by path, escapes resolved', () => {
    const parsed = parseWithSpans('{"a":[{"k":1,"\\u006b":2}],"__proto__":1,"__proto__":2}');
    expect(parsed.ok && parsed.value.duplicates).toEqual([['a', 0, 'k'], ['__proto__']]);
  });
  it('parses like JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const parsed = parseWithSpans(JSON.stringify(value, null, 1));
        expect(parsed.ok && parsed.value.value).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
  it.each([
    ['{"a":', 'incomplete'],
    ['{a}', 'invalid'],
  ])('refuses %s', (text, code) => {
    const parsed = parseWithSpans(text);
    expect(!parsed.ok && parsed.error.code).toBe(code);
  });
});

describe('spliceText', () => {
  it('makes all edits at once', () => {
    expect(
      spliceText('abcdef', [
        { start: 4, end: 6, text: 'Z' },
        { start: 1, end: 2, text: '' },
        { start: 0, end: 0, text: '<' },
        { start: 0, end: 0, text: '>' },
      ]),
    ).toBe('<>acdZ');
  });
  it('refuses overlaps', () => {
    expect(() =>
      spliceText('abc', [
        { start: 0, end: 2, text: '' },
        { start: 1, end: 3, text: '' },
      ]),
    ).toThrow(RangeError);
  });
});
