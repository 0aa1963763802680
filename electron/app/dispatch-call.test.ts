import { describe, expect, test } from 'vitest';
import type { Handlers } from '../../shared/ipc/contract.ts';
import { dispatchCall } from './dispatch-call.ts';

const handlers = {
  'approvals/list': () => ({ approvals: [] }),
  'turns/end': () => {
    throw new Error('a bug');
  },
} as unknown as Handlers;
const bugs: string[] = [];
const call = (name: string, body: unknown) => dispatchCall(handlers, name, body, (at) => bugs.push(at));

describe('a call of the operator API', () => {
  test.each([
    ['an empty object', {}],
    ['nothing', undefined],
  ])('is answered for %s', async (_name, body) => {
    expect(await call('approvals/list', body)).toEqual({ ok: true, answer: { approvals: [] } });
  });
  test.each([
    ['null', null],
    ['a list', []],
    ['a text', '{}'],
    ['a further key', { surprise: 1 }],
  ])('is refused for %s, with the place', async (_name, body) => {
    expect(await call('approvals/list', body)).toMatchObject({ ok: false, error: { code: 'body', issues: [{ pointer: '/' }] } });
  });
  test.each(['nope', 'constructor', '__proto__', 'approvals'])('is unknown as %s', async (name) => {
    expect(await call(name, {})).toMatchObject({ ok: false, error: { code: 'unknown-call' } });
  });
  test('that fails inside is told and does not throw', async () => {
    expect(await call('turns/end', { turn: 't' })).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(bugs).toEqual(['turns/end']);
  });
});
