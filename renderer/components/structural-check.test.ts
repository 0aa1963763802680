import { describe, expect, test } from 'vitest';
import type { Json } from '../../shared/json.ts';
import { schemaRows } from './schema-table.tsx';
import { checkStructure, describeType } from './structural-check.ts';

const schema: Json = {
  type: 'object',
  properties: {
    command: { type: 'string', minLength: 1 },
    timeout: { type: 'integer', minimum: 1, maximum: 600 },
    mode: { enum: ['fast', 'slow'] },
    files: { type: 'array', items: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } },
    either: { type: ['string', 'null'] },
  },
  required: ['command'],
  additionalProperties: false,
};

describe('valid', () => {
  test.each<[string, Json]>([
    ['the least', { command: 'ls' }],
    ['all', { command: 'ls', timeout: 600, mode: 'fast', files: [{ path: 'a' }], either: null }],
  ])('%s', (_, value) => expect(checkStructure(schema, value)).toEqual([]));
  test('what is not understood passes', () => expect(checkStructure({ anyOf: [{ type: 'string' }], $ref: '#/x' }, 5)).toEqual([]));
});

describe('invalid', () => {
  test.each<[string, Json, string]>([
    ['missing', {}, ''],
    ['wrong type', { command: 5 }, '/command'],
    ['no integer', { command: 'ls', timeout: 1.5 }, '/timeout'],
    ['out of bounds', { command: 'ls', timeout: 601 }, '/timeout'],
    ['not in the list', { command: 'ls', mode: 'medium' }, '/mode'],
    ['deep', { command: 'ls', files: [{ path: 'a' }, {}] }, '/files/1'],
    ['unknown name', { command: 'ls', cmd: 'x' }, '/cmd'],
    ['too short', { command: '' }, '/command'],
    ['no object', [], ''],
  ])('%s', (_, value, pointer) => expect(checkStructure(schema, value).map((issue) => issue.pointer)).toEqual([pointer]));
  test('names of the prototype are names like any other', () => {
    expect(checkStructure({ type: 'object', required: ['constructor'] }, {}).length).toBe(1);
    expect(checkStructure(schema, { command: 'ls', toString: 'x' })[0]?.pointer).toBe('/toString');
  });
});

test('the table says what stands here', () => {
  const rows = schemaRows(schema, { command: 5, mode: 'fast', extra: 1 });
  expect(rows.map((row) => [row.name, row.here.text])).toEqual([
    ['command', 'a number'],
    ['timeout', 'not given'],
    ['mode', 'valid'],
    ['files', 'not given'],
    ['either', 'not given'],
    ['extra', 'given'],
  ]);
  expect(describeType({ type: 'integer', minimum: 1, maximum: 600 })).toBe('integer, 1 to 600');
});
