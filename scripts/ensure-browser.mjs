// Finds a Chromium for the end-to-end tests, installs one when there is none, or says in one line what to do. Prints its path.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { findBrowser, playwrightBrowser } from './find-browser.ts';

/** Playwright's own download first; the distribution's package where this user may install it. */
function install() {
  const playwright = resolve(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  run(process.execPath, [playwright, 'install', 'chromium'], 180_000);
  if (playwrightBrowser() !== undefined || process.platform !== 'linux' || process.getuid?.() !== 0) return;
  run('apt-get', ['update', '-qq'], 120_000);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], 300_000);
}

function run(command, args, timeout) {
  process.stderr.write(`ensure-browser: ${command} ${args.slice(-2).join(' ')} …\n`);
  spawnSync(command, args, { stdio: 'ignore', timeout, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

if (findBrowser() === undefined) install();
const found = findBrowser();
if (found === undefined) {
  process.stderr.write(
    'ensure-browser: no Chromium here and none could be installed; install chromium, or set SIGNALBOX_CHROMIUM to its path\n',
  );
  process.exitCode = 1;
} else {
  process.stdout.write(`${found}\n`);
}
