import { describe, expect, it } from 'vitest';
import type { Approval } from '../../../shared/approval.ts';
import type { Json } from '../../../shared/json.ts';
import { expireApproval, settleApproval, withdrawApproval } from './approval.ts';

const pending: Approval = {
  id: 'a',
  replyId: 'r',
  session: 's',
  turn: 't',
  agent: 'x',
  model: 'm',
  call: { id: 'c', name: 'Bash', arguments: '{"command":"ls"}' },
  original: '',
  markup: [],
  checks: [],
  fixes: [],
  reason: 'schema',
  format: 'f',
  sideEffect: 'writes',
  createdAt: 0,
  deadline: 10,
  status: { state: 'pending' },
  tool: {
    description: '',
    schema: { type: 'object', properties: { command: { type: 'string' }, 'a/b~c': { type: 'integer' } }, required: ['command'] },
  },
}; // prettier-ignore
const readings = [
  { name: 'Bash', arguments: '{"command":"a"}' },
  { name: 'Bash', arguments: '{"command":"b"}' },
];
const operator = { type: 'operator' } as const;
const settle = (approval: Approval, decision: Parameters<typeof settleApproval>[1]) => settleApproval(approval, decision, operator, 5);

describe('settling', () => {
  it.each([
    ['approve', { verdict: 'approve' }, { verdict: 'approve' }],
    ['approve the only reading by its index', { verdict: 'approve', reading: 0 }, { verdict: 'approve', reading: 0 }],
    ['reject with a reason', { verdict: 'reject', reason: 'no' }, { verdict: 'reject', reason: 'no' }],
    ['text', { verdict: 'text' }, { verdict: 'text' }],
    ['override by an object', { verdict: 'override', arguments: { command: 'x' } }, { verdict: 'override', arguments: '{"command":"x"}' }],
    [
      'override by text keeps every byte',
      { verdict: 'override', arguments: '{"command":"x", "n":12345678901234567890}' },
      { arguments: '{"command":"x", "n":12345678901234567890}' },
    ],
    ['arguments beside another verdict are not taken', { verdict: 'approve', arguments: { command: 'x' } }, { verdict: 'approve' }],
  ] as const)('valid: %s', (_name, decision, status) => {
    const settled = settle(pending, decision);
    expect(settled).toMatchObject({ ok: true, value: { id: 'a', status: { state: 'settled', by: operator, at: 5, ...status } } });
    if (settled.ok && decision.verdict !== 'override') expect(settled.value.status).not.toHaveProperty('arguments');
    expect(pending.status.state).toBe('pending');
  });

  it.each([
    ['an override without arguments', { verdict: 'override' }, 'schema', ''],
    ['an override by an array', { verdict: 'override', arguments: [] }, 'schema', ''],
    ['an override by a number', { verdict: 'override', arguments: '1' }, 'schema', ''],
    ['text behind the object', { verdict: 'override', arguments: '{"command":"x"} y' }, 'schema', ''],
    ['a doubled key deep inside', { verdict: 'override', arguments: '{"command":"x","o":{"a/b":1,"a/b":2}}' }, 'schema', '/o/a~1b'],
    ['a wrong type', { verdict: 'override', arguments: { command: 'x', 'a/b~c': 'y' } }, 'schema', '/a~1b~0c'],
    ['a reading that is not there', { verdict: 'approve', reading: 1 }, 'reading', undefined],
  ] as const)('invalid: %s', (_name, decision, code, pointer) => {
    const settled = settle(pending, decision);
    expect(settled).toMatchObject({ ok: false, error: { code } });
    if (!settled.ok) expect(settled.error.issues?.[0]?.pointer).toBe(pointer);
  });

  it('a call with several readings needs the choice to be approved, not to be rejected', () => {
    const doubtful = { ...pending, readings };
    expect(settle(doubtful, { verdict: 'approve' })).toMatchObject({ ok: false, error: { code: 'reading' } });
    expect(settle(doubtful, { verdict: 'approve', reading: 2 })).toMatchObject({ ok: false, error: { code: 'reading' } });
    expect(settle(doubtful, { verdict: 'approve', reading: 1 })).toMatchObject({ ok: true, value: { status: { reading: 1 } } });
    expect(settle(doubtful, { verdict: 'reject' }).ok).toBe(true);
    expect(settle({ ...pending, readings: readings.slice(0, 1) }, { verdict: 'approve' }).ok).toBe(true);
  });

  it('only what was decided is in the status', () => {
    const settled = settle(pending, { verdict: 'approve' });
    expect(settled.ok ? Object.keys(settled.value.status) : []).toEqual(['state', 'verdict', 'by', 'at']);
  });

  it('a reading that is not there is told by what there is', () => {
    const told = (approval: Approval, reading: number) => {
      const settled = settle(approval, { verdict: 'approve', reading });
      return settled.ok ? '' : settled.error.message;
    };
    expect(told(pending, 1)).toBe('This call has one reading only.');
    expect(told({ ...pending, readings }, 2)).toBe('There is no reading 2: this call has 2, counted from 0.');
  });

  it('arguments that do not fit are told with their place', () => {
    const told = (given: Json) => {
      const settled = settle(pending, { verdict: 'override', arguments: given });
      return settled.ok ? '' : settled.error.message;
    };
    expect(told([])).toMatch(/tool's schema: the whole must be one JSON object\./);
    expect(told({ command: 7 })).toMatch(/tool's schema: \/command must be/);
  });

  it('a tool without a schema takes any object', () => {
    const typed = { ...pending, tool: { description: '', schema: null } };
    expect(settle(typed, { verdict: 'override', arguments: { anything: [1] } }).ok).toBe(true);
    expect(settle(typed, { verdict: 'override', arguments: 'no' }).ok).toBe(false);
  });
});

describe('final states', () => {
  const settled = settle(pending, { verdict: 'approve' });
  const first = settled.ok ? settled.value : pending;
  const expired = expireApproval(pending, { type: 'deadline' }, 10);
  const withdrawn = withdrawApproval(pending, 11);

  it('are what they say', () => {
    expect(expired.status).toEqual({ state: 'expired', by: { type: 'deadline' }, at: 10 });
    expect(withdrawn.status).toEqual({ state: 'withdrawn', at: 11 });
  });
  it('a second verdict gets the first one', () => expect(settle(first, { verdict: 'reject' })).toEqual({ ok: true, value: first }));
  it('a late verdict is told what came before', () => {
    expect(settle(expired, { verdict: 'approve' })).toMatchObject({ ok: false, error: { code: 'expired' } });
    expect(settle(withdrawn, { verdict: 'approve' })).toMatchObject({ ok: false, error: { code: 'withdrawn' } });
  });
  it.each([
    ['settled', first],
    ['expired', expired],
    ['withdrawn', withdrawn],
  ] as const)('%s stays', (_name, approval) => {
    expect(expireApproval(approval, { type: 'shutdown' }, 99)).toBe(approval);
    expect(withdrawApproval(approval, 99)).toBe(approval);
  });
});
