import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../shared/result.ts';
import { knownOnDisk } from '../app/known-secrets.ts';
import { loadSettings } from '../app/load-settings.ts';
import { exporters } from '../journal/exporters/index.ts';
import { exportFileName } from '../journal/exporters/export-file-name.ts';
import { type ExportScope, selectSource } from '../journal/exporters/export-source.ts';
import { writeExport } from '../journal/exporters/write-export.ts';
import { openReadOnlyJournal, type ReadOnlyJournal } from '../journal/read-only-journal.ts';
import { verdictSettingsOf } from '../journal/replay/verdict-settings.ts';
import { seqOfIncident } from '../operator/find-incident.ts';
import type { CommandContext } from './command.ts';

/**
 * `signalbox export --scope … --format … --out FILE`: from the data folder, without a window. The journal is only read, also while a running
 * program writes it. Exit codes: 0 written, 1 nothing to write or not writable, 2 usage.
 */
export async function exportCommand({ options, version }: CommandContext): Promise<number> {
  const format = options.exports.format ?? 'bundle';
  const exporter = Object.hasOwn(exporters, format) ? exporters[format] : undefined;
  if (exporter === undefined) return complain(`--format takes one of ${Object.keys(exporters).join(', ')}, not "${format}"`, 2);
  const scope = readScope(options.exports.scope);
  if (!scope.ok) return complain(scope.error, 2);
  const settings = loadSettings(options);
  if (!settings.ok) return complain(settings.error.message, settings.error.exitCode);
  const current = settings.value.current();
  settings.value.close();
  const journal = openReadOnlyJournal(options.data);
  if (!journal.ok) return complain(journal.error, 1);
  try {
    const createdAt = Date.now();
    const chosen = await settled(journal.value, scope.value);
    if (chosen === undefined)
      return complain(`there is no such incident in ${options.data}. Next: look at the list of incidents for its id`, 1);
    const source = await selectSource(journal.value, chosen, { version, createdAt, settings: verdictSettingsOf(current) });
    if (!source.ok) return complain(source.error, 1);
    const path = options.exports.out ?? join(exportsFolder(options.data), exportFileName(exporter, chosen, createdAt));
    if (!existsSync(dirname(path))) return complain(`the folder of ${path} is missing. Next: make it, or name another file with --out`, 2);
    const { known, sealed } = knownOnDisk(options);
    if (sealed.length > 0)
      process.stderr.write(
        `signalbox: keys of ${sealed.join(', ')} are sealed by the system's keychain: here they are found by their shape; the journal was blanked of them when it was written. Next: to have them blanked by value once more, export in the desktop console\n`,
      );
    const wish = { redact: true, known };
    const written = await writeExport(exporter, source.value, wish, path, {
      signal: untilInterrupted(),
      onProgress: () => undefined,
    });
    if (!written.ok) return complain(written.error.message, 1);
    const { bytes, sha256 } = written.value;
    process.stdout.write(
      options.json ? `${JSON.stringify({ type: 'export', path, bytes, sha256 })}\n` : `${path} (${bytes} bytes, sha256 ${sha256})\n`,
    );
    return 0;
  } finally {
    journal.value.close();
  }
}

/** Ctrl-C leaves no half file. */
function untilInterrupted(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

async function settled(journal: ReadOnlyJournal, scope: NamedScope): Promise<ExportScope | undefined> {
  if (!('incident' in scope)) return scope;
  const seq = await seqOfIncident(journal, scope.incident);
  return seq === undefined ? undefined : { incident: seq };
}

function exportsFolder(data: string): string {
  const folder = join(data, 'exports');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
}

const scopeHelp = '--scope takes session=ID, turn=ID, entry=SEQ, incident=ID, or since=TIME,until=TIME (epoch milliseconds or a date)';

/** What `--scope` names: an incident by its id, the rest as exports take it. */
type NamedScope = Exclude<ExportScope, { readonly incident: number }> | { readonly incident: string };

/** Reads `--scope`. */
function readScope(text: string | undefined): Result<NamedScope, string> {
  if (text === undefined) return fail(`${scopeHelp}; without a scope nothing is exported`);
  const at = text.indexOf('=');
  const [key, value] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || value === '') return fail(`${scopeHelp}, not "${text}"`);
  if (key === 'session') return ok({ session: value });
  if (key === 'turn') return ok({ turn: value });
  if (key === 'incident') return ok({ incident: value });
  if (key === 'entry') {
    const seq = Number(value);
    return Number.isSafeInteger(seq) && seq > 0 ? ok({ entry: seq }) : fail(`--scope entry takes the number of an entry, not "${value}"`);
  }
  return readSpan(text);
}

function readSpan(text: string): Result<NamedScope, string> {
  const span: { since?: number; until?: number } = {};
  for (const part of text.split(',')) {
    const [key, value] = part.split('=', 2);
    const time = value === undefined ? Number.NaN : /^\d+$/.test(value) ? Number(value) : Date.parse(value);
    if ((key !== 'since' && key !== 'until') || Number.isNaN(time)) return fail(`${scopeHelp}, not "${part}"`);
    span[key] = time;
  }
  return ok(span);
}

function complain(message: string, code: number): number {
  process.stderr.write(`signalbox: ${message}\n`);
  return code;
}
