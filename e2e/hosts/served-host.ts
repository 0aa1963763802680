import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.ts';
import type { HostOptions, RunningConsole } from './console-host.ts';

const root = resolve(import.meta.dirname, '../..');

interface ReadyLine {
  readonly gateway: string;
  readonly console: string;
  readonly token: string;
}

/** `signalbox serve`, with its page in Chromium. */
export async function startServed(options: HostOptions): Promise<RunningConsole> {
  const program = spawn(
    process.execPath,
    [resolve(root, 'signalbox.mjs'), 'serve', '--json', '--no-open', ...argumentsOf(options), '--console', '127.0.0.1:0'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, SIGNALBOX_NO_BUILD: '1' },
    },
  );
  const ready = await readyLine(program);
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? 'chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${ready.console}/#${ready.token}`);
  return {
    host: 'served',
    page,
    gateway: ready.gateway,
    console: { url: ready.console, token: ready.token },
    electron: undefined,
    async stop() {
      await browser.close();
      return endOf(program);
    },
  };
}

/** The options that all hosts share. */
export const argumentsOf = ({ upstream, data, settings }: HostOptions): string[] => [
  '--listen',
  '127.0.0.1:0',
  '--upstream',
  upstream,
  '--data',
  data,
  ...settings.flatMap((setting) => ['--set', setting]),
];

async function readyLine(program: ChildProcess): Promise<ReadyLine> {
  if (program.stdout === null) throw new Error('the program has no stdout');
  const lines = createInterface({ input: program.stdout });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(program, 'exit').then(([code]) => Promise.reject(new Error(`serve ended with ${code}`))),
  ])) as [string];
  lines.resume();
  return JSON.parse(line) as ReadyLine;
}

async function endOf(program: ChildProcess): Promise<number | null> {
  if (program.exitCode !== null) return program.exitCode;
  const exit = once(program, 'exit');
  program.kill('SIGTERM');
  const [code] = (await exit) as [number | null];
  return code;
}
