import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, sep } from 'node:path';
import { fail, ok, type Result } from '../../../shared/result.ts';

/** The text of somebody else's file; undefined: there is none. */
export function readForeign(path: string): Result<string | undefined, string> {
  try {
    return ok(existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  } catch (error) {
    return fail(`${path} can not be read: ${messageOf(error)}`);
  }
}

/** Writes the whole file or nothing; its mode stays, a new one is for its owner only. Through a link, the file behind it is written. */
export function writeForeign(path: string, text: string): Result<undefined, string> {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const target = existsSync(path) ? realpathSync(path) : path;
    const mode = (statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777;
    const beside = `${target}.${process.pid}.new`;
    try {
      const handle = openSync(beside, 'w', 0o600);
      try {
        writeSync(handle, text);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      chmodSync(beside, mode);
      renameSync(beside, target);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
    return ok(undefined);
  } catch (error) {
    return fail(`${path} can not be written: ${messageOf(error)}`);
  }
}

/** The topmost folder on the way to a file that is not there yet; undefined: all are. */
export function missingFolder(path: string): string | undefined {
  let missing: string | undefined;
  for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) missing = folder;
  return missing;
}

/** Takes a file away, and the folders above it, up to and with `top`, as far as nothing else lies in them. */
export function removeForeign(path: string, top: string | undefined): void {
  rmSync(path, { force: true });
  if (top === undefined || !path.startsWith(top + sep)) return;
  try {
    for (let folder = dirname(path); folder.length >= top.length; folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // Somebody else uses it by now: it stays.
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
