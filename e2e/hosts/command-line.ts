import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Ends the program with SIGTERM once its stdout holds this. */
  readonly stopAt?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs one command line of the built program to its end. */
export function runSignalbox(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const program = spawn(process.execPath, [resolve(root, 'signalbox.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, SIGNALBOX_NO_BUILD: '1', ...options.env },
  });
  let stdout = '';
  let stderr = '';
  program.stdout.on('data', (chunk) => {
    stdout += chunk;
    if (options.stopAt !== undefined && stdout.includes(options.stopAt)) program.kill('SIGTERM');
  });
  program.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((done) => program.once('close', (code) => done({ code, stdout, stderr })));
}
