import { defineConfig } from '@playwright/test';
import { realElectron } from './hosts/desktop-host.ts';
import type { HostFixtures } from './hosts/fixture.ts';

/** The same specs on every host that is here. Without the Electron binary the desktop bundles run on the stand-in only. */
export default defineConfig<HostFixtures>({
  testDir: 'specs',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  fullyParallel: false,
  reporter: process.env['CI'] === undefined ? 'list' : [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  outputDir: '../test-results',
  use: { trace: 'retain-on-failure' },
  projects: [
    { name: 'served', use: { hostName: 'served' } },
    { name: 'stand-in', use: { hostName: 'stand-in' } },
    ...(realElectron() === undefined ? [] : [{ name: 'electron', use: { hostName: 'electron' as const } }]),
  ],
});
