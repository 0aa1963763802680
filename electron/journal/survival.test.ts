import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import { openDatabase } from './sqlite.ts';
import { callSeen, claimed, journalOptions, openedJournal, temporaryFolder, turnEnded, turnStarted } from './testing/entries.ts';
import { openJournal } from './journal.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

async function readAll(path: string): Promise<readonly JournalEntry[]> {
  const journal = await openedJournal(path);
  const all: JournalEntry[] = [];
  for (;;) {
    const page = await journal.read(all.at(-1)?.seq ?? 0, 1000);
    all.push(...page);
    if (page.length === 0) break;
  }
  const next = journal.append(turnStarted('after'));
  expect(next.seq).toBe((all.at(-1)?.seq ?? 0) + 1);
  await journal.end();
  return all;
}

/** Runs the child until it told of at least `entries`, then kills it at that moment. */
function killAfter(entries: number): Promise<number> {
  const script = fileURLToPath(new URL('./testing/append-until-killed.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', script, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = 0;
  let rest = '';
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      told = Number(lines.at(-1) ?? told) || told;
      if (told >= entries) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', () => resolve(told));
  });
}

describe('kill -9', () => {
  it('at any moment loses no entry that anybody was told of, and leaves no gap', { timeout: 120_000 }, async () => {
    let before = 0;
    for (const more of [1, 700, 2500]) {
      const told = await killAfter(before + more);
      const all = await readAll(folder.path);
      expect(all.length).toBeGreaterThanOrEqual(told);
      expect(all.map((entry) => entry.seq)).toEqual(all.map((_entry, index) => index + 1));
      before = all.length + 1;
    }
  });
});

describe('a damaged file', () => {
  it.each([
    [
      'that is no database',
      (path: string) => writeFileSync(path, 'this is not a database, and long enough to be read as one '.repeat(200)),
    ],
    ['that was overwritten in the middle', (path: string) => overwriteMiddle(path)],
  ])('%s is set aside, reported and replaced', async (_name, damage) => {
    const first = await openedJournal(folder.path);
    for (let each = 0; each < 300; each += 1)
      first.append(callSeen('t1', `k${each}`, 'Bash', `{"command":"${'echo '.repeat(40)}${each}"}`));
    await first.end();
    damage(join(folder.path, 'journal.db'));

    const second = await openedJournal(folder.path);
    await second.flush();
    const entries = await second.read(0, 10);
    expect(entries).toMatchObject([
      { seq: 1, level: 'alert', type: 'limit-reached', kind: 'journal-damaged', detail: expect.stringContaining('.damaged-') },
    ]);
    second.append(turnStarted('t2'));
    await second.flush();
    expect(await second.read(0, 10)).toHaveLength(2);
    await second.end();
    expect(readdirSync(folder.path).some((name) => name.startsWith('journal.db.damaged-'))).toBe(true);
  });

  it('an empty one is simply filled', async () => {
    writeFileSync(join(folder.path, 'journal.db'), '');
    const journal = await openedJournal(folder.path);
    journal.append(turnStarted('t1'));
    await journal.flush();
    expect(await journal.read(0, 10)).toHaveLength(1);
    await journal.end();
  });
});

function overwriteMiddle(path: string): void {
  const database = openDatabase(path);
  const pages = database.prepare<{ page_count: number }>('PRAGMA page_count').get()?.page_count ?? 0;
  const size = database.prepare<{ page_size: number }>('PRAGMA page_size').get()?.page_size ?? 0;
  database.close();
  const { openSync, writeSync, closeSync } = process.getBuiltinModule('node:fs');
  const file = openSync(path, 'r+');
  for (let page = 2; page < pages; page += 1) writeSync(file, Buffer.alloc(size, 0xee), 0, size, page * size);
  closeSync(file);
}

describe('a file of another version', () => {
  it('from a newer program is refused with what, why and next', async () => {
    const first = await openedJournal(folder.path);
    await first.end();
    const database = openDatabase(join(folder.path, 'journal.db'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const own = claimed(folder.path);
    const opened = await openJournal({ folder: own, options: journalOptions });
    expect(opened).toMatchObject({
      ok: false,
      error: { code: 'newer', found: 99, message: expect.stringMatching(/newer Signalbox.*Next:/) },
    });
    own.release();
  });
});

describe('a disk that refuses', () => {
  it('keeps telling the operator, and writes everything once it can', { timeout: 60_000 }, async () => {
    const journal = await openedJournal(folder.path);
    const told: JournalEntry[] = [];
    journal.subscribe((entries) => told.push(...entries));
    journal.append(turnStarted('t1'));
    await journal.flush();
    // Another program holds the file's write lock for longer than SQLite waits.
    const other = openDatabase(join(folder.path, 'journal.db'));
    other.exec('BEGIN IMMEDIATE');
    journal.append(callSeen('t1', 'a', 'Bash', `{"key":"sk-${'a1b2c3d4'.repeat(6)}"}`));
    await journal.flush();
    expect(told.map(({ type }) => type)).toEqual(['turn-started', 'tool-call-seen', 'limit-reached']);
    expect(told[2]).toMatchObject({ level: 'alert', kind: 'journal-disk' });
    expect(JSON.stringify(told)).not.toContain('a1b2c3d4');
    expect((await journal.read(0, 10)).map((entry) => entry.seq)).toEqual([1, 2, 3]);
    journal.append(turnEnded('t1'));
    other.exec('ROLLBACK');
    other.close();
    await journal.flush();
    await journal.flush();
    expect(told.map((entry) => entry.seq)).toEqual(told.map((_entry, index) => index + 1));
    expect((await journal.read(0, 10)).map((entry) => entry.type).slice(0, 4)).toEqual([
      'turn-started',
      'tool-call-seen',
      'limit-reached',
      'turn-ended',
    ]);
    await journal.end();
  });
});

describe('a worker that lost a body', () => {
  it('is replaced, and the next body is stored as it was', async () => {
    const own = claimed(folder.path);
    const worker = new URL('./testing/forgetful-worker.ts', import.meta.url);
    const opened = await openJournal({ folder: own, options: journalOptions, worker });
    if (!opened.ok) throw new Error(opened.error.message);
    const journal = opened.value;
    const body = (words: number): string => JSON.stringify({ messages: [{ role: 'user', content: 'some words '.repeat(words) }] });
    const play = (turn: string, words: number): void => {
      journal.append(turnStarted(turn));
      const place = { turn, session: 's1', thread: 'main' };
      journal.openTape({ ...place, dialect: 'openai-chat', method: 'POST', path: '/', headers: [], body: body(words) }).close();
    };
    play('first', 500);
    await journal.flush();
    const told = new Promise<void>((resolve) =>
      journal.subscribe(
        (entries) => entries.some((entry) => entry.type === 'limit-reached' && entry.kind === 'journal-worker') && resolve(),
      ),
    );
    play('second', 501);
    await journal.flush();
    await told;
    await expect
      .poll(() => journal.turn('second').catch(() => undefined), { timeout: 10_000 })
      .toMatchObject({ request: { body: body(501) } });
    expect((await journal.turn('first'))?.request.body).toBe(body(500));
    await journal.close();
    own.release();
  });
});

describe('closing', () => {
  it('leaves one file without a log beside it', async () => {
    const journal = await openedJournal(folder.path);
    journal.append(turnStarted('t1'));
    await journal.end();
    expect(existsSync(join(folder.path, 'journal.db-wal'))).toBe(false);
    expect(journal.append(turnStarted('late')).seq).toBe(1);
    appendFileSync(join(folder.path, 'note'), '');
    expect(await readAll(folder.path)).toHaveLength(1);
  });
});
