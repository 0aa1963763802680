import { expect, test } from '../../hosts/fixture.ts';
import { sendTurn } from '../../scripted-agent.ts';

test('Live follows the newest call whatever the size of the window, and lets go of whoever scrolls away', async ({
  console,
  running,
  upstream,
}) => {
  const { page } = running;
  const calls = Array.from({ length: 12 }, (_, at) => ({ id: `call_${at}`, name: 'bash', arguments: `{"command":"echo ${at}."}` }));
  for (let turn = 0; turn < 6; turn += 1) {
    upstream.will({ calls: calls.map((call) => ({ ...call, id: `${call.id}_${turn}` })) });
    await sendTurn(running.gateway, { session: `turn-${turn}` });
  }
  await console.go('Live');
  const follow = page.getByRole('button', { name: /^Follow/ });
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await expect(console.callRow('turn-5').last()).toBeInViewport();

  await test.step('a window that grows and shrinks', async () => {
    await page.setViewportSize({ width: 1280, height: 1000 });
    await expect(console.callRow('turn-5').last()).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 600 });
    await expect(console.callRow('echo 11.').filter({ hasText: 'turn-5' })).toBeInViewport();
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('Home, as the scroll bar and a screen reader scroll: no wheel', async () => {
    await page.getByRole('grid', { name: 'Tool calls' }).getByRole('rowgroup').last().focus();
    await page.keyboard.press('Home');
    await expect(console.callRow('echo 0.').filter({ hasText: 'turn-0' })).toBeInViewport();
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    upstream.will({ calls: [{ id: 'call_new', name: 'bash', arguments: '{"command":"echo new"}' }] });
    await sendTurn(running.gateway, { session: 'later' });
    await expect(page.getByText('73 calls')).toBeVisible();
    await expect(console.callRow('echo 0.').filter({ hasText: 'turn-0' })).toBeInViewport();
  });
});
