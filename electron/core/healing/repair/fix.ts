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

/** Collects the places of each kind of change: the first ones in full, the others as a number, so that a long text does not drown its list. */
export class FixList {
  readonly #listed: Fix[] = [];
  readonly #counts = new Map<string, number>();

  add(rule: string, before: string, after: string): void {
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count <= LISTED) this.#listed.push(fixOf(rule, '', before, after));
  }

  all(): readonly Fix[] {
    const further = [...this.#counts].filter(([, count]) => count > LISTED);
    return [...this.#listed, ...further.map(([rule, count]) => fixOf(rule, '', `${count - LISTED} more places`, 'changed alike'))];
  }
}

/** Places of one kind that are listed one by one. */
const LISTED = 20;

/** The JSON pointer of a member of `parent`. */
export const pointerTo = (parent: string, key: string | number): string =>
  `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
