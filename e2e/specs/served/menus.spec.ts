import { expect, test } from '../../hosts/fixture.ts';
import { sendTurn } from '../../scripted-agent.ts';

test('a row has a menu, by pointer and by key: copy, filter, open the turn', async ({ console, running, upstream }) => {
  const { page } = running;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [name, args] of [
    ['bash', '{"command":"ls"}'],
    ['read', '{"filePath":"a.ts"}'],
  ] as const) {
    upstream.will({ calls: [{ id: `call_${name}`, name, arguments: args }] });
    await sendTurn(running.gateway, { session: 'menus' });
  }
  await console.go('Live');
  const menu = page.getByRole('menu');
  const choose = (item: string | RegExp) => menu.getByRole('menuitem', { name: item }).click();

  await console.callRow('a.ts').click({ button: 'right' });
  await choose('Copy the arguments');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('{"filePath":"a.ts"}');

  await console.callRow('a.ts').click({ button: 'right' });
  await choose('Only read');
  await expect(console.callRow('a.ts')).toBeVisible();
  await expect(console.callRow('command')).toHaveCount(0);

  // The row that a key chose has a menu although nothing has the focus.
  await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('g');
  await expect(console.callRow('a.ts')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem', { name: 'Copy the arguments' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);

  await console.callRow('a.ts').click();
  await page.getByRole('grid', { name: 'Tool calls' }).getByRole('rowgroup').last().focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  await choose('Open the turn');
  await expect(console.placeLink('Sessions')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('a.ts');
});
