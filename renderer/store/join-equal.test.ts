import { describe, expect, test } from 'vitest';
import type { Approval } from '../../shared/approval.ts';
import { joinEqual } from './join-equal.ts';

const card = (id: string, more: Partial<Approval> = {}): Approval => ({
  id,
  replyId: `reply ${id}`,
  session: 's',
  turn: `turn ${id}`,
  agent: 'opencode',
  model: 'm',
  call: { id: `call ${id}`, name: 'bash', arguments: '{"command":"ls"}' },
  original: 'Example: <tool_call>',
  markup: [{ start: 9, end: 20 }],
  checks: [],
  fixes: [],
  reason: 'example',
  format: 'hermes-json',
  sideEffect: 'writes',
  tool: { description: '', schema: {} },
  createdAt: 1,
  deadline: 2,
  status: { state: 'pending' },
  ...more,
});

test('cards that show the same join, whatever their ids, turns and times', () => {
  const cards = [card('a'), card('b', { createdAt: 5, deadline: 9 }), card('c', { session: 'other' })];
  expect(joinEqual(cards).map((group) => group.map(({ id }) => id))).toEqual([['a', 'b'], ['c']]);
});

describe('whatever an operator would decide by keeps cards apart', () => {
  test.each<[string, Partial<Approval>]>([
    ['arguments', { call: { id: 'x', name: 'bash', arguments: '{"command": "ls"}' } }],
    ['name', { call: { id: 'x', name: 'bash\u200b', arguments: '{"command":"ls"}' } }],
    ['bytes', { original: 'Sample: <tool_call>' }],
    ['reason', { reason: 'prose' }],
    ['format', { format: 'json-bare' }],
    ['tool', { tool: { description: 'Deletes', schema: {} } }],
    ['fixes', { fixes: [{ rule: 'r', before: '1', after: '2', pointer: '/a' }] }],
    ['readings', { readings: [{ name: 'bash', arguments: '{}' }] }],
  ])('%s', (_, more) => {
    expect(joinEqual([card('a'), card('b', more)])).toHaveLength(2);
  });
});
