import type { Page } from '@playwright/test';
import { textTool } from '../../../electron/app/demo/demo-story.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { ApprovalsPage } from '../../pages/approvals-page.ts';
import { type PlaceName, places } from '../../pages/console-page.ts';
import { bareLeak, sendTurn } from '../../scripted-agent.ts';

const session = 'infra-terraform-production-eu-central-1-cluster-migration';
const model = 'accounts/fireworks/models/deepseek-v3.2-exp-thinking-terminus-0324';
const tool = 'mcp__github_enterprise_server__create_or_update_pull_request_review_comment';
const moreTools = [textTool(tool, 'Comments a pull request.', ['body'])];

/** Texts that stand beyond the window, and whether the page can be moved sideways: a person would not find what is out there. */
const beyond = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      if (element === null || (node.textContent ?? '').trim() === '' || element.closest('.sr, .scroll, [role="region"]') !== null) continue;
      if (element.getBoundingClientRect().left >= innerWidth) found.push(node.textContent ?? '');
    }
    return found;
  });

test('names as long as they come leave everything in sight, in the narrowest window', async ({ console, running, upstream }) => {
  const { page } = running;
  await page.setViewportSize({ width: 1280, height: 800 });
  const approvals = new ApprovalsPage(page);
  await console.go('Approvals');
  const turns: Promise<unknown>[] = [];
  for (const says of ['One.', 'Two.', 'Three.']) {
    upstream.will({ text: bareLeak(tool, 'body', 'Looks good.') });
    turns.push(sendTurn(running.gateway, { session, model, moreTools, says }));
  }
  await expect(approvals.queue.getByText('×3')).toBeVisible();
  await approvals.press('g');
  await approvals.waitsFor('3 equal calls');

  await test.step('the card: what it is, whose it is, how long it waits', async () => {
    await expect(approvals.verdict.getByRole('combobox', { name: 'Decide' })).toBeVisible();
    await expect(approvals.verdict.getByRole('combobox', { name: 'Remember' })).toBeVisible();
    await expect(approvals.verdict.getByText('then not dispatched')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('article').getByText(`format bare-function-xml`)).toBeInViewport({ ratio: 1 });
    expect(await beyond(page)).toEqual([]);
  });
  await approvals.press('t');
  await Promise.all(turns);

  upstream.will({ calls: [{ id: 'call_1', name: tool, arguments: '{"body":"Loo' }], cut: true }, { text: 'I stop here.' });
  await sendTurn(running.gateway, { session, model, moreTools, says: 'Four.' });
  for (const place of ['Live', 'Alerts', 'Sessions', 'Insights', 'Rules', 'Settings'] satisfies PlaceName[]) {
    await test.step(place, async () => {
      await console.go(place);
      if (place === 'Live') await console.callRow(tool.slice(0, 12)).last().click();
      if (place === 'Alerts') await expect(page.getByRole('article', { name: 'Incident' })).toContainText('1 call cancelled');
      expect(await beyond(page)).toEqual([]);
    });
  }
});

test('at 200 % every place scrolls as one page, and nothing is out of reach', async ({ console, running, upstream }) => {
  const { page } = running;
  const approvals = new ApprovalsPage(page);
  upstream.will({ text: bareLeak('bash', 'command', 'ls') });
  const turn = sendTurn(running.gateway, { session, model });
  await console.go('Approvals');
  await expect(approvals.verdict).toBeAttached();
  await page.setViewportSize({ width: 640, height: 400 });
  await approvals.verdict.getByRole('button', { name: /Pass as text/ }).scrollIntoViewIfNeeded();
  await expect(approvals.verdict.getByRole('button', { name: /Pass as text/ })).toBeInViewport({ ratio: 1 });
  for (const place of places) {
    await test.step(place, async () => {
      await console.go(place);
      if (place === 'Live') {
        await console.callRow('ls').click();
        await page.getByRole('complementary', { name: 'Call' }).getByRole('tab', { name: 'Frames' }).click();
      }
      expect(await beyond(page)).toEqual([]);
    });
  }
  await console.go('Approvals');
  await approvals.press('t');
  await turn;
});

test('a session is found by a part of its name, its agent or its model', async ({ console, running, upstream }) => {
  const { page } = running;
  for (const name of ['docs-site', 'billing', session]) {
    upstream.will({ calls: [{ id: `call_${name}`, name: 'bash', arguments: '{"command":"ls"}' }] });
    await sendTurn(running.gateway, { session: name, ...(name === session ? { model } : {}) });
  }
  await console.go('Sessions');
  const list = page.getByRole('region', { name: 'List of sessions' });
  await expect(list.getByRole('button')).toHaveCount(3);
  await page.keyboard.press('/');
  await page.keyboard.type('fireworks');
  await expect(list.getByRole('button')).toHaveCount(1);
  await expect(list.getByRole('button')).toContainText('infra-terraform');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('nowhere');
  await expect(list).toContainText('No session has “nowhere”');
  await page.keyboard.press('Escape');
  await expect(list.getByRole('button')).toHaveCount(3);
});
