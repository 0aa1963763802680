import { expect, test } from '../../hosts/fixture.ts';
import { ApprovalsPage } from '../../pages/approvals-page.ts';
import { type AgentReply, hermesLeak, sendTurn } from '../../scripted-agent.ts';
import { dialects } from '../../scripted-upstream.ts';

const doubtful = (command: string): string => `Example:\n${hermesLeak('bash', { command })}`;
const callsOf = ({ calls }: AgentReply) => calls.map(({ name, arguments: json }) => [name, JSON.parse(json)]);

for (const dialect of dialects) {
  test(`each verdict reaches the agent as what it is, by keys alone (${dialect.path})`, async ({ console, running, upstream }) => {
    const approvals = new ApprovalsPage(running.page);
    await console.go('Approvals');
    const hold = async (command: string): Promise<() => Promise<AgentReply>> => {
      upstream.will({ text: doubtful(command) });
      const turn = sendTurn(running.gateway, { session: `verdicts ${command}`, dialect });
      // Deciding leaves the operator on the card: the waiting one is on top.
      await expect(approvals.queue.getByText(command, { exact: true })).toBeVisible();
      await approvals.press('g');
      await approvals.waitsFor(command);
      return () => turn;
    };

    await test.step('approve', async () => {
      const reply = await hold('ls approved');
      await approvals.press('a');
      expect(callsOf(await reply())).toEqual([['bash', { command: 'ls approved' }]]);
      await expect(approvals.ended).toContainText('approved by you');
    });

    await test.step('override', async () => {
      const reply = await hold('rm -rf build');
      await approvals.overrideText('{"command":"rm -rf build/cache"}');
      await approvals.press('ControlOrMeta+Enter');
      expect(callsOf(await reply())).toEqual([['bash', { command: 'rm -rf build/cache' }]]);
      await expect(approvals.ended).toContainText('overridden by you');
    });

    await test.step('reject with a reason that the model reads', async () => {
      const reply = await hold('git push');
      upstream.will({ text: 'Understood, I will not push.' });
      await approvals.rejectWith('not on a Friday');
      const { calls, text } = await reply();
      expect({ calls, text }).toEqual({ calls: [], text: expect.stringContaining('I will not push') });
      expect(upstream.requests.at(-1)?.body).toContain('not on a Friday');
      await expect(approvals.ended).toContainText('rejected by you');
    });

    await test.step('pass as text', async () => {
      const reply = await hold('cat notes');
      await approvals.press('t');
      expect(await reply()).toMatchObject({ text: doubtful('cat notes'), calls: [] });
      await expect(approvals.ended).toContainText('passed as text by you');
    });
  });
}

test('an edit that the tool would refuse can not be sent, and says why', async ({ console, running, upstream }) => {
  const approvals = new ApprovalsPage(running.page);
  upstream.will({ text: doubtful('ls') });
  const turn = sendTurn(running.gateway, { session: 'override' });
  await console.go('Approvals');
  await approvals.waitsFor('ls');
  const bar = running.page.getByRole('group', { name: 'Override' });
  for (const [edit, why] of [
    ['{"command": 5}', /schema problem on line 1/],
    ['{"command": "ls"', /JSON problem/],
    ['[]', /schema problem/],
  ] as const) {
    await approvals.overrideText(edit);
    await expect(bar.getByRole('status')).toContainText(why);
    await expect(bar.getByRole('button', { name: /Send override/ })).toBeDisabled();
    await approvals.press('ControlOrMeta+Enter', 'Escape');
    await expect(approvals.verdict).toBeVisible();
  }
  await approvals.press('a');
  expect(callsOf(await turn)).toEqual([['bash', { command: 'ls' }]]);
});

test('keys of verdicts are letters while one types', async ({ console, running, upstream }) => {
  const approvals = new ApprovalsPage(running.page);
  upstream.will({ text: doubtful('ls') });
  const turn = sendTurn(running.gateway, { session: 'typing' });
  await console.go('Approvals');
  await approvals.waitsFor('ls');
  await approvals.press('r');
  await running.page.keyboard.type('a great test: ate');
  await expect(running.page.getByRole('textbox', { name: /Reason/ })).toHaveValue('a great test: ate');
  await approvals.press('Escape', 't');
  expect((await turn).text).toBe(doubtful('ls'));
});
