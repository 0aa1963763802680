import { loadSettings } from '../app/load-settings.ts';
import { type ReplayedExchange, replayExchanges } from '../gateway/replay/replay-exchanges.ts';
import { openRecording } from '../journal/import/open-recording.ts';
import type { CommandContext } from './command.ts';

/**
 * `signalbox check FILE…` (interfaces 4.6): what would today's rules have done with these? Prints one JSON object per exchange; on stderr how
 * many recorded verdicts stand, where there were any.
 * Exit codes: 0 all were played, and each recorded verdict stands; 1 a check of Signalbox itself failed on one; 2 a file, a line or a setting
 * can't be read; 3 a recorded verdict differs today.
 */
export async function checkCommand({ options, positionals }: CommandContext): Promise<number> {
  if (positionals.length === 0) return complain('check takes the files to judge: `signalbox check FILE…` (JSON lines, a bundle or a HAR)');
  const settings = loadSettings(options);
  if (!settings.ok) return complain(settings.error.message, settings.error.exitCode);
  const current = settings.value.current();
  settings.value.close();
  // A reader that has seen enough (`| head`) closes the pipe: that is no fault.
  process.stdout.on('error', () => undefined);
  const codes: number[] = [];
  const states: string[] = [];
  for (const path of positionals) {
    const opened = await openRecording(path);
    if (!opened.ok) {
      codes.push(complain(opened.error));
      continue;
    }
    const { exchanges, problems, settings: recorded, kind } = opened.value;
    for (const problem of problems) codes.push(complain(`${path}: ${problem}. Next: correct it; the others are judged`));
    if (exchanges.length === 0 && problems.length === 0)
      codes.push(
        complain(
          `${path} holds ${kind === 'journal' ? 'journal entries and no exchanges' : 'no exchange of an inspected dialect'}: there is nothing to judge. Next: export a bundle of the session, or give exchanges`,
        ),
      );
    const played = (await replayExchanges(exchanges, { settings: current, recorded })) ?? [];
    for (const each of played) {
      await print(`${JSON.stringify(lineOf(each))}\n`);
      codes.push(codeOf(each));
      if (each.comparison !== undefined) states.push(each.comparison.state);
    }
  }
  if (states.length > 0) process.stderr.write(`signalbox: ${summaryOf(states)}\n`);
  return [2, 1, 3].find((code) => codes.includes(code)) ?? 0;
}

/** `5 recorded verdicts: 4 same, 1 differs`. */
function summaryOf(states: readonly string[]): string {
  const parts = ['same', 'differs', 'not-reproducible'].map((state) => [states.filter((each) => each === state).length, state] as const);
  const said = parts.filter(([count]) => count > 0).map(([count, state]) => `${count} ${state}`);
  return `${states.length} recorded ${states.length === 1 ? 'verdict' : 'verdicts'}: ${said.join(', ')}`;
}

function codeOf({ played, comparison }: ReplayedExchange): number {
  if (played.entries.some((entry) => entry.type === 'stage-failed')) return 1;
  return comparison?.state === 'differs' ? 3 : 0;
}

/** The answer of 4.6; beside a recorded verdict also what it was, and what made the difference. */
function lineOf({ exchange, played, comparison, settings }: ReplayedExchange): Record<string, unknown> {
  const { entries, forwarded, ...verdict } = played;
  const line = { ...verdict, forwarded, entries };
  if (comparison === undefined) return line;
  return {
    ...line,
    was: exchange.verdict,
    verdict: comparison.state,
    differences: comparison.differences,
    because: comparison.because,
    settings,
  };
}

/** Waits for a slow reader: a large answer is not kept in memory. */
const print = (text: string): Promise<void> => new Promise((done) => void process.stdout.write(text, () => done()));

function complain(message: string, code = 2): number {
  process.stderr.write(`signalbox: ${message}\n`);
  return code;
}
