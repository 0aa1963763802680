import type { Page } from '@playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { places } from '../../pages/console-page.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

test.setTimeout(300_000);

/** Marks what can be pressed, typed in or scrolled here; one of a group that arrows move in stands for all of it. */
const markWanted = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, textarea, select, a[href], [tabindex]')]
      .filter(
        (element) =>
          element.tabIndex >= 0 &&
          !element.matches(':disabled, [role="tablist"], [role="radiogroup"]') &&
          element.checkVisibility({ visibilityProperty: true }),
      )
      .map((element, at) => {
        const mark = `${at} ${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? ''}`;
        element.dataset['walk'] = mark;
        return mark;
      }),
  );

interface Stop {
  readonly mark: string;
  readonly seen: boolean;
}

type Walk = Window & { walk: { readonly stops: Stop[]; over: boolean } };

/** From now on the page notes each stop of the focus, and whether one sees that it is there, until the focus leaves the page. */
const noteStops = (page: Page): Promise<void> =>
  page.evaluate(() => {
    // From the beginning of the page, wherever the focus was.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    const walk: Walk['walk'] = { stops: [], over: false };
    Object.assign(window, { walk });
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--focus)';
    const focus = getComputedStyle(probe).color;
    probe.remove();
    const isSeen = (element: HTMLElement): boolean => {
      // The line between panes is drawn, and shown, by its `before`; a field shows its focus on the box around it.
      if (element.getAttribute('role') === 'separator') return getComputedStyle(element, '::before').backgroundColor === focus;
      const boxes = [element, element.parentElement, element.parentElement?.parentElement].flatMap((each) => each ?? []);
      return boxes.some((box) => {
        const { outlineStyle, boxShadow } = getComputedStyle(box);
        return outlineStyle !== 'none' || boxShadow !== 'none';
      });
    };
    document.addEventListener('focusin', ({ target }) => {
      // A group gives the focus on to the one of it that has it.
      if (!(target instanceof HTMLElement) || walk.over || target.matches('[role="tablist"], [role="radiogroup"]')) return;
      walk.stops.push({ mark: target.dataset['walk'] ?? `unmarked ${target.outerHTML.slice(0, 100)}`, seen: isSeen(target) });
    });
    document.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget === null && walk.stops.length > 0) walk.over = true;
    });
  });

/** All stops of the Tab key from the beginning of the page until it leaves the page. */
async function tabAround(page: Page): Promise<readonly Stop[]> {
  await noteStops(page);
  for (let presses = 0; presses < 400; presses += 20) {
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('Tab');
    if (await page.evaluate(() => (window as unknown as Walk).walk.over)) break;
  }
  return page.evaluate(() => (window as unknown as Walk).walk.stops);
}

test('every place is walked by Tab: all of it is reached, each stop is seen, nothing holds the focus', async ({
  console,
  running,
  upstream,
}) => {
  const { page } = running;
  upstream.will(
    { calls: [{ id: 'call_1', name: 'bash', arguments: '{"command":"ls"}' }] },
    { text: hermesLeak('bash', { command: 'ls -l' }) },
  );
  for (const says of ['One.', 'Two.']) await sendTurn(running.gateway, { session: 'walked', says });
  for (const place of places) {
    await console.go(place);
    if (place === 'Live') {
      await expect(console.callRow('ls -l')).toBeVisible();
      await page.keyboard.press('j');
    }
    const expected = await markWanted(page);
    const stops = await tabAround(page);
    const unseen = stops.filter(({ seen }) => !seen).map(({ mark }) => mark);
    expect(unseen, place).toEqual([]);
    const reached = new Set(stops.map(({ mark }) => mark));
    const missed = expected.filter((mark) => !reached.has(mark));
    expect(missed, place).toEqual([]);
  }
});

test('what each place is for is done without a pointer', async ({ console, running, upstream }) => {
  const { page } = running;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // As long as a finger needs: a choice goes with the focus only while its arrow is down.
  const hold = (key: string): Promise<void> => page.keyboard.press(key, { delay: 100 });
  upstream.will({ calls: [{ id: 'call_1', name: 'bash', arguments: '{"command":"ls"}' }] });
  await sendTurn(running.gateway, { session: 'by-keys' });
  upstream.will(
    { text: '', calls: [{ id: 'call_2', name: 'bash', arguments: '{"command":"make"}' }], cut: true },
    { text: 'I stop here.' },
  );
  await sendTurn(running.gateway, { session: 'broken' });

  await test.step('Live: find a call, look at its frames, open its turn', async () => {
    await console.go('Live');
    await expect(console.callRow('ls')).toBeVisible();
    await press('/');
    await page.keyboard.type('tool:bash');
    await press('Enter', 'Escape', 'g');
    const pane = page.getByRole('complementary', { name: 'Call' });
    await expect(pane).toContainText('ls');
    await pane.getByRole('tab', { name: 'Call' }).focus();
    await press('ArrowRight');
    await expect(pane.getByRole('tab', { name: 'Frames' })).toHaveAttribute('aria-selected', 'true');
    await press('o');
    await console.stands('Sessions');
  });

  await test.step('Sessions: from turn to turn, to the other session', async () => {
    await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('ls');
    await press('j', 'k', '[');
    await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible();
  });

  await test.step('Alerts: from incident to incident, to its turn', async () => {
    await console.go('Alerts');
    await expect(page.getByRole('article', { name: 'Incident' })).toBeVisible();
    await press('j', 'o');
    await console.stands('Sessions');
    await expect(page.getByRole('region', { name: 'Session broken' })).toBeVisible();
  });

  await test.step('Insights: another span of time', async () => {
    await console.go('Insights');
    await page.getByRole('radio', { name: '24 hours' }).focus();
    await hold('ArrowRight');
    await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();
  });

  await test.step('Rules: a rule is found and switched off', async () => {
    await console.go('Rules');
    await press('/');
    await page.keyboard.type('kimi');
    await press('Tab');
    const pane = page.getByRole('complementary', { name: 'Format' });
    await expect(pane.getByRole('heading').first()).toContainText('kimi');
    await pane.getByRole('radio', { checked: true }).first().focus();
    // Round to the last of the three.
    await hold('ArrowLeft');
    await expect(pane.getByRole('radio', { name: 'off' }).first()).toBeChecked();
  });

  await test.step('Settings: a value is changed, a wrong one says why', async () => {
    await console.go('Settings');
    const deadline = page.getByRole('textbox', { name: /Deadline/ });
    await deadline.focus();
    await press('ControlOrMeta+a');
    await page.keyboard.type('9999');
    await press('Enter');
    await expect(deadline).toHaveAttribute('aria-invalid', 'true');
    // The value that is in force takes the complaint away.
    await press('ControlOrMeta+a');
    await page.keyboard.type('120');
    await press('Enter');
    await expect(deadline).not.toHaveAttribute('aria-invalid', 'true');
    await press('ControlOrMeta+a');
    await page.keyboard.type('90');
    await press('Enter');
    await expect(deadline).not.toHaveAttribute('aria-invalid', 'true');
    await press('Escape');
  });

  await test.step('palette and export: opened, used, left with the focus given back', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await press('ControlOrMeta+k');
    await page.keyboard.type('alerts');
    await press('Enter');
    await console.stands('Alerts');
    await press('x');
    const dialog = page.getByRole('dialog', { name: 'Export and replay' });
    await expect(dialog).toBeVisible();
    expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
    await press('Escape');
    await expect(dialog).toHaveCount(0);
    await press('?');
    await expect(page.getByRole('dialog', { name: 'Keys and filter words' })).toBeVisible();
    await press('Escape');
    await press('ControlOrMeta+k');
    await page.keyboard.type('pin, or let go');
    await press('Enter');
    await expect(page.getByRole('button', { name: /^Unpin the incident/ })).toBeVisible();
  });
});
