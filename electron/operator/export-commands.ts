import type { Handlers, JobRow, ReplayRow } from '../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { ReplayedExchange } from '../gateway/replay/replay-exchanges.ts';
import type { ExportJournal, ExportScope } from '../journal/exporters/export-source.ts';
import type { RecordedExchange } from '../journal/replay/recorded-exchange.ts';
import type { VerdictSettings } from '../journal/replay/verdict-settings.ts';
import { seqOfIncident } from './find-incident.ts';
import type { HandOverSetup } from './hand-over-setup.ts';
import { createImportShelf } from './import-shelf.ts';
import { createJobBoard } from './job-board.ts';

/** Calls for handing incidents over and looking at those that were handed over (interfaces 4.3, feature 16). */
export type HandOverCalls =
  | 'export/create'
  | 'import/open'
  | 'import/list'
  | 'import/close'
  | 'replay/run'
  | 'replay/rows'
  | 'jobs/list'
  | 'jobs/cancel';

export interface HandOver {
  readonly handlers: Pick<Handlers, HandOverCalls>;
  /** Cancels what runs: the program stops. */
  close(): Promise<void>;
}

type Problem = NonNullable<JobRow['error']>;
const problem = (code: string, message: string) => ({ error: { code, message } });

interface ReplayInput {
  readonly title: string;
  readonly exchanges: readonly RecordedExchange[];
  readonly settings: VerdictSettings | undefined;
}

/** Everything heavy is loaded when it is first asked for: a start does not wait for it. */
export function createHandOver(setup: HandOverSetup): HandOver {
  const { journal, now, newId } = setup;
  const replays = new Map<string, readonly ReplayRow[]>();
  const jobs = createJobBoard({ now, newId, onBug: setup.onBug, onForgotten: (id) => void replays.delete(id) });
  const shelf = createImportShelf({ now, newId });

  const startExport: Handlers['export/create'] = async ({ scope, format, redact }) => {
    const load = await import('./run-export.ts');
    const settled = await settleScope(journal, scope);
    if (!settled.ok) return problem('scope', settled.error);
    const prepared = await load.prepareExport(setup, settled.value, format, redact ?? true);
    if (!prepared.ok) return problem('scope', prepared.error);
    const { title, work } = prepared.value;
    return { job: jobs.start({ kind: 'export', title, unit: 'bytes', total: null, work }) };
  };

  const startReplay: Handlers['replay/run'] = async (body) => {
    const input = await replayInput(body);
    if (!input.ok) return problem('recording', input.error);
    const { title, exchanges, settings } = input.value;
    const job = jobs.start({
      kind: 'replay',
      title,
      unit: 'exchanges',
      total: exchanges.length,
      work: async ({ signal, progress }): Promise<Result<NonNullable<JobRow['result']>, Problem>> => {
        const { replayExchanges } = await import('../gateway/replay/replay-exchanges.ts');
        const run = await replayExchanges(exchanges, {
          settings: setup.settings(),
          recorded: settings,
          signal,
          onProgress: (done) => progress(done),
        });
        if (run === undefined) return fail({ code: 'cancelled', message: 'The replay was cancelled.' });
        const rows = run.map(rowOf);
        replays.set(job.id, rows);
        const count = (state: ReplayRow['state']): number => rows.filter((row) => row.state === state).length;
        return ok({ exchanges: rows.length, same: count('same'), differs: count('differs'), notReproducible: count('not-reproducible') });
      },
    });
    return { job };
  };

  const replayInput = async (body: Parameters<Handlers['replay/run']>[0]): Promise<Result<ReplayInput, string>> => {
    if ('session' in body) {
      const { sessionExchanges } = await import('./run-export.ts');
      const found = await sessionExchanges(setup, body.session);
      return found.ok ? ok({ title: `Session ${body.session}`, exchanges: found.value, settings: undefined }) : found;
    }
    const shelved = 'path' in body ? await shelf.open(body.path) : ok(shelf.get(body.recording));
    if (!shelved.ok) return shelved;
    if (shelved.value === undefined) return fail('This recording is not open any more. Next: open its file again.');
    const { row, recording } = shelved.value;
    if (recording.exchanges.length === 0)
      return fail(`${row.path} holds journal entries and no exchanges: it can be looked at, not replayed. Next: open a bundle.`);
    return ok({ title: row.path, exchanges: recording.exchanges, settings: recording.settings });
  };

  return {
    handlers: {
      'export/create': startExport,
      'import/open': async ({ path }) => {
        const opened = await shelf.open(path);
        return opened.ok ? { recording: opened.value.row } : problem('file', opened.error);
      },
      'import/list': () => ({ recordings: [...shelf.list()] }),
      'import/close': ({ recording }) => ({ closed: shelf.close(recording) }),
      'replay/run': startReplay,
      'replay/rows': ({ job, state, offset, limit }) => {
        const rows = (replays.get(job) ?? []).filter((row) => state === undefined || row.state === state);
        return { rows: rows.slice(offset ?? 0, (offset ?? 0) + (limit ?? 200)), total: rows.length };
      },
      'jobs/list': () => ({ jobs: [...jobs.list()] }),
      'jobs/cancel': ({ job }) => ({ cancelled: jobs.cancel(job) }),
    },
    close: () => jobs.close(),
  };
}

/** An incident by its id becomes the number of its last entry. */
async function settleScope(
  journal: ExportJournal,
  scope: Parameters<Handlers['export/create']>[0]['scope'],
): Promise<Result<ExportScope, string>> {
  if (!('incident' in scope)) return ok(scope);
  const seq = await seqOfIncident(journal, scope.incident);
  return seq === undefined
    ? fail(`There is no incident "${scope.incident}". Next: look at the list of incidents for its id.`)
    : ok({ incident: seq });
}

function rowOf({ exchange, played, comparison, settings }: ReplayedExchange): ReplayRow {
  const { outcome, reason, text, finish, calls, reask } = played;
  const before = exchange.verdict;
  return {
    id: exchange.id,
    session: exchange.session,
    turn: exchange.turn,
    state: comparison?.state ?? 'unknown',
    before: before === undefined ? null : { ...before, calls: [...before.calls] },
    after: { outcome, reason, text, finish, calls: [...calls] },
    reask: reask ?? null,
    differences: [...(comparison?.differences ?? [])],
    because: [...(comparison?.because ?? [])],
    settings: [...settings],
  };
}
