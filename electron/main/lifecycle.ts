import { app, dialog } from 'electron';
import { type ProgramOptions, parseProgramOptions } from '../app/program-options.ts';
import type { StartProblem } from '../app/start-problem.ts';

/** The options of this start; with bad ones the program ends with code 2. */
export function readOptions(argv: readonly string[]): ProgramOptions | undefined {
  const parsed = parseProgramOptions(argv, process.env);
  if (parsed.ok) return parsed.value.options;
  failToStart({ exitCode: 2, message: parsed.error.message });
  return undefined;
}

/** False when the program runs already on this data folder: that one shows its window, this one ends. */
export function claimSingleInstance(onSecond: () => void): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return false;
  }
  app.on('second-instance', onSecond);
  app.on('activate', onSecond);
  // The gateway goes on without a window: the tray or a second start brings it back.
  app.on('window-all-closed', () => undefined);
  return true;
}

/** Settles and flushes before the process ends, whoever asked for the end. */
export function quitCleanly(stop: () => Promise<void>): void {
  let isStopping = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => app.exit(0),
      () => app.exit(1),
    );
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

/** Says why on stderr and, once there can be one, in a dialog; ends with the problem's code. */
export function failToStart(problem: StartProblem): void {
  process.stderr.write(`signalbox: ${problem.message}\n`);
  if (app.isReady()) dialog.showErrorBox('Signalbox does not start', problem.message);
  app.exit(problem.exitCode);
}
