import { textTool } from '../../../electron/app/demo/demo-story.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { ApprovalsPage } from '../../pages/approvals-page.ts';
import { type AgentReply, bareLeak, hermesLeak, sendTurn } from '../../scripted-agent.ts';

const quoted = (command: string): string => `Example:\n${hermesLeak('bash', { command })}`;

test('equal calls of one session are one item and one decision, unless one wants them apart', async ({ console, running, upstream }) => {
  const approvals = new ApprovalsPage(running.page);
  await console.go('Approvals');
  const holdEqual = async (times: number): Promise<readonly Promise<AgentReply>[]> => {
    const turns: Promise<AgentReply>[] = [];
    for (let count = 1; count <= times; count += 1) {
      upstream.will({ text: quoted('make lint') });
      turns.push(sendTurn(running.gateway, { session: 'equal', says: `Part ${count}.` }));
    }
    await expect(approvals.queue.getByText(`×${times}`)).toBeVisible();
    await approvals.press('g');
    await approvals.waitsFor(`${times} equal calls`);
    return turns;
  };

  const together = await holdEqual(3);
  await expect(console.placeLink('Approvals')).toContainText('3 waiting');
  await approvals.press('a');
  for (const { calls } of await Promise.all(together)) expect(calls).toHaveLength(1);
  // The agent has its calls before the console has read of it.
  await expect(console.placeLink('Approvals')).not.toContainText('waiting');

  const apart = await holdEqual(2);
  await running.page.getByRole('combobox', { name: 'Decide' }).click();
  await running.page.getByRole('option', { name: 'this one only' }).click();
  await approvals.press('a');
  await expect(approvals.ended).toContainText('approved by you');
  await expect(console.placeLink('Approvals')).toContainText('1 waiting');
  await approvals.press('g', 't');
  const replies = await Promise.all(apart);
  expect(replies.map(({ calls }) => calls.length).sort()).toEqual([0, 1]);
});

test('what holding costs stands beside the switch that changes it', async ({ console, running, upstream }) => {
  const approvals = new ApprovalsPage(running.page);
  await console.go('Approvals');
  for (const [path, key] of [
    ['a.ts', 'a'],
    ['b.ts', 't'],
  ] as const) {
    upstream.will({ text: bareLeak('read', 'filePath', path) });
    const turn = sendTurn(running.gateway, { session: 'cost' });
    await expect(approvals.queue.getByText(path)).toBeVisible();
    await approvals.press('g');
    await approvals.waitsFor(path);
    await approvals.press(key);
    await turn;
  }
  await running.page.getByRole('button', { name: 'What holding costs' }).click();
  const row = running.page.getByRole('dialog', { name: 'What holding costs' }).getByRole('row', { name: /bare-function-xml/ });
  await expect(row).toContainText('2100');
  await expect(row).toContainText('1 of 2');
  await row.getByRole('radio', { name: 'off' }).click();
  await expect(row.getByRole('radio', { name: 'off' })).toBeChecked();
  upstream.will({ text: bareLeak('read', 'filePath', 'c.ts') });
  expect((await sendTurn(running.gateway, { session: 'cost' })).text).toContain('<function=read>');
});

test('twelve calls at once are decided by keys in less than a minute, none of them wrongly', async ({ console, running, upstream }) => {
  const approvals = new ApprovalsPage(running.page);
  const disguised = 'read\u202Egpj';
  await console.go('Approvals');
  const asked = [
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => ({
      text: bareLeak('read', 'filePath', `src/${name}.ts`),
      calls: 1,
      keys: 'a',
    })),
    { text: quoted('git push --force'), calls: 0, keys: 't' },
    { text: quoted('ls -l'), calls: 0, keys: 't' },
    { text: bareLeak('bash', 'command', 'rm -rf ~'), calls: 0, keys: 'r' },
    { text: bareLeak(disguised, 'filePath', 'x.jpg'), calls: 0, keys: 'r' },
  ];
  const turns: Promise<AgentReply>[] = [];
  for (const [index, { text }] of asked.entries()) {
    upstream.will({ text });
    turns.push(sendTurn(running.gateway, { session: `s${index}`, moreTools: [textTool(disguised, 'Reads a picture.', ['filePath'])] }));
    await expect.poll(() => upstream.requests.length).toBe(index + 1);
  }
  await expect(console.placeLink('Approvals')).toContainText('12 waiting');

  const from = performance.now();
  for (let left = asked.length; left > 0; left -= 1) {
    await approvals.press('g');
    await expect(approvals.verdict).toBeVisible();
    const card = (await approvals.card.textContent()) ?? '';
    // Only what the card shows decides.
    if (card.includes('RLO') || card.includes('rm -rf')) await approvals.rejectWith('');
    else await approvals.press(card.includes('Held for example') ? 't' : 'a');
    await expect(approvals.ended).toBeVisible();
  }
  expect(performance.now() - from).toBeLessThan(60_000);
  const replies = await Promise.all(turns);
  expect(replies.map(({ calls }) => calls.length)).toEqual(asked.map(({ calls }) => calls));
});
