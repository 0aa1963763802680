import { scanJson, skipBlanks } from '../../text/json-scanner.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';

/** The whole JSON values at the beginning of a text, as raw texts, and what comes behind them. */
export interface JsonValues {
  readonly values: readonly string[];
  /** Where the last value ends. */
  readonly end: number;
  /** `cut`: the text ends inside another value. `rest`: other text follows, or nothing but blanks. */
  readonly tail: 'cut' | 'rest';
}

/** Reads values that stand one behind the other, parted by blanks or one comma. Further values must be objects or arrays. */
export function readValues(text: string): JsonValues {
  const values: string[] = [];
  let end = 0;
  let at = 0;
  for (;;) {
    at = skipBlanks(text, at);
    if (at >= text.length) break;
    if (values.length > 0 && text[at] !== '{' && text[at] !== '[') break;
    const scan = scanJson(text, at, { maxDepth: WIRE_JSON_DEPTH });
    if (scan.status === 'incomplete') return { values, end, tail: 'cut' };
    if (scan.status === 'invalid') break;
    values.push(text.slice(scan.start, scan.end));
    end = scan.end;
    at = skipBlanks(text, end);
    if (text[at] === ',') at += 1;
  }
  return { values, end, tail: 'rest' };
}
