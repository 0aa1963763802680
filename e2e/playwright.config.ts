import { defineConfig } from '@playwright/test';
import { realElectron } from './hosts/desktop-host.ts';
import type { HostFixtures } from './hosts/fixture.ts';

/**
 * Specs in `any/` run on every host that is here, the others on the hosts that they are about. Without the Electron binary the desktop bundles
 * run on the stand-in only, and `stand-in/` reads what it recorded in place of the OS's shell.
 */
export default defineConfig<HostFixtures>({
  testDir: 'specs',
  // A shared machine can starve a browser for seconds: specs wait for what they look at, however long that takes, and none is tried twice.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: 1,
  fullyParallel: false,
  retries: 0,
  reporter: process.env['CI'] === undefined ? 'list' : [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  outputDir: '../test-results',
  use: { trace: 'retain-on-failure' },
  projects: [
    { name: 'served', testMatch: ['any/*.spec.ts', 'served/*.spec.ts'], use: { hostName: 'served' } },
    { name: 'stand-in', testMatch: ['any/*.spec.ts', 'desktop/*.spec.ts', 'stand-in/*.spec.ts'], use: { hostName: 'stand-in' } },
    ...(realElectron() === undefined
      ? []
      : [{ name: 'electron', testMatch: ['any/*.spec.ts', 'desktop/*.spec.ts'], use: { hostName: 'electron' as const } }]),
  ],
});
