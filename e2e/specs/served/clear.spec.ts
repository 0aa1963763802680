import { runSignalbox } from '../../hosts/command-line.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { ConsolePage } from '../../pages/console-page.ts';
import { sendTurn } from '../../scripted-agent.ts';

test('the journal is cleared once somebody said so, and every console agrees', async ({ console, running, upstream, dataFolder }) => {
  for (const session of ['first-to-go', 'second-to-go']) {
    upstream.will({ text: 'I look.', calls: [{ id: 'call_a', name: 'bash', arguments: '{"command":"ls"}' }] });
    await sendTurn(running.gateway, { session });
  }
  const otherPage = await running.page.context().browser()?.newPage();
  if (otherPage === undefined) throw new Error('a served console has a browser');
  const other = new ConsolePage(otherPage);
  await other.page.goto(`${running.console?.url ?? ''}/#${running.console?.token ?? ''}`);
  await other.isReady();
  await other.go('Live');
  await expect(other.callRow('first-to-go')).toBeVisible();

  const refused = await runSignalbox(['clear', '--yes', '--data', dataFolder]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/in use.*Next: clear it in its console/) });

  await console.go('Settings');
  const group = console.page.getByRole('group', { name: 'Clear the journal' });
  await group.getByRole('button', { name: 'Clear…' }).click();
  await group.getByRole('button', { name: 'Keep it' }).click();
  await expect(other.callRow('first-to-go')).toBeVisible();
  await group.getByRole('button', { name: 'Clear…' }).click();
  await group.getByRole('button', { name: 'Clear it' }).click();
  await expect(console.page.getByText(/Cleared: 2 turns and \d+ entries are gone/)).toBeVisible();
  await expect(other.callRow('first-to-go')).toHaveCount(0);
  await console.go('Sessions');
  await expect(console.page.getByText('second-to-go')).toHaveCount(0);
});

test('from the command line it is asked for by --yes', async ({ dataFolder }) => {
  expect(await runSignalbox(['clear', '--data', dataFolder])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect(await runSignalbox(['clear', '--yes', '--data', dataFolder])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no journal'),
  });
  expect(await runSignalbox(['export', '--yes', '--data', dataFolder])).toMatchObject({ code: 2 });
});
