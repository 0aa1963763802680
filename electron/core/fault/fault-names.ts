/*
 * Names in an error's text come from the model, a file or a server: they are repeated to the model only if they look like what they claim
 * to be (errors.md finding 6). Anything else could be an instruction in disguise.
 */

/** A path without white space, or one that the model itself wrote in the call. */
export const isPlainPath = (text: string): boolean => text.length <= 240 && /^[\w./\\:@~+()[\]{}$%#,=&!'-]+$/u.test(text);

/** A JSON type's name or a short list of them. */
export const isTypeName = (text: string): boolean => /^[a-z]{1,20}(?:(?: or |, | \| )[a-z]{1,20}){0,4}$/i.test(text);

/** Identifiers of a list in an error text, at most `most`. */
export function identifiersOf(list: string | undefined, most = 20): readonly string[] {
  const names: string[] = [];
  for (const [name] of (list ?? '').slice(0, 2000).matchAll(/[A-Za-z_][A-Za-z0-9_.:/-]{0,79}/g)) {
    if (!names.includes(name)) names.push(name);
    if (names.length === most) break;
  }
  return names;
}
