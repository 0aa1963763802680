import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a usable Chromium: `SIGNALBOX_CHROMIUM`, one on the PATH, or one that Playwright installed. */
export function findBrowser(): string | undefined {
  const given = process.env['SIGNALBOX_CHROMIUM'];
  if (given) return existsSync(given) ? given : undefined;
  return browserOnPath() ?? playwrightBrowser();
}

function browserOnPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => systemNames.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** The newest build in Playwright's own folder. */
export function playwrightBrowser(): string | undefined {
  const cache = process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright';
  const folder = process.env['PLAYWRIGHT_BROWSERS_PATH'] || join(homedir(), cache);
  if (!existsSync(folder)) return undefined;
  const builds = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name));
  const executables = builds.flatMap((name) => ['chrome-linux64/chrome', 'chrome-linux/chrome'].map((path) => join(folder, name, path)));
  return executables.findLast((path) => existsSync(path));
}
