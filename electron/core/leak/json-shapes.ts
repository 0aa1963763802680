import { type JsonSpan, memberOf, parseWithSpans, rawOf } from '../text/json-spans.ts';
import { scanJson, skipBlanks } from '../text/json-scanner.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { readArguments, stringAt } from './json-call.ts';
import type { ParsedCall } from './leak-format.ts';

/** What a run of JSON values at one place says, read as calls in any of the shapes that people and models use (formats-a 5.1). */
export type JsonShapes =
  | { readonly status: 'calls'; readonly end: number; readonly calls: readonly ParsedCall[] }
  | { readonly status: 'incomplete'; readonly names: readonly string[] }
  | { readonly status: 'broken'; readonly at: number; readonly names: readonly string[]; readonly detail: string }
  /** JSON, or none, but no call: a record, a definition, an answer that only mentions one. */
  | { readonly status: 'none' };

const NAME_KEYS = ['name', 'tool', 'tool_name', 'function', 'action', 'recipient_name'];
const ARGUMENT_KEYS = ['arguments', 'parameters', 'params', 'args', 'input', 'tool_input', 'action_input'];
const WRAPPER_KEYS = ['tool_call', 'function_call', 'function'];
const LIST_KEYS = ['tool_calls', 'tool_uses'];
/** May stand beside a call without making it something else. */
const BESIDE_KEYS = ['id', 'type', 'tool_call_id', 'call_id', 'index', 'role', 'content', 'thought', 'refusal'];
const CALL_KEYS: ReadonlySet<string> = new Set([...NAME_KEYS, ...ARGUMENT_KEYS, ...WRAPPER_KEYS, ...LIST_KEYS, ...BESIDE_KEYS]);

/** Reads objects or lists from `start`, separated by lines or semicolons. Linear. */
export function readJsonShapes(text: string, start: number, tools: readonly AdvertisedTool[]): JsonShapes {
  const calls: ParsedCall[] = [];
  let at = skipBlanks(text, start);
  let end = at;
  for (;;) {
    const scan = scanJson(text, at);
    if (scan.status !== 'complete') {
      const seen = outerKeys(text, at);
      if (!seen.possible || !mayBeCall(seen, tools)) return calls.length > 0 ? { status: 'calls', end, calls } : { status: 'none' };
      const names = [...calls.map((call) => call.name), ...seen.names];
      return scan.status === 'incomplete'
        ? { status: 'incomplete', names }
        : { status: 'broken', at: scan.at, names, detail: `not JSON: ${scan.detail}` };
    }
    const parsed = parseWithSpans(text, at);
    if (!parsed.ok) return { status: 'none' };
    const read = readValue(text, parsed.value.root, tools);
    if (read === undefined || (calls.length === 0 && !read.some((call) => isOffered(call.name, tools)) && !isCallList(parsed.value.root))) {
      return calls.length > 0 ? { status: 'calls', end, calls } : { status: 'none' };
    }
    calls.push(...read);
    end = scan.end;
    const next = nextObject(text, end);
    if (next === undefined) return { status: 'calls', end, calls };
    at = next;
  }
}

/** False as soon as the JSON that begins at `at` can't be a call any more: its outer keys rule it out. Bounded by the given text. */
export function jsonShapesViable(text: string, at: number, tools: readonly AdvertisedTool[]): boolean {
  const first = text[at];
  if (first !== '{' && first !== '[') return at >= text.length;
  const seen = outerKeys(text, at);
  return (
    seen.possible &&
    (seen.open
      ? seen.names.length === 0 || seen.list || seen.names.some((name) => isOffered(name, tools) || isPrefixOfOffered(name, tools))
      : true) &&
    keysAllow(seen, tools)
  );
}

interface OuterKeys {
  /** Keys of the outermost object (of the first entry of an outermost list), as far as the text goes. */
  readonly keys: readonly string[];
  readonly names: readonly string[];
  /** It is so far a JSON object, or a list that begins with one. */
  readonly possible: boolean;
  readonly open: boolean;
  readonly list: boolean;
}

function outerKeys(text: string, start: number): OuterKeys {
  const keys: string[] = [];
  const names: string[] = [];
  let depth = 0;
  let objectDepth = 0;
  let possible = true;
  let pending = '';
  const scan = scanJson(text, start, undefined, {
    open: (kind) => {
      depth += 1;
      if (depth === 1) objectDepth = kind === 'array' ? 2 : 1;
      else if (depth === objectDepth && kind !== 'object') possible = false;
    },
    key: (from, to) => {
      if (depth !== objectDepth) return;
      pending = text.slice(from + 1, to - 1);
      keys.push(pending);
    },
    leaf: (kind, from, to) => {
      if (depth === 1 && objectDepth === 2) possible = false;
      if (depth === objectDepth && kind === 'string' && NAME_KEYS.includes(pending)) names.push(text.slice(from + 1, to - 1));
    },
    close: () => {
      depth -= 1;
    },
  });
  const head = skipBlanks(text, skipBlanks(text, start) + 1);
  const odd = scan.status === 'invalid' && keys.length === 0 && head < text.length && scan.at <= head + 1;
  return { keys, names, possible: possible && !odd, open: scan.status === 'incomplete', list: keys.some((key) => LIST_KEYS.includes(key)) };
}

const keysAllow = (seen: OuterKeys, tools: readonly AdvertisedTool[]): boolean =>
  seen.keys.every((key) => CALL_KEYS.has(key)) || seen.keys.every((key) => isOffered(key, tools));

/** Cut or broken JSON was meant as a call only if an offered name stands where names stand, or the list of calls was begun. */
const mayBeCall = (seen: OuterKeys, tools: readonly AdvertisedTool[]): boolean =>
  keysAllow(seen, tools) && (seen.list || seen.names.some((name) => isOffered(name, tools)) || seen.open);

const isOffered = (name: string, tools: readonly AdvertisedTool[]): boolean => tools.some((tool) => tool.name === name);
const isPrefixOfOffered = (name: string, tools: readonly AdvertisedTool[]): boolean =>
  name.startsWith('functions.') && isOffered(name.slice(10), tools);

const isCallList = (root: JsonSpan): boolean => LIST_KEYS.some((key) => memberOf(root, key)?.value.kind === 'array');

/** The calls of one value, in order; undefined: it is no call, or not all of it is. */
function readValue(text: string, root: JsonSpan, tools: readonly AdvertisedTool[]): readonly ParsedCall[] | undefined {
  if (root.kind === 'array') {
    if (root.items.length === 0) return undefined;
    const read = root.items.map((item) => readEntry(text, item, tools));
    return read.every((calls) => calls !== undefined) ? read.flat() : undefined;
  }
  return readEntry(text, root, tools);
}

function readEntry(text: string, span: JsonSpan, tools: readonly AdvertisedTool[]): readonly ParsedCall[] | undefined {
  if (span.kind !== 'object') return undefined;
  const list = LIST_KEYS.map((key) => memberOf(span, key)?.value).find((value) => value?.kind === 'array');
  if (list !== undefined) {
    const read = list.items.map((item) => readEntry(text, item, tools));
    return list.items.length > 0 && keysKnown(span) && read.every((calls) => calls !== undefined) ? read.flat() : undefined;
  }
  const only = span.members.length === 1 ? span.members[0] : undefined;
  if (only !== undefined && only.value.kind === 'object' && isOffered(only.key, tools) && !isSchema(text, only.value)) {
    return [call(only.key, only.value, text, span, undefined)];
  }
  if (!keysKnown(span)) return undefined;
  const wrapped = WRAPPER_KEYS.map((key) => memberOf(span, key)?.value).find((value) => value?.kind === 'object');
  if (wrapped !== undefined) {
    const inner = readEntry(text, wrapped, tools);
    const id = memberOf(span, 'id')?.value;
    return inner === undefined || id?.kind !== 'string' ? inner : inner.map((found) => ({ ...found, nativeId: stringAt(text, id) }));
  }
  return readPlain(text, span);
}

function readPlain(text: string, span: JsonSpan): readonly ParsedCall[] | undefined {
  const names = span.members.filter((member) => NAME_KEYS.includes(member.key) && member.value.kind === 'string');
  const args = span.members.filter((member) => ARGUMENT_KEYS.includes(member.key));
  const [name] = names;
  const [value] = args;
  if (name === undefined || value === undefined || names.length > 1 || args.length > 1) return undefined;
  if (value.value.kind !== 'object' && value.value.kind !== 'string') return undefined;
  if (value.value.kind === 'object' && isSchema(text, value.value)) return undefined;
  const written = stringAt(text, name.value);
  const id = memberOf(span, 'id')?.value ?? memberOf(span, 'tool_call_id')?.value;
  const plain = name.key === 'recipient_name' && written.startsWith('functions.') ? written.slice('functions.'.length) : written;
  return [call(plain, value.value, text, span, id?.kind === 'string' ? stringAt(text, id) : undefined)];
}

const keysKnown = (span: JsonSpan): boolean => span.members.every((member) => CALL_KEYS.has(member.key));

/** The argument value of a tool definition is itself a schema. */
function isSchema(text: string, span: JsonSpan): boolean {
  const type = memberOf(span, 'type')?.value;
  return type !== undefined && rawOf(text, type) === '"object"' && memberOf(span, 'properties') !== undefined;
}

const call = (name: string, value: JsonSpan, text: string, span: JsonSpan, nativeId: string | undefined): ParsedCall => ({
  name,
  ...readArguments(text, value),
  nativeId,
  span: { start: span.start, end: span.end },
  otherReadings: [],
});

function nextObject(text: string, at: number): number | undefined {
  let place = skipBlanks(text, at);
  if (text[place] === ';') place = skipBlanks(text, place + 1);
  else if (place === at) return undefined;
  return text[place] === '{' ? place : undefined;
}
