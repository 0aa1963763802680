import { expect, test } from 'vitest';
import type { Approval, CheckResult } from '../../../shared/approval.ts';
import { heldFor, rememberable, whatFollows } from './what-follows.ts';

const check = (code: CheckResult['code'], state: CheckResult['state']): CheckResult => ({ number: 1, code, state, evidence: '' });
const card = (fields: Partial<Approval>): Approval =>
  ({ reason: 'common', checks: [check('common', 'failed')], sideEffect: 'reads', ...fields }) as Approval;

test.each([
  ['common', 'reask', 're-asked'],
  ['common', 'text', 'passed as text'],
  ['prose', 'reask', 'passed as text'],
  ['schema', 'text', 're-asked'],
] as const)('%s with onExpiry %s: %s', (reason, onExpiry, words) => expect(whatFollows(reason, onExpiry)).toContain(words));

test.each<[string, Partial<Approval>, boolean, boolean]>([
  ['a sole common of a reading tool', {}, true, true],
  ['a sole common of a writing tool', { sideEffect: 'writes' }, true, false],
  ['an unknown tool', { sideEffect: 'unknown' }, true, false],
  ['common and another cause', { checks: [check('common', 'failed'), check('example', 'failed')] }, false, false],
  ['another reason', { reason: 'schema', checks: [check('schema', 'failed')] }, false, false],
])('remembering %s', (_, fields, session, always) => expect(rememberable(card(fields))).toEqual({ session, always }));

test('the chip names the reason first, then the other failed checks, once each', () => {
  expect(
    heldFor(card({ reason: 'schema', checks: [check('example', 'failed'), check('schema', 'failed'), check('prose', 'passed')] })),
  ).toBe('schema, example');
});
