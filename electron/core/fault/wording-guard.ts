/**
 * Whether any of some wordings can begin a message, told by one expression for each set of flags: most results fit none, and there are hundreds of
 * wordings. Says yes exactly where one of them matches.
 */
export function guardOf(wordings: readonly { readonly at: RegExp }[]): (message: string) => boolean {
  const byFlags = new Map<string, string[]>();
  for (const { at } of wordings) byFlags.set(at.flags, [...(byFlags.get(at.flags) ?? []), withoutNames(at.source)]);
  const guards = [...byFlags].map(([flags, sources]) => new RegExp(sources.map((source) => `(?:${source})`).join('|'), flags));
  return (message) => guards.some((guard) => guard.test(message));
}

/** A name may stand once in an expression. No wording refers back to one. */
const withoutNames = (source: string): string => source.replace(/\(\?<[A-Za-z_]\w*>/g, '(?:');
