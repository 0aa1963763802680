import { expect, test } from '../../hosts/fixture.ts';
import { ApprovalsPage } from '../../pages/approvals-page.ts';
import { ConsolePage } from '../../pages/console-page.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

const doubtful = `Example:\n${hermesLeak('bash', { command: 'ls -l' })}`;

test('two consoles agree: the first verdict stands, both show it', async ({ console, running, upstream }) => {
  const { url, token } = running.console ?? { url: '', token: '' };
  const secondPage = await running.page.context().browser()?.newPage();
  if (secondPage === undefined) throw new Error('a served console has a browser');
  await secondPage.goto(`${url}/#${token}`);
  const first = new ApprovalsPage(running.page);
  const second = new ApprovalsPage(secondPage);
  const secondConsole = new ConsolePage(secondPage);
  await secondConsole.isReady();
  await secondConsole.go('Approvals');
  await console.go('Approvals');

  for (const round of [1, 2, 3]) {
    upstream.will({ text: doubtful });
    const turn = sendTurn(running.gateway, { session: `both ${round}` });
    for (const approvals of [first, second]) {
      await expect(approvals.queue.getByText(`both ${round}`)).toBeVisible();
      await approvals.press('g');
      await approvals.waitsFor(`both ${round}`);
    }
    await Promise.all([first.press('a'), second.press('t')]);
    const { calls } = await turn;
    const word = calls.length === 1 ? 'approved' : 'passed as text';
    await expect(first.ended).toContainText(`${word} by you`);
    await expect(second.ended).toContainText(`${word} by you`);
  }
});
