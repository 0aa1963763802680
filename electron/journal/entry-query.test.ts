import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewEntry } from '../../shared/journal-entry.ts';
import type { Journal } from './journal-service.ts';
import { callSeen, openedJournal, temporaryFolder, turnEnded, turnStarted } from './testing/entries.ts';

const folder = temporaryFolder();
let journal: Journal & { end: () => Promise<void> };

const faulted = (turn: string): NewEntry => ({
  type: 'fault-classified',
  level: 'notice',
  session: 's2',
  thread: 'main',
  turn,
  pattern: 'EI/PARAM_MISSING/001',
  tool: 'read_file',
  callId: 'c1',
  occurrence: 1,
  fingerprint: 'f',
}); // prettier-ignore

beforeAll(async () => {
  journal = await openedJournal(folder.path, {}, () => 1000);
  const recovered: NewEntry = {
    type: 'tool-call-recovered',
    level: 'notice',
    session: 's1',
    thread: 'main',
    turn: 't1',
    call: { key: 'b', id: 'call_b', name: 'Bash', arguments: '{"command":"npm test"}' },
    format: 'hermes-json',
    checks: [],
    reason: 'ok',
    excerpt: '<tool_call>{"name":"Bash"}</tool_call>',
  }; // prettier-ignore
  for (const entry of [
    turnStarted('t1'),
    callSeen('t1', 'a', 'Bash', '{"command":"ls -la /srv/data"}'),
    recovered,
    turnEnded('t1', 's1', 'recover'),
    turnStarted('t2', 's2', 'glm-4.6'),
    callSeen('t2', 'c', 'read_file', '{"path":"src/README.md"}', 's2'),
    faulted('t2'),
    turnEnded('t2', 's2'),
  ])
    journal.append(entry); // prettier-ignore
  await journal.flush();
});
afterAll(async () => {
  await journal.end();
  folder.remove();
});

const seqs = async (query: string, more = {}) => (await journal.query({ query, ...more })).entries.map((entry) => entry.seq);

describe('entries/query', () => {
  it.each([
    ['', [8, 7, 6, 5, 4, 3, 2, 1]],
    ['tool:Bash', [3, 2]],
    ['tool:bash', [3, 2]],
    ['tool:read', [7, 6]],
    ['tool:*file', [7, 6]],
    ['tool:nothing', []],
    ['tool:"Bash"', [3, 2]],
    ['tool:"bash"', []],
    ['tool:"read"', []],
    ['tool:"*file"', []],
    ['tool:"read_file",bash', [7, 6, 3, 2]],
    ['-tool:"bash" tool:Bash', [3, 2]],
    ['session:s type:turn-started', [5, 1]],
    ['session:"s" type:turn-started', []],
    ['session:"s2" type:turn-started', [5]],
    ['-tool:nothing tool:Bash', [3, 2]],
    ['tool:Bash,read_file -state:recovered', [7, 6, 2]],
    ['state:recovered', [3]],
    ['model:glm*', [8, 7, 6, 5]],
    ['-model:glm*', [4, 3, 2, 1]],
    ['session:s2 type:fault-classified', [7]],
    ['category:EI/', [7]],
    ['category:EI/PARAM_MISSING/001', [7]],
    ['format:hermes-json', [3]],
    ['level:notice', [7, 3]],
    ['text:srv', [2]],
    ['srv/da', [2]],
    ['"ls -la"', [2]],
    ['read', [7, 6]],
    ['failing', [5, 1]],
    ['-failing type:turn-started', []],
    ['text:%', []],
    ['text:"\' OR 1=1 --"', []],
    ['tool:%', []],
  ])('%j', async (query, expected) => expect(await seqs(query)).toEqual(expected));

  it('narrows by type, session, turn and time', async () => {
    expect(await seqs('', { types: ['turn-started', 'turn-ended'] })).toEqual([8, 5, 4, 1]);
    expect(await seqs('', { types: [] })).toEqual([]);
    expect(await seqs('', { session: 's1' })).toEqual([4, 3, 2, 1]);
    expect(await seqs('', { turn: 't2' })).toEqual([8, 7, 6, 5]);
    expect(await seqs('', { since: 1001 })).toEqual([]);
    expect(await seqs('', { until: 1001 })).toHaveLength(8);
  });

  it('pages from the newest, with the same total on each page', async () => {
    const first = await journal.query({ query: '', limit: 3 });
    expect([first.entries.map((entry) => entry.seq), first.total]).toEqual([[8, 7, 6], 8]);
    const second = await journal.query({ query: '', limit: 3, before: 6 });
    expect([second.entries.map((entry) => entry.seq), second.total]).toEqual([[5, 4, 3], 8]);
  });

  it('gives whole entries back', async () => {
    const { entries } = await journal.query({ query: 'state:recovered' });
    expect(entries[0]).toEqual({ seq: 3, at: 1000, ...(await journal.read(2, 1))[0] });
    expect(entries[0]).toMatchObject({
      session: 's1',
      thread: 'main',
      turn: 't1',
      level: 'notice',
      type: 'tool-call-recovered',
      call: { name: 'Bash' },
    });
  });
});

describe('lists', () => {
  it('of sessions, the last used first', async () => {
    const sessions = await journal.sessions({});
    expect(sessions.map((row) => row.session)).toEqual(['s2', 's1']);
    expect(sessions[1]).toEqual({
      session: 's1',
      agent: 'opencode',
      model: 'qwen3-coder',
      upstream: 'local',
      title: 'Fix the failing test',
      firstAt: 1000,
      lastAt: 1000,
      turns: 1,
      calls: 1,
      held: 0,
      alerts: 0,
      threads: ['main'],
    }); // prettier-ignore
  });
  it('of turns', async () => {
    const [turn] = await journal.turns({ session: 's1' });
    expect(turn).toMatchObject({
      turn: 't1',
      session: 's1',
      thread: 'main',
      dialect: 'openai-chat',
      outcome: 'recover',
      status: 200,
      finish: 'tool_calls',
      durationMs: 120,
      calls: 1,
      side: false,
    });
    expect((await journal.turns({})).map((row) => row.turn)).toEqual(['t2', 't1']);
  });
});

describe('stats/summary', () => {
  it('names its denominators and the entries behind each figure', async () => {
    const { figures, series, groups } = await journal.stats({ group: 'tool' });
    expect(figures['calls']).toEqual({ value: 2, of: null, denominator: 'calls seen', query: 'type:tool-call-seen' });
    expect(figures['recovered']).toMatchObject({ value: 1, of: 2 });
    expect(figures['helped']).toMatchObject({ value: 1, of: 1, denominator: 'calls that needed help' });
    expect(figures['overheadMs']).toMatchObject({ value: 0.4, of: 2 });
    expect(figures['tokensSaved']).toMatchObject({ value: 0, of: 0 });
    expect(series).toMatchObject([{ at: 1000, turns: 2, calls: 2, faults: 1, saved: 0 }]);
    expect(groups.map(({ name, calls, recovered, faults }) => [name, calls, recovered, faults])).toEqual([
      ['Bash', 1, 1, 0],
      ['read_file', 1, 0, 1],
    ]);
  });
  it.each(
    Object.entries({
      session: ['s1', 's2'],
      model: ['glm-4.6', 'qwen3-coder'],
      category: ['EI/PARAM_MISSING/001', 'ok', 'pass_through', 'recover'],
      format: ['hermes-json'],
      agent: ['opencode'],
      upstream: ['local'],
    }),
  )('groups by %s', async (group, names) => {
    const { groups } = await journal.stats({ group: group as 'session' });
    expect(groups.map(({ name }) => name).sort()).toEqual(names);
  });
  it('is empty, not broken, where nothing happened', async () => {
    const { figures, series } = await journal.stats({ since: 5000 });
    expect([figures['turns']?.value, figures['overheadMs']?.value, series]).toEqual([0, null, []]);
  });
  it('opens with its own query what it counted', async () => {
    const { figures } = await journal.stats({});
    for (const name of ['calls', 'recovered', 'faults', 'turns']) {
      const figure = figures[name];
      expect((await journal.query({ query: figure?.query ?? '' })).total).toBe(figure?.value);
    }
  });
});
