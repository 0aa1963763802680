import type { Page } from '@playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { ApprovalsPage } from '../../pages/approvals-page.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

interface Recorded {
  readonly title: string;
  readonly options: NotificationOptions;
  onclick?: () => void;
}
type Recording = Window & { told: Recorded[]; asked: number };

/** A browser without a shell: notifications are recorded, and nobody looks at the page. */
const record = (page: Page, permission: NotificationPermission) =>
  page.addInitScript((given) => {
    const recording = window as unknown as Recording;
    recording.told = [];
    recording.asked = 0;
    class Told {
      static permission = given;
      static async requestPermission() {
        recording.asked += 1;
        Told.permission = 'granted';
        return 'granted';
      }
      onclick?: () => void;
      readonly title: string;
      readonly options: NotificationOptions;
      constructor(title: string, options: NotificationOptions) {
        this.title = title;
        this.options = options;
        recording.told.push(this);
      }
      close() {}
    }
    Object.defineProperty(window, 'Notification', { value: Told });
    document.hasFocus = () => false;
  }, permission);

const told = (page: Page) =>
  page.evaluate(() => (window as unknown as Recording).told.map(({ title, options }) => ({ title, ...options })));

test('the browser is asked by a click only, then tells of a held call without its content', async ({ console, running, upstream }) => {
  const { page } = running;
  const approvals = new ApprovalsPage(page);
  await record(page, 'default');
  await page.reload();
  await console.isReady();
  const hold = (session: string) => {
    upstream.will({ text: `Example:\n${hermesLeak('bash', { command: 'ls -l' })}` });
    return sendTurn(running.gateway, { session });
  };
  const first = hold('before');
  await expect(console.placeLink('Approvals')).toContainText('1 waiting');
  expect(await told(page)).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as Recording).asked)).toBe(0);

  await page.getByRole('button', { name: /Notifications are off/ }).click();
  await expect(page.getByRole('button', { name: /Notifications are off/ })).toHaveCount(0);
  const second = hold('after');
  await expect.poll(() => told(page)).toHaveLength(1);
  const [notice] = await told(page);
  expect(notice).toMatchObject({ title: 'A call waits for you', silent: true });
  expect(JSON.stringify(notice)).not.toMatch(/bash|ls -l/);

  await page.evaluate(() => (window as unknown as Recording).told[0]?.onclick?.());
  await approvals.waitsFor('after');
  await approvals.press('t', 'g', 't');
  await Promise.all([first, second]);
});

test('a click on the notification of an alert opens that incident, whatever was looked at', async ({ console, running, upstream }) => {
  const { page } = running;
  await record(page, 'granted');
  await page.reload();
  await console.isReady();
  const cut = async (session: string, command: string) => {
    upstream.will({ text: '', calls: [{ id: 'call_c1', name: 'bash', arguments: JSON.stringify({ command }) }], cut: true });
    await sendTurn(running.gateway, { session });
  };
  // The endpoint failed and a call was cancelled: two notices. The fourth within five seconds is not shown.
  await cut('first', 'make one');
  await expect.poll(() => told(page)).toHaveLength(2);
  await cut('second', 'make two');
  await expect.poll(() => told(page)).toHaveLength(3);
  await console.go('Alerts');
  await page.getByRole('radio', { name: /Loops/ }).click();
  await console.go('Settings');

  await page.evaluate(() => (window as unknown as Recording).told[0]?.onclick?.());
  await console.stands('Alerts');
  const incident = page.getByRole('article', { name: 'Incident' });
  await expect(incident).toContainText('first');
  await page.evaluate(() => (window as unknown as Recording).told[2]?.onclick?.());
  await expect(incident).toContainText('second');
});
