import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { ApprovalsPage } from '../../pages/approvals-page.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

const doubtful = { text: `Example:\n${hermesLeak('bash', { command: 'ls -l' })}` };

interface Log {
  readonly __standInLog: readonly { readonly kind: string; readonly detail: unknown }[];
}

/** What the stand-in recorded in place of the OS's shell; a real Electron shows it instead. */
const recorded = (electron: ElectronApplication | undefined, kind: string) =>
  electron?.evaluate((_, wanted) => {
    const log = (globalThis as unknown as Log).__standInLog;
    return log.filter((entry) => entry.kind === wanted).map((entry) => JSON.stringify(entry.detail));
  }, kind);

/** Presses a button of the last notification, as the OS would report it. */
const pressOnLast = (electron: ElectronApplication | undefined, words: string) =>
  electron?.evaluate((_, wanted) => {
    type Shown = { readonly actions: readonly { readonly text: string }[]; emit(event: string, details: object): void };
    const log = (globalThis as unknown as Log).__standInLog;
    const shown = log.findLast((entry) => entry.kind === 'notification')?.detail as Shown;
    const actionIndex = shown.actions.findIndex(({ text }) => text === wanted);
    if (actionIndex === -1) throw new Error(`no action ${wanted} in ${JSON.stringify(shown.actions)}`);
    shown.emit('action', { actionIndex, selectionIndex: -1 });
  }, words);

const blur = (electron: ElectronApplication | undefined) =>
  electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());

test('a held call is told outside the window without its content, and the badge counts it', async ({ console, running, upstream }) => {
  await console.isReady();
  await blur(running.electron);
  upstream.will(doubtful);
  const turn = sendTurn(running.gateway, { session: 'away' });
  await expect.poll(() => recorded(running.electron, 'badge')).toContain('1');
  await expect.poll(() => recorded(running.electron, 'notification')).toHaveLength(1);
  const [told] = (await recorded(running.electron, 'notification')) ?? [];
  expect(told).not.toMatch(/bash|ls -l/);
  expect(JSON.parse(told ?? '{}')).toMatchObject({ silent: true, actions: [{ text: 'Reject' }, { text: 'Open' }] });
  const approvals = new ApprovalsPage(running.page);
  await console.go('Approvals');
  await approvals.waitsFor('away');
  await approvals.press('t');
  await turn;
  await expect.poll(async () => (await recorded(running.electron, 'badge'))?.at(-1)).toBe('0');
});

test('Open in the notification brings the card, Reject decides it', async ({ console, running, upstream }) => {
  const approvals = new ApprovalsPage(running.page);
  await console.isReady();
  for (const words of ['Open', 'Reject'] as const) {
    await blur(running.electron);
    upstream.will(doubtful);
    const turn = sendTurn(running.gateway, { session: `by ${words}` });
    await expect.poll(async () => (await recorded(running.electron, 'notification'))?.length).toBe(words === 'Open' ? 1 : 2);
    await pressOnLast(running.electron, words);
    if (words === 'Open') {
      await approvals.waitsFor('by Open');
      await approvals.press('t');
    } else upstream.will({ text: 'Understood.' });
    expect((await turn).calls).toEqual([]);
  }
  await expect(approvals.queue).toContainText('rejected');
});

test('the notification of an alert opens that incident, by its button and by a click on it', async ({ console, running, upstream }) => {
  const incident = running.page.getByRole('article', { name: 'Incident' });
  await console.go('Settings');
  // The endpoint failed and a call was cancelled: two notices a turn. The fourth within five seconds is not shown.
  for (const [session, notices] of [
    ['first', 2],
    ['second', 3],
  ] as const) {
    await blur(running.electron);
    upstream.will({ text: '', calls: [{ id: 'call_c1', name: 'bash', arguments: `{"command":"make ${session}"}` }], cut: true });
    await sendTurn(running.gateway, { session });
    await expect.poll(async () => (await recorded(running.electron, 'notification'))?.length).toBe(notices);
  }
  await pressOnLast(running.electron, 'Open');
  await console.stands('Alerts');
  await expect(incident).toContainText('second');
  await console.go('Live');
  await running.electron?.evaluate(() => {
    const log = (globalThis as unknown as Log).__standInLog;
    (log.find((entry) => entry.kind === 'notification')?.detail as { emit(event: string): void }).emit('click');
  });
  await console.stands('Alerts');
  await expect(incident).toContainText('first');
});

test.describe('with details', () => {
  test.use({ settings: ['notify.details=true'] });

  test('Approve in the notification runs the call that it shows', async ({ console, running, upstream }) => {
    await console.isReady();
    await blur(running.electron);
    upstream.will(doubtful);
    const turn = sendTurn(running.gateway, { session: 'away' });
    await expect.poll(() => recorded(running.electron, 'notification')).toHaveLength(1);
    expect((await recorded(running.electron, 'notification'))?.[0]).toContain('ls -l');
    await pressOnLast(running.electron, 'Approve');
    expect((await turn).calls).toHaveLength(1);
  });
});

test('a focused window is told by a toast, and of the session on screen not at all', async ({ console, running, upstream }) => {
  const approvals = new ApprovalsPage(running.page);
  const toasts = running.page.locator('.toasts');
  await console.go('Insights');
  upstream.will(doubtful, doubtful);
  const first = sendTurn(running.gateway, { session: 'watched' });
  await expect(toasts).toContainText('A call waits for you: bash');
  await toasts.getByRole('button', { name: 'Open' }).click();
  await approvals.waitsFor('watched');
  await expect(toasts).not.toContainText('A call waits', { timeout: 10_000 });
  const second = sendTurn(running.gateway, { session: 'watched', says: 'Another.' });
  await expect(console.placeLink('Approvals')).toContainText('2 waiting');
  await running.page.waitForTimeout(300);
  await expect(toasts).not.toContainText('A call waits');
  expect(await recorded(running.electron, 'notification')).toEqual([]);
  await approvals.press('t');
  await Promise.all([first, second]);
});
