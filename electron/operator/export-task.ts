import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../shared/result.ts';
import { exportFileName } from '../journal/exporters/export-file-name.ts';
import { type ExportJournal, type ExportScope, selectSource } from '../journal/exporters/export-source.ts';
import { exporters } from '../journal/exporters/index.ts';
import { writeExport } from '../journal/exporters/write-export.ts';
import { openReadOnlyJournal } from '../journal/read-only-journal.ts';
import { verdictSettingsOf } from '../journal/replay/verdict-settings.ts';
import { seqOfIncident } from './find-incident.ts';
import type { HandOverTask, NamedScope, TaskControl, TaskMessage } from './hand-over-task.ts';

type ExportTask = Extract<HandOverTask, { readonly type: 'export' }>;

/** Nobody writes at one export for longer, milliseconds. */
const staleMs = 24 * 3_600_000;

/** The folder of finished exports, for this user alone. */
async function exportsFolder(data: string): Promise<string> {
  const folder = join(data, 'exports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await removeStale(folder);
  return folder;
}

/** What a program that was killed left half written. */
async function removeStale(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.part'))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > staleMs) await rm(path, { force: true });
  }
}

/** Selects what is exported, says that it can be, and writes it. The journal is only read, over a connection of its own. */
export async function exportTask(task: ExportTask, say: (message: TaskMessage) => void, control: TaskControl): Promise<void> {
  const journal = openReadOnlyJournal(task.data);
  if (!journal.ok) return say({ type: 'failed', problem: { code: 'scope', message: journal.error } });
  try {
    await exportFrom(journal.value, task, say, control);
  } finally {
    journal.value.close();
  }
}

async function exportFrom(
  journal: ExportJournal,
  task: ExportTask,
  say: (message: TaskMessage) => void,
  { signal, begun }: TaskControl,
): Promise<void> {
  const refuse = (code: string, message: string): void => say({ type: 'failed', problem: { code, message } });
  const exporter = exporters[task.format];
  if (exporter === undefined) return refuse('scope', `There is no export format "${task.format}".`);
  const scope = await settleScope(journal, task.scope);
  if (!scope.ok) return refuse('scope', scope.error);
  const { version, createdAt, redact, known } = task;
  const source = await selectSource(journal, scope.value, { version, createdAt, settings: verdictSettingsOf(task.settings) });
  if (!source.ok) return refuse('scope', source.error);
  const name = exportFileName(exporter, scope.value, createdAt);
  say({ type: 'ready', title: name, total: null });
  await begun;
  let folder: string;
  try {
    folder = await exportsFolder(task.data);
  } catch (error) {
    return refuse('unwritable', `The folder for exports can't be made: ${String(error)}. Next: make ${task.data} writable.`);
  }
  const written = await writeExport(exporter, source.value, { redact, known }, join(folder, name), {
    signal,
    onProgress: (done) => say({ type: 'progress', done }),
  });
  if (!written.ok) return refuse(written.error.code, written.error.message);
  const { path, bytes, sha256 } = written.value;
  // A cancel that came with the last bytes is a cancel too.
  if (signal.aborted) await rm(path, { force: true });
  say({ type: 'done', end: { result: { path, bytes, sha256 } } });
}

/** An incident by its id becomes the number of its last entry. */
async function settleScope(journal: ExportJournal, scope: NamedScope): Promise<Result<ExportScope, string>> {
  if (!('incident' in scope)) return ok(scope);
  const seq = await seqOfIncident(journal, scope.incident);
  return seq === undefined
    ? fail(`There is no incident "${scope.incident}". Next: look at the list of incidents for its id.`)
    : ok({ incident: seq });
}
