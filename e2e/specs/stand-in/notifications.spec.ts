import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

/** What the stand-in recorded in place of the OS's shell; a real Electron shows it instead. */
const recorded = (electron: ElectronApplication | undefined, kind: string) =>
  electron?.evaluate((_, wanted) => {
    const log = (globalThis as unknown as { readonly __standInLog: readonly { readonly kind: string; readonly detail: unknown }[] })
      .__standInLog;
    return log.filter((entry) => entry.kind === wanted).map((entry) => JSON.stringify(entry.detail));
  }, kind);

test('a held call is told outside the window, and the badge counts it', async ({ console, running, upstream }) => {
  await console.isReady();
  await running.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
  upstream.will({ text: `Example:\n${hermesLeak('bash', { command: 'ls -l' })}` });
  const turn = sendTurn(running.gateway, { session: 'away' });
  await expect.poll(() => recorded(running.electron, 'badge')).toContain('1');
  await expect.poll(() => recorded(running.electron, 'notification')).toHaveLength(1);
  await console.go('Approvals');
  await running.page.keyboard.press('t');
  await turn;
  await expect.poll(async () => (await recorded(running.electron, 'badge'))?.at(-1)).toBe('0');
});
