import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate, schemaVersion, versionOf } from './schema.ts';
import { type Database, openDatabase } from './sqlite.ts';
import { callSeen, openedJournal, temporaryFolder, turnEnded, turnStarted } from './testing/entries.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const versions = Array.from({ length: schemaVersion }, (_, before) => before + 1);

/** Everything in the file that says how it is built. */
const shapeOf = (database: Database): readonly unknown[] =>
  database.prepare("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name").all();

/** A file as the program of that version wrote it: what tables of later versions would hold is not in it. */
async function fileOf(version: number): Promise<void> {
  const present = await openedJournal(folder.path);
  for (const entry of [turnStarted('t1'), callSeen('t1', 'a'), turnEnded('t1')]) present.append(entry);
  await present.end();
  const path = join(folder.path, 'journal.db');
  const old = openDatabase(`${path}.old`);
  migrate(old, version);
  old.exec(`ATTACH '${path}' AS present`);
  for (const { name } of old
    .prepare<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%entry_text%' AND name NOT LIKE 'sqlite_%'",
    )
    .all())
    old.exec(`INSERT INTO main.${name} SELECT * FROM present.${name}`);
  old.exec('DETACH present');
  old.close();
  const { renameSync } = process.getBuiltinModule('node:fs');
  renameSync(`${path}.old`, path);
}

describe('migration', () => {
  test.each(versions)('a file of version %i is lifted with all that is in it', async (version) => {
    await fileOf(version);
    const journal = await openedJournal(folder.path);
    expect((await journal.read(0, 10)).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'turn-started'],
      [2, 'tool-call-seen'],
      [3, 'turn-ended'],
    ]);
    journal.append(turnStarted('t2'));
    await journal.flush();
    expect((await journal.turns({ limit: 10 })).map(({ turn }) => turn).sort()).toEqual(['t1', 't2']);
    expect(await journal.pins()).toEqual([]);
    expect((await journal.stats({})).figures['turns']?.value).toBe(2);
    await journal.end();
  });

  test.each(versions)('from version %i the same file comes out as from none', (version) => {
    const stepwise = openDatabase(join(folder.path, 'a.db'));
    migrate(stepwise, version);
    expect(versionOf(stepwise)).toBe(version);
    expect(migrate(stepwise)).toEqual({ from: version, to: schemaVersion });
    const whole = openDatabase(join(folder.path, 'b.db'));
    migrate(whole);
    expect(shapeOf(stepwise)).toEqual(shapeOf(whole));
    stepwise.close();
    whole.close();
  });

  test('a step that fails leaves the file as it was', () => {
    const database = openDatabase(join(folder.path, 'a.db'));
    migrate(database, 1);
    const before = shapeOf(database);
    // The next step makes this table: it is there already.
    database.exec('CREATE TABLE pins(x)');
    const blocked = shapeOf(database);
    expect(() => migrate(database)).toThrow(/pins already exists/);
    expect(versionOf(database)).toBe(1);
    expect(shapeOf(database)).toEqual(blocked);
    expect(blocked.length).toBe(before.length + 1);
    database.close();
  });
});
