import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../journal/journal-service.ts';
import { openPrivateState } from '../journal/private-state.ts';
import { callSeen, claimed, journalOptions, temporaryFolder, turnEnded, turnStarted } from '../journal/testing/entries.ts';
import { openJournal } from '../journal/journal.ts';
import { createCircuitBoard } from './circuit-board.ts';
import { createHandOver } from './export-commands.ts';
import { createFeed } from './feed.ts';
import { type HostHandlers, operatorCommands } from './operator-commands.ts';
import { createSessionSwitches } from './session-switches.ts';
import { createSteerBox } from './steer-box.ts';
import { aDraft, type Bench, bench } from './testing/desk.ts';

let temporary: ReturnType<typeof temporaryFolder>;
let folder: ReturnType<typeof claimed>;
let journal: Journal;
let desk: Bench;
let state: ReturnType<typeof openPrivateState>;
const ended: string[] = [];

beforeEach(async () => {
  temporary = temporaryFolder();
  folder = claimed(temporary.path);
  state = openPrivateState({ folder });
  const opened = await openJournal({ folder, options: journalOptions });
  if (!opened.ok) throw new Error(opened.error.message);
  journal = opened.value;
  desk = bench({
    settings: { upstreams: { main: { url: 'http://127.0.0.1:9/v1', key: 'sk-hidden' } }, 'recovery.formats': { kimi: 'off' } },
  });
});
afterEach(async () => {
  await journal.close();
  state.close();
  folder.release();
  temporary.remove();
});

const commands = () =>
  operatorCommands({
    journal,
    desk: desk.desk,
    presence: desk.presence,
    rules: desk.rules,
    settings: desk.settings,
    switches: createSessionSwitches(state),
    steers: createSteerBox(state),
    circuits: createCircuitBoard(state),
    handOver: createHandOver({
      journal,
      folder: temporary.path,
      version: '0.0.0',
      settings: () => desk.settings.current(),
      known: () => [],
      now: Date.now,
      newId: () => 'job-1',
      onBug: () => undefined,
    }),
    live: {
      turns: () => [{ turn: 't1', session: 's1' }],
      endTurn: (turn) => {
        ended.push(turn);
        return turn === 't1';
      },
    },
    // The application's own: tested there.
    hostHandlers: {} as HostHandlers,
    formats: (['kimi', 'react'] as const).map((id) => ({
      id,
      title: id,
      class: id === 'kimi' ? 'private' : 'common',
      origin: '',
      sample: '',
    })),
    patterns: [{ id: 'EI/PARAM_MISSING/001', title: 'Missing', category: 'PARAM_MISSING', description: 'd', sample: 's' }],
    healing: [
      { id: 'drop-null', title: 'Null', safety: 'safe', description: 'd', before: '{"a":null}', after: '{}' },
      { id: 'bridge', title: 'Bridge', safety: 'review', description: 'd', before: 'a', after: 'b' },
    ],
    tryReply: () => ({ verdict: 'pass', reason: 'no_tags', candidates: [] }),
    about: () => ({ version: '1', host: 'served', gateway: 'g', data: 'd', upstreams: [], demo: false }),
  });

describe('the operator API', () => {
  it('lists sessions with their switches, and keeps these over a restart', async () => {
    for (const entry of [turnStarted('t1'), callSeen('t1', 'a'), turnStarted('t2', 's2'), turnEnded('t2', 's2')]) journal.append(entry);
    expect(await commands()['sessions/set']({ session: 's2', hold: true })).toMatchObject({
      session: { session: 's2', hold: true, loops: true, recovery: true, live: false, turns: 1 },
    });
    const { sessions } = await commands()['sessions/list']({});
    expect(sessions.map(({ session, live, hold }) => [session, live, hold]).sort()).toEqual([
      ['s1', true, false],
      ['s2', false, true],
    ]);
    await commands()['sessions/set']({ session: 's2', hold: false });
    expect(state.get('switches:s2')).toBeUndefined();
    expect(await commands()['sessions/set']({ session: 'new', loops: false })).toMatchObject({
      session: { session: 'new', loops: false, turns: 0 },
    });
  });

  it('serves turns, entries and the place of the feed', async () => {
    for (const entry of [turnStarted('t1'), turnEnded('t1')]) journal.append(entry);
    expect(await commands()['turns/list']({ session: 's1' })).toMatchObject({ turns: [{ turn: 't1' }] });
    expect(await commands()['turns/get']({ turn: 't1' })).toMatchObject({
      turn: { turn: { turn: 't1' }, entries: [{ seq: 1 }, { seq: 2 }] },
    });
    expect(await commands()['turns/get']({ turn: 'no' })).toEqual({ turn: null });
    expect(await commands()['entries/query']({ query: 'type:turn-ended' })).toMatchObject({ total: 1, entries: [{ seq: 2 }] });
    expect(commands()['about/get']({})).toMatchObject({ version: '1', lastSeq: 2 });
    expect([commands()['turns/end']({ turn: 't1' }), commands()['turns/end']({ turn: 't9' }), ended]).toEqual([
      { ended: true },
      { ended: false },
      ['t1', 't9'],
    ]);
  });

  it('pins and unpins, and lists an incident that is pinned however old it is', async () => {
    journal.append(turnStarted('t1'));
    journal.append({
      ...{ session: 's1', thread: 'main', turn: 't1', level: 'alert', type: 'tool-call-cancelled', cause: 'the stream broke' },
      call: { key: 'a', id: 'call_a', name: 'bash', arguments: '' },
    } as never);
    journal.append({ session: '', thread: '', turn: '', level: 'alert', type: 'limit-reached', kind: 'journal-full', detail: 'x' });
    const { incidents } = await commands()['incidents/list']({});
    // An alert of any type is an incident: its notification leads here.
    expect(incidents.map(({ kind }) => kind).sort()).toEqual(['cancelled', 'other']);
    const cancelled = incidents.find(({ kind }) => kind === 'cancelled');
    const pin = {
      kind: 'incident' as const,
      id: cancelled?.id ?? '',
      session: 's1',
      turn: 't1',
      label: 'Cancelled: bash',
      since: cancelled?.firstAt ?? 0,
      until: cancelled?.lastAt ?? 0,
    };
    expect(await commands()['pins/set']({ pin, pinned: true })).toEqual({ pins: [pin] });
    const newest = await commands()['incidents/list']({ limit: 1, since: Date.now() + 1_000 });
    expect(newest.incidents.map(({ id }) => id)).toEqual([pin.id]);
    expect(await commands()['pins/set']({ pin, pinned: false })).toEqual({ pins: [] });
    expect(await commands()['pins/list']({})).toEqual({ pins: [] });
    expect((await commands()['sessions/list']({ session: 's1' })).sessions).toHaveLength(1);
  });

  it('settles approvals and says why it does not', () => {
    const id = desk.hold([aDraft()]).approvals[0]?.id ?? '';
    expect(commands()['approvals/list']({})).toMatchObject({ approvals: [{ id }] });
    expect(commands()['approvals/settle']({ id, verdict: 'override', arguments: { cmd: 1 } })).toMatchObject({
      error: { code: 'schema', issues: [{ pointer: expect.any(String) }, {}] },
    });
    expect(commands()['approvals/settle']({ id, verdict: 'approve' })).toMatchObject({ approval: { id } });
    expect(commands()['approvals/list']({})).toEqual({ approvals: [] });
  });

  it('shows fault patterns with how often they were classified', async () => {
    const fault = { pattern: 'EI/PARAM_MISSING/001', tool: 'read', callId: 'a', occurrence: 1, fingerprint: 'f' } as const;
    const head = { session: 's1', thread: 't', turn: 't1', level: 'info' } as const;
    for (const type of ['fault-classified', 'fault-classified'] as const) journal.append({ ...head, ...fault, type });
    const { patterns } = await commands()['rules/list']({});
    expect(patterns.map(({ id, acted }) => [id, acted])).toEqual([['EI/PARAM_MISSING/001', 2]]);
  });

  it('shows kinds of loops with the counts in force and how often they were seen', async () => {
    const head = { session: 's1', thread: 't', turn: 't1', level: 'alert', type: 'loop-detected' } as const;
    for (const kind of ['cycle', 'cycle', 'repeating_text']) journal.append({ ...head, kind, evidence: [], count: 3, action: 'guide' });
    desk.settings.set('loop.guideAt', 4);
    const { loops } = await commands()['rules/list']({});
    const of = (id: string) => loops.find((loop) => loop.id === id);
    expect(of('identical_call_identical_result')).toMatchObject({ guideAt: 4, openAt: 5, acted: 0 });
    expect(of('poll_unchanged')).toMatchObject({ guideAt: 8, openAt: 10 });
    expect(of('cycle')).toMatchObject({ acted: 2 });
    expect(of('repeating_text')).toMatchObject({ guideAt: null, openAt: null, acted: 1 });
  });

  it('shows formats with their switch', async () => {
    const { formats } = await commands()['rules/list']({});
    expect(formats.map(({ id, switch: set }) => [id, set])).toEqual([
      ['kimi', 'off'],
      ['react', 'ask'],
    ]);
  });

  it('shows healing rules with their effective switch and how often they healed', async () => {
    const call = { key: 'a', id: 'call_a', name: 'read_file', arguments: '{"path":"a"}' };
    const place = { level: 'info', session: 's1', thread: 'main', turn: 't1' } as const;
    journal.append({
      ...place,
      type: 'tool-call-healed',
      call,
      rule: 'drop-null',
      before: '{"path":"a","offset":null}',
      after: call.arguments,
      fixes: [],
    });
    desk.settings.set('healing', { bridge: 'off' });
    const { healing } = await commands()['rules/list']({});
    expect(healing).toMatchObject([
      { id: 'drop-null', safety: 'safe', switch: 'on', acted: 1, held: 0 },
      { id: 'bridge', safety: 'review', switch: 'off', acted: 0, held: 0 },
    ]);
  });

  it('revokes a rule once', () => {
    const id = desk.hold([aDraft()]).approvals[0]?.id ?? '';
    desk.desk.settle({ id, verdict: 'approve', remember: 'always' });
    const rule = desk.rules.list()[0]?.id ?? '';
    expect([commands()['rules/revoke']({ id: rule }), commands()['rules/revoke']({ id: rule })]).toEqual([
      { revoked: true },
      { revoked: false },
    ]);
  });

  it('counts a touched console as present', () => {
    expect(commands()['presence/touch']({ console: 'console-1' })).toEqual({ present: true });
  });
});

describe('the feed', () => {
  it('gives everything after a place, in order, without gaps, while entries come in', async () => {
    const feed = createFeed(journal);
    const total = 6000;
    let appended = 0;
    const pump = setInterval(() => {
      for (let each = 0; each < 200 && appended < total; each += 1) journal.append(callSeen('t1', `k${++appended}`));
    }, 1);
    const seen: number[] = [];
    while (seen.length < total) {
      const page = await feed.entriesAfter(seen.at(-1) ?? 0, 150);
      seen.push(...page.map((entry) => entry.seq));
      if (page.length === 0) await new Promise((done) => setTimeout(done, 2));
    }
    clearInterval(pump);
    expect(seen).toEqual(Array.from({ length: total }, (_seq, index) => index + 1));
  });

  it('tells of batches, not of single entries', async () => {
    const feed = createFeed(journal);
    const sizes: number[] = [];
    const stop = feed.onEntries((entries) => sizes.push(entries.length));
    for (let each = 0; each < 100; each += 1) journal.append(callSeen('t1', `k${each}`));
    await journal.flush();
    stop();
    journal.append(callSeen('t1', 'late'));
    await journal.flush();
    expect(sizes).toEqual([100]);
  });
});

describe('circuits and incidents', () => {
  const head = { session: 's1', thread: 'main', turn: 't1', level: 'alert' } as const;
  const opened = {
    ...head,
    type: 'circuit-opened',
    fingerprint: 'f',
    pattern: 'EI/MODEL_STUCK_LOOP/001',
    tool: 'bash',
    occurrences: 4,
  } as const;

  it('lists what is open, closes and isolates', async () => {
    for (const entry of [turnStarted('t1'), opened, turnEnded('t1')]) journal.append(entry);
    const api = commands();
    expect(await api['circuits/list']({})).toMatchObject({ circuits: [{ session: 's1', thread: 'main', tool: 'bash', state: 'open' }] });
    expect(await api['circuits/set']({ session: 's1', thread: 'main', state: 'closed' })).toEqual({ set: true });
    expect(await api['circuits/list']({ session: 's1' })).toEqual({ circuits: [] });
    await api['circuits/set']({ session: 's1', state: 'isolated' });
    expect(await api['circuits/list']({})).toMatchObject({ circuits: [{ session: 's1', thread: '', state: 'isolated' }] });
    await api['circuits/set']({ session: 's1', state: 'closed' });
    expect(await api['circuits/list']({})).toEqual({ circuits: [] });
  });

  it('puts alerts together and adds up what a loop cost', async () => {
    for (const entry of [turnStarted('t1'), opened, turnEnded('t1'), turnStarted('t2', 's2'), turnEnded('t2', 's2')]) journal.append(entry);
    const { incidents } = await commands()['incidents/list']({});
    expect(incidents).toMatchObject([{ kind: 'loop', state: 'open', session: 's1', seqs: [2], tool: 'bash' }]);
    expect((await commands()['incidents/list']({ session: 's2' })).incidents).toEqual([]);
  });
});
