import type { Json } from '../../shared/json.ts';
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

/** Finds secrets by exact shape. Linear in the text. Spans are in order and do not overlap. */
export function findSecrets(text: string, known: KnownSecrets = []): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const secret of known) {
    if (secret.length < minKnownLength) continue;
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      found.push({ start: at, end: at + secret.length, kind: 'known-secret' });
  }
  if (anySecretHint.test(text)) {
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

/** Text with its JSON escapes resolved; `at` maps a place in it back to the place in the original. */
export interface DecodedText {
  readonly text: string;
  at(index: number): number;
}

const shortEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '"': '"', '\\': '\\', '/': '/' };

export function decodeEscapes(raw: string): DecodedText {
  if (!raw.includes('\\')) return { text: raw, at: (index) => index };
  const parts: string[] = [];
  // Places behind each escape: decoded and raw.
  const decodedMarks: number[] = [0];
  const rawMarks: number[] = [0];
  let length = 0;
  let at = 0;
  for (let slash = raw.indexOf('\\'); slash >= 0; slash = raw.indexOf('\\', at)) {
    const { text, end } = readEscape(raw, slash);
    parts.push(raw.slice(at, slash), text);
    length += slash - at;
    decodedMarks.push(length);
    rawMarks.push(slash);
    length += text.length;
    at = end;
    decodedMarks.push(length);
    rawMarks.push(at);
  }
  parts.push(raw.slice(at));
  return {
    text: parts.join(''),
    at: (index) => {
      let low = 0;
      let high = decodedMarks.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((decodedMarks[middle] ?? 0) <= index) low = middle;
        else high = middle - 1;
      }
      return (rawMarks[low] ?? 0) + index - (decodedMarks[low] ?? 0);
    },
  };
}

function readEscape(raw: string, slash: number): { readonly text: string; readonly end: number } {
  const char = raw[slash + 1] ?? '';
  if (char === 'u') {
    const code = /^[0-9a-fA-F]{4}/.exec(raw.slice(slash + 2, slash + 6));
    if (code !== null) return { text: String.fromCharCode(Number.parseInt(code[0], 16)), end: slash + 6 };
  }
  const short = Object.hasOwn(shortEscapes, char) ? shortEscapes[char] : undefined;
  return short === undefined ? { text: '\\', end: slash + 1 } : { text: short, end: slash + 2 };
}

/** Headers that carry no secret keep their value; every other name fails closed (4.5). */
const harmlessHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'age',
  'anthropic-beta',
  'anthropic-version',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expect',
  'host',
  'keep-alive',
  'last-modified',
  'openai-beta',
  'openai-processing-ms',
  'openai-version',
  'origin',
  'pragma',
  'request-id',
  'retry-after',
  'retry-after-ms',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'vary',
  'via',
  'x-api-version',
  'x-app',
  'x-case-id',
  'x-request-id',
  'x-should-retry',
  'x-signalbox-session',
  'x-signalbox-turn',
  'x-claude-code-session-id',
  'session-id',
  'x-session-id',
  'x-stainless-arch',
  'x-stainless-lang',
  'x-stainless-os',
  'x-stainless-package-version',
  'x-stainless-retry-count',
  'x-stainless-runtime',
  'x-stainless-runtime-version',
  'x-stainless-timeout',
  'x-stainless-helper-method',
  'originator',
  'version',
]); // prettier-ignore
const harmlessPrefixes = ['anthropic-ratelimit-', 'x-ratelimit-'];

/** Headers as they may be stored. A kept value is still searched for secrets. */
export function redactHeaders(headers: readonly (readonly [string, string])[], known: KnownSecrets = []): [string, string][] {
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase();
    const harmless = harmlessHeaders.has(lower) || harmlessPrefixes.some((prefix) => lower.startsWith(prefix));
    return [name, harmless ? redactText(value, known).text : '[redacted]'];
  });
}

/** A request path: the gateway token in `/t/TOKEN/…` goes, and secrets in the query. */
export function redactPath(path: string, known: KnownSecrets = []): string {
  return redactText(
    path
      .replace(/^\/t\/[^/?]+/, '/t/[redacted]')
      .replace(/([?&](?:key|api[_-]?key|token|access_token|sig|signature)=)[^&#]+/gi, '$1[redacted]'),
    known,
  ).text;
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
