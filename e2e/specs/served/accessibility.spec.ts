import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { textTool } from '../../../electron/app/demo/demo-story.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { ApprovalsPage } from '../../pages/approvals-page.ts';
import { type ConsolePage, places } from '../../pages/console-page.ts';
import { type AgentReply, bareLeak, hermesLeak, sendTurn } from '../../scripted-agent.ts';
import type { ScriptedUpstream } from '../../scripted-upstream.ts';

// Some forty views, each looked at in both themes.
test.setTimeout(300_000);

test('axe finds nothing in an empty console, in either theme', async ({ console }) => {
  const { page } = console;
  const found: Found[] = [];
  for (const place of places) {
    await console.go(place);
    found.push(...(await problemsOf(page, place)));
  }
  expect(found).toEqual([]);
});

test('axe finds nothing in any place, pane, card or dialog with traffic, in either theme', async ({ console, running, upstream }) => {
  const found: Found[] = [];
  const look: Look = async (where, within) => void found.push(...(await problemsOf(console.page, where, within)));
  await everyKindOfCall(running.gateway, upstream);
  await lookAtLive(console, look);
  await lookAtAlerts(console, look);
  await lookAtSessions(console, look);
  await lookAtRulesAndSettings(console, look);
  await lookAtOverlays(console, look);
  expect(found).toEqual([]);
});

test('axe finds nothing on a card of any kind or ending, in either theme', async ({ console, running, upstream }) => {
  const found: Found[] = [];
  const look: Look = async (where, within) => void found.push(...(await problemsOf(console.page, where, within)));
  await lookAtCards(console, new Holds(running.gateway, upstream), look);
  expect(found).toEqual([]);
});

interface Found {
  readonly where: string;
  readonly theme: string;
  readonly rule: string;
  readonly targets: readonly string[];
}

/** All rules in the dark theme; what a theme can change once more in the light one. */
async function problemsOf(page: Page, where: string, within?: string): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    if (theme === 'light') axe.withRules(['color-contrast', 'link-in-text-block']);
    if (within !== undefined) axe.include(within);
    const { violations, passes } = await axe.analyze();
    if (theme === 'dark') expect(passes.length).toBeGreaterThan(within === undefined ? 10 : 2);
    found.push(
      ...violations.map(({ id, nodes }) => ({ where, theme, rule: id, targets: nodes.slice(0, 4).map(({ html }) => html.slice(0, 160)) })),
    );
  }
  return found;
}

type Look = (where: string, within?: string) => Promise<void>;

/** Calls in every state that needs no person. */
async function everyKindOfCall(gateway: string, upstream: ScriptedUpstream): Promise<void> {
  const call = (args: string) => ({ calls: [{ id: `call_${args.length}`, name: 'bash', arguments: args }] });
  for (const reply of [
    { text: 'I read it.', ...call('{"command":"ls"}') },
    { text: `I look.\n${hermesLeak('bash', { command: 'ls -l' })}` },
    { text: '', ...call('{"command":"make all"}'), cut: true },
    { text: '<tool_call>\n{"name":"bash","arguments":{"command":"ls' },
  ]) {
    upstream.will(reply);
    await sendTurn(gateway, { session: 'busy' });
  }
}

async function lookAtLive(console: ConsolePage, look: Look): Promise<void> {
  const { page } = console;
  await console.go('Live');
  await look('Live');
  await console.callRow('ls -l').first().click();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await console.stands('Live');
    await look(`Live, ${await tab.textContent()}`);
  }
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: 'Pinned 1' })).toBeVisible();
  await page.keyboard.press('s');
  await look('Live, pinned only');
  await page.keyboard.press('s');
  await console.callRow('ls -l').first().click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  // An open menu takes the page out of the reach of readers: it is looked at alone.
  await look('Live, menu', '[role="menu"]');
  await page.keyboard.press('Escape');
}

async function lookAtAlerts(console: ConsolePage, look: Look): Promise<void> {
  await console.go('Alerts');
  const items = console.page.getByRole('region', { name: 'List of incidents' }).getByRole('button');
  for (const item of await items.all()) {
    await item.click();
    await look(`Alerts, ${await item.textContent()}`);
  }
}

async function lookAtSessions(console: ConsolePage, look: Look): Promise<void> {
  const { page } = console;
  await console.go('Sessions');
  await page.getByRole('listbox', { name: 'Turns' }).focus();
  for (const key of ['Home', 'b', 'ArrowDown', 'ArrowDown']) {
    await page.keyboard.press(key);
    await console.stands('Sessions');
    await look(`Sessions, after ${key}`);
  }
}

async function lookAtRulesAndSettings(console: ConsolePage, look: Look): Promise<void> {
  const { page } = console;
  await console.go('Insights');
  await look('Insights');
  await page.getByRole('button', { name: 'Calls', exact: true }).press('Enter');
  await expect(page.getByRole('region', { name: 'Counted entries' })).toBeVisible();
  await look('Insights, the entries behind a figure');
  await page.keyboard.press('Escape');
  await console.go('Rules');
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await look(`Rules, ${await tab.textContent()}`);
  }
  await console.go('Settings');
  await look('Settings');
  const deadline = page.getByRole('textbox', { name: /Deadline/ });
  await deadline.fill('9999');
  await deadline.press('Enter');
  await expect(deadline).toHaveAttribute('aria-invalid', 'true');
  await look('Settings, with an error');
}

async function lookAtOverlays(console: ConsolePage, look: Look): Promise<void> {
  const { page } = console;
  const dialog = page.getByRole('dialog');
  // Keys are letters in the field that had the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (const [keys, where] of [
    [['ControlOrMeta+k'], 'palette'],
    [['?'], 'help'],
    [['ControlOrMeta+3', 'x'], 'export'],
  ] as const) {
    for (const key of keys) {
      await page.keyboard.press(key);
      // What is handed over is the incident that is shown: it is awaited before its key.
      if (key === 'ControlOrMeta+3') await expect(page.getByRole('article', { name: 'Incident' })).toBeVisible();
    }
    await expect(dialog).toBeVisible();
    await look(where);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

/** Holds of the kinds that a person meets. */
class Holds {
  readonly #gateway: string;
  readonly #upstream: ScriptedUpstream;
  readonly turns: Promise<AgentReply>[] = [];

  constructor(gateway: string, upstream: ScriptedUpstream) {
    this.#gateway = gateway;
    this.#upstream = upstream;
  }

  ask(session: string, text: string, signal?: AbortSignal): void {
    this.#upstream.will({ text });
    const edit = textTool('edit', 'Changes a file.', ['filePath', 'oldString']);
    this.turns.push(
      sendTurn(this.#gateway, {
        session,
        says: `Part ${this.turns.length}.`,
        moreTools: [edit],
        ...(signal === undefined ? {} : { signal }),
      }),
    );
  }
}

const example = (command: string): string => `Example:\n${hermesLeak('bash', { command })}`;
const twoReadings =
  '<｜DSML｜function_calls>\n<｜DSML｜invoke name="bash">\n<｜DSML｜parameter name="command" string="true">echo </｜DSML｜parameter> done</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>';

async function lookAtCards(console: ConsolePage, holds: Holds, look: Look): Promise<void> {
  const approvals = new ApprovalsPage(console.page);
  await console.go('Approvals');
  const open = async (session: string, text: string, signal?: AbortSignal): Promise<void> => {
    holds.ask(session, text, signal);
    await expect(approvals.queue.getByText(session)).toBeVisible();
    await approvals.press('g');
    await approvals.waitsFor(session);
  };

  await open('by-example', example('rm -rf build'));
  await look('held for example');
  await approvals.overrideText('{"command": 5}');
  await expect(console.page.getByRole('group', { name: 'Override' }).getByRole('status')).toContainText('schema problem');
  await look('override with a problem');
  await approvals.overrideText('{"command": "ls"}');
  await look('override');
  await approvals.press('Escape', 'r');
  await look('reject');
  await approvals.press('Escape', 'a');
  await expect(approvals.ended).toContainText('approved');
  await look('approved');

  await open('by-class', bareLeak('read', 'filePath', 'a.ts'));
  await look('held for common');
  await approvals.press('t');
  await expect(approvals.ended).toContainText('passed as text');
  await look('passed as text');

  await open('by-readings', twoReadings);
  await approvals.press('1');
  await look('two readings');
  await approvals.rejectWith('no');
  await expect(approvals.ended).toContainText('rejected');
  await look('rejected');

  await open('by-schema', hermesLeak('edit', { filePath: 'a.ts' }));
  await look('held for schema');
  await approvals.press('t');
  await expect(approvals.ended).toBeVisible();

  const leaving = new AbortController();
  await open('leaves', example('ls'), leaving.signal);
  const left = holds.turns.at(-1)?.catch(() => 'left');
  leaving.abort();
  expect(await left).toBe('left');
  await expect(approvals.ended).toContainText('withdrawn');
  await look('withdrawn');

  void holds.turns.pop();
  for (let count = 0; count < 3; count += 1) holds.ask('equal', example('make lint'));
  await expect(approvals.queue.getByText('×3')).toBeVisible();
  await approvals.press('g');
  await approvals.waitsFor('3 equal calls');
  await look('equal calls');
  await approvals.press('t');
  await Promise.all(holds.turns);
}

test.describe('nobody decides', () => {
  test.use({ settings: ['approval.timeoutMs=1500'] });

  test('axe finds nothing on a card that expired, in either theme', async ({ console, running, upstream }) => {
    const approvals = new ApprovalsPage(console.page);
    await console.go('Approvals');
    const holds = new Holds(running.gateway, upstream);
    holds.ask('late', example('ls'));
    await expect(approvals.ended).toContainText('expired');
    expect(await problemsOf(console.page, 'expired')).toEqual([]);
    await Promise.all(holds.turns);
  });
});
