import { expect, test } from '../../hosts/fixture.ts';
import { sendTurn } from '../../scripted-agent.ts';

test('place, filter and width of the pane are as they were left', async ({ console, running, upstream }) => {
  const { page } = running;
  upstream.will({ calls: [{ id: 'call_1', name: 'bash', arguments: '{"command":"ls"}' }] });
  await sendTurn(running.gateway, { session: 'memory' });
  await console.go('Live');
  await console.callRow('ls').click();
  const pane = page.getByRole('complementary', { name: 'Call' });
  const before = (await pane.boundingBox())?.width ?? 0;
  const splitter = page.getByRole('separator', { name: 'Width of the call pane' });
  await splitter.focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
  const after = (await pane.boundingBox())?.width ?? 0;
  expect(after).toBeGreaterThan(before);
  await page.keyboard.press('/');
  await page.keyboard.type('tool:bash');
  await page.keyboard.press('Enter');
  await page.keyboard.type('tool:read');
  await page.keyboard.press('Escape');
  await page.reload();
  await console.isReady();
  await expect(console.placeLink('Live')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('1 of 1')).toBeVisible();
  await console.callRow('ls').click();
  expect((await pane.boundingBox())?.width).toBeCloseTo(after, 0);
});
