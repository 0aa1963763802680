import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { journalOptionsOf } from '../app/journal-options.ts';
import { loadSettings } from '../app/load-settings.ts';
import { claimDataFolder } from '../journal/data-folder.ts';
import { openJournal } from '../journal/journal.ts';
import type { CommandContext } from './command.ts';

/**
 * `signalbox clear --yes`: deletes what the journal of a data folder recorded, while no program runs on it; a running one clears it in its console.
 * Exit codes: 0 cleared, 1 in use or not openable, 2 not confirmed or bad settings.
 */
export async function clearCommand({ options, root }: CommandContext): Promise<number> {
  if (options.yes !== true)
    return complain(
      `clear deletes every session, turn and entry in ${options.data}, and nothing brings them back. Next: say so with --yes`,
      2,
    );
  if (!existsSync(join(options.data, 'journal.db')))
    return complain(`there is no journal in ${options.data}: nothing to clear. Next: name the data folder with --data`, 1);
  const settings = loadSettings(options);
  if (!settings.ok) return complain(settings.error.message, settings.error.exitCode);
  const current = settings.value.current();
  settings.value.close();
  const folder = claimDataFolder(options.data);
  if (!folder.ok)
    return complain(
      folder.error.code === 'in-use'
        ? `${options.data} is in use by a running Signalbox. Next: clear it in its console, Settings, Journal; or end it first`
        : folder.error.message,
      1,
    );
  const worker = pathToFileURL(join(root, 'out/main/journal-worker.js'));
  const journal = await openJournal({ folder: folder.value, options: journalOptionsOf(current), worker });
  try {
    if (!journal.ok) return complain(journal.error.message, 1);
    const { turns, entries } = await journal.value.clear();
    await journal.value.close();
    process.stdout.write(
      options.json ? `${JSON.stringify({ type: 'clear', turns, entries })}\n` : `${turns} turns and ${entries} entries were deleted\n`,
    );
    return 0;
  } finally {
    folder.value.release();
  }
}

function complain(message: string, code: number): number {
  process.stderr.write(`signalbox: ${message}\n`);
  return code;
}
