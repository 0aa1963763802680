import { expect, test } from '../../hosts/fixture.ts';
import { sendTurn } from '../../scripted-agent.ts';

test('a row is chosen where it is pressed, although the list moves on before the button is let go', async ({
  console,
  running,
  upstream,
}) => {
  const { page, gateway } = running;
  const send = async (from: number, to: number): Promise<void> => {
    for (let n = from; n <= to; n += 1) {
      upstream.will({ calls: [{ id: `call_${n}`, name: 'bash', arguments: `{"command":"echo ${n}."}` }] });
      await sendTurn(gateway, { session: 'storm' });
    }
  };
  await console.go('Live');
  await send(1, 40);
  const row = console.callRow('echo 40.');
  await expect(row).toBeVisible();
  await row.hover();
  await page.mouse.down();
  await send(41, 44);
  await expect(console.callRow('echo 44.')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('complementary', { name: 'Call' })).toContainText('echo 40.');
});
