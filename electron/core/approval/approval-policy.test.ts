import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../shared/approval.ts';
import { makeRule, matchRule, mayBeAnswered, type RuleCard } from './approval-policy.ts';

const failed = (number: number, code: CheckResult['code']): CheckResult => ({ number, code, state: 'failed', evidence: '' });
const card: RuleCard = {
  call: { id: 'c', name: 'Read', arguments: '{}' },
  format: 'element-call',
  checks: [{ number: 1, code: 'no_tags', state: 'passed', evidence: '' }, failed(13, 'common')],
  reason: 'common',
  session: 's1',
  upstream: 'local',
  sideEffect: 'reads',
  tool: { description: 'Reads', schema: { type: 'object' } },
};
const made = (scope: 'session' | 'always', verdict: 'approve' | 'text' = 'approve') => {
  const rule = makeRule(card, { verdict, scope, id: 'r1', at: 7 });
  if (!rule.ok) throw new Error(rule.error);
  return rule.value;
};

describe('making a rule', () => {
  it('takes exactly the values of the card', () => {
    expect(made('session')).toMatchObject({
      id: 'r1',
      tool: 'Read',
      format: 'element-call',
      failing: ['common'],
      upstream: 'local',
      session: 's1',
      verdict: 'approve',
      createdAt: 7,
    });
    expect(made('always', 'text')).toMatchObject({ verdict: 'text' });
    expect(made('always')).not.toHaveProperty('session');
  });
  it.each([
    ['override', card, 'override', 'session'],
    ['reject', card, 'reject', 'session'],
    ['always for a tool that writes', { ...card, sideEffect: 'writes' }, 'approve', 'always'],
    ['always for a tool that nobody knows', { ...card, sideEffect: 'unknown' }, 'approve', 'always'],
    ['another reason', { ...card, reason: 'schema' }, 'approve', 'session'],
    ['a second failed check', { ...card, checks: [failed(9, 'schema'), failed(13, 'common')] }, 'approve', 'session'],
    ['no failed check', { ...card, checks: [] }, 'approve', 'session'],
    [
      'several readings',
      {
        ...card,
        readings: [
          { name: 'a', arguments: '' },
          { name: 'b', arguments: '' },
        ],
      },
      'approve',
      'session',
    ],
  ] as const)('is refused: %s', (_name, about, verdict, scope) => {
    expect(makeRule(about, { verdict, scope, id: 'r', at: 0 }).ok).toBe(false);
  });
  it('for this session may be made for a tool that writes', () => {
    expect(makeRule({ ...card, sideEffect: 'writes' }, { verdict: 'approve', scope: 'session', id: 'r', at: 0 }).ok).toBe(true);
  });
});

describe('matching', () => {
  it('finds the rule of the same card', () => {
    expect(matchRule([made('session')], card)).toEqual({ type: 'rule', rule: made('session') });
    expect(matchRule([made('always')], { ...card, session: 's2' })).toMatchObject({ type: 'rule' });
    expect(matchRule([], card)).toEqual({ type: 'none' });
  });
  it.each([
    ['tool', { call: { ...card.call, name: 'read' } }],
    ['format', { format: 'x' }],
    ['upstream', { upstream: 'x' }],
    ['session', { session: 'x' }],
    ['reason', { reason: 'prose' }],
    ['further failed check', { checks: [...card.checks, failed(12, 'example')] }],
    ['other failed check', { checks: [failed(12, 'example')], reason: 'example' }],
  ] as const)('not another %s', (_name, change) => expect(matchRule([made('session')], { ...card, ...change })).toEqual({ type: 'none' }));
  it('a rule without upstream fits every upstream', () => {
    const { upstream: _upstream, ...open } = made('session');
    expect(matchRule([open], { ...card, upstream: 'x' })).toMatchObject({ type: 'rule' });
  });
  it('a rule for this session fits a tool that writes', () => {
    expect(matchRule([made('session')], { ...card, sideEffect: 'writes' })).toMatchObject({ type: 'rule' });
  });
  it.each([
    ['another single check failed than the reason says', { checks: [failed(12, 'example')] }],
    ['common and another one failed, in this order', { checks: [failed(13, 'common'), failed(14, 'too_large')] }],
    ['common, and another reason', { reason: 'example' }],
  ] as const)('no rule answers: %s', (_what, change) => {
    expect(mayBeAnswered({ ...card, ...change })).toBe(false);
  });
  it.each([
    ['no check', []],
    ['another check', ['example']],
    ['one check more', ['common', 'example']],
  ] as const)('a hand-written rule for %s fits nothing', (_what, failing) => {
    expect(matchRule([{ ...made('session'), failing }], card)).toEqual({ type: 'none' });
  });
  it('a rule for always does not fit a tool that writes now', () => {
    expect(matchRule([made('always')], { ...card, sideEffect: 'writes' })).toEqual({ type: 'none' });
  });
  it.each([
    ['schema', { description: 'Reads', schema: { type: 'object', required: [] } }],
    ['description', { description: 'Deletes', schema: { type: 'object' } }],
  ])('ends with another %s', (_name, tool) => {
    expect(matchRule([made('session')], { ...card, tool })).toEqual({ type: 'ended', rules: [made('session')] });
  });
  it('prefers a rule that still holds over one that ended', () => {
    const old = { ...made('session'), id: 'old', schemaHash: 'x' };
    expect(matchRule([old, made('session')], card)).toMatchObject({ type: 'rule', rule: { id: 'r1' } });
  });
  it('never widens: a hand-written rule for other failing checks answers nothing', () => {
    const wide = { ...made('session'), failing: ['schema'] as const };
    const held: RuleCard = { ...card, reason: 'schema', checks: [failed(9, 'schema')] };
    expect(mayBeAnswered(held)).toBe(false);
    expect(matchRule([wide], held)).toEqual({ type: 'none' });
  });
});
