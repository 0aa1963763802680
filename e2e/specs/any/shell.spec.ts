import { expect, test } from '../../hosts/fixture.ts';
import { places } from '../../pages/console-page.ts';
import { sendTurn } from '../../scripted-agent.ts';

test('the console opens with its seven places, each reached by its key', async ({ console, running }) => {
  const problems: string[] = [];
  running.page.on('pageerror', (error) => problems.push(error.message));
  for (const place of places) {
    await console.go(place);
    await expect(running.page.getByRole('heading', { name: place, level: 1 }).or(running.page.getByRole('main'))).not.toHaveCount(0);
  }
  expect(problems).toEqual([]);
});

test('the gateway answers and passes an untouched reply through', async ({ running, upstream }) => {
  const health = await fetch(`${running.gateway}/.signalbox/health`);
  expect(await health.json()).toEqual({ status: 'ok' });
  upstream.will({ text: 'All is well.' });
  expect((await sendTurn(running.gateway, { session: 'plain' })).text).toBe('All is well.');
});

test('the program ends cleanly', async ({ console, running }) => {
  await console.isReady();
  expect(await running.stop()).toBe(0);
});
