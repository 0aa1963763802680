import { scanJson, skipBlanks } from '../text/json-scanner.ts';

/** One JSON value that should be an object of arguments. `args` undefined: a whole value, but no object. */
export type ObjectText =
  | { readonly status: 'whole'; readonly end: number; readonly args: string | undefined; readonly problem: string | undefined }
  | { readonly status: 'cut' }
  | { readonly status: 'broken'; readonly at: number; readonly detail: string };

/** Reads arguments that stand alone as JSON at `at` (blanks allowed before); exact text, as written. */
export function readObjectText(text: string, at: number): ObjectText {
  const start = skipBlanks(text, at);
  if (start >= text.length) return { status: 'cut' };
  const scan = scanJson(text, start);
  if (scan.status === 'incomplete') return { status: 'cut' };
  if (scan.status === 'invalid') return { status: 'broken', at: scan.at, detail: `not JSON: ${scan.detail}` };
  if (text[start] !== '{') return { status: 'whole', end: scan.end, args: undefined, problem: 'the arguments are no object' };
  return { status: 'whole', end: scan.end, args: text.slice(start, scan.end), problem: undefined };
}
