// Screenshots of every place in both themes. Dev only: node shoot.mjs URL EMPTY_URL [only]
import { chromium } from '@playwright/test';
const [url, emptyUrl, only] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const sizes =
  process.env.SIZES === 'all'
    ? [
        [1280, 800],
        [1440, 900],
        [1600, 1000],
      ]
    : [[1440, 900]];
const themes = process.env.THEMES?.split(',') ?? ['dark', 'light'];
const out = '/tmp/sb/shots';
for (const [width, height] of sizes) {
  for (const theme of themes) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
    const page = await context.newPage();
    page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text()));
    page.on('pageerror', (e) => console.log('pageerror:', e.message, e.stack?.slice(0, 400)));
    const shot = async (name) => page.screenshot({ path: `${out}/${name}-${theme}-${width}.png` });
    const want = (name) => !only || only.split(',').includes(name);
    await page.goto(url);
    await page.waitForSelector('.row.live-grid');
    await page.waitForTimeout(300);
    if (want('live')) {
      await shot('live-list');
      await page.getByRole('row').filter({ hasText: 'deepseek-dsml' }).first().click();
      await page.getByRole('tab', { name: 'Before/after' }).click();
      await page.waitForTimeout(150);
      await shot('live');
      await page.getByRole('tab', { name: 'Call', exact: true }).click();
      await shot('live-call');
      await page.getByRole('tab', { name: /Checks/ }).click();
      await shot('live-checks');
      await page.getByRole('tab', { name: 'Frames' }).click();
      await page.waitForTimeout(200);
      await shot('live-frames');
    }
    if (want('approvals')) {
      await page.keyboard.press('Control+2');
      await page.waitForTimeout(200);
      await page
        .getByRole('button', { name: /run_shell_command/ })
        .first()
        .click();
      await page.waitForTimeout(200);
      await shot('approvals');
      await page.keyboard.press('e');
      await page.waitForSelector('.cm-editor');
      await page.waitForTimeout(200);
      await page.keyboard.press('Control+End');
      await shot('override-clean');
      await page.evaluate(() => {});
      await page.locator('.cm-line').nth(4).click();
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await page.keyboard.type('"timeout": "2 minutes"');
      await page.waitForTimeout(300);
      await shot('override');
      await page.keyboard.press('Escape');
      await page.keyboard.press('r');
      await page.waitForTimeout(150);
      await shot('reject');
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /write_file/ })
        .first()
        .click();
      await page.waitForTimeout(150);
      await shot('ambiguous');
      await page
        .getByRole('button', { name: /terraform apply/ })
        .first()
        .click();
      await page.waitForTimeout(150);
      await shot('hostile');
      await page
        .getByRole('button', { name: /curl -s/ })
        .first()
        .click();
      await page.waitForTimeout(150);
      await shot('decided');
    }
    for (const [name, key] of [
      ['alerts', 3],
      ['sessions', 4],
      ['insights', 5],
      ['rules', 6],
      ['settings', 7],
    ]) {
      if (!want(name)) continue;
      await page.keyboard.press(`Control+${key}`);
      await page.waitForTimeout(name === 'insights' ? 900 : 300);
      if (name === 'sessions') {
        await page
          .getByRole('button', { name: /storefront/ })
          .first()
          .click();
        await page.waitForTimeout(300);
      }
      if (name === 'rules') {
        await page.getByRole('button', { name: 'An example' }).click();
        await page.getByRole('button', { name: 'Judge' }).click();
        await page.waitForTimeout(200);
      }
      await shot(name);
    }
    if (want('overlay')) {
      await page.keyboard.press('Control+1');
      await page.keyboard.press('Control+k');
      await page.waitForTimeout(200);
      await shot('palette');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await page.waitForTimeout(200);
      await shot('help');
    }
    if (want('empty') && emptyUrl) {
      await page.goto(emptyUrl);
      await page.waitForTimeout(500);
      await shot('empty');
      await page.keyboard.press('Control+2');
      await page.waitForTimeout(100);
      await shot('empty-approvals');
    }
    await context.close();
  }
}
await browser.close();
