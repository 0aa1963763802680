import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { startDesktop } from '../../hosts/desktop-host.ts';

test('the window comes back where it was', async ({ console, running, dataFolder, upstream, hostName }) => {
  await console.isReady();
  const sizeOf = (electron: ElectronApplication | undefined) =>
    electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize());
  await running.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1111, 777));
  await running.stop();
  const again = await startDesktop(hostName === 'electron' ? 'electron' : 'stand-in', {
    upstream: upstream.url,
    data: dataFolder,
    settings: [],
  });
  expect(await sizeOf(again.electron)).toEqual([1111, 777]);
  await again.stop();
});

test('closing the window leaves the gateway at work', async ({ console, running }) => {
  await console.isReady();
  await running.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const health = await fetch(`${running.gateway}/.signalbox/health`);
  expect(health.status).toBe(200);
});
