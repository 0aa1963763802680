import type { Settings } from '../../../shared/settings.ts';

/** WHAT went wrong, WHY, and what to do NEXT, about one mistake of the model (contract 2.6). */
export interface Guidance {
  /** Pattern id, for example `EI/PARAM_MISSING/001`. */
  readonly pattern: string;
  /** How often this mistake was made in this thread, from 1. */
  readonly occurrence: number;
  readonly what: string;
  readonly why: string;
  readonly next: readonly string[];
  /** NEXT without hints: the ready-made call, the example, names of other tools (`guidance.hints`). As `next` where it is left out. */
  readonly plainNext?: readonly string[] | undefined;
}

const LABEL = '\nORIGINAL:\n';

/** The guidance with or without hints. */
export const withHints = (guidance: Guidance, hints: boolean): Guidance =>
  hints || guidance.plainNext === undefined ? guidance : { ...guidance, next: guidance.plainNext };

/** Bytes of UTF-8 that one guidance may take (contract 2.6). */
export const MOST_GUIDANCE_BYTES = 1024;

/**
 * The guidance as the model reads it: versioned JSON, or the same as labelled lines (`guidance.format`). The same input gives the same bytes.
 * What is too long is shortened where it hurts least: further steps go first, then the end of the longest part. `original` is the error's own
 * text: it is kept whole and does not count.
 */
export function guidanceText(guidance: Guidance, format: Settings['guidance.format'], original?: string): string {
  let fitted = guidance;
  for (;;) {
    const text = format === 'json' ? asJson(fitted) : asLines(fitted);
    const over = byteLength(text) - MOST_GUIDANCE_BYTES;
    if (over > 0) {
      fitted = shortened(fitted, over);
      continue;
    }
    if (original === undefined) return text;
    return format === 'json' ? `${text.slice(0, -1)},"original":${JSON.stringify(original)}}` : `${text}${LABEL}${original}`;
  }
}

/**
 * What a result said before guidance took its place; any other text as it is. Rules that look for a tool's own words in the history need it, since
 * they see what goes to the model.
 */
export function originalOf(text: string): string {
  if (text.startsWith('[signalbox 1] ')) {
    const at = text.indexOf(LABEL);
    return at < 0 ? text : text.slice(at + LABEL.length);
  }
  if (!text.startsWith('{"signalbox":1,')) return text;
  try {
    // One line; what was added behind it stands in others.
    const { original } = JSON.parse(text.split('\n', 1)[0] ?? '') as { readonly original?: unknown };
    return typeof original === 'string' ? original : text;
  } catch {
    return text;
  }
}

/** A name from outside is echoed only where it looks like one (contract 2.6): `fallback` stands for any other. */
export const shownName = (name: string, fallback: string): string => (isIdentifier(name) ? `"${name}"` : fallback);

/** What a tool or parameter name looks like in the three dialects, MCP separators included. */
export const isIdentifier = (name: string): boolean => /^[A-Za-z0-9_][\w.:/-]{0,127}$/.test(name);

const asJson = ({ pattern, occurrence, what, why, next }: Guidance): string =>
  JSON.stringify({ signalbox: 1, pattern, occurrence, what, why, next });

const asLines = ({ pattern, occurrence, what, why, next }: Guidance): string =>
  [`[signalbox 1] ${pattern} (occurrence ${occurrence})`, `WHAT: ${what}`, `WHY: ${why}`, ...next.map((step) => `NEXT: ${step}`)].join(
    '\n',
  );

function shortened(guidance: Guidance, over: number): Guidance {
  const { what, why, next } = guidance;
  if (next.length > 1) return { ...guidance, next: next.slice(0, -1) };
  const parts = { what, why, next: next[0] ?? '' };
  const [longest] = (['what', 'why', 'next'] as const).toSorted((a, b) => parts[b].length - parts[a].length);
  const key = longest ?? 'what';
  const text = parts[key];
  const cut = `${text.slice(0, Math.max(0, Math.min(text.length - 2, text.length - Math.ceil(over / 4) - 1)))}…`;
  return key === 'next' ? { ...guidance, next: [cut] } : { ...guidance, [key]: cut };
}

/** Bytes in UTF-8; a lone surrogate counts three, as its replacement character does. */
function byteLength(text: string): number {
  let bytes = 0;
  for (const sign of text) {
    const point = sign.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
