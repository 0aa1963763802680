import type { Fix } from '../../../../shared/approval.ts';
import { spliceText, type TextEdit } from '../../text/splice-text.ts';
import { fixOf } from './fix.ts';

/**
 * Raw control characters inside strings are escaped, and `\'` becomes the apostrophe that it can only mean (contract 2.5.2). Every other
 * illegal escape has two readings and is left. Undefined when there is nothing to mend.
 */
export function mendStrings(text: string): { readonly text: string; readonly fixes: readonly Fix[] } | undefined {
  const edits: TextEdit[] = [];
  const fixes = new Map<string, Fix>();
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) inString = !inString;
    else if (!inString) continue;
    else if (unit === BACKSLASH) {
      if (text[at + 1] === "'") {
        edits.push({ start: at, end: at + 1, text: '' });
        fixes.set('illegal-escape', fixOf('illegal-escape', '', "\\'", "'"));
      }
      at += 1;
    } else if (unit < 0x20) {
      const escaped = escapeControl(unit);
      edits.push({ start: at, end: at + 1, text: escaped });
      fixes.set('control-character', fixOf('control-character', '', text.slice(Math.max(0, at - 20), at + 20), escaped));
    }
  }
  return edits.length === 0 ? undefined : { text: spliceText(text, edits), fixes: [...fixes.values()] };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** JSON's escape of a control character. */
export const escapeControl = (unit: number): string => SHORT.get(unit) ?? `\\u${unit.toString(16).padStart(4, '0')}`;

const SHORT: ReadonlyMap<number, string> = new Map([
  [0x08, '\\b'],
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0c, '\\f'],
  [0x0d, '\\r'],
]);
