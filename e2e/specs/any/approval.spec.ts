import { expect, test } from '../../hosts/fixture.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

const doubtful = `Example:\n${hermesLeak('bash', { command: 'ls -l' })}`;

test('a doubtful call waits, is approved by key, and reaches the agent', async ({ console, running, upstream }) => {
  upstream.will({ text: doubtful, frameMs: 5 });
  const turn = sendTurn(running.gateway, { session: 'doubt' });
  await console.go('Approvals');
  await expect(console.verdict).toBeVisible();
  await running.page.keyboard.press('a');
  const reply = await turn;
  expect(reply.calls.map(({ name, arguments: json }) => [name, JSON.parse(json)])).toEqual([['bash', { command: 'ls -l' }]]);
});

test('passed as text, the reply leaves as the model wrote it', async ({ console, running, upstream }) => {
  upstream.will({ text: doubtful });
  const turn = sendTurn(running.gateway, { session: 'doubt' });
  await console.go('Approvals');
  await expect(console.verdict).toBeVisible();
  await running.page.keyboard.press('t');
  expect(await turn).toMatchObject({ text: doubtful, calls: [] });
});

test('rejected with a reason, the model reads it and answers anew', async ({ console, running, upstream }) => {
  upstream.will({ text: doubtful }, { text: 'Understood, I will not list the files.' });
  const turn = sendTurn(running.gateway, { session: 'doubt' });
  await console.go('Approvals');
  await expect(console.verdict).toBeVisible();
  await running.page.keyboard.press('r');
  await running.page.keyboard.type('not on a Friday');
  await running.page.keyboard.press('ControlOrMeta+Enter');
  const reply = await turn;
  expect(reply.calls).toEqual([]);
  expect(reply.text).toContain('Understood');
  expect(upstream.requests.at(-1)?.body).toContain('not on a Friday');
});
