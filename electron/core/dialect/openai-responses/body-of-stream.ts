import { isJsonObject, type Json } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH, withMembers } from '../../text/json-members.ts';
import { memberOf, parseWithSpans, rawOf } from '../../text/json-spans.ts';
import { textOf } from './wire-event.ts';

const ENDINGS = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** The JSON body that a finished stream stands for: the response of its last event, with the items that it left out. */
export function bodyOfStream(data: readonly string[]): string | undefined {
  const items: string[] = [];
  for (const text of data) {
    const parsed = parseWithSpans(text, 0, { maxDepth: WIRE_JSON_DEPTH });
    if (!parsed.ok || !isJsonObject(parsed.value.value)) continue;
    const { value, root } = parsed.value;
    const type = textOf(value['type']);
    const item = memberOf(root, 'item')?.value;
    if (type === 'response.output_item.done' && item !== undefined) items.push(rawOf(text, item));
    const response = memberOf(root, 'response')?.value;
    if (!ENDINGS.has(type) || response?.kind !== 'object') continue;
    return isEmptyList((value['response'] as { readonly output?: Json }).output) && items.length > 0
      ? withMembers(text, response, new Map([['output', `[${items.join(',')}]`]]))
      : rawOf(text, response);
  }
  return undefined;
}

const isEmptyList = (value: Json | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);
