import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { ApprovalsPage } from '../../pages/approvals-page.ts';
import { type ConsolePage, places } from '../../pages/console-page.ts';
import type { ScriptedUpstream } from '../../scripted-upstream.ts';
import { bareLeak, hermesLeak, sendTurn } from '../../scripted-agent.ts';

test.setTimeout(120_000);

for (const theme of ['dark', 'light'] as const) {
  test(`nothing for axe to find in an empty console, ${theme}`, async ({ console, running }) => {
    await running.page.emulateMedia({ colorScheme: theme });
    const found: Found[] = [];
    for (const place of places) {
      await console.go(place);
      found.push(...(await problemsOf(running.page, place)));
    }
    expect(found).toEqual([]);
  });

  test(`nothing for axe to find with traffic, ${theme}`, async ({ console, running, upstream }) => {
    const { page } = running;
    await page.emulateMedia({ colorScheme: theme });
    const held = await everyKindOfCall(running.gateway, upstream);
    const found: Found[] = [];
    const look = async (where: string) => void found.push(...(await problemsOf(page, where)));
    await lookAround(console, look);
    await lookAtLive(console, look);
    await lookAtCards(console, look);
    expect(found).toEqual([]);
    await Promise.all(held);
  });
}

interface Found {
  readonly where: string;
  readonly rule: string;
  readonly targets: readonly string[];
}

async function problemsOf(page: Page, where: string): Promise<readonly Found[]> {
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(passes.length).toBeGreaterThan(10);
  return violations.map(({ id, nodes }) => ({ where, rule: id, targets: nodes.slice(0, 4).map(({ html }) => html.slice(0, 160)) }));
}

/** Calls in every state that a console shows often; the held ones wait. */
async function everyKindOfCall(gateway: string, upstream: ScriptedUpstream): Promise<readonly Promise<unknown>[]> {
  const call = (args: string) => ({ calls: [{ id: `call_${args.length}`, name: 'bash', arguments: args }] });
  for (const reply of [
    { text: 'I read it.', ...call('{"command":"ls"}') },
    { text: `I look.\n${hermesLeak('bash', { command: 'ls -l' })}` },
    { text: '', ...call("{'command': 'ls -la',}") },
    { text: '', ...call('{"command":"make all"}'), cut: true },
    { text: '<tool_call>\n{"name":"bash","arguments":{"command":"ls' },
  ]) {
    upstream.will(reply);
    await sendTurn(gateway, { session: 'busy' });
  }
  upstream.will({ text: `Example:\n${hermesLeak('bash', { command: 'rm -rf build' })}` }, { text: bareLeak('read', 'filePath', 'a.ts') });
  return [sendTurn(gateway, { session: 'doubt' }), sendTurn(gateway, { session: 'doubt', says: 'Another.' })];
}

type Look = (where: string) => Promise<void>;

async function lookAround(console: ConsolePage, look: Look): Promise<void> {
  for (const place of places) {
    await console.go(place);
    await console.page.waitForTimeout(200);
    await look(place);
  }
  await console.page.keyboard.press('ControlOrMeta+k');
  await look('palette');
  await console.page.keyboard.press('Escape');
  await console.page.keyboard.press('?');
  await look('help');
  await console.page.keyboard.press('Escape');
}

async function lookAtLive(console: ConsolePage, look: Look): Promise<void> {
  await console.go('Live');
  await console.callRow('ls -l').first().click();
  for (const tab of await console.page.getByRole('tab').all()) {
    await tab.click();
    await look(`Live, ${await tab.textContent()}`);
  }
}

async function lookAtCards(console: ConsolePage, look: Look): Promise<void> {
  const approvals = new ApprovalsPage(console.page);
  await console.go('Approvals');
  await approvals.press('g');
  await look('card');
  await approvals.overrideText('{"command": 5}');
  await look('override');
  await approvals.press('Escape', 'r');
  await look('reject');
  await approvals.press('Escape', 't');
  await expect(approvals.ended).toBeVisible();
  await look('decided');
  await approvals.press('g', 't');
  await expect(approvals.verdict).toHaveCount(0);
}
