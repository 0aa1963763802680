import type { CallAnswer } from '../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { ExportFile } from '../operator/export-file.ts';
import type { OpenConsole } from '../operator/presence.ts';
import type { Upload } from '../operator/upload-folder.ts';
import type { CallReply } from './dispatch-call.ts';

/** Everything a host needs of the running program, whichever transport it speaks. */
export interface ConsoleApp {
  /** Where agents connect, as a URL without a trailing slash. */
  readonly gateway: string;
  readonly data: string;
  readonly version: string;
  /** Contract call by name; never throws. */
  call(name: string, body: unknown): Promise<CallReply>;
  /** At most `limit` entries after `seq`, in order: the feed's backlog. */
  entriesAfter(seq: number, limit: number): Promise<readonly JournalEntry[]>;
  /** Told of each batch of new entries once it is stored, in order. Listeners must be cheap. */
  onEntries(listener: (entries: readonly JournalEntry[]) => void): () => void;
  openConsole(id: string): OpenConsole;
  /** What a finished export wrote, opened; undefined: no job of this id wrote a file that is still there. */
  exportFile(job: string): Promise<ExportFile | undefined>;
  /** `import/open` for a file that another machine sends. */
  importUpload(upload: Upload): Promise<CallAnswer<'import/open'>>;
  /** Holds settled conservatively, streams finished, journal flushed (4.1). Idempotent. */
  stop(): Promise<void>;
}
