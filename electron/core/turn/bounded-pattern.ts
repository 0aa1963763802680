/** What the validator needs of a regular expression. */
interface Matcher {
  test(text: string): boolean;
  /** The validator tells patterns apart by this. */
  toString(): string;
}

/** Longest text that a schema's `pattern` is tried on; a longer one counts as matching: the tool itself checks again. */
const LONGEST = 10_000;

/**
 * `pattern` of a tool schema as a bounded matcher. Patterns come from outside: one that does not compile here (`(?i)`, possessive
 * quantifiers) or that can blow up on short text (a quantifier on a group that holds one, a back reference) accepts everything.
 */
export const boundedPattern = Object.assign(
  (pattern: string, flags: string): Matcher => {
    const expression = mayBlowUp(pattern) ? undefined : tryCompile(pattern, flags);
    return {
      test: (text) => expression === undefined || text.length > LONGEST || expression.test(text),
      toString: () => `/${pattern}/${flags}`,
    };
  },
  // The validator emits standalone code with this; we never do.
  { code: 'boundedPattern' },
);

function tryCompile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/** True when an unbounded repetition stands on a group that itself repeats or branches, or where a back reference occurs. */
export function mayBlowUp(pattern: string): boolean {
  const groups: { risky: boolean }[] = [];
  let unbounded = 0;
  for (let i = 0; i < pattern.length; i += 1) {
    const unit = pattern.charAt(i);
    if (unit === '\\') {
      if (/[1-9k]/.test(pattern.charAt(i + 1))) return true;
      i += 1;
    } else if (unit === '[') {
      i = classEnd(pattern, i);
    } else if (unit === '(') {
      groups.push({ risky: false });
    } else if (unit === ')') {
      const group = groups.pop();
      if (group?.risky === true && repeatsFrom(pattern, i + 1)) return true;
      const outer = groups.at(-1);
      if (outer !== undefined && group?.risky === true) outer.risky = true;
    }
    const inside = groups.at(-1);
    if (unit === '|' && inside !== undefined) inside.risky = true;
    if (unit === '*' || unit === '+' || (unit === '{' && /^\{\d+,\d*\}/.test(pattern.slice(i, i + 20)))) {
      unbounded += 1;
      if (inside !== undefined) inside.risky = true;
    }
  }
  // Many repetitions in a row are polynomial: more than a few are not worth the risk.
  return unbounded > 8;
}

const repeatsFrom = (pattern: string, at: number): boolean => /^(?:[*+]|\{\d+,\d*\}|\{\d\d+\})/.test(pattern.slice(at, at + 20));

function classEnd(pattern: string, start: number): number {
  for (let i = start + 1; i < pattern.length; i += 1) {
    if (pattern.charAt(i) === '\\') i += 1;
    else if (pattern.charAt(i) === ']' && i > start + 1) return i;
  }
  return pattern.length;
}
