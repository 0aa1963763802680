import type { DemoMessage } from '../../../electron/app/demo/demo-dialect.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { sendTurn } from '../../scripted-agent.ts';

const pattern = 'EI/FILE_NOT_FOUND/001';
test.use({ settings: [`guidance.patterns.${pattern}="off"`] });

/** The same file was looked for so often, and was never there. */
function misses(times: number): DemoMessage[] {
  const messages: DemoMessage[] = [{ role: 'user', text: 'Read the notes.' }];
  for (let at = 1; at <= times; at += 1) {
    const call = { id: `call_${at}`, name: 'read', arguments: '{"filePath":"/srv/notes.md"}' };
    messages.push({ role: 'assistant', text: '', calls: [call] });
    messages.push({ role: 'results', results: [{ id: call.id, text: 'File not found: /srv/notes.md', isError: true }] });
  }
  return messages;
}

test('a fault pattern that is off is recorded only; switched on in Rules it is told, and what went out stays', async ({
  console,
  running,
  upstream,
}) => {
  const { page } = running;
  const told = async (times: number): Promise<number> => {
    await sendTurn(running.gateway, { session: 'notes', messages: misses(times) });
    return (upstream.requests.at(-1)?.body ?? '').split(pattern).length - 1;
  };
  expect([await told(1), await told(2)]).toEqual([0, 0]);

  await console.go('Rules');
  await page.getByRole('tab', { name: /Fault patterns/ }).click();
  const row = page.getByRole('grid', { name: 'Fault patterns' }).getByRole('row').filter({ hasText: pattern });
  await expect(row.getByRole('gridcell', { name: '2', exact: true })).toBeVisible();
  await expect(row.getByRole('radio', { name: 'off' })).toBeChecked();
  await row.getByRole('radio', { name: 'on' }).click();
  await expect(row.getByRole('radio', { name: 'on' })).toBeChecked();
  await expect.poll(() => told(3)).toBe(1);

  await row.getByRole('radio', { name: 'off' }).click();
  await expect(row.getByRole('radio', { name: 'off' })).toBeChecked();
  // The result of the third time went out with guidance: it goes out so again. The fourth is left alone.
  expect(await told(4)).toBe(1);
});
