import { describe, expect, test } from 'vitest';
import type { Json } from '../../../shared/json.ts';
import { judge } from './use-override.ts';

const schema: Json = {
  type: 'object',
  properties: { command: { type: 'string' }, timeout: { type: 'integer', maximum: 600 } },
  required: ['command'],
};
const problems = (text: string, issues: readonly { pointer: string; message: string }[] = []) =>
  judge(text, schema, issues, '{\n  "command": "ls",\n  "timeout": 5\n}').problems;

test('a right edit has no problem and a value', () => {
  expect(judge('{"command":"ls"}', schema, [])).toEqual({ value: { command: 'ls' }, problems: [] });
});

describe('an edit that cannot be sent says where and why', () => {
  test.each([
    ['{"command":"ls",}', 'syntax', 1, 17],
    ['{\n  "command": 5\n}', 'schema', 2, 14],
    ['{"timeout": 5}', 'schema', 1, 1],
    ['[]', 'schema', 1, 1],
    ['{"command":"a","command":"b"}', 'schema', 1, 26],
    ['{"command":"a","x":9007199254740993}', 'schema', 1, 20],
  ])('%s', (text, kind, line, column) => {
    expect(problems(text)).toEqual([expect.objectContaining({ kind, line, column })]);
  });
  test('the gateway’s own issues stand at their place', () => {
    expect(problems('{"command":"ls"}', [{ pointer: '/command', message: 'no' }])).toEqual([
      expect.objectContaining({ message: 'no', column: 12 }),
    ]);
  });
});

test('the fix is what the model sent, where that was right', () => {
  expect(problems('{"command":"ls","timeout":"2 minutes"}')[0]?.fix).toEqual({ label: 'Use 5', insert: '5' });
  expect(problems('{"timeout":5}')[0]?.fix).toBeUndefined();
});

test('the fix is what a text holds as JSON, where neither is anything lost nor the schema broken', () => {
  const fixOf = (timeout: string) =>
    judge(`{"command":"ls","timeout":${timeout}}`, schema, [], `{"command":"ls","timeout":${timeout}}`).problems[0]?.fix;
  expect(fixOf('"120"')).toEqual({ label: 'Use 120', insert: '120' });
  expect(fixOf('"900"')).toBeUndefined();
  expect(fixOf('"0120"')).toBeUndefined();
  expect(fixOf('"soon"')).toBeUndefined();
  expect(judge('{"command":"ls","timeout":"soon"}', schema, [], '{"command":"ls","timeout":"60"}').problems[0]?.fix).toEqual({
    label: 'Use 60',
    insert: '60',
  });
});
