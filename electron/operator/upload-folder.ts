import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { maxImportBytes } from '../../shared/ipc/console-files.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { TaskProblem } from './hand-over-task.ts';

/** A file that an operator sends from another machine. */
export interface Upload {
  /** What it is called there: shown, and never a path here. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Each is written and read whole: more at once is no operator. */
const maxAtOnce = 2;

/** Files on their way into a recording: for this user alone, gone as soon as they are read or refused. */
export interface UploadFolder {
  /** Writes it to a file of its own, gives that to `use`, and removes it whatever happens. */
  receive<T>(upload: Upload, use: (path: string) => Promise<T>): Promise<T | { readonly error: TaskProblem }>;
}

export function createUploadFolder(data: string, limit = maxImportBytes): UploadFolder {
  const folder = join(data, 'uploads');
  // What a program that was killed left: the data folder is this program's alone.
  const swept = rm(folder, { recursive: true, force: true }).catch(() => undefined);
  let running = 0;
  return {
    async receive(upload, use) {
      if (running >= maxAtOnce)
        return problem('busy', `${upload.name} can't be opened: ${maxAtOnce} uploads are under way. Next: wait for one of them.`);
      running += 1;
      const path = join(folder, randomUUID());
      try {
        await swept;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const written = await write(path, upload, limit);
        return written.ok ? await use(path) : { error: written.error };
      } catch (error) {
        if (!(error instanceof Error && 'syscall' in error)) throw error;
        return problem(
          'unwritable',
          `${upload.name} can't be received: ${error.message}. Next: free some space, or make ${data} writable.`,
        );
      } finally {
        // What can't be removed now goes at the next start.
        await rm(path, { force: true }).catch(() => undefined);
        running -= 1;
      }
    },
  };
}

async function write(path: string, { name, bytes }: Upload, limit: number): Promise<Result<undefined, TaskProblem>> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    for await (const chunk of wholeOnly(bytes)) {
      if (chunk === 'gone') return fail({ code: 'gone', message: `${name} did not arrive whole. Next: send it again.` });
      size += chunk.length;
      if (size > limit) return fail(tooLarge(name, limit));
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
    }
    return ok(undefined);
  } finally {
    await file.close();
  }
}

/** A sender that leaves is no error of the disk. */
async function* wholeOnly(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array | 'gone'> {
  try {
    yield* bytes;
  } catch {
    yield 'gone';
  }
}

export const tooLarge = (name: string, limit = maxImportBytes): TaskProblem => ({
  code: 'too-large',
  message: `${name} can't be opened: it is larger than ${limit} bytes. Next: export a smaller scope.`,
});

const problem = (code: string, message: string): { readonly error: TaskProblem } => ({ error: { code, message } });
