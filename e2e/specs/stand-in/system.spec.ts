import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '../../hosts/fixture.ts';
import { runSignalbox } from '../../hosts/command-line.ts';
import { findBrowser } from '../../../scripts/find-browser.ts';

const root = resolve(import.meta.dirname, '../../..');
const standIn = resolve(import.meta.dirname, '../../hosts/stand-in/electron');

test('a key is sealed by the keychain: it is in no file, and the endpoint gets it', async ({ console, running, dataFolder, upstream }) => {
  await console.isReady();
  const { page } = running;
  const call = (name: string, body: unknown) =>
    page.evaluate(async ([callName, callBody]) => window.operator?.call(callName as 'upstreams/list', callBody as never), [
      name,
      body,
    ] as const);
  expect(await call('upstreams/key', { name: 'default', key: 'sk-sealed-1234' })).toMatchObject({ ok: true, answer: { kept: true } });
  expect(await call('upstreams/list', {})).toMatchObject({ answer: { keptIn: 'keychain', upstreams: [{ keyPlace: 'keychain' }] } });
  for (const file of ['settings.json', 'secrets.json'])
    expect(readFileSync(join(dataFolder, file), 'utf8')).not.toContain('sk-sealed-1234');
  expect(await call('upstreams/test', { name: 'default' })).toMatchObject({ answer: { reachable: true } });
  expect(upstream.requests.at(-1)?.headers.authorization).toBe('Bearer sk-sealed-1234');
  // A command has no keychain: it finds that this gateway opened the key, and its agents show the token.
  const print = ['--', process.execPath, '-e', 'console.log(process.env.OPENAI_BASE_URL)'];
  const started = await runSignalbox(['run', '--data', dataFolder, ...print]);
  expect([started.code, started.stderr]).toEqual([0, '']);
  expect(started.stdout).toMatch(/\/t\/[\w-]{32}\/v1\n$/);
  expect(started.stdout.startsWith(running.gateway)).toBe(true);
  const told = await runSignalbox(['doctor', '--json', '--data', dataFolder]);
  expect(told.stdout).toMatch(/"key of default","state":"ok","detail":"sealed by the system’s keychain; the gateway at [^"]* opened it/);
});

test('a second start on the same data folder shows the first one’s window and ends', async ({ console, running, dataFolder }) => {
  await console.isReady();
  await running.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const env = { ...process.env, STAND_IN_NODE: process.execPath, STAND_IN_CHROMIUM: findBrowser() ?? '' };
  const second = spawn(standIn, [root, ...noSandbox, '--', '--data', dataFolder, '--listen', '127.0.0.1:0'], { env, stdio: 'ignore' });
  expect(await new Promise((done) => second.on('exit', done))).toBe(0);
  await expect.poll(() => running.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('commands of the same user find the gateway, and no token, in the data folder', async ({ console, running, dataFolder }) => {
  await console.isReady();
  expect(JSON.parse(readFileSync(join(dataFolder, 'gateway.json'), 'utf8'))).toEqual({
    gateway: running.gateway,
    upstreams: [{ name: 'default', url: expect.stringMatching(/^http:/) }],
  });
  await running.stop();
  expect(existsSync(join(dataFolder, 'gateway.json'))).toBe(false);
});

test('a page that asks for a window gets none, nor does the browser open', async ({ console, running }) => {
  await console.isReady();
  await running.page.evaluate(() => {
    for (const url of ['https://example.org/?what=stolen', 'http://127.0.0.1:9/', 'signalbox://console/index.html']) window.open(url);
  });
  // Windows that are asked for are answered in order: when a call has come back, so have they.
  await running.page.evaluate(() => window.operator?.call('about/get', {}));
  const told = await running.electron?.evaluate(({ BrowserWindow }) => ({
    windows: BrowserWindow.getAllWindows().length,
    outside: (globalThis as unknown as { readonly __standInLog: readonly { readonly kind: string }[] }).__standInLog
      .map((entry) => entry.kind)
      .filter((kind) => kind.startsWith('shell.')),
  }));
  expect(told).toEqual({ windows: 1, outside: [] });
});
