import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../shared/result.ts';
import { codecs } from '../core/dialect/registry.ts';
import { assembleReply } from './assemble-reply.ts';
import { createContentStore } from './content-store.ts';
import { queryEntries } from './entry-query.ts';
import { createEntryStore } from './entry-store.ts';
import type { ExportJournal } from './exporters/export-source.ts';
import { createNameTable } from './name-table.ts';
import { schemaVersion, versionOf } from './schema.ts';
import { type Database, openDatabase } from './sqlite.ts';
import { createTapeStore } from './tape-store.ts';
import { listTurns } from './turn-list.ts';
import { readTurnRecording } from './turn-recording.ts';
import { createTurnSummaries } from './turn-summaries.ts';

/** A journal that is only read: a running program may go on writing it meanwhile. */
export interface ReadOnlyJournal extends ExportJournal {
  close(): void;
}

/** Opens the journal of a data folder without claiming the folder. The error says what, why and what next. */
export function openReadOnlyJournal(folder: string): Result<ReadOnlyJournal, string> {
  const path = join(folder, 'journal.db');
  if (!existsSync(path))
    return fail(
      `There is no journal in ${folder}: ${path} is missing. Next: name the data folder with --data, or run Signalbox there first.`,
    );
  let database: Database;
  try {
    database = openDatabase(path, { readOnly: true });
    const found = versionOf(database);
    if (found !== schemaVersion) {
      database.close();
      const why = found > schemaVersion ? 'was written by a newer Signalbox' : 'was written by an older Signalbox and not lifted yet';
      return fail(
        `The journal ${path} ${why} (schema ${found}; this one knows ${schemaVersion}). Next: ${found > schemaVersion ? 'update this program' : 'start Signalbox once on this folder'}.`,
      );
    }
    return ok(readOnly(database));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(
      `The journal ${path} can't be read: ${why}. Next: make the file and its folder readable, or copy the folder and name the copy with --data.`,
    );
  }
}

function readOnly(database: Database): ReadOnlyJournal {
  const names = createNameTable(database);
  const entries = createEntryStore(database, names, createTurnSummaries(database, names));
  const tapes = createTapeStore(database, createContentStore(database));
  const assemble = (dialect: string, tape: Parameters<typeof assembleReply>[2]) => assembleReply(codecs, dialect, tape);
  return {
    query: (query) => Promise.resolve(queryEntries(database, names, entries, query)),
    turns: (page) => Promise.resolve(listTurns(database, names, page)),
    recording: (turn) => Promise.resolve(readTurnRecording({ database, names, entries, tapes, assemble }, turn)),
    close: () => database.close(),
  };
}
