import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/**
 * Runs a program with our own streams and answers with its exit code; a signal counts as 128 and its number, a program that is not
 * there as 127, one that may not be run as 126, as shells do. Signals that reach us reach it.
 */
export function runChild(program: string, words: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(program, words, { stdio: 'inherit', env: environment });
  const handlers = forwarded.map((signal) => {
    const handle = () => {
      // The terminal sends its own keys' signals to both of us.
      const fromTerminal = (signal === 'SIGINT' || signal === 'SIGQUIT') && process.stdin.isTTY;
      if (!fromTerminal) child.kill(signal);
    };
    process.on(signal, handle);
    return [signal, handle] as const;
  });
  return new Promise<number>((done) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      process.stderr.write(
        `signalbox: ${program} does not start: ${error.code === 'ENOENT' ? 'there is no such program' : error.message}\n`,
      );
      done(error.code === 'ENOENT' ? 127 : 126);
    });
    child.on('exit', (code, signal) => done(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  }).finally(() => {
    for (const [signal, handle] of handlers) process.off(signal, handle);
  });
}
