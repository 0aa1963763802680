import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { recordingRow, type RecordingRow } from '../../../shared/ipc/job-rows.ts';
import { type TurnDetail, turnRow, type TurnRow } from '../../../shared/ipc/session-rows.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { KnownSecrets } from '../../core/secret/redact.ts';
import { writeExchangeLine } from '../replay/exchange-line.ts';
import type { RecordedExchange } from '../replay/recorded-exchange.ts';
import type { VerdictSettings } from '../replay/verdict-settings.ts';
import { openRecording } from './open-recording.ts';
import { readExchanges } from './read-lines.ts';
import { redactRecording } from './redact-recording.ts';
import { turnsOfRecording } from './recording-turns.ts';

/**
 * Files from outside that the operator opened, kept beside the journal and never in it (interfaces 4.3 `import/open`, feature 16): blanked copies,
 * each in a folder of its own for this user alone, so that they are there after a restart and without the file. What is read later is what was
 * written here: rows, one line a turn with its place, and exchanges to be played.
 */
const folderOf = (data: string): string => join(data, 'imports');
/** Most recordings that are kept: another one is refused until one is removed. */
export const maxRecordings = 16;
const version = 1;

const head = z.object({ version: z.literal(version), row: recordingRow, settings: z.record(z.string(), z.json()).nullable() });
const index = z.object({ turns: z.array(turnRow), places: z.array(z.tuple([z.number(), z.number()])) });
export type RecordingIndex = z.infer<typeof index>;

export interface ImportOptions {
  readonly id: string;
  /** What it is called, where that is not its path: an upload. */
  readonly name?: string | undefined;
  readonly openedAt: number;
  readonly known: KnownSecrets;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Reads a file, blanks it and keeps it. The error says what, why and what next; a refused or cancelled one leaves nothing. */
export async function importFile(data: string, path: string, options: ImportOptions): Promise<Result<RecordingRow, string>> {
  const name = options.name ?? path;
  const full = await shelfProblem(data, name);
  if (full !== undefined) return fail(full);
  const opened = await openRecording(path, name);
  if (!opened.ok) return opened;
  const { problems } = opened.value;
  const [problem] = problems;
  if (problem !== undefined)
    return fail(
      `${name} can't be opened: ${problem}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}. Next: correct it, or export it again.`,
    );
  if (opened.value.exchanges.length + opened.value.entries.length === 0)
    return fail(`${name} can't be opened: it holds no exchange of an inspected dialect. Next: choose another file.`);
  const recording = redactRecording(opened.value, options.known);
  const place = join(folderOf(data), options.id);
  const partial = `${place}.part`;
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    const listed = await writeTurns(partial, turnsOfRecording(recording, basename(name)), options);
    if (listed === undefined) return fail('The import was cancelled: nothing was kept.');
    const row: RecordingRow = {
      id: options.id,
      imported: true,
      path: name,
      kind: recording.kind,
      openedAt: options.openedAt,
      exchanges: recording.exchanges.length,
      entries: recording.entries.length,
      sessions: [...new Set(listed.map(({ session }) => session))].slice(0, 1000),
    };
    await writePrivate(
      join(partial, 'exchanges.jsonl'),
      recording.exchanges.map((exchange) => `${writeExchangeLine(exchange)}\n`),
    );
    await writePrivate(join(partial, 'recording.json'), [JSON.stringify({ version, row, settings: recording.settings ?? null })]);
    await rename(partial, place);
    return ok(row);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return fail(`${name} can't be kept: ${error.message}. Next: free some space, or make ${folderOf(data)} writable.`);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Why no further recording can be kept; undefined: one can. */
export async function shelfProblem(data: string, name: string): Promise<string | undefined> {
  const { length } = await listRecordings(data);
  return length < maxRecordings
    ? undefined
    : `${name} can't be opened: ${maxRecordings} recordings are open already. Next: remove one of them under Sessions.`;
}

/** Turns one a line, and where each line is. Undefined: cancelled. */
async function writeTurns(
  folder: string,
  details: Iterable<TurnDetail>,
  { signal, onProgress }: ImportOptions,
): Promise<readonly TurnRow[] | undefined> {
  const turns: TurnRow[] = [];
  const places: [number, number][] = [];
  const file = await open(join(folder, 'turns.jsonl'), 'w', 0o600);
  try {
    let at = 0;
    for (const detail of details) {
      if (signal?.aborted === true) return undefined;
      const line = Buffer.from(`${JSON.stringify(detail)}\n`, 'utf8');
      await file.appendFile(line);
      turns.push(detail.turn);
      places.push([at, line.length]);
      at += line.length;
      onProgress?.(turns.length, turns.length);
      // A cancel has its turn.
      await new Promise<void>((next) => setImmediate(next));
    }
  } finally {
    await file.close();
  }
  await writePrivate(join(folder, 'index.json'), [JSON.stringify({ turns, places })]);
  return turns;
}

async function writePrivate(path: string, pieces: readonly string[]): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for (const piece of pieces) await file.appendFile(piece, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What is kept, newest first. A folder that can't be read any more is left out: removing it is all that can be done. */
export async function listRecordings(data: string): Promise<readonly RecordingRow[]> {
  const names = await readdir(folderOf(data)).catch((): string[] => []);
  const heads = await Promise.all(names.filter(isId).map((id) => readHead(data, id)));
  return heads.flatMap((found) => (found === undefined ? [] : [found.row])).sort((a, b) => b.openedAt - a.openedAt);
}

/** Ids are made here; a name with a dot is a copy that is not whole. */
const isId = (name: string): boolean => /^[A-Za-z0-9-]{1,64}$/.test(name);

async function readHead(data: string, id: string): Promise<z.infer<typeof head> | undefined> {
  const found = await readJson(join(folderOf(data), id, 'recording.json'));
  const parsed = head.safeParse(found);
  return parsed.success && parsed.data.row.id === id ? parsed.data : undefined;
}

/** The turns of a recording with the places of their lines; undefined: there is no such recording. */
export async function readIndex(data: string, id: string): Promise<RecordingIndex | undefined> {
  if (!isId(id)) return undefined;
  const parsed = index.safeParse(await readJson(join(folderOf(data), id, 'index.json')));
  return parsed.success ? parsed.data : undefined;
}

/** One turn by the place of its line. */
export async function readTurn(data: string, id: string, [at, length]: readonly [number, number]): Promise<TurnDetail | undefined> {
  const file = await open(join(folderOf(data), id, 'turns.jsonl'), 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return bytesRead === length ? (JSON.parse(buffer.toString('utf8')) as TurnDetail) : undefined;
  } finally {
    await file.close();
  }
}

/** What is played again. */
export async function readPlayable(
  data: string,
  id: string,
): Promise<
  { readonly path: string; readonly exchanges: readonly RecordedExchange[]; readonly settings: VerdictSettings | undefined } | undefined
> {
  const found = isId(id) ? await readHead(data, id) : undefined;
  const bytes = found === undefined ? undefined : await readFile(join(folderOf(data), id, 'exchanges.jsonl')).catch(() => undefined);
  const read = bytes === undefined ? undefined : readExchanges(bytes);
  if (found === undefined || read === undefined || !read.ok) return undefined;
  return { path: found.row.path, exchanges: read.value.exchanges, settings: found.settings ?? undefined };
}

/** False: there is none. */
export async function removeRecording(data: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const place = join(folderOf(data), id);
  const away = `${place}.gone`;
  try {
    // Out of the list at once, whatever the removal meets.
    await rename(place, away);
  } catch {
    return false;
  }
  await rm(away, { recursive: true, force: true });
  return true;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
