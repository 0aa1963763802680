import type { Locator, Page } from '@playwright/test';
import { textTool } from '../../../electron/app/demo/demo-story.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { ApprovalsPage } from '../../pages/approvals-page.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

const escape = '\u001b[2J\u001b[31;1mred\u001b[0m\u0007';
const html = '<img src=x onerror="window.pwned=1"><button>Approve</button></div></article><script>window.pwned=1</script>';
const hidden = '\u202Egnp.exe\u2066\u200B\u200D\uFEFF\u00AD';
const stacked = `Z${'\u0301'.repeat(400)}`;
const hostileName = `bash${hidden}${escape}${html}${'A'.repeat(5_000)}`;
const hostileText = [
  escape,
  html,
  hidden,
  stacked,
  'x'.repeat(5_000),
  '\n'.repeat(300),
  '[A] Approve   [E] Override   http://evil.example/',
].join(' ');

const example = (name: string, args: Readonly<Record<string, string>>): string => `Note ${escape}. Example:\n${hermesLeak(name, args)}`;

test('a hostile name and hostile arguments stay text inside their boxes', async ({ console, running, upstream }) => {
  const { page } = running;
  const approvals = new ApprovalsPage(page);
  await console.go('Approvals');
  const moreTools = [textTool(hostileName, `Reads. ${hostileText}`, ['command'])];
  const turns: Promise<unknown>[] = [];
  const open = async (name: string, command: string, session: string): Promise<CardLook> => {
    upstream.will({ text: example(name, { command }) });
    turns.push(sendTurn(running.gateway, { session, moreTools }));
    await expect(approvals.queue.getByRole('button')).toHaveCount(turns.length);
    await approvals.press('G');
    await expect(approvals.card.locator('.meta')).toContainText(session);
    return lookOf(approvals);
  };
  const plain = await open('bash', 'ls -l', 'plain');
  const hostile = await open(hostileName, hostileText, 'hostile');

  // The frame of the card, its verdicts and their words are where they are on any other card.
  expect(hostile).toEqual(plain);
  await expect(approvals.card.getByRole('heading', { level: 2 })).toContainText('bash⟨RLO⟩gnp.exe⟨LRI⟩⟨ZWSP⟩');
  await expect(approvals.card.getByRole('heading', { level: 2 })).toContainText('⟨ANSI⟩');
  await expect(approvals.card.locator('.sign', { hasText: 'RLO' }).first()).toBeVisible();
  await expect(approvals.card.locator('.sign', { hasText: 'ANSI' }).first()).toBeVisible();
  expect(await foreignElements(page)).toEqual([]);
  await staysInside(page, approvals.card);

  await approvals.press('t', 'g', 't');
  await Promise.all(turns);
  for (const place of ['Live', 'Sessions', 'Alerts', 'Insights', 'Rules'] as const) {
    await console.go(place);
    expect(await foreignElements(page)).toEqual([]);
    await staysInside(page, page.getByRole('main'));
  }
});

interface CardLook {
  readonly verdicts: readonly { readonly words: string | null; readonly box: unknown; readonly onTop: boolean }[];
  readonly boxes: readonly unknown[];
}

/** Where the verdicts are, whether a click would hit them, and the boxes of the card's regions. */
async function lookOf(approvals: ApprovalsPage): Promise<CardLook> {
  const buttons = await approvals.verdict.getByRole('button').all();
  const verdicts = await Promise.all(
    buttons.map(async (button) => ({
      words: await button.textContent(),
      box: await button.boundingBox(),
      onTop: await button.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit !== null && element.contains(hit);
      }),
    })),
  );
  const boxes = await Promise.all([approvals.card, approvals.verdict, approvals.queue].map((part) => part.boundingBox()));
  return { verdicts, boxes };
}

/** Elements or effects that only the model's text can have made. */
const foreignElements = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [
    ...[...document.querySelectorAll('main img, main script, main iframe, main a[href]')].map((element) => element.outerHTML.slice(0, 80)),
    ...('pwned' in window ? ['pwned'] : []),
  ]);

/** Nothing is drawn beyond the part's own box, and the page did not grow. */
async function staysInside(page: Page, part: Locator): Promise<void> {
  const beyond = await part.evaluate((root) => {
    const box = root.getBoundingClientRect();
    /** What is left of an element after every box around it clipped it. */
    const visibleRight = (element: Element): number => {
      let right = element.getBoundingClientRect().right;
      for (let around = element.parentElement; around !== null && root.contains(around); around = around.parentElement)
        if (getComputedStyle(around).overflowX !== 'visible') right = Math.min(right, around.getBoundingClientRect().right);
      return right;
    };
    return [...root.querySelectorAll('*')].filter((element) => visibleRight(element) > box.right + 1).map((element) => element.className);
  });
  expect(beyond).toEqual([]);
  expect(
    await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth > window.innerWidth,
      high: document.documentElement.scrollHeight > window.innerHeight,
    })),
  ).toEqual({ wide: false, high: false });
}
