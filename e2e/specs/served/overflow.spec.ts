import { expect, test } from '../../hosts/fixture.ts';
import { sendTurn } from '../../scripted-agent.ts';

test('an overflow: what the model is told stands in the turn it went out with', async ({ console, running, upstream }) => {
  const { page } = running;
  const session = 'overflow';
  upstream.will(
    { refusal: { status: 400, body: '{"error":{"message":"prompt is too long: 213462 tokens > 200000 maximum"}}' } },
    { calls: [{ id: 'call_after', name: 'bash', arguments: '{"command":"ls"}' }] },
  );
  const refused = await sendTurn(running.gateway, { session, says: 'x'.repeat(20_000) });
  expect(refused.status).toBe(400);
  await sendTurn(running.gateway, { session, says: 'What did we do so far?' });
  expect(upstream.requests.at(-1)?.body).toContain('longer than your context window');

  await console.go('Live');
  await console.callRow('ls').click({ button: 'right' });
  await page.getByRole('menu').getByRole('menuitem', { name: 'Open the turn' }).click();
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation).toContainText('The model also got this guidance; the agent did not');
  await expect(conversation).toContainText('EI/CONTEXT_OVERFLOW/001');
  await expect(conversation).toContainText('longer than your context window');
});
