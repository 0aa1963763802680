import { WIRE_JSON_DEPTH, withMembers } from '../../text/json-members.ts';
import { memberOf, parseWithSpans } from '../../text/json-spans.ts';

/** Raw JSON values by path of member names, at most two deep: `['delta', 'text']`. Undefined removes. */
export type EventChanges = readonly { readonly path: readonly [string] | readonly [string, string]; readonly raw: string | undefined }[];

/** One event's JSON with some members changed; every other byte stays. */
export function rewriteEvent(data: string, changes: EventChanges): string {
  const parsed = parseWithSpans(data, 0, { maxDepth: WIRE_JSON_DEPTH });
  if (!parsed.ok || parsed.value.root.kind !== 'object') return data;
  const root = parsed.value.root;
  const top = new Map<string, string | undefined>();
  const inner = new Map<string, Map<string, string | undefined>>();
  for (const { path, raw } of changes) {
    const [name, below] = path;
    if (below === undefined) top.set(name, raw);
    else inner.set(name, (inner.get(name) ?? new Map<string, string | undefined>()).set(below, raw));
  }
  for (const [name, members] of inner) {
    const span = memberOf(root, name)?.value;
    top.set(name, span?.kind === 'object' ? withMembers(data, span, members) : objectOfRaw(members));
  }
  return withMembers(data, root, top);
}

function objectOfRaw(members: ReadonlyMap<string, string | undefined>): string {
  return `{${[...members].flatMap(([key, raw]) => (raw === undefined ? [] : [`${JSON.stringify(key)}:${raw}`])).join(',')}}`;
}
