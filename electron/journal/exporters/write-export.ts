import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { ExportSource } from './export-source.ts';
import type { Exporter, ExportWish } from './exporter.ts';
import { type GuardCounts, SecretGuard } from './secret-guard.ts';

/** A finished export. */
export interface WrittenExport {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Blanked by the guard in this file; inside a bundle its manifest says it. */
  readonly redactions: GuardCounts;
}

export type ExportProblem = { readonly code: 'cancelled' | 'unwritable'; readonly message: string };

export interface WriteOptions {
  readonly signal: AbortSignal;
  /** Bytes written so far. */
  readonly onProgress: (bytes: number) => void;
}

/** Gathered before they are written: small writes cost more than they hold. */
const writeBytes = 256 * 1024;

/**
 * Writes one export beside its place (mode 0600) and moves it there when it is whole: a reader never sees half a file, and a cancelled or
 * failed one leaves nothing.
 */
export async function writeExport(
  exporter: Exporter,
  source: ExportSource,
  wish: ExportWish,
  path: string,
  options: WriteOptions,
): Promise<Result<WrittenExport, ExportProblem>> {
  // Two exports of one name at once do not write into each other.
  const partial = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    const written = await writeFile(exporter, source, wish, partial, options);
    if (written === undefined) {
      await rm(partial, { force: true });
      return fail({ code: 'cancelled', message: 'The export was cancelled: nothing was written.' });
    }
    await rename(partial, path);
    return ok({ path, ...written });
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    if (!isSystemError(error)) throw error;
    return fail({
      code: 'unwritable',
      message: `The export can't be written to ${path}: ${error.message}. Next: free some space, or name another place.`,
    });
  }
}

async function writeFile(
  exporter: Exporter,
  source: ExportSource,
  wish: ExportWish,
  partial: string,
  { signal, onProgress }: WriteOptions,
): Promise<Omit<WrittenExport, 'path'> | undefined> {
  const guard = new SecretGuard(wish.known);
  const hash = createHash('sha256');
  const file = await open(partial, 'w', 0o600);
  let bytes = 0;
  let waiting: Uint8Array[] = [];
  let gathered = 0;
  const flush = async (): Promise<void> => {
    const block = Buffer.concat(waiting, gathered);
    waiting = [];
    gathered = 0;
    hash.update(block);
    bytes += block.length;
    for (let at = 0; at < block.length; ) at += (await file.write(block, at)).bytesWritten;
    onProgress(bytes);
  };
  try {
    for await (const piece of exporter.write(source, wish)) {
      if (signal.aborted) return undefined;
      const data = typeof piece === 'string' ? Buffer.from(wish.redact ? guard.clean(piece) : piece, 'utf8') : piece;
      waiting.push(data);
      gathered += data.length;
      if (gathered >= writeBytes) await flush();
    }
    if (signal.aborted) return undefined;
    await flush();
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex'), redactions: guard.counts };
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'code' in error && 'syscall' in error;
