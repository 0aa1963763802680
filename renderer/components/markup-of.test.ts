import { expect, test } from 'vitest';
import { markupOf, markupWithin } from './markup-of.ts';

const rest = (excerpt: string, name: string, args: string): string[] =>
  markupOf(excerpt, name, args).map((mark) => excerpt.slice(mark.start, mark.end));

test.each([
  ['<call name="edit"><p name="path">a.ts</p></call>', 'edit', '{"path":"a.ts"}', ['<call name="', '"><p name="', '">', '</p></call>']],
  ['<f=ls></f>', 'ls', '{}', ['<f=', '></f>']],
  [
    '<t>{"name": "ls", "arguments": {"a": "say \\"hi\\""}}</t>',
    'ls',
    '{"a":"say \\"hi\\""}',
    ['<t>{"name": "', '", "arguments": ', '}</t>'],
  ],
  ['<t>{"a":{"b":1},"ls":2}</t>', 'ls', '{"a":{"b":2}}', ['<t>{"a":{"b":1},"', '":', '}</t>']],
  ['<tag>cut', 'other', '{"x":"absent"}', ['<tag>cut']],
])('%s', (excerpt, name, args, expected) => expect(rest(excerpt, name, args)).toEqual(expected));

test('spans that are markup already stay whole, those of whole calls lose their values', () => {
  const text = 'hi <tool>{"a":"tool"}</tool>';
  const args = '{"a":"tool"}';
  expect(
    markupWithin(
      text,
      [
        { start: 3, end: 9 },
        { start: 21, end: 28 },
      ],
      'tool',
      args,
    ),
  ).toEqual([
    { start: 3, end: 9 },
    { start: 21, end: 28 },
  ]);
  expect(markupWithin(text, [{ start: 3, end: 28 }], 'x', args).map((mark) => text.slice(mark.start, mark.end))).toEqual([
    '<tool>',
    '</tool>',
  ]);
});
