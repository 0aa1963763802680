import { escapeControl } from './mend-strings.ts';

/** A string in single or double quotes, as strict JSON. */
export type LooseString =
  | {
      readonly status: 'string';
      /** Exclusive end, quotes included. */
      readonly end: number;
      /** Strict JSON text of the string. */
      readonly json: string;
      /** What was changed, by kind. Empty: `json` is the text as it stands. */
      readonly changes: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
      /** Why it could have been read otherwise. */
      readonly doubt: string | undefined;
    }
  | { readonly status: 'incomplete' }
  | { readonly status: 'invalid'; readonly at: number };

const LEGAL_LETTERS: ReadonlySet<string> = new Set(['b', 'f', 'n', 'r', 't', 'u']);

/**
 * Reads the string that opens at `start`. Raw control characters are escaped, `\'` is the apostrophe. Another illegal escape can only be
 * kept with its backslash, which is a guess (`doubt`); beside a legal letter escape in one string even that is none: `C:\bin\app`.
 */
export function readLooseString(text: string, start: number): LooseString {
  const quote = text[start];
  const parts: string[] = [];
  const changes = new Map<string, { before: string; after: string }>();
  let legal = false;
  let illegal: string | undefined;
  let at = start + 1;
  let kept = at;
  const replace = (from: number, to: number, by: string): void => {
    parts.push(text.slice(kept, from), by);
    kept = to;
  };
  for (; ; at += 1) {
    const sign = text[at];
    if (sign === undefined) return { status: 'incomplete' };
    if (sign === quote) break;
    if (sign === '\\') {
      const next = text[at + 1];
      if (next === undefined) return { status: 'incomplete' };
      if (next === "'") {
        if (quote === '"') changes.set('illegal-escape', { before: "\\'", after: "'" });
        replace(at, at + 1, '');
      } else if (next === 'u') {
        const digits = /^[0-9A-Fa-f]{0,4}/.exec(text.slice(at + 2, at + 6))?.[0] ?? '';
        if (digits.length < 4) return at + 2 + digits.length >= text.length ? { status: 'incomplete' } : { status: 'invalid', at };
        legal = true;
      } else if (LEGAL_LETTERS.has(next)) legal = true;
      else if (next.charCodeAt(0) < 0x20) return { status: 'invalid', at };
      else if (next !== '"' && next !== '\\' && next !== '/') {
        illegal ??= `\\${next}`;
        changes.set('unknown-escape', { before: `\\${next}`, after: `\\\\${next}` });
        replace(at, at, '\\');
      }
      at += 1;
    } else if (sign === '"') replace(at, at, '\\');
    else if (text.charCodeAt(at) < 0x20) {
      const escaped = escapeControl(text.charCodeAt(at));
      changes.set('control-character', { before: sign, after: escaped });
      replace(at, at + 1, escaped);
    }
  }
  if (illegal !== undefined && legal) return { status: 'invalid', at: start };
  parts.push(text.slice(kept, at));
  const json = `"${parts.join('')}"`;
  if (quote === "'") changes.set('single-quotes', { before: text.slice(start, at + 1), after: json });
  const doubt = illegal === undefined ? undefined : `${illegal} is no escape of JSON: the backslash may be meant or not`;
  return { status: 'string', end: at + 1, json, changes, doubt };
}
