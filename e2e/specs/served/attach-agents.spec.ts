import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../../hosts/fixture.ts';

// The program looks for the agent's settings here, and not in the home of whoever runs the specs.
const folder = mkdtempSync(join(tmpdir(), 'signalbox-claude-'));
const settings = join(folder, 'settings.json');
const before = '{\n  "model": "opus" // mine\n}\n';
test.beforeAll(() => {
  process.env['CLAUDE_CONFIG_DIR'] = folder;
  writeFileSync(settings, before);
});
test.afterAll(() => {
  delete process.env['CLAUDE_CONFIG_DIR'];
  rmSync(folder, { recursive: true, force: true });
});

test('an agent is connected, verified and restored from Settings', async ({ console, running }) => {
  await console.go('Settings');
  const { page } = running;
  await page.getByRole('button', { name: 'Connect Claude Code' }).click();
  await expect(page.getByText(/reaches its endpoint/)).toBeVisible();
  expect(readFileSync(settings, 'utf8')).toContain(`"ANTHROPIC_BASE_URL": "${running.gateway}"`);
  const axe = await new AxeBuilder({ page }).setLegacyMode(true).include('[data-section="Agents"]').analyze();
  expect(axe.violations.map(({ id }) => id)).toEqual([]);
  await page.getByRole('button', { name: 'Verify Claude Code' }).click();
  await expect(page.getByText('Failed:')).toHaveCount(0);
  await page.getByRole('button', { name: 'Restore Claude Code' }).click();
  await expect(page.getByText('Its settings are as they were.')).toBeVisible();
  expect(readFileSync(settings, 'utf8')).toBe(before);
});

test('an endpoint is tested, and its key goes in but never comes out', async ({ console, running, dataFolder, upstream }) => {
  await console.go('Settings');
  const { page } = running;
  const row = page.getByRole('table', { name: 'Upstreams' }).getByRole('row').filter({ hasText: 'default' });
  await expect(row).toContainText('not tested');
  await page.getByRole('button', { name: 'Test default' }).click();
  await expect(row).toContainText(/answers\s*\d+ ms/);
  await page.getByRole('button', { name: 'Key…' }).click();
  await expect(page.getByText('Reachable.')).toBeVisible();
  await page.getByLabel('Key of default').fill('sk-typed-in-12345');
  await page.getByRole('button', { name: 'Store key' }).click();
  await expect(row).toContainText('secrets.json');
  // What was tested with another key no longer counts.
  await expect(row).toContainText('not tested');
  await page.getByRole('button', { name: 'Test default' }).click();
  await expect.poll(() => upstream.requests.at(-1)?.headers.authorization).toBe('Bearer sk-typed-in-12345');
  expect(await page.content()).not.toContain('sk-typed-in-12345');
  expect(readFileSync(join(dataFolder, 'settings.json'), 'utf8')).not.toContain('sk-typed-in');
  const refused = await fetch(`${running.gateway}/v1/models`);
  expect(refused.status).toBe(401);
});

test('a change by file waits, is seen without a reload, and acts when it is taken over', async ({ console, running, dataFolder }) => {
  await console.go('Settings');
  const { page } = running;
  writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify({ 'recovery.mode': 'ask' }));
  await expect(page.getByText('It waits for you')).toBeVisible();
  await page.getByRole('button', { name: 'Take it over' }).click();
  await expect(page.getByText('It waits for you')).toHaveCount(0);
  await expect(
    page
      .getByRole('radio', { name: 'ask', checked: true })
      .or(page.locator('[aria-pressed="true"]', { hasText: 'ask' }))
      .first(),
  ).toBeVisible();
});
