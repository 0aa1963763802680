// Finds a Chromium for the end-to-end tests, installs one when there is none, or says in one line what to do. Prints its path.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a usable browser: `SIGNALBOX_CHROMIUM`, one on the PATH, or one that Playwright installed. */
export function findBrowser() {
  const given = process.env.SIGNALBOX_CHROMIUM;
  if (given) return existsSync(given) ? given : undefined;
  return fromPath() ?? fromPlaywright();
}

function fromPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

function fromPlaywright() {
  const folder =
    process.env.PLAYWRIGHT_BROWSERS_PATH ||
    join(homedir(), process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright');
  if (!existsSync(folder)) return undefined;
  const builds = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name));
  return builds
    .flatMap((name) => ['chrome-linux64/chrome', 'chrome-linux/chrome'].map((path) => join(folder, name, path)))
    .find((path) => existsSync(path));
}

/** Playwright's own download first; the distribution's package where this user may install it. */
function install() {
  const playwright = resolve(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  run(process.execPath, [playwright, 'install', 'chromium'], 180_000);
  if (fromPlaywright() !== undefined || process.platform !== 'linux' || process.getuid?.() !== 0) return;
  run('apt-get', ['update', '-qq'], 120_000);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], 300_000);
}

function run(command, args, timeout) {
  process.stderr.write(`ensure-browser: ${command} ${args.slice(-2).join(' ')} …\n`);
  spawnSync(command, args, { stdio: 'ignore', timeout, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
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
}
