import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createQuoteTracker, isQuoteSign } from './quote-tracker.ts';

/** The mask right before `@` in a text. */
function maskAt(text: string) {
  const tracker = createQuoteTracker();
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const mask = tracker.look(unit);
    if (at === text.lastIndexOf('@')) return mask;
    tracker.step(unit);
  }
  throw new Error('no mark in the text');
}

describe('quoted or not', () => {
  test.each([
    ['a fence', '```\n@'],
    ['a fence with an info string', 'a\n```xml\nb\n@'],
    ['a shorter run does not close a longer fence', '````\n```\n@'],
    ['a run of the other kind does not close it', '~~~\n```\n@'],
    ['a run with text behind it does not close it', '```\n``` x\n@'],
    ['a fence that is never closed', '```js\nlet a;\n\n\n@'],
    ['a fence in a list', '- a\n  ```\n  @'],
    ['a fence in a deep list', '1. a\n     ```\n     @'],
    ['a deeply indented run does not close a fence', '```\n        ```\n@'],
  ])('%s is fenced', (_what, text) => expect(maskAt(text)).toBe('fenced'));

  test.each([
    ['inline code', 'a `b @'],
    ['a longer code span', 'a ``b ` @'],
    ['a fence mark with a backtick on its line is a code span', '```a``` ``b @'],
    ['a block quote', '> a @'],
    ['an indented block quote', '   > @'],
    ['a block quote in a list', '- > @'],
    ['a block quote in a numbered list', '12. > > @'],
    ['a block quote in a list of a list', '* 1) > @'],
    ['an added line of a diff', '+@'],
    ['a removed line of a diff', 'a\n-@'],
    ['an indented line of a diff', '@@ -1 +1\n+  a\n+    @'],
    ['words of an added line', '@@ -1 +1\n+Let me look.@'],
    ['a line of context', '@@ -1 +1\n  @'],
    ['straight quotation marks', 'he said "a @'],
    ['curly quotation marks', 'he said “a @'],
    ['corner brackets', '「a @'],
    ['an apostrophe right before', "text: '@"],
    ['a comment', 'a <!-- b\n\n@'],
    ['indented code', 'a\n\n    b\n    @'],
    ['a tab of indentation', 'a\n\n\t@'],
  ])('%s is quoted', (_what, text) => expect(maskAt(text)).toBe('quoted'));

  test.each([
    ['plain text', 'a @'],
    ['a list item', '- @'],
    ['a list item with text', '+ a @'],
    ['a numbered list', '1. @'],
    ['a comparison in a list', '- a > @'],
    ['a negative number', '-5 @'],
    ['a sign behind text', 'a -@'],
    ['the line behind a diff', '@@ -1 +1\n+a\n\n@'],
    ['a mention of somebody', '@ann\n  @'],
    ['behind a closed fence', '```\na\n```\n@'],
    ['behind a fence that a longer run closed', '```\na\n`````\n@'],
    ['behind inline code', '`a` and ``b ` c`` @'],
    ['behind a code span that ends its paragraph unclosed', 'a `b\n\n@'],
    ['an escaped backtick', 'a \\` b @'],
    ['the line after a block quote', '> a\n@'],
    ['behind a quotation', 'he said "a" @'],
    ['inches', 'a 5" disk @'],
    ['an apostrophe in a word', "don't @"],
    ['an unclosed quotation of an earlier line', 'say "a\n@'],
    ['behind a comment', '<!-- a --> @'],
    ['an indented continuation of a paragraph', 'a\n    @'],
    ['a reply that begins with blanks', '    @'],
  ])('%s is neither', (_what, text) => expect(maskAt(text)).toBe('none'));
});

test.each([
  ['a code span', 'a `b\n', 'c` ', 1],
  ['curly marks', 'say “b\n', 'c” ', 1],
  ['guillemets', 'dit « b\n', 'c » ', 1],
  ['corner brackets over a blank line', '「b\n\n', 'c」', 1],
  ['straight marks', 'say "b\n', 'c" ', 1],
  ['a code span of the later line alone', 'say “b\n', '`c` ', 0],
  ['a straight mark that opens another quotation', 'say "b\n', 'and "c', 0],
])('%s that is open since an earlier line: told apart, and the closing is counted', (_what, first, then, closings) => {
  const tracker = createQuoteTracker();
  for (const sign of first) tracker.step(sign.charCodeAt(0));
  expect([tracker.look(0x41), tracker.openEarlier]).toEqual(['none', true]);
  for (const sign of then) tracker.step(sign.charCodeAt(0));
  tracker.look(0x41);
  expect([tracker.openEarlier, tracker.closings]).toEqual([closings === 0, closings]);
});

test('a line with an envelope ends no paragraph: the code span around it is still open', () => {
  const tracker = createQuoteTracker();
  for (const sign of 'a `b\n') tracker.step(sign.charCodeAt(0));
  tracker.passEnvelope();
  expect(tracker.atLineStart).toBe(true);
  for (const sign of '\nc` ') tracker.step(sign.charCodeAt(0));
  expect([tracker.look(0x41), tracker.openEarlier, tracker.closings]).toEqual(['none', false, 1]);
});

test('after a reset nothing of the former text counts', () => {
  const tracker = createQuoteTracker();
  for (const sign of '```\n<!-- "') tracker.step(sign.charCodeAt(0));
  tracker.reset();
  expect(tracker.look(0x41)).toBe('none');
  expect(tracker.atLineStart).toBe(true);
});

test('law: skipping plain stretches leads to the same masks as taking each unit', () => {
  const text = fc
    .array(
      fc.constantFrom(
        'abc def ',
        'x',
        '`',
        '``',
        '```',
        '\n',
        '\n\n',
        '"',
        '“',
        '”',
        '> ',
        '-',
        '<!--',
        '-->',
        '    ',
        '~~~',
        "'",
        '+',
        '@@',
        '1.',
        ' ',
        '(',
        '\\',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (whole) => {
      const slow = createQuoteTracker();
      const fast = createQuoteTracker();
      for (let at = 0; at < whole.length; ) {
        let end = at;
        if (fast.inPlainText) while (end < whole.length && !isQuoteSign(whole.charCodeAt(end))) end += 1;
        if (end - at >= 3) fast.skip(whole.charCodeAt(end - 3), whole.charCodeAt(end - 2), whole.charCodeAt(end - 1));
        else {
          end = at + 1;
          fast.step(whole.charCodeAt(at));
        }
        for (let place = at; place < end; place += 1) slow.step(whole.charCodeAt(place));
        at = end;
        for (const unit of [0x41, 0x0a, 0x60])
          expect([at, fast.look(0x41), fast.openEarlier, fast.closings, fast.atLineStart, unit]).toEqual([
            at,
            slow.look(0x41),
            slow.openEarlier,
            slow.closings,
            slow.atLineStart,
            unit,
          ]);
      }
    }),
    { numRuns: 500 },
  );
});
