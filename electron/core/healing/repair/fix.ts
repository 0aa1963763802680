import type { Fix } from '../../../../shared/approval.ts';

/** Longest excerpt of a value in the list of fixes: the whole text before and after is kept beside it. */
const MOST = 240;

/** One listed change (contract 2.5.2): long values are shown by their head and tail. */
export const fixOf = (rule: string, pointer: string, before: string, after: string): Fix => ({
  rule,
  pointer,
  before: shown(before),
  after: shown(after),
});

const shown = (text: string): string =>
  text.length <= MOST ? text : `${text.slice(0, MOST * 0.7)} … ${text.slice(text.length - MOST * 0.2)}`;

/** The JSON pointer of a member of `parent`. */
export const pointerTo = (parent: string, key: string | number): string =>
  `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
