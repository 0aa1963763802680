import { readFile, stat } from 'node:fs/promises';
import { maxImportBytes } from '../../../shared/ipc/console-files.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { isDeeperThan, maxFileDepth } from './json-depth.ts';
import { readBundle } from './read-bundle.ts';
import { readHar } from './read-har.ts';
import { readLines } from './read-lines.ts';
import type { Recording } from './recording.ts';

/**
 * Opens a file from outside: a bundle, a HAR, exchanges or journal entries as JSON lines, told apart by what is in it. The error
 * says what, why and what next; it calls the file `name`.
 */
export async function openRecording(path: string, name = path): Promise<Result<Recording, string>> {
  const bytes = await contentOf(path, name);
  if (!bytes.ok) return bytes;
  const recording = readRecording(bytes.value);
  return recording.ok ? recording : fail(`${name} can't be opened: ${recording.error}. Next: ${nextStep}.`);
}

const nextStep = 'give a Signalbox bundle (.zip), a HAR 1.2 file, or JSON lines of exchanges or of an exported journal';

async function contentOf(path: string, name: string): Promise<Result<Uint8Array, string>> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return fail(`${name} can't be opened: it is a folder or a device, and no file. Next: ${nextStep}.`);
    const { size } = found;
    if (size > maxImportBytes)
      return fail(`${name} can't be opened: it is larger than ${maxImportBytes} bytes. Next: export a smaller scope.`);
    return ok(await readFile(path));
  } catch (error) {
    return fail(
      `${name} can't be read: ${error instanceof Error ? error.message : String(error)}. Next: correct the path, or make the file readable.`,
    );
  }
}

/** The same for bytes in hand. */
export function readRecording(bytes: Uint8Array): Result<Recording, string> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readBundle(bytes);
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start === '') return fail('it is empty');
  if (!start.startsWith('{')) return fail('it is neither a ZIP nor JSON');
  // A HAR is one JSON value over many lines, or one line with "log" first.
  return /^\{\s*"log"\s*:/.test(start) ? readWholeHar(bytes) : readLines(bytes);
}

function readWholeHar(bytes: Uint8Array): Result<Recording, string> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  if (isDeeperThan(text)) return fail(`it is nested deeper than ${maxFileDepth} levels`);
  const value = wholeJson(text);
  return value === undefined ? fail('it begins like a HAR and is no JSON') : readHar(value);
}

function wholeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
