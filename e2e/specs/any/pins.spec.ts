import { expect, test } from '../../hosts/fixture.ts';
import { sendTurn } from '../../scripted-agent.ts';

const native = (name: string, args: string) => ({ text: 'So.', calls: [{ id: `call_${args.length}`, name, arguments: args }] });

test('call, incident, turn and session are pinned by key or pointer, stay over a restart, and are let go again', async ({
  console,
  running,
  upstream,
  restart,
}) => {
  const { page } = running;
  upstream.will(native('bash', '{"command":"ls"}'));
  await sendTurn(running.gateway, { session: 'calm' });
  upstream.will(native('read', '{"filePath":"a.ts"}'));
  await sendTurn(running.gateway, { session: 'calm', says: 'Read it.' });
  upstream.will({ ...native('bash', '{"command":"make"}'), text: '', cut: true }, { text: 'I stop here.' });
  await sendTurn(running.gateway, { session: 'broken' });

  await test.step('a call by its key, another by its button', async () => {
    await console.go('Live');
    await console.callRow('ls').click();
    await page.keyboard.press('b');
    await expect(console.callRow('ls').getByText('pinned')).toBeAttached();
    await console.callRow('a.ts').click();
    await page.getByRole('button', { name: /^Pin the call/ }).click();
    await expect(page.getByRole('button', { name: 'Pinned 2' })).toBeVisible();
    await page.keyboard.press('s');
    await expect(console.callRow('make')).toHaveCount(0);
    await expect(console.callRow('ls')).toBeVisible();
    await console.callRow('a.ts').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Unpin' }).click();
    await expect(console.callRow('a.ts')).toHaveCount(0);
  });

  await test.step('an incident', async () => {
    await console.go('Alerts');
    await expect(page.getByRole('article', { name: 'Incident' })).toBeVisible();
    await page.keyboard.press('b');
    await expect(page.getByRole('region', { name: 'List of incidents' })).toContainText('Pinned');
  });

  await test.step('a turn by its key, a session by its button', async () => {
    await console.go('Sessions');
    const list = page.getByRole('region', { name: 'List of sessions' });
    await list.getByRole('button', { name: /calm/ }).click();
    await page.getByRole('listbox', { name: 'Turns' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('b');
    await expect(list).toContainText('Turn 1');
    await page.getByRole('button', { name: /^Pin the session/ }).click();
    await expect(list.getByRole('button', { name: /calm.*pinned/ })).toBeVisible();
  });

  const again = await restart();
  const after = again.running.page;
  await again.console.go('Live');
  await after.keyboard.press('s');
  await expect(again.console.callRow('ls').getByText('pinned')).toBeAttached();
  await again.console.go('Alerts');
  await expect(after.getByRole('region', { name: 'List of incidents' })).toContainText('Pinned');
  await again.console.go('Sessions');
  const list = after.getByRole('region', { name: 'List of sessions' });
  await list.getByRole('button', { name: /Turn 1/ }).click();
  await expect(after.getByRole('region', { name: 'Conversation' })).toContainText('ls');
  await after.getByRole('button', { name: /^Unpin the turn/ }).click();
  await expect(list.getByRole('button', { name: /Turn 1/ })).toHaveCount(0);
  await after.keyboard.press('B');
  await expect(list.getByRole('button', { name: /calm.*pinned/ })).toHaveCount(0);
});
