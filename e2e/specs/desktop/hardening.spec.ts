import { expect, test } from '../../hosts/fixture.ts';

test('the window stays with the console, and no second one opens', async ({ console, running }) => {
  await console.isReady();
  const before = running.page.url();
  await running.page.evaluate(() => {
    window.open('http://127.0.0.1:9/popup');
    location.href = 'http://127.0.0.1:9/away';
  });
  await running.page.waitForTimeout(500);
  expect(running.page.url()).toBe(before);
  expect(running.electron?.windows()).toHaveLength(1);
  await console.isReady();
});

test('calls that the contract does not know, or with a wrong body, come back as errors', async ({ console, running }) => {
  await console.isReady();
  const outcomes = await running.page.evaluate(() =>
    Promise.all([
      window.operator?.call('no/such-call', {}),
      window.operator?.call('__proto__', {}),
      window.operator?.call('approvals/settle', { id: 7 }),
    ]),
  );
  expect(outcomes).toMatchObject([
    { ok: false, error: { code: 'unknown-call' } },
    { ok: false, error: { code: 'unknown-call' } },
    { ok: false, error: { code: 'body' } },
  ]);
});
