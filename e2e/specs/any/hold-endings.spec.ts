import { expect, test } from '../../hosts/fixture.ts';
import { ApprovalsPage } from '../../pages/approvals-page.ts';
import { bareLeak, hermesLeak, sendTurn } from '../../scripted-agent.ts';

const quoted = `Example:\n${hermesLeak('bash', { command: 'ls -l' })}`;

test('an agent that leaves withdraws its call: nobody is asked any more', async ({ console, running, upstream }) => {
  const approvals = new ApprovalsPage(running.page);
  const leaving = new AbortController();
  upstream.will({ text: quoted });
  const turn = sendTurn(running.gateway, { session: 'leaves', signal: leaving.signal }).catch(() => 'left');
  await console.go('Approvals');
  await approvals.waitsFor('ls -l');
  leaving.abort();
  expect(await turn).toBe('left');
  await expect(approvals.ended).toContainText('withdrawn the agent left');
  await expect(approvals.verdict).toHaveCount(0);
  await expect(console.placeLink('Approvals')).not.toContainText('waiting');
});

test('of two readings of the same bytes only the chosen one is delivered', async ({ console, running, upstream }) => {
  const approvals = new ApprovalsPage(running.page);
  upstream.will({
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="bash">\n<｜DSML｜parameter name="command" string="true">echo </｜DSML｜parameter> done</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  });
  const turn = sendTurn(running.gateway, { session: 'ambiguous' });
  await console.go('Approvals');
  await approvals.waitsFor('2 readings of the same bytes');
  await expect(approvals.verdict.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await approvals.press('a');
  await expect(approvals.verdict).toContainText('Choose a reading');
  await approvals.press('1');
  await expect(running.page.getByRole('radiogroup', { name: 'Readings' }).getByRole('radio', { checked: true })).toContainText(
    '</｜DSML｜parameter> done',
  );
  await approvals.press('2');
  await expect(running.page.getByRole('radiogroup', { name: 'Readings' }).getByRole('radio', { checked: true })).not.toContainText('done');
  await approvals.press('1', 'a');
  expect((await turn).calls.map((call) => JSON.parse(call.arguments))).toEqual([{ command: 'echo </｜DSML｜parameter> done' }]);
});

test('a verdict remembered for the session answers the next equal hold, is listed, and can be forgotten', async ({
  console,
  running,
  upstream,
}) => {
  const approvals = new ApprovalsPage(running.page);
  const leak = (path: string) => ({ text: bareLeak('read', 'filePath', path) });
  const turn = (path: string, session = 'trusted') => {
    upstream.will(leak(path));
    return sendTurn(running.gateway, { session });
  };
  await console.go('Approvals');
  const first = turn('a.ts');
  await approvals.waitsFor('a.ts');
  await running.page.getByRole('combobox', { name: 'Remember' }).click();
  await running.page.getByRole('option', { name: 'Remember: in this session' }).click();
  await approvals.press('a');
  expect((await first).calls).toHaveLength(1);

  const second = await turn('b.ts');
  expect(second.calls.map((call) => JSON.parse(call.arguments))).toEqual([{ filePath: 'b.ts' }]);
  await expect(approvals.queue.getByRole('button', { name: /b\.ts/ })).toContainText('by rule');

  const elsewhere = turn('c.ts', 'another');
  await expect(approvals.queue.getByText('c.ts')).toBeVisible();
  await approvals.press('g', 't');
  expect((await elsewhere).calls).toEqual([]);

  await console.go('Rules');
  await running.page.getByRole('tab', { name: /Approval rules/ }).click();
  const rules = running.page.getByRole('table', { name: 'Approval rules' });
  await expect(rules.getByRole('row').nth(1)).toContainText('session trusted');
  await rules.getByRole('button', { name: 'Forget…' }).click();
  await rules.getByRole('button', { name: 'Forget it' }).click();
  await expect(running.page.getByText('Nothing is remembered')).toBeVisible();

  const third = turn('d.ts');
  await console.go('Approvals');
  await expect(approvals.queue.getByText('d.ts')).toBeVisible();
  await approvals.press('g', 't');
  expect((await third).calls).toEqual([]);
});

test('a hold that only needs a person each time offers no memory', async ({ console, running, upstream }) => {
  const approvals = new ApprovalsPage(running.page);
  upstream.will({ text: quoted });
  const turn = sendTurn(running.gateway, { session: 'once' });
  await console.go('Approvals');
  await approvals.waitsFor('ls -l');
  await expect(running.page.getByRole('combobox', { name: 'Remember' })).toHaveCount(0);
  await approvals.press('t');
  await turn;
});

test.describe('nobody decides', () => {
  test.use({ settings: ['approval.timeoutMs=1500'] });

  test('an expired call is never run; after two in a row the next one expires at once, until the operator is back', async ({
    console,
    running,
    upstream,
  }) => {
    const approvals = new ApprovalsPage(running.page);
    await console.go('Approvals');
    const turn = async (): Promise<void> => {
      upstream.will({ text: quoted });
      expect(await sendTurn(running.gateway, { session: 'unattended' })).toMatchObject({ text: quoted, calls: [] });
    };
    // Which of the two it was is told by the journal, not by a clock of this spec.
    const ended = (words: string) => approvals.queue.getByRole('button').filter({ hasText: words });
    await turn();
    await expect(approvals.ended).toContainText('expired unanswered');
    await turn();
    await expect(ended('unanswered')).toHaveCount(2);
    await turn();
    await expect(ended('no console')).toHaveCount(1);

    // The console tells of its use at most every few seconds: a key now and then brings the operator back.
    await expect
      .poll(
        async () => {
          await approvals.press('j');
          await turn();
          return ended('unanswered').count();
        },
        { intervals: [500], timeout: 40_000 },
      )
      .toBeGreaterThan(2);
  });
});
