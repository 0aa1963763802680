import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { ConsolePage } from '../pages/console-page.ts';
import { ScriptedUpstream } from '../scripted-upstream.ts';
import type { HostName, HostOptions, RunningConsole } from './console-host.ts';
import { startDesktop } from './desktop-host.ts';
import { startServed } from './served-host.ts';

export interface HostFixtures {
  /** Given by the project: on which host the specs run. */
  readonly hostName: HostName;
  /** `--set` of this spec. */
  readonly settings: readonly string[];
  readonly dataFolder: string;
  readonly upstream: ScriptedUpstream;
  /** The program, started for this spec. */
  readonly running: RunningConsole;
  readonly console: ConsolePage;
  /** Stops the program and starts it again on the same data folder: the console of the new one. */
  readonly restart: () => Promise<{ readonly running: RunningConsole; readonly console: ConsolePage }>;
}

/** One program, one upstream and one data folder for each spec. */
export const test = base.extend<HostFixtures>({
  hostName: ['served', { option: true }],
  settings: [[], { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
  dataFolder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  upstream: async ({}, use) => {
    const upstream = new ScriptedUpstream();
    await upstream.start();
    await use(upstream);
    await upstream.close();
  },

  running: async ({ hostName, settings, dataFolder, upstream }, use) => {
    const options = { upstream: upstream.url, data: dataFolder, settings };
    const running = await start(hostName, options);
    await use(running);
    await running.stop();
  },

  console: async ({ running }, use) => {
    const page = new ConsolePage(running.page);
    await page.isReady();
    await use(page);
  },

  restart: async ({ hostName, settings, dataFolder, upstream, running }, use) => {
    const started: RunningConsole[] = [];
    await use(async () => {
      await (started.at(-1) ?? running).stop();
      const again = await start(hostName, { upstream: upstream.url, data: dataFolder, settings });
      started.push(again);
      const page = new ConsolePage(again.page);
      await page.isReady();
      return { running: again, console: page };
    });
    await started.at(-1)?.stop();
  },
});

export { expect };

const start = (hostName: HostName, options: HostOptions): Promise<RunningConsole> =>
  hostName === 'served' ? startServed(options) : startDesktop(hostName, options);
