import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts';

/**
 * A tool's schema as a 2020-12 validator can read it. Agents send draft-04 to 2020-12, OpenAPI (`nullable`), upper-case types and
 * Python-made oddities; what has a plain meaning is translated, what has none is left out, so that one odd keyword does not
 * switch the whole check off. Never changes what a plain 2020-12 schema accepts.
 */
export function prepareSchema(schema: JsonObject): JsonObject {
  const out = new Map<string, Json>();
  for (const [key, value] of Object.entries(schema)) {
    if (value === undefined || dropped(key, value)) continue;
    out.set(key, prepareKeyword(key, value));
  }
  tupleItems(out);
  draft4Bounds(out);
  return withNullable(Object.fromEntries(out));
}

const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLES: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

function prepareKeyword(key: string, value: Json): Json {
  if (key === 'type') return prepareType(value);
  if (MAPS.has(key) && isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, prepareAny(inner ?? null)]));
  if (LISTS.has(key) && Array.isArray(value)) return value.map(prepareAny);
  if (SINGLES.has(key)) return Array.isArray(value) ? value.map(prepareAny) : prepareAny(value);
  return value;
}

const prepareAny = (value: Json): Json => (isJsonObject(value) ? prepareSchema(value) : value);

/** `$schema` would ask for a meta-schema; `id` is draft-04's; a boolean `required` is draft-03's; an unknown or empty type says nothing. */
function dropped(key: string, value: Json): boolean {
  switch (key) {
    case '$schema':
      return true;
    case 'id':
      return typeof value === 'string';
    case 'required':
      return !Array.isArray(value) || !value.every((name) => typeof name === 'string') || new Set(value).size !== value.length;
    case 'enum':
      return !Array.isArray(value) || value.length === 0;
    case 'type':
      return knownTypes(value).length === 0;
    default:
      return value === null && (MAPS.has(key) || LISTS.has(key) || SINGLES.has(key));
  }
}

const knownTypes = (value: Json): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'string' && TYPES.has(one.toLowerCase()) ? [one.toLowerCase()] : [],
  );

function prepareType(value: Json): Json {
  const known = [...new Set(knownTypes(value))];
  return Array.isArray(value) ? known : (known[0] ?? 'object');
}

/** Draft-07 tuples: `items` as a list, the rest in `additionalItems`. */
function tupleItems(out: Map<string, Json>): void {
  const items = out.get('items');
  if (!Array.isArray(items)) return;
  const rest = out.get('additionalItems');
  out.delete('items');
  out.delete('additionalItems');
  if (items.length > 0) out.set('prefixItems', items);
  if (rest !== undefined) out.set('items', rest);
}

/** Draft-04: `exclusiveMinimum: true` beside `minimum`. */
function draft4Bounds(out: Map<string, Json>): void {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const exclusive = out.get(flag);
    if (typeof exclusive !== 'boolean') continue;
    const limit = out.get(bound);
    out.delete(flag);
    if (exclusive && typeof limit === 'number') {
      out.set(flag, limit);
      out.delete(bound);
    }
  }
}

/** OpenAPI's `nullable`: null is accepted whatever else the schema says (`enum` included). */
function withNullable(schema: JsonObject): JsonObject {
  if (!Object.hasOwn(schema, 'nullable')) return schema;
  const { nullable, ...rest } = schema;
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}
