import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Journal } from './journal-service.ts';
import type { JournalOptions } from './journal-options.ts';
import { mostPins, type Pin } from './pins.ts';
import { recentTurns } from './retention.ts';
import { callSeen, openedJournal, temporaryFolder, turnEnded, turnStarted } from './testing/entries.ts';

const day = 86_400_000;
let folder: ReturnType<typeof temporaryFolder>;
let journal: Journal & { end: () => Promise<void> };
let clock = 0;
beforeEach(() => {
  folder = temporaryFolder();
  clock = 1_000 * day;
});
afterEach(async () => {
  await journal.end();
  folder.remove();
});

const open = async (options: Partial<JournalOptions>): Promise<void> => {
  journal = await openedJournal(folder.path, options, () => clock);
};

const words = (seed: number, count: number): string =>
  Array.from({ length: count }, (_word, index) => ((seed * 7919 + index * 104_729) % 999_983).toString(36)).join(' ');

function playTurn(turn: string, session: string, messages: readonly string[], answer = 'fine'): void {
  journal.append(turnStarted(turn, session));
  journal.append(callSeen(turn, 'a', 'Bash', '{"command":"ls"}', session));
  const tape = journal.openTape({
    turn,
    session,
    thread: 'main',
    dialect: 'openai-chat',
    method: 'POST',
    path: '/v1/chat/completions',
    headers: [],
    body: `{"model":"m","messages":[${messages.join(',')}]}`,
  });
  tape.responseHead(0, 200, [['content-type', 'text/event-stream']]);
  for (const word of answer.split(' ')) {
    const chunk = Buffer.from(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content: `${word} ` }, finish_reason: null }] })}\n\n`,
    );
    tape.upstreamBytes(0, chunk);
    tape.clientBytes(chunk);
  }
  journal.append(turnEnded(turn, session));
  tape.close();
}

const turnNames = async () => (await journal.turns({ limit: 1000 })).map((row) => row.turn);
const message = (text: string): string => JSON.stringify({ role: 'user', content: text });

describe('by age', () => {
  it('deletes old turns with their entries and bodies, the latest too, and what a crash left without an end', async () => {
    await open({ maxDays: 10 });
    for (let each = 0; each < recentTurns + 20; each += 1) playTurn(`t${each}`, `s${each}`, [message(words(each, 50))]);
    journal.append(turnStarted('left', 's-left'));
    await journal.flush();
    clock += 10.5 * day;
    playTurn('young', 's-young', [message('hello')]);
    journal.append(turnStarted('running', 's-young'));
    await journal.flush();
    await journal.prune();
    expect((await turnNames()).sort()).toEqual(['left', 'running', 'young']);
    expect((await journal.query({ query: '', session: 's0' })).total).toBe(0);
    expect((await journal.sessions({ limit: 1000 })).map((row) => row.session).sort()).toEqual(['s-left', 's-young']);
    await journal.flush();
    expect((await journal.query({ query: 'category:retention' })).total).toBe(1);
    clock += day;
    await journal.prune();
    expect((await turnNames()).sort()).toEqual(['running', 'young']);
  });

  it('does so without being asked, soon after the start', async () => {
    await open({ maxDays: 10 });
    for (let each = 0; each < 3; each += 1) playTurn(`t${each}`, 's', [message('hello')]);
    await journal.end();
    clock += 11 * day;
    await open({ maxDays: 10 });
    clock += 6_000;
    playTurn('new', 's-new', [message('hello')]);
    await journal.flush();
    await vi.waitFor(async () => expect(await turnNames()).toEqual(['new']));
  });

  it('keeps the turns of an open incident', async () => {
    await open({ maxDays: 10 });
    const incident = {
      type: 'circuit-opened',
      level: 'alert',
      thread: 'main',
      fingerprint: 'f',
      pattern: 'EI/X/001',
      tool: 'Bash',
      occurrences: 3,
    } as const;
    journal.append(turnStarted('stuck', 'open'));
    journal.append({ ...incident, session: 'open', turn: 'stuck' });
    journal.append(turnStarted('mended', 'closed'));
    journal.append({ ...incident, session: 'closed', turn: 'mended' });
    journal.append({
      type: 'circuit-closed',
      level: 'info',
      thread: 'main',
      session: 'closed',
      turn: 'mended',
      fingerprint: 'f',
      cause: 'success',
    });
    clock += 1;
    for (let each = 0; each < recentTurns; each += 1) playTurn(`t${each}`, 's', []);
    await journal.flush();
    clock += 11 * day;
    await journal.prune();
    const left = await turnNames();
    expect(left).toContain('stuck');
    expect(left).not.toContain('mended');
  });
});

describe('what is pinned', () => {
  const pinOf = (kind: Pin['kind'], session: string, turn: string): Pin => ({
    kind,
    id: kind === 'call' ? `${turn}/a` : kind === 'session' ? session : turn,
    session,
    turn: kind === 'session' ? '' : turn,
    label: 'kept',
    since: clock,
    until: clock,
  });

  it('stays with its entries and frames whatever its age, over a restart, until it is unpinned', async () => {
    await open({ maxDays: 10, passthrough: 'summary' });
    for (const name of ['call', 'turn', 'session', 'incident', 'plain'] as const) playTurn(`t-${name}`, `s-${name}`, [message('hello')]);
    playTurn('t-session-2', 's-session', []);
    playTurn('t-turn-2', 's-turn', []);
    for (const kind of ['call', 'turn', 'session', 'incident'] as const)
      expect(await journal.pin(pinOf(kind, `s-${kind}`, `t-${kind}`), true)).toBe(true);
    journal.append({ type: 'limit-reached', level: 'alert', session: 's-session', thread: '', turn: '', kind: 'x', detail: 'loose' });
    for (let each = 0; each < recentTurns; each += 1) playTurn(`t${each}`, 's', []);
    await journal.flush();
    clock += 11 * day;
    await journal.end();
    await open({ maxDays: 10, passthrough: 'summary' });
    await journal.prune();
    const left = (await turnNames()).filter((name) => name.startsWith('t-')).sort();
    expect(left).toEqual(['t-call', 't-incident', 't-session', 't-session-2', 't-turn']);
    expect((await journal.turn('t-call'))?.frames.length).toBeGreaterThan(0);
    expect((await journal.query({ query: '', session: 's-session' })).total).toBe(7);
    expect((await journal.pins()).map(({ kind }) => kind).sort()).toEqual(['call', 'incident', 'session', 'turn']);

    expect(await journal.pin(pinOf('call', 's-call', 't-call'), false)).toBe(true);
    await journal.prune();
    expect(await turnNames()).not.toContain('t-call');
    expect(await journal.pins()).toHaveLength(3);
  });

  it('stays when the file is too large, and pins are bounded', async () => {
    await open({ maxBytes: 1_048_576 });
    playTurn('pinned', 's-pinned', [message(words(1, 1500))]);
    await journal.flush();
    await journal.pin(pinOf('turn', 's-pinned', 'pinned'), true);
    for (let each = 0; each < 400; each += 1) playTurn(`t${each}`, 's1', [message(words(each, 1500))]);
    await journal.flush();
    await journal.prune();
    expect(await turnNames()).toContain('pinned');
    expect(await turnNames()).not.toContain('t0');
    for (let each = 1; each < mostPins; each += 1) await journal.pin(pinOf('turn', 's', `p${each}`), true);
    expect(await journal.pin(pinOf('turn', 's', 'one-more'), true)).toBe(false);
    expect(await journal.pins()).toHaveLength(mostPins);
  });
});

describe('by size', () => {
  it('deletes the oldest until it fits, and gives the room back', async () => {
    await open({ maxBytes: 1_048_576 });
    for (let each = 0; each < 400; each += 1) playTurn(`t${each}`, 's1', [message(words(each, 1500))]);
    await journal.flush();
    await journal.prune();
    const left = await turnNames();
    expect(left.length).toBeLessThan(300);
    expect(left.length).toBeGreaterThanOrEqual(recentTurns);
    expect(left).toContain('t399');
    expect(left).not.toContain('t0');
    expect((await journal.turn('t399'))?.request.body).toContain(words(399, 10));
    await journal.end();
    expect(statSync(join(folder.path, 'journal.db')).size).toBeLessThan(1_300_000);
    await open({});
  });
});

describe('untouched turns', () => {
  it('that are no longer recent keep the assembled reply, not the raw frames', async () => {
    await open({ passthrough: 'summary' });
    for (let each = 0; each < recentTurns + 2; each += 1) playTurn(`t${each}`, 's1', [message('hello')], 'all is well');
    journal.append({ type: 'stream-normalised', level: 'info', session: 's1', thread: 'main', turn: 't1', changes: ['x'] });
    await journal.flush();
    await journal.prune();
    expect(await journal.turn('t0')).toMatchObject({
      frames: [],
      assembled: { text: 'all is well ' },
      request: { body: expect.stringContaining('hello') },
    });
    expect((await journal.turn('t1'))?.frames).toHaveLength(3);
    expect((await journal.turn('t2'))?.frames).toHaveLength(3);
  });

  it('stay whole when everything is asked for', async () => {
    await open({ passthrough: 'full' });
    for (let each = 0; each < recentTurns + 2; each += 1) playTurn(`t${each}`, 's1', [], 'all is well');
    await journal.flush();
    await journal.prune();
    expect((await journal.turn('t0'))?.frames).toHaveLength(3);
  });
});

describe('size on disk', () => {
  it('1,000 turns of a 1 MB final history take at most 3 MB', { timeout: 120_000 }, async () => {
    await open({ passthrough: 'summary' });
    const history: string[] = [];
    let size = 0;
    for (let turn = 0; turn < 1000; turn += 1) {
      const answer = words(turn, 20);
      const added = [
        message(words(turn + 5000, 75)),
        JSON.stringify({
          role: 'assistant',
          content: answer,
          tool_calls: [
            { id: `call_${turn}`, type: 'function', function: { name: 'Bash', arguments: `{"command":"${words(turn + 9000, 70)}"}` } },
          ],
        }),
      ];
      history.push(...added);
      size += added.reduce((sum, text) => sum + text.length, 0);
      playTurn(`t${turn}`, 's1', history, answer);
      if (turn % 50 === 0) await journal.flush();
    }
    expect(size).toBeGreaterThan(900_000);
    await journal.flush();
    for (let each = 0; each < 6; each += 1) await journal.prune();
    expect(JSON.parse((await journal.turn('t999'))?.request.body ?? '{}')).toMatchObject({ messages: { length: 2000 } });
    await journal.end();
    const bytes = readdirSync(folder.path).reduce((sum, name) => sum + statSync(join(folder.path, name)).size, 0);
    console.log(`1,000 turns, history of ${size} bytes: ${bytes} bytes on disk`);
    expect(bytes).toBeLessThan(3 * 1_048_576);
    await open({});
  });
});
