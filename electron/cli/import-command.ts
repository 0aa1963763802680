import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { knownOnDisk } from '../app/known-secrets.ts';
import { importFile } from '../journal/import/import-folder.ts';
import type { CommandContext } from './command.ts';

/**
 * `signalbox import FILE…`: opens bundles, HAR or JSON lines as read-only sessions of the console, also while it runs. Exit codes: 0 all are kept,
 * 2 a file can't be read or is refused; the others are kept.
 */
export async function importCommand({ options, positionals }: CommandContext): Promise<number> {
  if (positionals.length === 0) return complain('import takes the files to open: `signalbox import FILE…` (a bundle, a HAR or JSON lines)');
  const { known } = knownOnDisk(options);
  let code = 0;
  for (const path of positionals) {
    const kept = await importFile(options.data, resolve(path), { id: randomUUID(), openedAt: Date.now(), known });
    if (!kept.ok) code = complain(kept.error);
    else {
      const { id, kind, exchanges, entries } = kept.value;
      const line = `${path}: ${kind}, ${exchanges} exchanges, ${entries} entries; under Sessions, Imported`;
      process.stdout.write(options.json ? `${JSON.stringify({ type: 'import', id, path, kind, exchanges, entries })}\n` : `${line}\n`);
    }
  }
  return code;
}

function complain(message: string): number {
  process.stderr.write(`signalbox: ${message}\n`);
  return 2;
}
