import { expect, test } from 'vitest';
import { markupOf } from './markup-of.ts';

const rest = (excerpt: string, name: string, args: string): string[] =>
  markupOf(excerpt, name, args).map((mark) => excerpt.slice(mark.start, mark.end));

test.each([
  ['<call name="edit"><p name="path">a.ts</p></call>', 'edit', '{"path":"a.ts"}', ['<call name="', '"><p name="', '">', '</p></call>']],
  ['<f=ls></f>', 'ls', '{}', ['<f=', '></f>']],
  ['<tag>cut', 'other', '{"x":"absent"}', ['<tag>cut']],
])('%s', (excerpt, name, args, expected) => expect(rest(excerpt, name, args)).toEqual(expected));
