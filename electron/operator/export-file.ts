import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { JobRow } from '../../shared/ipc/contract.ts';

/** A finished export, opened to be read to its end; whoever asked for it closes it. */
export interface ExportFile {
  readonly name: string;
  readonly bytes: number;
  readonly handle: FileHandle;
}

/**
 * Opens what a finished export wrote; undefined: the job is none, wrote no file, or the file is not what it wrote any more. Its place comes from
 * the job alone, never from outside, and a link in its stead is not followed.
 */
export async function openExportFile(job: JobRow | undefined): Promise<ExportFile | undefined> {
  if (job?.kind !== 'export' || job.state !== 'done' || job.result === null || !('path' in job.result)) return undefined;
  const { path, bytes } = job.result;
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  if (handle === undefined) return undefined;
  const found = await handle.stat();
  if (found.isFile() && found.size === bytes) return { name: basename(path), bytes, handle };
  await handle.close();
  return undefined;
}
