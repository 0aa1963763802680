import { isJsonObject } from '../../../shared/json.ts';
import type { CallNode } from './history-node.ts';

/** What to write for arguments that no server takes; undefined: they are fine. */
export type ArgumentsMend = {
  readonly arguments: string | { readonly quote: true };
  readonly how: 'repaired' | 'wrapped' | 'emptied' | 'quoted';
};

/** The repair that is made for such a text when it passes as a call; the JSON text of an object, or undefined where there is none without guessing. */
export type MendPast = (call: CallNode, text: string) => string | undefined;

/**
 * Past arguments that are no object (wire 3.6): the same lossless repair as for a live call, else the text verbatim inside
 * `{"INVALID_JSON":…}`; nothing at all becomes `{}`. The call has run or failed long ago: this only keeps the history readable.
 */
export function mendPastArguments(call: CallNode, asText: boolean, mend: MendPast): ArgumentsMend | undefined {
  const { input } = call;
  if (input === undefined || input === null) return { arguments: '{}', how: 'emptied' };
  if (typeof input !== 'string') {
    if (isJsonObject(input)) return asText ? { arguments: { quote: true }, how: 'quoted' } : undefined;
    return wrapped(JSON.stringify(input));
  }
  if (asText && isObjectText(input)) return undefined;
  if (input.trim() === '') return { arguments: '{}', how: 'emptied' };
  const repaired = !asText && isObjectText(input) ? input : mend(call, input);
  return repaired === undefined ? wrapped(input) : { arguments: repaired, how: 'repaired' };
}

const wrapped = (text: string): ArgumentsMend => ({ arguments: `{"INVALID_JSON":${JSON.stringify(text)}}`, how: 'wrapped' });

function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
