import type { TypedText } from './typed-text.ts';

/** One argument as it was read: its name and the JSON text of its value, or why there is none. */
export interface ReadArgument {
  readonly name: string;
  readonly value: TypedText;
}

/** Arguments as one JSON object text, in the order written; or why they can't be one (contract 2.3 check 8). */
export function argumentText(parameters: readonly ReadArgument[]): { readonly text: string } | { readonly error: string } {
  const names = new Set<string>();
  const members: string[] = [];
  for (const { name, value } of parameters) {
    if (names.has(name)) return { error: `parameter ${name} is given twice` };
    if ('error' in value) return { error: `parameter ${name}: ${value.error}` };
    names.add(name);
    members.push(`${JSON.stringify(name)}:${value.json}`);
  }
  return { text: `{${members.join(',')}}` };
}
