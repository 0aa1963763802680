import { expect, test } from '../../hosts/fixture.ts';

test('the page has no way into the system', async ({ console, running }) => {
  await console.isReady();
  const found = await running.page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in window),
  );
  expect(found).toEqual([]);
});

test('scripts of others do not run, and nothing is sent elsewhere', async ({ console, running }) => {
  await console.isReady();
  const blocked = await running.page.evaluate(async () => {
    const violations = new Set<string>();
    const both = new Promise<void>((done) =>
      document.addEventListener('securitypolicyviolation', (event) => {
        violations.add(event.effectiveDirective);
        if (violations.size === 2) done();
      }),
    );
    const script = document.createElement('script');
    script.textContent = 'window.wasRun = true';
    document.head.append(script);
    await fetch('http://127.0.0.1:9/').catch(() => undefined);
    await both;
    return { violations: [...violations], wasRun: 'wasRun' in window };
  });
  expect(blocked.wasRun).toBe(false);
  expect(blocked.violations).toEqual(expect.arrayContaining(['script-src-elem', 'connect-src']));
});

test('the agents port serves nothing of the operator', async ({ running }) => {
  const answer = await fetch(`${running.gateway}/api/approvals/list`, { method: 'POST', body: '{}' });
  expect(await answer.text()).not.toContain('"approvals"');
});
