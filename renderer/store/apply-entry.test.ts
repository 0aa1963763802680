import { describe, expect, test } from 'vitest';
import type { Approval } from '../../shared/approval.ts';
import type { EntryBody, JournalEntry } from '../../shared/journal-entry.ts';
import { applyEntries } from './apply-entry.ts';
import { emptyView, type JournalView, viewBounds } from './journal-view.ts';
import { selectCall, selectDecided, selectTurns, selectWaiting } from './selectors.ts';

const call = { key: 'c1', id: 'call_1', name: 'bash', arguments: '{"command":"ls"}' };

/** Numbers entries from 1, all of one turn unless told otherwise. */
function entries(
  ...bodies: (EntryBody & { turn?: string; session?: string; thread?: string; level?: 'alert' })[]
): readonly JournalEntry[] {
  return bodies.map((body, at) => ({ seq: at + 1, at: 1_000 * (at + 1), session: 's', thread: 't', turn: 'u1', level: 'info', ...body }));
}
const started = (more: object = {}): EntryBody => ({
  type: 'turn-started',
  dialect: 'openai-chat',
  model: 'm',
  agent: 'a',
  upstream: 'up',
  stream: true,
  method: 'POST',
  path: '/v1/chat/completions',
  tools: [],
  title: '',
  side: false,
  ...more,
});
const seen: EntryBody = { type: 'tool-call-seen', call, native: true };
const delivered: EntryBody = { type: 'tool-call-delivered', call, state: 'delivered' };
const recovered: EntryBody = { type: 'tool-call-recovered', call, format: 'hermes', checks: [], reason: 'ok', excerpt: '<tool_call>' };
const approval: Approval = {
  id: 'ap',
  replyId: 'r',
  session: 's',
  turn: 'u1',
  agent: 'a',
  model: 'm',
  call,
  original: 'x',
  markup: [],
  checks: [],
  fixes: [],
  reason: 'common',
  format: 'fenced-json',
  sideEffect: 'reads',
  tool: { description: '', schema: {} },
  createdAt: 0,
  deadline: 60_000,
  status: { state: 'pending' },
};
const held: EntryBody = { type: 'tool-call-held', call, approval };
const settled = (verdict: 'approve' | 'reject' | 'text' | 'expired'): EntryBody => ({
  type: 'approval-settled',
  id: 'ap',
  verdict,
  by: verdict === 'expired' ? 'deadline' : 'operator',
  call,
  status:
    verdict === 'expired'
      ? { state: 'expired', by: { type: 'deadline' }, at: 9 }
      : { state: 'settled', verdict, by: { type: 'operator' }, at: 9 },
});
const stateOf = (view: JournalView): string | undefined => selectCall(view, 'u1/c1')?.state;

test('a call that two rules mended shows the first before, the last after, and every change', () => {
  const fix = (rule: string) => ({ rule, before: '', after: '', pointer: '' });
  const step = (rule: string, before: string, after: string): EntryBody => ({
    type: 'tool-call-healed',
    call,
    rule,
    before,
    after,
    fixes: [fix(rule)],
  });
  const view = applyEntries(emptyView, entries(seen, step('one', 'a', 'b'), step('two', 'b', 'c'), delivered));
  expect(selectCall(view, 'u1/c1')).toMatchObject({
    state: 'healed',
    acted: 'one, two',
    before: 'a',
    after: 'c',
    fixes: [fix('one'), fix('two')],
  });
});

describe('the state of a call', () => {
  test.each<[string, EntryBody[], string]>([
    ['seen', [seen], 'arriving'],
    ['delivered', [seen, delivered], 'delivered'],
    ['delivered without being seen first', [delivered], 'delivered'],
    ['recovered stays recovered when it is delivered', [seen, recovered, delivered], 'recovered'],
    ['recovered by its last state', [{ type: 'tool-call-delivered', call, state: 'recovered' }], 'recovered'],
    ['healed', [seen, { type: 'tool-call-healed', call, rule: 'x', before: '', after: '', fixes: [] }, delivered], 'healed'],
    ['held', [seen, held], 'held'],
    ['approved, not yet delivered', [seen, held, settled('approve')], 'arriving'],
    ['approved and recovered', [seen, held, settled('approve'), recovered, delivered], 'recovered'],
    ['rejected', [held, settled('reject')], 'rejected'],
    ['passed as text', [held, settled('text')], 'text'],
    ['expired', [held, settled('expired')], 'expired'],
    ['refused', [seen, { type: 'tool-call-refused', call, reason: 'schema', format: 'f', excerpt: '', checks: [] }], 'refused'],
    ['cancelled', [seen, { type: 'tool-call-cancelled', call, cause: 'stream reset' }], 'cancelled'],
    ['answered here', [seen, { type: 'tool-call-answered', call, pattern: 'EI/X' }], 'answered'],
    [
      'stuck by a loop',
      [started(), seen, delivered, { type: 'loop-detected', kind: 'identical', evidence: [], count: 4, action: 'block' }],
      'stuck',
    ],
  ])('%s', (_, bodies, expected) => {
    expect(stateOf(applyEntries(emptyView, entries(...bodies)))).toBe(expected);
  });

  test('a leak that was refused before it became a call counts for its session', () => {
    const refused: EntryBody = { type: 'tool-call-refused', reason: 'unadvertised', format: 'f', excerpt: '', checks: [] };
    const view = applyEntries(emptyView, entries(started(), refused, refused));
    expect([...view.sessions.values()].map(({ states }) => states.refused)).toEqual([2]);
    expect(view.calls.rows).toEqual([]);
  });

  test.each<[string, EntryBody[], string]>([
    ['expired', [seen, held, settled('expired'), { ...delivered, state: 'expired' }], 'expired by deadline'],
    [
      'withdrawn',
      [seen, { type: 'tool-call-cancelled', call, cause: 'the client left' }, { ...delivered, state: 'withdrawn' }],
      'withdrawn',
    ],
    ['refused', [seen, { ...delivered, state: 'refused' }], 'refused, not delivered'],
    ['rejected', [seen, held, settled('reject'), { ...delivered, state: 'rejected' }], 'rejected'],
    ['answered', [seen, { ...delivered, state: 'answered' }], 'answered, not delivered'],
  ])('a call that was %s is never told as delivered', (state, bodies, last) => {
    const record = selectCall(applyEntries(emptyView, entries(started(), ...bodies)), 'u1/c1');
    expect(record?.state).toBe(state);
    expect(record?.deliveredAt).toBeUndefined();
    const steps = record?.steps.map(({ text }) => text) ?? [];
    expect(steps.at(-1)).toContain(last);
    expect(steps.filter((text) => text.startsWith('delivered'))).toEqual([]);
  });

  test('a circuit marks the call with its fingerprint, not the newest one', () => {
    const other = { ...call, key: 'c2', id: 'call_2' };
    const view = applyEntries(
      emptyView,
      entries(
        started(),
        delivered,
        { type: 'fault-classified', pattern: 'P', tool: 'bash', callId: 'call_1', occurrence: 3, fingerprint: 'fp' },
        { type: 'tool-call-delivered', call: other, state: 'delivered' },
        { type: 'circuit-opened', fingerprint: 'fp', pattern: 'P', tool: 'bash', occurrences: 3 },
      ),
    );
    expect(stateOf(view)).toBe('stuck');
    expect(selectCall(view, 'u1/c2')?.state).toBe('delivered');
    expect(view.circuits.size).toBe(1);
    expect(
      applyEntries(view, [
        { ...(entries(started())[0] as JournalEntry), seq: 9, type: 'circuit-closed', fingerprint: 'fp', cause: 'success' },
      ]).circuits.size,
    ).toBe(0);
  });
});

test('a result of a later turn finds its call by id within the thread', () => {
  const result = { type: 'tool-result-seen' as const, callId: 'call_1', tool: 'bash', error: true, excerpt: 'no' };
  const view = applyEntries(
    emptyView,
    entries(started(), delivered, { ...result, turn: 'u2' }, { ...result, turn: 'u2', thread: 'other', excerpt: 'not mine' }),
  );
  expect(selectCall(view, 'u1/c1')?.result).toEqual({ error: true, excerpt: 'no', at: 3_000 });
});

test('the same call key in two turns is two calls', () => {
  const view = applyEntries(emptyView, entries(seen, { ...seen, turn: 'u2' }));
  expect(view.calls.rows.map((row) => row.id)).toEqual(['u1/c1', 'u2/c1']);
});

test('entries that were folded before change nothing', () => {
  const all = entries(started(), seen, delivered);
  const view = applyEntries(emptyView, all);
  expect(applyEntries(view, all)).toBe(view);
});

test('folding in one batch or one by one gives the same view', () => {
  const all = entries(started(), seen, held, settled('approve'), recovered, delivered, {
    type: 'tool-result-seen',
    callId: 'call_1',
    tool: 'bash',
    error: false,
    excerpt: 'ok',
  });
  const steps = all.reduce<JournalView>((view, entry) => applyEntries(view, [entry]), emptyView);
  expect(steps).toEqual(applyEntries(emptyView, all));
});

test('an earlier view is not changed by a later batch', () => {
  const before = applyEntries(emptyView, entries(started(), seen));
  const copy = structuredClone({ rows: before.calls.rows, sessions: before.sessions });
  applyEntries(before, entries(started(), seen, delivered));
  expect({ rows: before.calls.rows, sessions: before.sessions }).toEqual(copy);
});

test('a type of a newer gateway is passed over', () => {
  const view = applyEntries(emptyView, [
    { ...entries(seen)[0], seq: 1, type: 'tool-call-teleported' } as unknown as JournalEntry,
    ...entries(seen, seen).slice(1),
  ]);
  expect(stateOf(view)).toBe('arriving');
});

describe('bounds', () => {
  const many = (count: number, size = 2): readonly JournalEntry[] =>
    Array.from({ length: count }, (_, at) => ({
      ...(entries(seen)[0] as JournalEntry),
      seq: at + 1,
      call: { key: `c${at}`, id: `call_${at}`, name: 'bash', arguments: 'x'.repeat(size) },
      type: 'tool-call-seen',
      native: true,
    }));
  test('the oldest calls go first and the rest stays found', () => {
    const view = applyEntries(emptyView, many(25), { ...viewBounds, calls: 10 });
    expect(view.calls.rows.length).toBe(10);
    expect(view.calls.first).toBe(15);
    expect(selectCall(view, 'u1/c14')).toBeUndefined();
    expect(selectCall(view, 'u1/c15')?.callId).toBe('call_15');
    expect(selectCall(view, 'u1/c24')?.callId).toBe('call_24');
  });
  test('what led to calls that are gone goes too, and a result that comes late changes nothing', () => {
    const bounds = { ...viewBounds, calls: 10 };
    const all = many(5_000);
    let view = emptyView;
    for (let at = 0; at < all.length; at += 100) view = applyEntries(view, all.slice(at, at + 100), bounds);
    expect(view.calls.positions.size).toBeLessThan(1_100);
    expect(view.calls.byCallId.size).toBeLessThan(1_100);
    const late = {
      ...(entries({ type: 'tool-result-seen', callId: 'call_4980', tool: 'bash', error: false, excerpt: '' })[0] as JournalEntry),
      seq: 6_000,
    } as JournalEntry;
    expect(applyEntries(view, [late], bounds).calls.rows).toBe(view.calls.rows);
  });
  test('characters are bounded too, and the weight is what is held', () => {
    const view = applyEntries(emptyView, many(25, 1_000), { ...viewBounds, characters: 12_500 });
    expect(view.calls.rows.length).toBe(10);
    expect(view.calls.weight).toBe(12_000);
  });
  test('settled approvals are bounded, waiting ones are not', () => {
    const waiting = Array.from(
      { length: 5 },
      (_, at) =>
        ({
          ...(entries(held)[0] as JournalEntry),
          seq: at + 1,
          approval: { ...approval, id: `w${at}`, deadline: 100 - at },
        }) as JournalEntry,
    );
    const over = Array.from(
      { length: 5 },
      (_, at) =>
        ({
          ...(entries(held)[0] as JournalEntry),
          seq: at + 6,
          approval: { ...approval, id: `d${at}`, status: { state: 'withdrawn', at } },
        }) as JournalEntry,
    );
    const view = applyEntries(emptyView, [...waiting, ...over], { ...viewBounds, settledApprovals: 2 });
    expect(selectWaiting(view).map((each) => each.id)).toEqual(['w4', 'w3', 'w2', 'w1', 'w0']);
    expect(selectDecided(view).map((each) => each.id)).toEqual(['d4', 'd3']);
  });
});

test('turns are numbered in their session; side requests and retries are no turns', () => {
  const view = applyEntries(
    emptyView,
    entries(
      { ...started(), turn: 'u1' },
      { ...started({ side: true }), turn: 'u2' },
      { ...started({ retryOf: 'u1' }), turn: 'u3' },
      { ...started(), turn: 'u4' },
      { ...started(), turn: 'u5', session: 'other' },
    ),
  );
  expect(selectTurns(view, 's').map((turn) => turn.number)).toEqual([1, undefined, 2]);
  expect(view.sessions.get('s')).toMatchObject({ turns: 2, running: 4, hue: 1 });
  expect(view.sessions.get('other')?.hue).toBe(2);
});

test('a request that is sent again goes on with its turn, which runs until both have ended', () => {
  const ended: EntryBody = {
    type: 'turn-ended',
    outcome: 'recover',
    status: 200,
    finish: 'calls',
    durationMs: 5,
    overheadMs: 1,
    requestBytes: 1,
    responseBytes: 1,
    calls: 1,
    reasks: 0,
    usage: {},
  };
  const story = entries(started(), seen, started({ retryOf: 'u1' }), ended, ended);
  const after = (count: number): JournalView => applyEntries(emptyView, story.slice(0, count));
  expect(selectTurns(after(3), 's')).toMatchObject([{ number: 1, running: 2, at: 1_000, calls: ['u1/c1'] }]);
  expect(selectTurns(after(4), 's')).toMatchObject([{ running: 1 }]);
  expect(selectTurns(after(4), 's')[0]?.ended).toBeUndefined();
  expect(selectTurns(after(5), 's')).toMatchObject([{ running: 0, ended: { outcome: 'recover' } }]);
  expect(after(5).sessions.get('s')).toMatchObject({ turns: 1, running: 0 });
});

test('the counts of a session follow the states of its calls', () => {
  const view = applyEntries(emptyView, entries(started(), seen, held, settled('approve'), recovered, delivered));
  expect(view.sessions.get('s')?.states).toMatchObject({ arriving: 0, held: 0, recovered: 1 });
});

test('alerts are the entries of that level, newest last, bounded', () => {
  const alert = { type: 'bypass-suspected' as const, detail: 'x', level: 'alert' as const };
  const view = applyEntries(emptyView, entries(alert, seen, alert, alert), { ...viewBounds, alerts: 2 });
  expect(view.alerts.map((entry) => entry.seq)).toEqual([3, 4]);
});
