import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../shared/json.ts';
import { blankRequired, checkArguments, requiredOf, schemaProblem } from './check-arguments.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const path = object({ path: { type: 'string' } }, { required: ['path'] });

const valid: readonly (readonly [string, JsonObject | undefined, Json])[] = [
  ['no schema at all', undefined, { anything: [1] }],
  ['empty schema', {}, { a: 1 }],
  ['plain object', path, { path: 'a' }],
  ['extra property where nothing forbids it', path, { path: 'a', more: 1 }],
  ['no top-level type', { properties: { a: { type: 'integer' } } }, { a: 5 }],
  ['nullable by OpenAPI', object({ a: { type: 'string', nullable: true } }), { a: null }],
  ['nullable without type', object({ a: { enum: ['x'], nullable: true } }), { a: null }],
  ['type list', object({ a: { type: ['string', 'null'] } }), { a: null }],
  ['$defs and $ref', object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: { type: 'integer' } } }), { a: 1 }],
  [
    'definitions and draft-07 $schema',
    object(
      { a: { $ref: '#/definitions/A' } },
      { definitions: { A: { type: 'integer' } }, $schema: 'http://json-schema.org/draft-07/schema#' },
    ),
    { a: 1 },
  ],
  ['recursive $ref', object({ n: { $ref: '#' } }), { n: { n: {} } }],
  ['draft-07 tuple', object({ r: { type: 'array', items: [{ type: 'integer' }, { type: 'integer' }] } }), { r: [1, 2] }],
  ['draft-04 exclusive bound', object({ n: { type: 'number', minimum: 0, exclusiveMinimum: true } }), { n: 1 }],
  ['upper-case types', { type: 'OBJECT', properties: { a: { type: 'STRING' } } }, { a: 'x' }],
  ['unknown type says nothing', object({ a: { type: 'any' } }), { a: 7 }],
  ['unknown format', object({ a: { type: 'string', format: 'file-path' } }), { a: 'x' }],
  ['pattern that is no JavaScript', object({ a: { type: 'string', pattern: '(?i)abc' } }), { a: 'x' }],
  [
    'strict mode: all required, null for absent',
    object({ a: { type: ['integer', 'null'] } }, { required: ['a'], additionalProperties: false, strict: true }),
    { a: null },
  ],
  ['draft-03 required', object({ a: { type: 'string', required: true } }), {}],
  ['float that is an integer', object({ a: { type: 'integer' } }), { a: 5.0 }],
  ['a property called id', object({ id: { type: 'string' }, type: { type: 'string' } }), { id: 'x', type: 'y' }],
];

describe('valid', () => {
  test.each(valid)('%s', (_, schema, value) => {
    expect(checkArguments(schema, value)).toEqual([]);
    if (schema !== undefined) expect(schemaProblem(schema)).toBeUndefined();
  });
});

const invalid: readonly (readonly [string, JsonObject, Json, readonly string[]])[] = [
  ['missing', path, {}, ['missing /path: is required and missing']],
  [
    'missing deep, with a pointer that needs escaping',
    object({ 'a/b': path }),
    { 'a/b': {} },
    ['missing /a~1b/path: is required and missing'],
  ],
  ['type', path, { path: 7 }, ['type /path: must be string, not number']],
  ['type: object for string', path, { path: { a: 1 } }, ['type /path: must be string, not object']],
  ['type list', object({ a: { type: ['string', 'null'] } }), { a: [] }, ['type /a: must be string or null, not array']],
  [
    'anyOf of types is one type issue',
    object({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    { a: 1 },
    ['type /a: must be string or null, not number'],
  ],
  ['extra', object({ a: {} }, { additionalProperties: false }), { b: 1 }, ['extra /b: is not a parameter of this tool']],
  ['enum', object({ a: { enum: ['x', 'y'] } }), { a: 'z' }, ['enum /a: must be one of ["x","y"]']],
  ['const', object({ a: { const: 1 } }), { a: 2 }, ['enum /a: must be 1']],
  ['bounds', object({ a: { type: 'number', maximum: 3 } }), { a: 4 }, ['other /a: must be <= 3']],
  ['draft-04 bound', object({ a: { type: 'number', minimum: 0, exclusiveMinimum: true } }), { a: 0 }, ['other /a: must be > 0']],
  [
    'draft-07 tuple',
    object({ r: { type: 'array', items: [{ type: 'integer' }] } }),
    { r: ['1'] },
    ['type /r/0: must be integer, not string'],
  ],
  ['own names only', object({}, { required: ['toString'] }), {}, ['missing /toString: is required and missing']],
  ['not an object', path, 'x', ['type : must be object, not string']],
  [
    'nullable does not make everything null',
    object({ a: { type: 'string', nullable: false } }),
    { a: null },
    ['type /a: must be string, not null'],
  ],
];

describe('invalid', () => {
  test.each(invalid)('%s', (_, schema, value, wanted) => {
    expect(checkArguments(schema, value).map((issue) => `${issue.kind} ${issue.pointer}: ${issue.message}`)).toEqual(wanted);
  });
});

test('the expected types are given as data', () => {
  expect(checkArguments(path, { path: 1 })[0]?.expected).toEqual(['string']);
});

test('a schema that does not compile is told, and accepts anything', () => {
  const broken = object({ a: { $ref: 'https://example.invalid/schema.json' } });
  expect(schemaProblem(broken)).toContain('example.invalid');
  expect(checkArguments(broken, { a: 1 })).toEqual([]);
});

test('two tools may carry the same $id', () => {
  const one = { $id: 'tool', ...object({ a: { type: 'string' } }) };
  const two = { $id: 'tool', ...object({ a: { type: 'integer' } }) };
  expect(checkArguments(one, { a: 'x' })).toEqual([]);
  expect(checkArguments(two, { a: 'x' })).toHaveLength(1);
});

test('a pattern that could blow up is not tried', () => {
  const risky = object({ a: { type: 'string', pattern: '^(a+)+$' } });
  expect(checkArguments(risky, { a: `${'a'.repeat(60)}!` })).toEqual([]);
  expect(checkArguments(object({ a: { type: 'string', pattern: '^[a-z]+$' } }), { a: 'A' })).toHaveLength(1);
});

test('a value nested beyond the stack is not called valid', () => {
  const deep: { n?: unknown } = {};
  let at = deep;
  for (let i = 0; i < 200_000; i += 1) at = at.n = {};
  expect(checkArguments(object({ n: { $ref: '#' } }), deep as JsonObject)).toHaveLength(1);
});

describe('required', () => {
  const schema = object({ a: {}, b: {}, c: {} }, { required: ['a', 'b', 'constructor'] });
  test('names', () => expect(requiredOf(schema)).toEqual(['a', 'b', 'constructor']));
  test('none', () => expect([requiredOf(undefined), requiredOf({}), requiredOf({ required: true })]).toEqual([[], [], []]));
  test.each([
    [{}, ['a', 'b', 'constructor']],
    [{ a: ' \n', b: 0, constructor: 'x' }, ['a']],
    [{ a: null, b: false, constructor: [] }, []],
    [{ a: 'x', b: '', constructor: 'x', c: '' }, ['b']],
  ])('blank in %j', (value, blank) => expect(blankRequired(schema, value)).toEqual(blank));
});
