import { basename, isAbsolute } from 'node:path';
import type { RecordingRow } from '../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Recording } from '../journal/import/recording.ts';

export interface Shelved {
  readonly row: RecordingRow;
  readonly recording: Recording;
}

/** Files from outside that the operator opened: read-only, in memory, never in the journal. Bounded: the oldest goes. */
export interface ImportShelf {
  open(path: string): Promise<Result<Shelved, string>>;
  get(id: string): Shelved | undefined;
  list(): readonly RecordingRow[];
  close(id: string): boolean;
}

const maxOpen = 8;

export function createImportShelf(setup: { readonly now: () => number; readonly newId: () => string }): ImportShelf {
  const shelf = new Map<string, Shelved>();
  return {
    open: async (path) => {
      if (!isAbsolute(path))
        return fail(
          `${path} can't be opened: it is no whole path. Next: give the path from the root, since the program may run elsewhere.`,
        );
      const { openRecording } = await import('../journal/import/open-recording.ts');
      const opened = await openRecording(path);
      if (!opened.ok) return opened;
      const { exchanges, entries, problems, kind } = opened.value;
      const [problem] = problems;
      if (problem !== undefined)
        return fail(
          `${path} can't be opened: ${problem}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}. Next: correct it, or export it again.`,
        );
      if (exchanges.length + entries.length === 0)
        return fail(`${path} holds no exchange of an inspected dialect. Next: choose another file.`);
      const sessions = [...new Set([...exchanges, ...entries].map(({ session }) => session).filter((session) => session !== ''))];
      const row: RecordingRow = {
        id: setup.newId(),
        imported: true,
        path,
        kind,
        openedAt: setup.now(),
        exchanges: exchanges.length,
        entries: entries.length,
        sessions: sessions.length > 0 ? sessions.slice(0, 1000) : [basename(path)],
      };
      const shelved = { row, recording: opened.value };
      shelf.set(row.id, shelved);
      for (const oldest of shelf.keys()) {
        if (shelf.size <= maxOpen) break;
        shelf.delete(oldest);
      }
      return ok(shelved);
    },
    get: (id) => shelf.get(id),
    list: () => [...shelf.values()].map(({ row }) => row).reverse(),
    close: (id) => shelf.delete(id),
  };
}
