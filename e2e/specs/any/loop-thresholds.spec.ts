import { expect, test } from '../../hosts/fixture.ts';

test('loops: what each kind is, the counts in force, thresholds for all tools and for one, by keys', async ({ console, running }) => {
  const { page } = running;
  await console.go('Rules');
  await page.getByRole('tab', { name: /Formats/ }).focus();
  for (const next of [/Healing/, /Fault patterns/, /Loops/]) {
    await page.keyboard.press('ArrowRight');
    // The focus moves a moment after the key.
    await expect(page.getByRole('tab', { name: next })).toHaveAttribute('aria-selected', 'true');
  }
  const row = (words: string) => page.getByRole('grid', { name: 'Loops' }).getByRole('row').filter({ hasText: words });
  const pane = page.getByRole('complementary', { name: 'Loop' });
  await expect(row('Same call, same result')).toContainText(/3\s*5/);

  const guide = pane.getByLabel('Guide at', { exact: true });
  await guide.fill('4');
  await guide.press('Enter');
  await expect(row('Same call, same result')).toContainText(/4\s*5/);
  await expect(row('Asking for a state')).toContainText(/8\s*10/);

  const block = pane.getByLabel('Block at', { exact: true });
  await block.fill('1');
  await block.press('Enter');
  await expect(pane.getByRole('alert')).toContainText('>=3');
  await expect(row('Same call, same result')).toContainText(/4\s*5/);

  await pane.getByRole('textbox', { name: 'Name of the tool' }).fill('process_poll');
  await pane.getByRole('button', { name: 'Do not watch' }).press('Enter');
  await expect(pane).toContainText('not watched');
  await pane.getByRole('button', { name: 'As all' }).press('Enter');
  await expect(pane).not.toContainText('not watched');
});
