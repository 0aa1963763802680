import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.ts';
import type { HostOptions, RunningConsole } from './console-host.ts';
import { argumentsOf } from './served-host.ts';

const root = resolve(import.meta.dirname, '../..');

/** The real Electron executable, when it is here. */
export function realElectron(): string | undefined {
  const folder = join(root, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : undefined;
}

const standIn = join(import.meta.dirname, 'stand-in/electron');

/** The built desktop program, on Electron or on the stand-in executable. */
export async function startDesktop(host: 'stand-in' | 'electron', options: HostOptions): Promise<RunningConsole> {
  const executablePath = host === 'electron' ? realElectron() : standIn;
  if (executablePath === undefined) throw new Error('the Electron binary is not here');
  const electron = await _electron.launch({
    executablePath,
    args: [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--', ...argumentsOf(options)],
    env: environment({ STAND_IN_NODE: process.execPath, STAND_IN_CHROMIUM: findBrowser() }),
  });
  const program = electron.process();
  const page = await electron.firstWindow();
  // The window begins with an empty page: the console's own has the bridge.
  await page.waitForFunction(() => window.operator !== undefined);
  return { host, page, gateway: await gatewayOf(page), console: undefined, electron, stop: () => endOf(electron, program) };
}

function environment(extra: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries({ ...process.env, ...extra });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

async function gatewayOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const outcome = await window.operator?.call('about/get', {});
    if (outcome?.ok !== true) throw new Error('about/get failed');
    return (outcome.answer as { readonly gateway: string }).gateway;
  });
}

async function endOf(electron: ElectronApplication, program: ChildProcess): Promise<number | null> {
  if (program.exitCode !== null) return program.exitCode;
  const exit = new Promise<number | null>((done) => program.once('exit', (code) => done(code)));
  await electron.close();
  return exit;
}
