import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import { claimDataFolder } from './data-folder.ts';
import { callSeen, openedJournal, temporaryFolder, turnEnded, turnStarted } from './testing/entries.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

describe('journal', () => {
  it('numbers entries without gaps in the order of appending, and goes on after a restart', async () => {
    const first = await openedJournal(folder.path);
    const told: JournalEntry[] = [];
    first.subscribe((entries) => told.push(...entries));
    const appended = [turnStarted('t1'), callSeen('t1', 'a'), turnEnded('t1')].map((entry) => first.append(entry));
    await first.flush();
    expect(told).toEqual(appended);
    expect(told.map((entry) => entry.seq)).toEqual([1, 2, 3]);
    await first.end();

    const second = await openedJournal(folder.path);
    expect(second.append(turnStarted('t2')).seq).toBe(4);
    await second.flush();
    expect((await second.read(0, 10)).map((entry) => entry.seq)).toEqual([1, 2, 3, 4]);
    expect(await second.read(0, 3)).toEqual(appended);
    await second.end();
  });

  it('tells of an entry only when it is on disk', async () => {
    const journal = await openedJournal(folder.path);
    let told = 0;
    journal.subscribe((entries) => {
      told += entries.length;
    });
    journal.append(turnStarted('t1'));
    expect([told, journal.lastSeq()]).toEqual([0, 0]);
    await journal.flush();
    expect([told, journal.lastSeq()]).toEqual([1, 1]);
    expect(journal.recent(0)?.map((entry) => entry.seq)).toEqual([1]);
    await journal.end();
  });

  it('redacts before it writes or tells, and says so', async () => {
    const secret = `sk-ant-api03-${'aB3dE5fG7hJ9kL1m'.repeat(5)}`;
    const journal = await openedJournal(folder.path);
    const told: JournalEntry[] = [];
    journal.subscribe((entries) => told.push(...entries));
    journal.append(turnStarted('t1'));
    journal.append(callSeen('t1', 'a', 'Bash', JSON.stringify({ command: `export KEY=${secret}` })));
    await journal.flush();
    await journal.flush();
    const stored = await journal.read(0, 10);
    expect(JSON.stringify([told, stored])).not.toContain('aB3dE5');
    expect(stored.at(-1)).toMatchObject({
      type: 'secret-redacted',
      turn: 't1',
      where: 'tool-call-seen',
      kinds: ['anthropic-key'],
      count: 1,
    });
    await journal.end();
  });

  it('keeps files and folder to their owner', async () => {
    const journal = await openedJournal(folder.path);
    journal.append(turnStarted('t1'));
    await journal.flush();
    const mode = (name: string): number => statSync(join(folder.path, name)).mode & 0o777;
    expect([mode('.'), mode('journal.db'), mode('journal.db-wal')]).toEqual([0o700, 0o600, 0o600]);
    await journal.end();
  });

  it('lets one program use a data folder', async () => {
    const journal = await openedJournal(folder.path);
    const second = claimDataFolder(folder.path);
    expect(second).toMatchObject({ ok: false, error: { code: 'in-use' } });
    await journal.end();
    const third = claimDataFolder(folder.path);
    expect(third.ok).toBe(true);
    if (third.ok) third.value.release();
  });

  it('says what, why and next for a folder that cannot be made', () => {
    const problem = claimDataFolder('/proc/no-such-folder');
    expect(problem).toMatchObject({
      ok: false,
      error: { code: 'unwritable', message: expect.stringMatching(/can't be written.*Next: .*--data/) },
    });
  });
});
