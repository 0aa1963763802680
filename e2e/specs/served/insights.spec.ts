import type { Locator, Page } from '@playwright/test';
import { textTool } from '../../../electron/app/demo/demo-story.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

const leak = { text: hermesLeak('bash', { command: 'ls -la' }) };

/** Opens what stands behind a control, and gives back how many entries the pane says that there are. */
async function entriesBehind(page: Page, control: Locator): Promise<number> {
  await control.press('Enter');
  const pane = page.getByRole('region', { name: /^Entries behind/ });
  await expect(pane.getByRole('status')).toHaveText(/^\d/);
  const words = await pane.getByRole('status').textContent();
  await pane.getByRole('button', { name: 'Close' }).click();
  await expect(pane).toHaveCount(0);
  return Number.parseInt(words ?? '', 10);
}

test('figures and rankings count calls once, say of how many, and open just what they counted', async ({ console, running, upstream }) => {
  const { page } = running;
  for (const reply of [
    { calls: [{ id: 'call_1', name: 'bash', arguments: '{"command":"ls"}' }] },
    { calls: [{ id: 'call_2', name: 'bash', arguments: '{"command":"pwd"}' }] },
    leak,
  ]) {
    upstream.will(reply);
    await sendTurn(running.gateway, { session: 'counted' });
  }
  await console.go('Insights');
  const figures = page.getByRole('region', { name: 'Figures' });
  const tile = (name: string) => figures.locator('.kpi').filter({ has: page.getByRole('button', { name, exact: true }) });
  await expect(tile('Calls')).toContainText(/3\s*in 3 turns/);
  await expect(tile('Recovered or healed')).toContainText(/1\s*of 3 calls seen/);
  for (const [name, value] of [
    ['Calls', 3],
    ['Recovered or healed', 1],
    ['Refused', 0],
    ['Expired', 0],
  ] as const)
    expect([name, await entriesBehind(page, tile(name).getByRole('button'))]).toEqual([name, value]);

  const tools = page.getByRole('region', { name: 'By tool' });
  await expect(tools).toContainText('1 of 3 calls');
  const rows = tools.getByRole('row').filter({ has: page.getByRole('button') });
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('1 of 3');
  expect(await entriesBehind(page, rows.first().getByRole('button'))).toBe(1);

  const formats = page.getByRole('region', { name: 'By format' });
  await expect(formats).toContainText('1 of 1 leak admitted');
  expect(await entriesBehind(page, formats.getByRole('button').first())).toBe(1);
  await page.getByRole('radio', { name: 'upstream' }).click();
  await expect(page.getByRole('region', { name: 'By upstream' })).toContainText('1 of 3 calls');

  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByRole('dialog')).toContainText('The whole journal');
});

test('one session and one model alone: figures, their denominators and the entries behind them are theirs', async ({
  console,
  running,
  upstream,
}) => {
  const { page } = running;
  const call = (name: string) => ({ calls: [{ id: `call_${name}`, name, arguments: '{"command":"ls"}' }] });
  for (const [session, model, reply] of [
    ['one', 'small-model', call('bash')],
    ['one', 'large-model', leak],
    ['two', 'large-model', call('bash')],
  ] as const) {
    upstream.will(reply);
    await sendTurn(running.gateway, { session, model });
  }
  await console.go('Insights');
  const calls = page
    .getByRole('region', { name: 'Figures' })
    .locator('.kpi')
    .filter({ has: page.getByRole('button', { name: 'Calls', exact: true }) });
  const rows = page.getByRole('region', { name: 'By tool' });
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await expect(calls).toContainText(/3\s*in 3 turns/);
  await choose('Session', 'one');
  await expect(calls).toContainText(/2\s*in 2 turns/);
  await expect(rows).toContainText('1 of 2 calls');
  expect(await entriesBehind(page, calls.getByRole('button'))).toBe(2);
  await choose('Model', 'large-model');
  await expect(calls).toContainText(/1\s*in 1 turn/);
  await expect(rows).toContainText('1 of 1 call');
  expect(await entriesBehind(page, rows.getByRole('button').first())).toBe(1);
  await choose('Session', 'two');
  await expect(rows).toContainText('0 of 1 call');
  expect(await entriesBehind(page, calls.getByRole('button'))).toBe(1);
  await choose('Session', 'all sessions');
  await choose('Model', 'all models');
  await expect(calls).toContainText(/3\s*in 3 turns/);
});

test('a tool whose name differs from another by its case alone has its own entries', async ({ console, running, upstream }) => {
  const { page } = running;
  for (const name of ['Read', 'read', 'read']) {
    upstream.will({ text: hermesLeak(name, { filePath: 'a' }) });
    await sendTurn(running.gateway, { session: 'cases', moreTools: [textTool('Read', 'Reads a file.', ['filePath'])] });
  }
  await console.go('Insights');
  const tools = page.getByRole('region', { name: 'By tool' });
  expect(await entriesBehind(page, tools.getByRole('button', { name: 'Read', exact: true }))).toBe(1);
  expect(await entriesBehind(page, tools.getByRole('button', { name: 'read', exact: true }))).toBe(2);
});

test('all figures and the first rows of the rankings are seen at 1280 by 800 without scrolling', async ({ console, running, upstream }) => {
  const { page } = running;
  await page.setViewportSize({ width: 1280, height: 800 });
  upstream.will(leak);
  await sendTurn(running.gateway, { session: 'seen' });
  await console.go('Insights');
  for (const name of ['By tool', 'By format'])
    await expect(page.getByRole('region', { name }).getByRole('button').first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('region', { name: 'By category' }).getByRole('paragraph')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: /^First byte/ })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1600, height: 1000 });
  const figures = page.getByRole('region', { name: 'Figures' });
  expect(await figures.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
});
