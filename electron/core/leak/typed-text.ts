import { isJsonObject, own, type Json, type JsonObject } from '../../../shared/json.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { isWholeJson, scanJson, skipBlanks } from '../text/json-scanner.ts';

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** What the schema admits at one place; `any` where it says nothing. */
export type AdmittedTypes = ReadonlySet<JsonType> | 'any';

/**
 * Argument text read from markup: JSON text of the value, or why there is none. `other`: a second reading, where the schema
 * admits both a string and the array or object that the text is.
 */
export type TypedText = { readonly json: string; readonly other?: string | undefined } | { readonly error: string };

/**
 * Reads the text of a parameter by the declared type (contract 2.4). A declared string stays a string, whatever it looks like, and so does
 * text under a union with string or under no type at all. Any other type counts only if the text is exactly one JSON value of that type (a
 * boolean also in title or upper case); what is not stays text, so that the schema check shows it to the operator. A declared object or array that is cut off can't be decoded at
 * all. The value's own characters are never changed: numbers leave with the digits they came with.
 */
export function typedText(text: string, types: AdmittedTypes): TypedText {
  if (types === 'any') return { json: JSON.stringify(text) };
  const container = types.has('array') || types.has('object');
  if (types.has('string') && !container) return { json: JSON.stringify(text) };
  if (types.has('boolean') && !types.has('string') && BOOLEAN.test(text)) return { json: withoutBlanks(text).toLowerCase() };
  const kind = isWholeJson(text) ? jsonTypeOf(text) : undefined;
  const first = withoutBlanks(text).charAt(0);
  if (types.has('string')) {
    const both = (kind === 'array' || kind === 'object') && types.has(kind);
    return { json: JSON.stringify(text), other: both ? withoutBlanks(text) : undefined };
  }
  if (kind !== undefined && (types.has(kind) || (kind === 'number' && types.has('integer') && isWhole(text))))
    return { json: withoutBlanks(text) };
  // Cut JSON has lost something: what was meant can't be shown. Anything else is shown as it stands.
  if (
    kind === undefined &&
    ((first === '{' && types.has('object')) || (first === '[' && types.has('array'))) &&
    scanJson(text).status === 'incomplete'
  )
    return { error: 'its JSON is cut off' };
  return { json: JSON.stringify(text) };
}

/** The types that a tool's schema admits for one of its parameters. */
export function admittedTypes(tool: AdvertisedTool | undefined, parameter: string): AdmittedTypes {
  const properties = tool?.schema === undefined ? undefined : own(tool.schema, 'properties');
  const property = isJsonObject(properties) ? own(properties, parameter) : undefined;
  return tool?.schema === undefined ? 'any' : typesOf(property, tool.schema, 0);
}

/** The types that a schema admits, read through local references and combinations. */
export function typesOf(schema: Json | undefined, root: JsonObject, depth: number): AdmittedTypes {
  if (!isJsonObject(schema) || depth > 16) return 'any';
  const reference = own(schema, '$ref');
  if (typeof reference === 'string') return typesOf(resolve(reference, root), root, depth + 1);
  const listed = listedTypes(schema, root, depth);
  if (listed === 'any' || own(schema, 'nullable') !== true) return listed;
  return new Set([...listed, 'null']);
}

function listedTypes(schema: JsonObject, root: JsonObject, depth: number): AdmittedTypes {
  const type = own(schema, 'type');
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string').map((name) => name.toLowerCase());
  if (names.length > 0) return names.every(isType) ? new Set(names) : 'any';
  for (const key of ['anyOf', 'oneOf'] as const) {
    const branches = own(schema, key);
    if (Array.isArray(branches) && branches.length > 0) return union(branches.map((branch) => typesOf(branch, root, depth + 1)));
  }
  const all = own(schema, 'allOf');
  if (Array.isArray(all)) {
    const known = all.map((branch) => typesOf(branch, root, depth + 1)).find((types) => types !== 'any');
    if (known !== undefined) return known;
  }
  return valueTypes(schema);
}

/** `enum` and `const` without a type name the types of their values; `properties` and `items` mean objects and arrays. */
function valueTypes(schema: JsonObject): AdmittedTypes {
  const listed = own(schema, 'enum');
  if (Array.isArray(listed) && listed.length > 0) return new Set(listed.map((value) => jsonTypeOf(JSON.stringify(value))));
  const only = own(schema, 'const');
  if (only !== undefined) return new Set([jsonTypeOf(JSON.stringify(only))]);
  if (isJsonObject(own(schema, 'properties'))) return new Set<JsonType>(['object']);
  if (isJsonObject(own(schema, 'items'))) return new Set<JsonType>(['array']);
  return 'any';
}

function union(parts: readonly AdmittedTypes[]): AdmittedTypes {
  const types = new Set<JsonType>();
  for (const part of parts) {
    if (part === 'any') return 'any';
    for (const type of part) types.add(type);
  }
  return types;
}

/** A local reference (`#/$defs/Name`); anything else is unknown here. */
export function resolve(reference: string, root: JsonObject): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  let at: Json | undefined = root;
  for (const step of reference.split('/').slice(1)) {
    if (!isJsonObject(at)) return undefined;
    at = own(at, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return at;
}

const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const isType = (name: string): name is JsonType => TYPES.has(name);

/** Type of the one JSON value in `text`. */
function jsonTypeOf(text: string): JsonType {
  switch (withoutBlanks(text).charAt(0)) {
    case '"':
      return 'string';
    case '{':
      return 'object';
    case '[':
      return 'array';
    case 't':
    case 'f':
      return 'boolean';
    case 'n':
      return 'null';
    default:
      return 'number';
  }
}

/** An integer is written as digits (formats-b 0.4): `5.0` and `1e5` stay text, for the operator to see. No rounding beyond 2^53. */
const isWhole = (text: string): boolean => /^-?\d+$/.test(withoutBlanks(text));

/** JSON blanks around a value are no part of it. A loop, since an end-anchored expression is quadratic on long runs of blanks. */
function withoutBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && BLANKS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(skipBlanks(text, 0), end);
}

/** Templates show past booleans as `True`, and models copy it: these spellings have one reading (formats-b 0.4). */
const BOOLEAN = /^\s{0,8}(?:true|True|TRUE|false|False|FALSE)\s{0,8}$/;
const BLANKS = ' \t\r\n';
