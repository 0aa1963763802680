import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../../hosts/fixture.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

/** The operator's machine is another one than the gateway's: files come and go through the console port. */
let theirs: string;
test.beforeEach(() => {
  theirs = mkdtempSync(join(tmpdir(), 'signalbox-operator-'));
});
test.afterEach(() => rmSync(theirs, { recursive: true, force: true }));

const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

test('each format of an export is downloaded as it was written, and the bundle opens again from the other machine', async ({
  console,
  running,
  upstream,
  dataFolder,
}) => {
  const { page } = running;
  upstream.will({ text: `I list the files.\n${hermesLeak('bash', { command: 'ls -l' })}` });
  await sendTurn(running.gateway, { session: 'far-away' });
  await console.go('Sessions');
  await page.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export and replay' });
  const jobs = dialog.getByRole('listitem');
  for (const [index, [format, extension]] of [
    ['JSON lines', 'jsonl'],
    ['HAR', 'har'],
    ['OTLP', 'json'],
    ['Report', 'html'],
    ['Bundle', 'zip'],
  ].entries()) {
    await dialog.getByRole('radio', { name: format ?? '' }).click();
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(jobs).toHaveCount(index + 1);
    const [download] = await Promise.all([page.waitForEvent('download'), jobs.first().getByRole('link', { name: 'Download' }).click()]);
    const name = download.suggestedFilename();
    expect(name).toMatch(new RegExp(`^signalbox-session-far-away-.*\\.${extension}$`));
    await download.saveAs(join(theirs, name));
    expect(digest(join(theirs, name))).toBe(digest(join(dataFolder, 'exports', name)));
  }
  const bundle = readdirSync(theirs).find((name) => name.endsWith('.zip')) ?? '';
  await dialog.getByLabel('File of this machine').setInputFiles(join(theirs, bundle));
  const imported = page.getByRole('region', { name: 'Imported session far-away' });
  await expect(imported.getByText('Imported, read-only')).toBeVisible();
  await imported.getByRole('button', { name: 'Replay' }).click();
  await expect(imported.getByText('1 same, 0 different')).toBeVisible();
  expect(readdirSync(join(dataFolder, 'uploads'))).toEqual([]);
});

test('an incident is downloaded from Alerts', async ({ console, running, upstream }) => {
  const { page } = running;
  upstream.will({ text: 'cut here', cut: true });
  await sendTurn(running.gateway, { session: 'cut' });
  await console.go('Alerts');
  await page.getByRole('button', { name: /^Export this incident/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Export and replay' });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^signalbox-incident-\d+-.*\.zip$/);
});

test('a file that is none is refused by its own name and is not kept', async ({ console, running, dataFolder }) => {
  await console.isReady();
  const { page } = running;
  writeFileSync(join(theirs, 'letters.zip'), 'no archive');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Go to, filter or run a command').fill('export');
  await page.getByRole('option', { name: /Export the whole journal/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Export and replay' });
  await dialog.getByLabel('File of this machine').setInputFiles(join(theirs, 'letters.zip'));
  await expect(dialog.getByText(/^letters\.zip can't be opened: .*Next: /)).toBeVisible();
  expect(readdirSync(join(dataFolder, 'uploads'))).toEqual([]);
  expect(existsSync(join(dataFolder, 'imports')) ? readdirSync(join(dataFolder, 'imports')) : []).toEqual([]);
});

test('only the console port has files, for its operator, by the id of an export', async ({ running, upstream, dataFolder }) => {
  const { url, token } = running.console ?? { url: '', token: '' };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  upstream.will({ text: 'hello' });
  await sendTurn(running.gateway, { session: 'mine' });
  const call = async (name: string, body: unknown): Promise<unknown> =>
    (await fetch(`${url}/api/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const { job } = (await call('export/create', { scope: { session: 'mine' }, format: 'html' })) as { job: { id: string } };
  const stateOf = async () => ((await call('jobs/list', {})) as { jobs: { state: string }[] }).jobs[0]?.state;
  await expect.poll(stateOf).toBe('done');
  const get = (base: string, id: string, more: Readonly<Record<string, string>> = headers) =>
    fetch(`${base}/api/export/file?job=${encodeURIComponent(id)}`, { headers: more });
  const file = await get(url, job.id);
  expect([file.status, file.headers.get('content-type'), file.headers.get('x-content-type-options')]).toEqual([
    200,
    'application/octet-stream',
    'nosniff',
  ]);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="signalbox-session-mine-[\w-]+\.html"$/);
  expect(
    Buffer.from(await file.arrayBuffer()).equals(
      readFileSync(join(dataFolder, 'exports', readdirSync(join(dataFolder, 'exports'))[0] ?? '')),
    ),
  ).toBe(true);
  expect((await get(url, job.id, {})).status).toBe(401);
  expect((await get(url, job.id, { ...headers, origin: 'http://evil.example' })).status).toBe(403);
  for (const id of ['', '../settings.json', join(dataFolder, 'settings.json'), `${job.id}/..`])
    expect((await get(url, id)).status).toBe(404);
  // The agents' port forwards what it does not know: there is no such thing at the endpoint either.
  upstream.will({ text: 'hello' });
  expect(await (await get(running.gateway, job.id)).text()).not.toContain('<html');
});
