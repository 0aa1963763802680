import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inertLine, inertSegments } from './inert-text.ts';

describe('what is named instead of drawn', () => {
  test.each([
    ['plain text, café, 日本, 🙂', []],
    ['tab\tand\nnew line', []],
    ['a\u202etxt.exe', ['RLO']],
    ['a\u2066b\u2069', ['LRI', 'PDI']],
    ['zero\u200bwidth', ['ZWSP']],
    ['\ufeffbom', ['BOM']],
    ['soft\u00adhyphen', ['SHY']],
    ['no\u00a0break', ['NBSP']],
    ['\u001b[31mred\u001b[0m', ['ANSI', 'ANSI']],
    ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007', ['ANSI', 'ANSI']],
    ['lone \u001b', ['ESC']],
    ['cr\rlf', ['CR']],
    ['nul\u0000', ['NUL']],
    ['tag \u{e0041}', ['E0041']],
    ['half \ud83d', ['D83D']],
    ['z\u0300\u0301\u0302\u0303\u0304', ['5 marks']],
    ['filler \u3164', ['3164']],
  ])('%j', (text, codes) => {
    expect(inertSegments(text).flatMap((segment) => (segment.type === 'sign' ? [segment.code] : []))).toEqual(codes);
  });
});

test('segments cover the text without gap or overlap, wherever it starts', () => {
  const risky = fc.string({ unit: fc.constantFrom('a', '\u202e', '\u001b', '[', '3', 'm', ']', '\u0007', '\n', '\u0301', '\ud800', '🙂') });
  fc.assert(
    fc.property(risky, fc.nat(1_000), (text, offset) => {
      let at = offset;
      for (const segment of inertSegments(text, offset)) {
        expect(segment.start).toBe(at);
        at += segment.type === 'text' ? segment.text.length : segment.length;
      }
      expect(at).toBe(offset + text.length);
    }),
  );
});

test('text segments hold nothing that could move, hide or redraw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const segment of inertSegments(text))
        if (segment.type === 'text')
          expect(segment.text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

test('a line has no breaks and is bounded', () => {
  expect(inertLine('a\nb\tc\u202e')).toBe('a↵b c⟨RLO⟩');
  expect(inertLine('x'.repeat(500), 10)).toBe(`${'x'.repeat(10)}…`);
});

test('hostile text costs linear time', () => {
  const started = performance.now();
  inertSegments('\u001b]'.repeat(200_000));
  inertSegments(`\u001b[${'0;'.repeat(400_000)}`);
  expect(performance.now() - started).toBeLessThan(1_500);
});
