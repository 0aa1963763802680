import type { Json } from '../../../shared/json.ts';
import { decodeEscapes } from './decode-escapes.ts';
import { anySecretHint, secretPatterns } from './secret-patterns.ts';

/** A secret in a text: UTF-16 code units, end exclusive. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

export interface Redacted {
  /** As long as the original: each character of a secret is `*`, so that spans and frames keep their places. */
  readonly text: string;
  readonly spans: readonly SecretSpan[];
  readonly kinds: readonly string[];
}

/** Secrets known by value (upstream keys, the gateway token): blanked wherever they stand, whatever their shape. */
export type KnownSecrets = readonly string[];

const minKnownLength = 6;
const keyBegin = '-----BEGIN ';
const keyEnd = '-----END ';
const maxPrivateKey = 20_000;

/** False: nothing in the text can be a secret by its shape. No sign of one holds a quotation mark: what stands on both sides of one is judged apart. */
export const mayHoldSecret = (text: string): boolean => anySecretHint.test(text);

/** Finds secrets by exact shape. Linear in the text. Spans are in order and do not overlap. */
export function findSecrets(text: string, known: KnownSecrets = []): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const secret of known) {
    if (secret.length < minKnownLength) continue;
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      found.push({ start: at, end: at + secret.length, kind: 'known-secret' });
  }
  if (mayHoldSecret(text)) {
    findPrivateKeys(text, found);
    for (const { kind, match, group, accept } of secretPatterns) {
      for (const hit of text.matchAll(match)) {
        const secret = hit[group] ?? '';
        const start = hit.index + (group === 0 ? 0 : hit[0].lastIndexOf(secret));
        if (accept === undefined || accept(secret)) found.push({ start, end: start + secret.length, kind });
      }
    }
  }
  return found.length < 2 ? found : withoutOverlaps(found);
}

/** A private key goes from its first to its last line; one that is cut off goes to the end of the text, at most 20,000 characters. */
function findPrivateKeys(text: string, found: SecretSpan[]): void {
  let close = -1;
  let next = text.indexOf(keyBegin);
  for (let at = next; at >= 0; at = next) {
    next = text.indexOf(keyBegin, at + keyBegin.length);
    const head = /^-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/.exec(text.slice(at, at + 80));
    if (head === null) continue;
    const body = at + head[0].length;
    // Looked for again only when it was passed: a text of beginnings alone stays linear.
    if (close >= 0 && close < body) close = -1;
    if (close < 0) close = indexOrEnd(text, keyEnd, body);
    const end = Math.min(close, next < 0 ? text.length : next, body + maxPrivateKey);
    if (end > body) found.push({ start: body, end, kind: 'private-key' });
  }
}

function indexOrEnd(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  return at < 0 ? text.length : at;
}

function withoutOverlaps(found: SecretSpan[]): readonly SecretSpan[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const spans: SecretSpan[] = [];
  for (const span of found) {
    const last = spans.at(-1);
    if (last === undefined || span.start >= last.end) spans.push(span);
    else if (span.end > last.end) spans[spans.length - 1] = { ...last, end: span.end };
  }
  return spans;
}

const kindsOf = (spans: readonly SecretSpan[]): readonly string[] => [...new Set(spans.map((span) => span.kind))];

/** Blanks spans to equal length. Line breaks stay, so that a blanked key keeps its lines. */
export function blank(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start), text.slice(start, end).replace(/[^\r\n]/g, '*'));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Redacts plain text. */
export function redactText(text: string, known: KnownSecrets = []): Redacted {
  const spans = findSecrets(text, known);
  return { text: blank(text, spans), spans, kinds: kindsOf(spans) };
}

/**
 * Redacts JSON text (whole, partial or broken) without parsing it: escapes are decoded for the search and the spans mapped back,
 * so that a secret spelled with `\u0073` or `\n` is found and the text stays valid JSON of the same length.
 */
export function redactJsonText(text: string, known: KnownSecrets = []): Redacted {
  const decoded = decodeEscapes(text);
  const spans = findSecrets(decoded.text, known).map((span) => ({ ...span, start: decoded.at(span.start), end: decoded.at(span.end) }));
  return { text: blank(text, spans), spans, kinds: kindsOf(spans) };
}

/** Every string inside a value. Objects without secrets come back as they are. */
export function redactValue<T>(
  value: T,
  known: KnownSecrets = [],
): { readonly value: T; readonly kinds: readonly string[]; readonly count: number } {
  const spans: SecretSpan[] = [];
  const walk = (item: Json | undefined): Json | undefined => {
    if (typeof item === 'string') {
      const redacted = redactJsonText(item, known);
      spans.push(...redacted.spans);
      return redacted.spans.length === 0 ? item : redacted.text;
    }
    if (Array.isArray(item)) {
      const next = item.map((each: Json) => walk(each) ?? null);
      return next.some((each, index) => each !== item[index]) ? next : item;
    }
    if (typeof item === 'object' && item !== null) {
      const entries = Object.entries(item).map(([key, each]) => [key, walk(each)] as const);
      return entries.some(([key, each]) => each !== (item as Record<string, unknown>)[key]) ? Object.fromEntries(entries) : item;
    }
    return item;
  };
  const next = walk(value as Json) as T;
  return { value: next, kinds: kindsOf(spans), count: spans.length };
}
