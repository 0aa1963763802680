import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JournalEntry, NewEntry } from '../../shared/journal-entry.ts';
import { openDatabase } from './sqlite.ts';
import { callSeen, openedJournal, temporaryFolder, turnEnded, turnStarted } from './testing/entries.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const place = (session: string, turn: string) => ({ session, thread: 'main', turn });
const turn = (id: string, session: string): NewEntry[] =>
  [turnStarted(id, session), callSeen(id, 'a', 'Bash', '{"command":"words that must go"}'), turnEnded(id)].map((entry) => ({
    ...entry,
    ...place(session, id),
  }));
const opened: NewEntry = {
  ...place('stuck', 'stuck-1'),
  level: 'alert',
  type: 'circuit-opened',
  fingerprint: 'f',
  pattern: 'p',
  tool: 'Bash',
  occurrences: 3,
};
const turnsOf = (entries: readonly JournalEntry[]): string[] => [...new Set(entries.map((entry) => entry.turn).filter((id) => id !== ''))];

describe('clear', () => {
  test('deletes what was recorded, of whatever number, and says so', async () => {
    const journal = await openedJournal(folder.path);
    for (let each = 0; each < 250; each += 1) for (const entry of turn(`t${each}`, `s${each % 7}`)) journal.append(entry);
    journal.append({ ...place('', ''), level: 'info', type: 'limit-reached', kind: 'x', detail: 'words that must go' });
    const last =
      turn('the-last', 'of-the-last')
        .map((entry) => journal.append(entry).seq)
        .at(-1) ?? 0;
    const told: JournalEntry[] = [];
    journal.subscribe((entries) => told.push(...entries));
    expect(await journal.clear()).toMatchObject({ turns: 251 });
    expect(told.at(-1)).toMatchObject({ seq: last + 1, kind: 'cleared', detail: expect.stringContaining('251 turns') });
    expect(await journal.sessions({ limit: 10 })).toEqual([]);
    expect((await journal.query({ query: '' })).entries.map(({ seq }) => seq)).toEqual([last + 1]);
    expect(journal.recent(0)).toBeUndefined();
    for (const entry of turn('later', 's')) journal.append(entry);
    await journal.flush();
    expect(await journal.turns({ limit: 10 })).toHaveLength(1);
    await journal.end();
  });

  test('leaves no trace of what it deleted in the file', async () => {
    const journal = await openedJournal(folder.path);
    for (let each = 0; each < 60; each += 1) for (const entry of turn(`t${each}`, 's')) journal.append(entry);
    await journal.clear();
    await journal.end();
    expect(readFileSync(join(folder.path, 'journal.db'), 'latin1')).not.toContain('words that must go');
  });

  test('what runs, what is pinned and an open incident with the turns since stay', async () => {
    let now = 1_000;
    const journal = await openedJournal(folder.path, {}, () => (now += 1));
    for (const entry of [...turn('stuck-0', 'stuck'), ...turn('stuck-1', 'stuck')]) journal.append(entry);
    journal.append(opened);
    for (const entry of [...turn('stuck-2', 'stuck'), ...turn('gone', 'a'), ...turn('pinned', 'a')]) journal.append(entry);
    journal.append({ ...turnStarted('running', 'b'), ...place('b', 'running') });
    await journal.flush();
    await journal.pin({ kind: 'turn', id: 'pinned', session: 'a', turn: 'pinned', label: 'x', since: now, until: now }, true);
    await journal.clear();
    expect(turnsOf((await journal.query({ query: '' })).entries).sort()).toEqual(['pinned', 'running', 'stuck-1', 'stuck-2']);
    await journal.end();
  });

  test('what comes while it clears stays', async () => {
    const journal = await openedJournal(folder.path);
    for (let each = 0; each < 300; each += 1) for (const entry of turn(`t${each}`, 's')) journal.append(entry);
    await journal.flush();
    await new Promise((next) => setTimeout(next, 5));
    const clearing = journal.clear();
    await new Promise((next) => setTimeout(next, 5));
    for (const entry of turn('meanwhile', 'new')) journal.append(entry);
    await clearing;
    await journal.flush();
    expect((await journal.turns({ limit: 10 })).map((row) => row.turn)).toEqual(['meanwhile']);
    await journal.end();
  });

  test('when it fails half-way, a session that it deleted can go on', async () => {
    const journal = await openedJournal(folder.path);
    const body = JSON.stringify({ messages: [{ role: 'user', content: `Begin. ${'some words of it '.repeat(20)}` }] });
    const play = (id: string): void => {
      for (const entry of turn(id, 's')) journal.append(entry);
      const tape = journal.openTape({ ...place('s', id), dialect: 'openai-chat', method: 'POST', path: '/', headers: [], body });
      tape.close();
    };
    play('before');
    journal.append({ ...place('', ''), level: 'info', type: 'limit-reached', kind: 'x', detail: 'x' });
    journal.append({ ...place('', ''), level: 'info', type: 'limit-reached', kind: 'y', detail: 'y' });
    await journal.flush();
    const other = openDatabase(join(folder.path, 'journal.db'));
    other.exec("CREATE TRIGGER stubborn BEFORE DELETE ON entries WHEN old.turn = 0 BEGIN SELECT RAISE(ABORT, 'stubborn'); END");
    await expect(journal.clear()).rejects.toThrow('stubborn');
    expect(await journal.turns({ limit: 10 })).toEqual([]);
    play('after');
    expect((await journal.turn('after'))?.request.body).toBe(body);
    expect((await journal.sessions({ limit: 10 })).map((row) => row.session)).toEqual(['s']);
    other.close();
    await journal.end();
  });
});
