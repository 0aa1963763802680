import type { ReplayRow } from '../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { type ReplayedExchange, replayExchanges } from '../gateway/replay/replay-exchanges.ts';
import { selectSource } from '../journal/exporters/export-source.ts';
import { readPlayable } from '../journal/import/import-folder.ts';
import { openRecording } from '../journal/import/open-recording.ts';
import { openReadOnlyJournal } from '../journal/read-only-journal.ts';
import type { RecordedExchange } from '../journal/replay/recorded-exchange.ts';
import { recordTurn } from '../journal/replay/record-turn.ts';
import type { VerdictSettings } from '../journal/replay/verdict-settings.ts';
import type { HandOverTask, TaskControl, TaskMessage } from './hand-over-task.ts';

type ReplayTask = Extract<HandOverTask, { readonly type: 'replay' }>;

interface ReplayInput {
  readonly title: string;
  readonly exchanges: readonly RecordedExchange[];
  readonly settings: VerdictSettings | undefined;
}

/** Plays a kept recording, a file or a session of the journal through today's rules. */
export async function replayTask(task: ReplayTask, say: (message: TaskMessage) => void, { signal, begun }: TaskControl): Promise<void> {
  const input = await inputOf(task);
  if (!input.ok) return say({ type: 'failed', problem: { code: 'recording', message: input.error } });
  const { title, exchanges, settings } = input.value;
  say({ type: 'ready', title, total: exchanges.length });
  await begun;
  let told = 0;
  const onProgress = (done: number): void => {
    if (done !== exchanges.length && Date.now() - told < 100) return;
    told = Date.now();
    say({ type: 'progress', done });
  };
  const run = await replayExchanges(exchanges, { settings: task.settings, recorded: settings, signal, onProgress });
  if (run === undefined) return say({ type: 'failed', problem: { code: 'cancelled', message: 'The replay was cancelled.' } });
  const rows = run.map(rowOf);
  const count = (state: ReplayRow['state']): number => rows.filter((row) => row.state === state).length;
  const result = { exchanges: rows.length, same: count('same'), differs: count('differs'), notReproducible: count('not-reproducible') };
  say({ type: 'done', end: { result, rows } });
}

async function inputOf({ data, input, version }: ReplayTask): Promise<Result<ReplayInput, string>> {
  if ('session' in input) return ofSession(data, input.session, version);
  if ('recording' in input) {
    const found = await readPlayable(data, input.recording);
    if (found === undefined) return fail('This recording is not open any more. Next: open its file again.');
    return found.exchanges.length === 0 ? nothingToPlay(found.path) : ok({ title: found.path, ...found });
  }
  const opened = await openRecording(input.path);
  if (!opened.ok) return opened;
  const { exchanges, settings, problems } = opened.value;
  const [problem] = problems;
  if (problem !== undefined) return fail(`${input.path} can't be opened: ${problem}. Next: correct it, or export it again.`);
  return exchanges.length === 0 ? nothingToPlay(input.path) : ok({ title: input.path, exchanges, settings });
}

const nothingToPlay = (path: string) =>
  fail(`${path} holds no exchanges: it can be looked at, not replayed. Next: open a bundle, or lines of exchanges.`);

/** The replayable exchanges of a session of the journal. */
async function ofSession(data: string, session: string, version: string): Promise<Result<ReplayInput, string>> {
  const journal = openReadOnlyJournal(data);
  if (!journal.ok) return journal;
  try {
    const source = await selectSource(journal.value, { session }, { version, createdAt: Date.now(), settings: {} });
    if (!source.ok) return source;
    const exchanges: RecordedExchange[] = [];
    for await (const recording of source.value.recordings()) {
      const exchange = recordTurn(recording);
      if (exchange !== undefined) exchanges.push(exchange);
    }
    return exchanges.length > 0
      ? ok({ title: `Session ${session}`, exchanges, settings: undefined })
      : fail(
          `No turn of session "${session}" has its bytes kept (journal.bodies, or untouched turns that were summarised). Next: choose another session.`,
        );
  } finally {
    journal.value.close();
  }
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
