// npm run screens: pictures of every place in both themes, of the demonstration's own traffic. Into docs/screens, or the folder given.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { serveArguments } from '../e2e/conformance/serve-arguments.mjs';
import { findBrowser } from './find-browser.ts';
import { indexedPng } from './shrink-png.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, 'docs/screens'));
const [width, height] = (process.argv[3] ?? '1440x900').split('x').map(Number);
const MOST_BYTES = 200 * 1024;

/** What is shown of each place, once it is open. */
const places = [
  {
    name: 'live',
    show: async (page) => {
      await page.getByRole('row').filter({ hasText: 'deepseek-dsml' }).last().click();
      await page.getByRole('tab', { name: 'Before/after' }).click();
    },
  },
  {
    name: 'approvals',
    show: async (page) => {
      await page.keyboard.press('g');
      await page.keyboard.press('j');
    },
  },
  { name: 'alerts' },
  {
    name: 'sessions',
    show: async (page) => {
      await page.getByRole('button', { name: /checkout-api/ }).click();
      await page
        .getByRole('option', { name: /recovered/ })
        .last()
        .click();
    },
  },
  { name: 'insights' },
  { name: 'rules' },
  { name: 'settings' },
];

let canvasPage;
const data = mkdtempSync(join(tmpdir(), 'signalbox-screens-'));
const program = spawn(process.execPath, [join(root, 'signalbox.mjs'), ...serveArguments({ data, more: ['--demo'] })], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const lines = createInterface({ input: program.stdout });
const ready = await new Promise((done, fail) => {
  lines.once('line', (line) => done(JSON.parse(line)));
  program.once('exit', (code) => fail(new Error(`serve ended with ${code}`)));
});
lines.resume();
const browser = await chromium.launch({
  executablePath: findBrowser() ?? 'chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  canvasPage = await context.newPage();
  await page.bringToFront();
  await page.goto(`${ready.console}/#${ready.token}`);
  await enoughTraffic(page);
  mkdirSync(folder, { recursive: true });
  for (const [index, { name, show }] of places.entries()) {
    await page.keyboard.press(`ControlOrMeta+${index + 1}`);
    await sleep(400);
    await show?.(page);
    await page.locator('main[aria-busy="false"]').waitFor();
    for (const theme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme: theme });
      await page.mouse.move(width / 2, 18);
      await sleep(700);
      await page.locator('.toast').first().waitFor({ state: 'detached', timeout: 15_000 });
      const path = join(folder, `${name}-${theme}.png`);
      const picture = indexedPng(await pixelsOf(await page.screenshot()), width, height);
      writeFileSync(path, picture);
      console.log(`${path} ${Math.round(picture.length / 1024)} KB`);
      if (picture.length > MOST_BYTES) process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  program.kill('SIGTERM');
  await new Promise((done) => program.once('exit', done));
  rmSync(data, { recursive: true, force: true });
}

/** The decoder is the browser's own: the picture is drawn on a canvas and read back. */
async function pixelsOf(png) {
  const base64 = await canvasPage.evaluate(async (source) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let text = '';
    for (let at = 0; at < data.length; at += 32_768) text += String.fromCharCode(...data.subarray(at, at + 32_768));
    return btoa(text);
  }, png.toString('base64'));
  return Buffer.from(base64, 'base64');
}

/** Waits until the stories have been told once: calls in every state, and cards that wait. */
async function enoughTraffic(page) {
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline) {
    const { calls, waiting } = await page.evaluate(async () => {
      const ask = async (name, body) =>
        (
          await fetch(`/api/${name}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
        ).json();
      const { figures } = await ask('stats/summary', {});
      const { approvals } = await ask('approvals/list', {});
      return { calls: figures.calls.value, waiting: approvals.length };
    });
    if (calls >= 32 && waiting >= 3) return;
    await sleep(1000);
  }
}
