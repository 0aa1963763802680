import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportFormat, JobRow } from '../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { exportFileName } from '../journal/exporters/export-file-name.ts';
import { type ExportScope, selectSource } from '../journal/exporters/export-source.ts';
import { exporters } from '../journal/exporters/index.ts';
import { writeExport } from '../journal/exporters/write-export.ts';
import { recordTurn } from '../journal/replay/record-turn.ts';
import type { RecordedExchange } from '../journal/replay/recorded-exchange.ts';
import { verdictSettingsOf } from '../journal/replay/verdict-settings.ts';
import type { HandOverSetup } from './hand-over-setup.ts';
import type { JobStart } from './job-board.ts';

/** The folder of finished exports, for this user alone. */
async function exportsFolder(data: string): Promise<string> {
  const folder = join(data, 'exports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  return folder;
}

/** Selects what is exported; the work itself is a job. */
export async function prepareExport(
  setup: HandOverSetup,
  scope: ExportScope,
  format: ExportFormat,
  redact: boolean,
): Promise<Result<Pick<JobStart, 'title' | 'work'>, string>> {
  const exporter = exporters[format];
  if (exporter === undefined) return fail(`There is no export format "${format}".`);
  const createdAt = setup.now();
  const source = await selectSource(setup.journal, scope, {
    version: setup.version,
    createdAt,
    settings: verdictSettingsOf(setup.settings()),
  });
  if (!source.ok) return source;
  const name = exportFileName(exporter, scope, createdAt);
  return ok({
    title: name,
    work: async ({ signal, progress }): Promise<Result<NonNullable<JobRow['result']>, NonNullable<JobRow['error']>>> => {
      let path: string;
      try {
        path = join(await exportsFolder(setup.folder), name);
      } catch (error) {
        return fail({
          code: 'unwritable',
          message: `The folder for exports can't be made: ${String(error)}. Next: make ${setup.folder} writable.`,
        });
      }
      const wish = { redact, known: setup.known() };
      const written = await writeExport(exporter, source.value, wish, path, { signal, onProgress: (bytes) => progress(bytes) });
      if (!written.ok) return fail({ code: written.error.code, message: written.error.message });
      const { bytes, sha256 } = written.value;
      return ok({ path, bytes, sha256 });
    },
  });
}

/** The replayable exchanges of a session of the journal. */
export async function sessionExchanges(setup: HandOverSetup, session: string): Promise<Result<readonly RecordedExchange[], string>> {
  const source = await selectSource(setup.journal, { session }, { version: setup.version, createdAt: setup.now(), settings: {} });
  if (!source.ok) return source;
  const exchanges: RecordedExchange[] = [];
  for await (const recording of source.value.recordings()) {
    const exchange = recordTurn(recording);
    if (exchange !== undefined) exchanges.push(exchange);
  }
  return exchanges.length > 0
    ? ok(exchanges)
    : fail(
        `No turn of session "${session}" has its bytes kept (journal.bodies, or untouched turns that were summarised). Next: choose another session.`,
      );
}
