import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import { admittedTypes, typedText, type JsonType } from './typed-text.ts';

const types = (...names: readonly JsonType[]) => new Set(names);

describe('text under declared types', () => {
  test.each<[string, ReturnType<typeof types> | 'any', string]>([
    ['false', types('string'), '"false"'],
    ['007', types('string'), '"007"'],
    ['1e5', types('string'), '"1e5"'],
    ['null', types('string', 'null'), '"null"'],
    [' x\n', types('string'), '" x\\n"'],
    ['5', 'any', '"5"'],
    ['42', types('integer'), '42'],
    [' 42\n', types('integer'), '42'],
    ['5.0', types('integer'), '"5.0"'],
    ['5.5', types('integer'), '"5.5"'],
    ['007', types('integer'), '"007"'],
    ['+5', types('number'), '"+5"'],
    ['1e5', types('number'), '1e5'],
    ['9007199254740993', types('integer'), '9007199254740993'],
    ['NaN', types('number'), '"NaN"'],
    ['true', types('boolean'), 'true'],
    ['True', types('boolean'), 'true'],
    [' FALSE\n', types('boolean', 'null'), 'false'],
    ['tRUE', types('boolean'), '"tRUE"'],
    ['yes', types('boolean'), '"yes"'],
    ['True', types('boolean', 'string'), '"True"'],
    ['yes', types('boolean'), '"yes"'],
    ['1', types('boolean'), '"1"'],
    ['null', types('object', 'null'), 'null'],
    ['', types('integer'), '""'],
    ['{"a": 1}', types('object'), '{"a": 1}'],
    ['[1]', types('object'), '"[1]"'],
    ['"x"', types('integer'), '"\\"x\\""'],
    ['42', types('string', 'number'), '"42"'],
    ["{'a': 1}", types('object'), '"{\'a\': 1}"'],
    ['{"a":1}{"a":1}', types('object'), JSON.stringify('{"a":1}{"a":1}')],
    ['\ud800', types('string'), '"\\ud800"'],
  ])('%j as %o', (text, declared, json) => expect(typedText(text, declared)).toMatchObject({ json }));

  test.each([
    ['{"a": tru', types('object')],
    ['[1, 2', types('array', 'null')],
  ])('%j can not be decoded', (text, declared) => expect(typedText(text, declared)).toHaveProperty('error'));

  test('a list where a string or a list may stand has two readings', () => {
    expect(typedText(' ["a"]', types('string', 'array'))).toEqual({ json: '" [\\"a\\"]"', other: '["a"]' });
    expect(typedText('a', types('string', 'array'))).toEqual({ json: '"a"', other: undefined });
    expect(typedText('{}', types('string', 'array'))).toEqual({ json: '"{}"', other: undefined });
  });
});

describe('declared types of a parameter', () => {
  const of = (property: JsonObject, more: JsonObject = {}) =>
    admittedTypes({ name: 't', kind: 'function', description: '', schema: { type: 'object', properties: { p: property }, ...more } }, 'p');
  test.each<[JsonObject, readonly string[] | 'any']>([
    [{ type: 'string' }, ['string']],
    [{ type: ['integer', 'null'] }, ['integer', 'null']],
    [{ type: 'STRING' }, ['string']],
    [{ anyOf: [{ type: 'object' }, { type: 'null' }] }, ['object', 'null']],
    [{ oneOf: [{ type: 'string' }, { type: 'array' }] }, ['string', 'array']],
    [{ allOf: [{ description: 'x' }, { type: 'integer' }] }, ['integer']],
    [{ enum: ['a', 'b'] }, ['string']],
    [{ enum: [1, null] }, ['number', 'null']],
    [{ const: true }, ['boolean']],
    [{ type: 'integer', nullable: true }, ['integer', 'null']],
    [{ properties: {} }, ['object']],
    [{ anyOf: [{ type: 'object' }, {}] }, 'any'],
    [{ type: 'any' }, 'any'],
    [{}, 'any'],
    [{ $ref: '#/$defs/missing' }, 'any'],
  ])('%j', (schema, wanted) => {
    const found = of(schema);
    expect(found === 'any' ? found : [...found]).toEqual(wanted);
  });
  test('through references, and not for ever', () => {
    expect(of({ $ref: '#/$defs/N' }, { $defs: { N: { type: 'integer' } } })).toEqual(new Set(['integer']));
    expect(of({ $ref: '#/$defs/N' }, { $defs: { N: { $ref: '#/$defs/N' } } })).toBe('any');
  });
  test('unknown parameters, inherited names and tools without a schema', () => {
    const tool = { name: 't', kind: 'function' as const, description: '', schema: { properties: {} } };
    expect(admittedTypes(tool, 'constructor')).toBe('any');
    expect(admittedTypes({ ...tool, schema: undefined }, 'p')).toBe('any');
    expect(admittedTypes(undefined, 'p')).toBe('any');
  });
});
