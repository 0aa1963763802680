import { demoAnthropic } from '../../../electron/app/demo/demo-anthropic.ts';
import { demoResponses } from '../../../electron/app/demo/demo-responses.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { dialects } from '../../scripted-upstream.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

for (const dialect of dialects) {
  test(`a leaked call reaches the agent as a native one and is seen in Live (${dialect.path})`, async ({ console, running, upstream }) => {
    upstream.will({ text: `I list the files.\n${hermesLeak('bash', { command: 'ls -l' })}` });
    const reply = await sendTurn(running.gateway, { session: 'leaky', dialect });
    expect(reply.calls.map(({ name, arguments: json }) => [name, JSON.parse(json)])).toEqual([['bash', { command: 'ls -l' }]]);
    expect(reply.raw).not.toContain('<tool_call>');
    await console.go('Live');
    await expect(console.callRow('ls -l').filter({ hasText: /recovered/i })).toBeVisible();
  });
}

test('the same text in a fence passes untouched', async ({ running, upstream }) => {
  const text = `Documentation:\n\`\`\`\n${hermesLeak('bash', { command: 'ls -l' })}\n\`\`\`\nThat is all there is to say about it.`;
  for (const dialect of [demoAnthropic, demoResponses]) {
    upstream.will({ text });
    const reply = await sendTurn(running.gateway, { session: 'fenced', dialect });
    expect(reply).toMatchObject({ text, calls: [] });
  }
});

test('a native call of a whole reply keeps its bytes', async ({ console, running, upstream }) => {
  upstream.will({ text: 'I read it.', calls: [{ id: 'call_a1', name: 'read', arguments: '{"filePath":  "a.ts"}' }] });
  const reply = await sendTurn(running.gateway, { session: 'native' });
  expect(reply.calls).toEqual([{ id: 'call_a1', name: 'read', arguments: '{"filePath":  "a.ts"}' }]);
  await console.go('Live');
  await expect(console.callRow('a.ts').filter({ hasText: /delivered/i })).toBeVisible();
});

test('a call whose stream died never reaches the agent', async ({ console, running, upstream }) => {
  upstream.will(
    { text: '', calls: [{ id: 'call_c1', name: 'bash', arguments: '{"command":"rm -rf build && make"}' }], cut: true },
    { text: 'I stop here.' },
  );
  const reply = await sendTurn(running.gateway, { session: 'cut' });
  expect(reply.calls).toEqual([]);
  await console.go('Live');
  await expect(console.callRow('cut').filter({ hasText: /cancelled/i })).toBeVisible();
});
