import { expect, test } from '../../hosts/fixture.ts';
import { ConsolePage } from '../../pages/console-page.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

test('news covers nothing of a place: no button, verdict or countdown', async ({ console, running, upstream }) => {
  const { page } = running;
  const toast = page.locator('.toast');
  for (const size of [
    { width: 1024, height: 700 },
    { width: 1280, height: 800 },
    { width: 1600, height: 1000 },
  ]) {
    await page.setViewportSize(size);
    await console.go('Alerts');
    upstream.will({ text: `Example:\n${hermesLeak('bash', { command: 'ls -l' })}` });
    const gone = new AbortController();
    const turn = sendTurn(running.gateway, { session: `wide ${size.width}`, signal: gone.signal }).catch(() => undefined);
    await expect(toast).toContainText('A call waits for you: bash ls -l');
    const news = await toast.boundingBox();
    const place = await page.getByRole('main').boundingBox();
    const waiting = await page.locator('.waiting').boundingBox();
    expect((news?.y ?? 0) + (news?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0);
    expect((news?.x ?? 0) + (news?.width ?? 0)).toBeLessThanOrEqual(waiting?.x ?? 0);
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toHaveCount(0);
    gone.abort();
    await turn;
  }
});

test('a page that was never signed in says only that, and takes the token', async ({ console, running }) => {
  await console.isReady();
  const { url, token } = running.console ?? { url: '', token: '' };
  const stranger = await (await running.page.context().browser()?.newContext())?.newPage();
  if (stranger === undefined) throw new Error('a served console has a browser');
  await stranger.goto(url);
  await expect(stranger.getByRole('heading', { name: 'This page is not signed in' })).toBeVisible();
  await expect(stranger.locator('body')).not.toContainText('ANTHROPIC_BASE_URL');
  await expect(stranger.locator('body')).not.toContainText('4141');
  await stranger.getByLabel('Address or token').fill(`${url}/#${token}`);
  await stranger.getByRole('button', { name: 'Sign in' }).click();
  await new ConsolePage(stranger).isReady();
  await expect(stranger.getByText('not signed in')).toHaveCount(0);
  expect(stranger.url()).not.toContain(token);
  await stranger.context().close();
});

test('a gateway that does not answer is told where one looks', async ({ console, running }) => {
  await console.go('Approvals');
  await expect(running.page.getByText('listening')).toBeVisible();
  await running.page.route('**/api/**', (route) => route.abort());
  await running.page.reload();
  await expect(running.page.getByText('The gateway does not answer.')).toBeVisible();
  await expect(running.page.getByText('listening')).toHaveCount(0);
});
