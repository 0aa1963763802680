import type { Fix } from '../../../../shared/approval.ts';
import { fixOf } from './fix.ts';

/** Signs without width that servers and copies leave around JSON: NUL, BOM, zero-width space and joiners, word joiner. */
const INVISIBLE: ReadonlySet<number> = new Set([0x00, 0xfeff, 0x200b, 0x200c, 0x200d, 0x2060]);
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** A text without invisible signs around it; undefined where there are none. */
export function stripInvisible(text: string): { readonly text: string; readonly fix: Fix } | undefined {
  let start = 0;
  let end = text.length;
  let found = false;
  const passes = (unit: number): boolean => {
    if (INVISIBLE.has(unit)) found = true;
    return BLANK.has(unit) || INVISIBLE.has(unit);
  };
  while (start < end && passes(text.charCodeAt(start))) start += 1;
  while (end > start && passes(text.charCodeAt(end - 1))) end -= 1;
  if (!found) return undefined;
  const inner = text.slice(start, end);
  return { text: inner, fix: fixOf('invisible-characters', '', JSON.stringify(text), inner) };
}

/** What stands in the one code fence that encloses the whole text. `closed` false: the closing fence is missing. */
export function stripFence(text: string): { readonly text: string; readonly closed: boolean; readonly fix: Fix } | undefined {
  const body = text.trim();
  const head = /^(`{3,})[A-Za-z0-9_+.-]{0,20}[ \t]*(?:\r?\n|(?=[[{"]))/.exec(body);
  const mark = head?.[1];
  if (head === null || mark === undefined) return undefined;
  const closed = body.length >= head[0].length + mark.length && body.endsWith(mark);
  const inner = body.slice(head[0].length, closed ? body.length - mark.length : body.length);
  return { text: inner, closed, fix: fixOf('code-fence', '', text, inner) };
}
