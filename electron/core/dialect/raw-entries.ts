import type { Json, JsonObject } from '../../../shared/json.ts';
import { WIRE_JSON_DEPTH } from '../text/json-members.ts';
import { type JsonPath, parseWithSpans, rawOf, spanAt } from '../text/json-spans.ts';
import { listSpans, type ListSpans } from '../text/list-spans.ts';
import { type RawText, readRaw } from '../turn/raw-text.ts';

/** The exact JSON text of the entry at `index` of a request's list of messages; undefined: there is none. */
export type RawEntry = (index: number) => string | undefined;

/** Entries of the list under a name, where the reader of the body knows where they stand. */
export type RawLists = (key: string) => RawEntry | undefined;

/** Entries of the list under `key`: those that are known, else the whole body is looked through on the first question. */
export function rawEntries(rawBody: RawText, key: string, known: RawLists | undefined): RawEntry {
  const entries = known?.(key);
  if (entries !== undefined) return entries;
  let spans: ListSpans | undefined;
  return (index) => {
    const text = readRaw(rawBody);
    spans ??= listSpans(text, key) ?? { start: 0, items: [] };
    const span = spans.items[index];
    return span === undefined ? undefined : text.slice(span.start, span.end);
  };
}

/**
 * Exact JSON texts of values inside one entry: big integers and escapes must survive (contract 2.4). An entry that is what
 * `JSON.stringify` makes of its value (most agents are written in JavaScript) needs no scan: its parts are that, too.
 */
export function rawInside(entry: JsonObject, raw: () => string | undefined): (path: JsonPath, value: Json) => string {
  let text: string | undefined;
  let canonical: boolean | undefined;
  let spanned: ReturnType<typeof parseWithSpans> | undefined;
  return (path, value) => {
    text ??= raw() ?? '';
    canonical ??= JSON.stringify(entry) === text;
    if (canonical) return JSON.stringify(value);
    spanned ??= parseWithSpans(text, 0, { maxDepth: WIRE_JSON_DEPTH });
    const span = spanned.ok ? spanAt(spanned.value.root, path) : undefined;
    return span === undefined ? JSON.stringify(value) : rawOf(text, span);
  };
}

/** Arguments are text; where an agent sends another kind, its exact JSON is read. */
export function textOrRaw(value: Json | undefined, inside: (path: JsonPath, value: Json) => string, path: JsonPath): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : inside(path, value);
}
