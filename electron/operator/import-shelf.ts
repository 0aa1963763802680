import { isAbsolute } from 'node:path';
import type { RecordingRow, TurnDetail, TurnRow } from '../../shared/ipc/contract.ts';
import { listRecordings, readIndex, readTurn, type RecordingIndex, removeRecording } from '../journal/import/import-folder.ts';

/** Files from outside that the operator opened: read-only, beside the journal, there until they are removed. */
export interface ImportShelf {
  /** Why this path is none to be opened; undefined: try it. */
  problemOf(path: string): string | undefined;
  list(): Promise<readonly RecordingRow[]>;
  turns(
    recording: string,
    session: string | undefined,
    offset: number,
    limit: number,
  ): Promise<{ readonly turns: TurnRow[]; readonly total: number }>;
  turn(recording: string, turn: string): Promise<TurnDetail | undefined>;
  close(recording: string): Promise<boolean>;
}

export function createImportShelf(data: string): ImportShelf {
  // The recording that is looked at: its index is read once.
  let last: { readonly id: string; readonly index: RecordingIndex } | undefined;
  const indexOf = async (id: string): Promise<RecordingIndex | undefined> => {
    if (last?.id === id) return last.index;
    const index = await readIndex(data, id);
    if (index !== undefined) last = { id, index };
    return index;
  };
  return {
    problemOf: (path) =>
      isAbsolute(path)
        ? undefined
        : `${path} can't be opened: it is no whole path. Next: give the path from the root, since the program may run elsewhere.`,
    list: () => listRecordings(data),
    turns: async (recording, session, offset, limit) => {
      const all = (await indexOf(recording))?.turns.filter((turn) => session === undefined || turn.session === session) ?? [];
      return { turns: all.slice(offset, offset + limit), total: all.length };
    },
    turn: async (recording, turn) => {
      const index = await indexOf(recording);
      const place = index?.places[index.turns.findIndex((row) => row.turn === turn)];
      return place === undefined ? undefined : readTurn(data, recording, place);
    },
    close: (recording) => {
      if (last?.id === recording) last = undefined;
      return removeRecording(data, recording);
    },
  };
}
