import type { Fix } from '../../../../shared/approval.ts';
import { FixList } from './fix.ts';

/**
 * Raw control characters inside strings are escaped, and `\'` becomes the apostrophe that it can only mean (contract 2.5.2). Every other
 * illegal escape has two readings and is left. Undefined when there is nothing to mend.
 */
export function mendStrings(text: string): { readonly text: string; readonly fixes: readonly Fix[] } | undefined {
  const parts: string[] = [];
  const fixes = new FixList();
  let kept = 0;
  let inString = false;
  const replace = (at: number, by: string): void => {
    parts.push(text.slice(kept, at), by);
    kept = at + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) inString = !inString;
    else if (!inString) continue;
    else if (unit === BACKSLASH) {
      if (text[at + 1] === "'") {
        replace(at, '');
        fixes.add('illegal-escape', "\\'", "'");
      }
      at += 1;
    } else if (unit < 0x20) {
      const escaped = escapeControl(unit);
      replace(at, escaped);
      fixes.add('control-character', text.charAt(at), escaped);
    }
  }
  if (parts.length === 0) return undefined;
  parts.push(text.slice(kept));
  return { text: parts.join(''), fixes: fixes.all() };
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
