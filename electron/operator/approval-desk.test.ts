import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aDraft, bench } from './testing/desk.ts';

const typesOf = (entries: readonly { type: string }[]) => entries.map((entry) => entry.type);

describe('a hold with a present operator', () => {
  it('lists one approval per call, of one reply, with the true bytes and the deadline', () => {
    const { desk, hold, clock, entries } = bench();
    const ticket = hold([aDraft('a'), aDraft('b')]);
    const [first, second] = desk.pending();
    expect(first).toMatchObject({ session: 's1', call: { name: 'Read' }, deadline: clock.now() + 120_000, status: { state: 'pending' } });
    expect(first?.replyId).toBe(second?.replyId);
    expect(first?.id).not.toBe(second?.id);
    expect(ticket.approvals).toEqual(desk.pending());
    expect(typesOf(entries)).toEqual(['tool-call-held', 'tool-call-held']);
  });

  it.each([
    ['approve', {}, { verdict: 'approve', reading: 0, arguments: undefined }],
    [
      'override with an object',
      { verdict: 'override', arguments: { path: 'b.ts' } },
      { verdict: 'override', arguments: '{"path":"b.ts"}' },
    ],
    [
      'override with text keeps it',
      { verdict: 'override', arguments: '{ "path": "b.ts" }' },
      { verdict: 'override', arguments: '{ "path": "b.ts" }' },
    ],
    ['reject', { verdict: 'reject', reason: 'not now' }, { verdict: 'reject', reason: 'not now' }],
    ['pass as text', { verdict: 'text' }, { verdict: 'text' }],
  ] as const)('%s', (_name, request, expected) => {
    const { desk, hold, verdicts, entries, clock } = bench();
    const id = hold([aDraft()]).approvals[0]?.id ?? '';
    expect(desk.settle({ id, verdict: 'approve', ...request })).toMatchObject({
      approval: { id, status: { state: 'settled', by: { type: 'operator' } } },
    });
    expect(verdicts).toMatchObject([{ key: 'a', verdict: { type: 'verdict', ...expected } }]);
    expect(entries.at(-1)).toMatchObject({ type: 'approval-settled', id, verdict: expected.verdict, by: 'operator', call: { key: 'a' } });
    expect([desk.pending().length, clock.waiting]).toEqual([0, 0]);
  });

  it('gives a second console the first verdict', () => {
    const { desk, hold, verdicts } = bench();
    const id = hold([aDraft()]).approvals[0]?.id ?? '';
    const first = desk.settle({ id, verdict: 'approve' });
    expect(desk.settle({ id, verdict: 'reject', reason: 'late' })).toEqual(first);
    expect(verdicts).toHaveLength(1);
  });

  it.each([
    ['a wrong type', { path: 1 }, '/path'],
    ['an unknown property', { path: 'a', x: 1 }, '/x'],
    ['a missing one', {}, '/path'],
    ['no object', '[1]', ''],
    ['no JSON', '{"path":', ''],
    ['a doubled key', '{"path":"a","path":"b"}', '/path'],
  ])('refuses an override with %s and keeps waiting', (_name, given, pointer) => {
    const { desk, hold, verdicts } = bench();
    const id = hold([aDraft()]).approvals[0]?.id ?? '';
    const answer = desk.settle({ id, verdict: 'override', arguments: given });
    expect(answer).toMatchObject({ error: { code: 'schema', issues: [expect.objectContaining({ pointer })] } });
    expect([desk.pending().length, verdicts.length]).toEqual([1, 0]);
  });

  it('makes the operator choose between readings', () => {
    const { desk, hold, verdicts } = bench();
    const readings = [
      { name: 'Read', arguments: '{"path":"a"}' },
      { name: 'Read', arguments: '{"path":"a</path>"}' },
    ];
    const id = hold([aDraft('a', { readings, reason: 'ambiguous' })]).approvals[0]?.id ?? '';
    expect(desk.settle({ id, verdict: 'approve' })).toMatchObject({ error: { code: 'reading' } });
    expect(desk.settle({ id, verdict: 'approve', reading: 2 })).toMatchObject({ error: { code: 'reading' } });
    expect(desk.settle({ id, verdict: 'approve', reading: 1 })).toHaveProperty('approval');
    expect(verdicts).toMatchObject([{ verdict: { reading: 1 } }]);
  });

  it('expires at the deadline, as its own outcome, and tells a late verdict so', () => {
    const { desk, hold, verdicts, entries, clock } = bench();
    const id = hold([aDraft()]).approvals[0]?.id ?? '';
    clock.advance(119_999);
    expect(verdicts).toEqual([]);
    clock.advance(1);
    expect(verdicts).toEqual([{ key: 'a', verdict: { type: 'expired' } }]);
    expect(entries.at(-1)).toMatchObject({ type: 'approval-settled', verdict: 'expired', by: 'deadline' });
    expect(desk.settle({ id, verdict: 'approve' })).toMatchObject({ error: { code: 'expired' } });
  });

  it('is withdrawn when the client leaves; nobody is told a verdict', () => {
    const { desk, hold, verdicts, entries, clock } = bench();
    const ticket = hold([aDraft('a'), aDraft('b')]);
    desk.settle({ id: ticket.approvals[0]?.id ?? '', verdict: 'approve' });
    ticket.withdraw();
    expect(desk.settle({ id: ticket.approvals[1]?.id ?? '', verdict: 'approve' })).toMatchObject({ error: { code: 'withdrawn' } });
    expect(entries.at(-1)).toMatchObject({ type: 'approval-settled', verdict: 'withdrawn', by: 'client' });
    expect([verdicts.length, clock.waiting, desk.pending().length]).toEqual([1, 0, 0]);
  });

  it('says so for an id that it never gave', () => {
    expect(bench().desk.settle({ id: 'nope', verdict: 'approve' })).toMatchObject({ error: { code: 'unknown' } });
  });
});

describe('presence', () => {
  it('answers at once when no console is open', () => {
    const { hold, verdicts, entries } = bench({ absent: true });
    hold([aDraft()]);
    expect(verdicts).toEqual([{ key: 'a', verdict: { type: 'expired' } }]);
    expect(entries.at(-1)).toMatchObject({ verdict: 'expired', by: 'no-console' });
  });

  it('waits for nobody when it is told to', () => {
    const { hold, verdicts, desk } = bench({ absent: true, settings: { 'approval.whenNoConsole': 'wait' } });
    hold([aDraft()]);
    expect([verdicts.length, desk.pending().length]).toEqual([0, 1]);
  });

  it('does not count a console that was not used for long', () => {
    const { hold, verdicts, clock, presence } = bench({ settings: { 'approval.presenceMs': 60_000 } });
    clock.advance(60_001);
    hold([aDraft('a')]);
    expect(verdicts).toHaveLength(1);
    presence.touch('console-1');
    hold([aDraft('b')]);
    expect(verdicts).toHaveLength(1);
  });

  it('expires at once after two unanswered holds in a row of a session, until the operator is back', () => {
    const { hold, verdicts, clock, presence, entries } = bench();
    for (const key of ['a', 'b']) {
      hold([aDraft(key)]);
      clock.advance(120_000);
    }
    hold([aDraft('c')]);
    expect(verdicts.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(entries.at(-1)).toMatchObject({ by: 'no-console' });
    hold([aDraft('d')], { session: 's2' });
    expect(verdicts).toHaveLength(3);
    clock.advance(1);
    presence.touch('console-1');
    hold([aDraft('e')]);
    expect(verdicts).toHaveLength(3);
  });

  it('starts counting anew when the operator was active between two expiries', () => {
    const { hold, verdicts, clock, presence } = bench();
    hold([aDraft('a')]);
    clock.advance(120_000);
    hold([aDraft('b')]);
    clock.advance(60_000);
    presence.touch('console-1');
    clock.advance(60_000);
    hold([aDraft('c')]);
    expect(verdicts).toHaveLength(2);
  });
});

describe('remembered rules', () => {
  const remembered = (scope: 'session' | 'always') => {
    const made = bench();
    const id = made.hold([aDraft('a')]).approvals[0]?.id ?? '';
    expect(made.desk.settle({ id, verdict: 'approve', remember: scope })).toHaveProperty('approval');
    return made;
  };

  it('answer the same card before anybody waits, also without a console', () => {
    const { hold, verdicts, entries, rules } = remembered('session');
    hold([aDraft('b')]);
    expect(verdicts.at(-1)).toMatchObject({ key: 'b', verdict: { verdict: 'approve' } });
    expect(entries.at(-1)).toMatchObject({ by: 'rule', status: { by: { type: 'rule', ruleId: rules.list()[0]?.id } } });
  });

  it.each([
    ['another tool', { call: { id: 'c', name: 'Grep', arguments: '{"path":"a"}' } }, {}],
    ['another format', { format: 'react' }, {}],
    [
      'a further failed check',
      {
        checks: [
          { number: 9, code: 'schema', state: 'failed', evidence: '' },
          { number: 13, code: 'common', state: 'failed', evidence: '' },
        ],
      },
      {},
    ],
    ['another reason', { reason: 'example', checks: [{ number: 12, code: 'example', state: 'failed', evidence: '' }] }, {}],
    ['another upstream', {}, { upstream: 'other' }],
    ['another session', {}, { session: 's2' }],
    ['a tool described differently', { tool: { description: 'Runs a file', schema: aDraft().tool.schema } }, {}],
  ] as const)('do not answer %s', (_name, draft, owner) => {
    const { hold, verdicts } = remembered('session');
    hold([aDraft('b', draft)], owner);
    expect(verdicts).toHaveLength(1);
  });

  it('end when the tool changes, and say so', () => {
    const { hold, rules, entries } = remembered('always');
    hold([aDraft('b', { tool: { description: 'Reads a file', schema: { type: 'object' } } })]);
    expect(rules.list()).toEqual([]);
    expect(entries.at(-1)).toMatchObject({ type: 'limit-reached', kind: 'rule-ended' });
  });

  it('for always hold in every session and stand in the settings', () => {
    const { hold, verdicts, settings } = remembered('always');
    hold([aDraft('b')], { session: 's9' });
    expect(verdicts).toHaveLength(2);
    expect(settings.current()['approval.rules']).toHaveLength(1);
  });

  it('are not taken for kept when the settings refuse them', () => {
    const { desk, hold, settings, verdicts } = bench();
    settings.set = () => ({ ok: false, error: { key: 'approval.rules', rule: 'the file is read-only' } }) as never;
    const id = hold([aDraft()]).approvals[0]?.id ?? '';
    expect(desk.settle({ id, verdict: 'approve', remember: 'always' })).toMatchObject({
      error: { code: 'remember', message: expect.stringContaining('read-only') },
    });
    expect(verdicts).toEqual([]);
  });

  it.each([
    ['always, for a tool that writes', { sideEffect: 'writes' }, { verdict: 'approve', remember: 'always' }],
    ['a rejection', {}, { verdict: 'reject', remember: 'session' }],
    [
      'a hold with another cause',
      { reason: 'schema', checks: [{ number: 9, code: 'schema', state: 'failed', evidence: '' }] },
      { verdict: 'approve', remember: 'session' },
    ],
  ] as const)('are refused for %s; the card stays', (_name, draft, request) => {
    const { desk, hold, rules, verdicts } = bench();
    const id = hold([aDraft('a', draft)]).approvals[0]?.id ?? '';
    expect(desk.settle({ id, ...request })).toMatchObject({ error: { code: 'remember' } });
    expect([rules.list().length, verdicts.length, desk.pending().length]).toEqual([0, 0, 1]);
  });
});

describe('closing', () => {
  it('expires everything, and what comes afterwards', () => {
    const { desk, hold, verdicts, entries } = bench();
    hold([aDraft('a')]);
    desk.close();
    hold([aDraft('b')]);
    expect(verdicts.map(({ verdict }) => verdict.type)).toEqual(['expired', 'expired']);
    expect(entries.at(-1)).toMatchObject({ by: 'shutdown' });
  });
});

/** The law of settling: whatever comes in whatever order, each draft is answered exactly once, or never if it was withdrawn first. */
describe('law: settling', () => {
  const step = fc.oneof(
    fc.record({
      type: fc.constant('hold' as const),
      drafts: fc.integer({ min: 1, max: 3 }),
      session: fc.constantFrom('s1', 's2'),
      common: fc.boolean(),
    }),
    fc.record({
      type: fc.constant('settle' as const),
      pick: fc.nat(),
      verdict: fc.constantFrom('approve', 'override', 'reject', 'text'),
      remember: fc.constantFrom(undefined, 'session', 'always'),
    }),
    fc.record({ type: fc.constant('withdraw' as const), pick: fc.nat() }),
    fc.record({ type: fc.constant('advance' as const), ms: fc.constantFrom(1, 60_000, 120_000) }),
    fc.record({ type: fc.constant('touch' as const) }),
    fc.record({ type: fc.constant('close' as const) }),
  );

  it('gives each draft one answer, and the journal one end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, absent) => {
        const made = bench({ absent });
        const tickets: ReturnType<typeof made.hold>[] = [];
        let keys = 0;
        for (const each of steps) {
          const known = tickets.flatMap((ticket) => ticket.approvals);
          if (each.type === 'hold') {
            const reason = each.common ? ({} as const) : ({ reason: 'schema' } as const);
            tickets.push(
              made.hold(
                Array.from({ length: each.drafts }, () => aDraft(`k${++keys}`, reason)),
                { session: each.session },
              ),
            );
          } else if (each.type === 'settle') {
            const target = known[each.pick % Math.max(known.length, 1)];
            if (target !== undefined)
              made.desk.settle({
                id: target.id,
                verdict: each.verdict,
                arguments: { path: 'x' },
                remember: each.remember,
              });
          } else if (each.type === 'withdraw') tickets[each.pick % Math.max(tickets.length, 1)]?.withdraw();
          else if (each.type === 'advance') made.clock.advance(each.ms);
          else if (each.type === 'touch') made.presence.touch('console-1');
          else made.desk.close();
        }
        made.desk.close();
        const answered = made.verdicts.map(({ key }) => key);
        expect(new Set(answered).size).toBe(answered.length);
        const approvals = tickets.flatMap((ticket) => ticket.approvals);
        const withdrawn = approvals.filter((approval) => approval.status.state === 'withdrawn').length;
        expect(answered.length + withdrawn).toBe(keys);
        expect(made.entries.filter((entry) => entry.type === 'approval-settled').length).toBe(keys);
        expect([made.desk.pending().length, made.clock.waiting]).toEqual([0, 0]);
      }),
      { numRuns: 300 },
    );
  });
});
