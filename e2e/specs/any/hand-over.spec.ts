import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../hosts/fixture.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

test('a session is exported as a bundle, and the bundle replays to the same verdict', async ({
  console,
  running,
  upstream,
  dataFolder,
}) => {
  upstream.will({ text: `I list the files.\n${hermesLeak('bash', { command: 'ls -l' })}` });
  await sendTurn(running.gateway, { session: 'handed-over' });
  await console.go('Sessions');
  await console.page.getByRole('button', { name: 'Export…' }).click();
  const dialog = console.page.getByRole('dialog', { name: 'Export and replay' });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Done')).toBeVisible();
  const [file] = readdirSync(join(dataFolder, 'exports'));
  expect(file).toMatch(/^signalbox-session-handed-over-.*\.zip$/);
  await dialog.getByLabel('Path of a bundle, HAR or JSON lines').fill(join(dataFolder, 'exports', file ?? ''));
  await dialog.getByRole('button', { name: 'Replay', exact: true }).last().click();
  await expect(dialog.getByText('1 exchange: 1 same, 0 different')).toBeVisible();
});

test('a file that is none is refused with a reason', async ({ console, running, dataFolder }) => {
  expect(running.gateway).toContain('127.0.0.1');
  await console.page.keyboard.press('ControlOrMeta+k');
  await console.page.getByPlaceholder('Go to, filter or run a command').fill('export');
  await console.page.getByRole('option', { name: /Export the whole journal/ }).click();
  const dialog = console.page.getByRole('dialog', { name: 'Export and replay' });
  await dialog.getByLabel('Path of a bundle, HAR or JSON lines').fill(join(dataFolder, 'missing.zip'));
  await dialog.getByRole('button', { name: 'Replay', exact: true }).last().click();
  await expect(dialog.getByText(/missing\.zip can't be read.*Next:/)).toBeVisible();
});
