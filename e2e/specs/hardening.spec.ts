import { request } from 'node:http';
import { expect, test } from '../hosts/fixture.ts';

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
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.wasRun = true';
    document.head.append(script);
    await fetch('http://127.0.0.1:9/').catch(() => undefined);
    await new Promise((done) => setTimeout(done, 200));
    return { violations, wasRun: 'wasRun' in window };
  });
  expect(blocked.wasRun).toBe(false);
  expect(blocked.violations).toEqual(expect.arrayContaining(['script-src-elem', 'connect-src']));
});

test('the agents port serves nothing of the operator', async ({ running }) => {
  const answer = await fetch(`${running.gateway}/api/approvals/list`, { method: 'POST', body: '{}' });
  expect(await answer.text()).not.toContain('"approvals"');
});

test('desktop: the window stays with the console, and no second one opens', async ({ console, running, hostName }) => {
  test.skip(hostName === 'served', 'a browser tab belongs to the user');
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

test('desktop: calls that the contract does not know, or with a wrong body, come back as errors', async ({
  console,
  running,
  hostName,
}) => {
  test.skip(hostName === 'served', 'the HTTP transport is tested with status codes');
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

test('served: token, Host and Origin are checked on every call', async ({ running, hostName }) => {
  test.skip(hostName !== 'served', 'desktop hosts open no console port');
  const { url, token } = running.console ?? { url: '', token: '' };
  const bearer = { authorization: `Bearer ${token}` };
  expect(await statusOf(`${url}/api/approvals/list`, {})).toBe(401);
  expect(await statusOf(`${url}/api/approvals/list`, { authorization: 'Bearer wrong' })).toBe(401);
  expect(await statusOf(`${url}/api/approvals/list`, bearer)).toBe(200);
  expect(await statusOf(`${url}/api/approvals/list`, { ...bearer, host: 'evil.example' })).toBe(403);
  expect(await statusOf(`${url}/api/approvals/list`, { ...bearer, origin: 'http://evil.example' })).toBe(403);
  expect(await statusOf(`${url}/api/feed`, {}, 'GET')).toBe(401);
  expect(await statusOf(`${url}/../package.json`, {}, 'GET')).toBe(404);
});

test('served: the address of the page holds no token once it is open', async ({ console, running, hostName }) => {
  test.skip(hostName !== 'served', 'desktop hosts need no token');
  await console.isReady();
  expect(running.page.url()).not.toContain(running.console?.token ?? 'no token');
  await running.page.reload();
  await console.isReady();
  await expect(running.page.getByText('not signed in')).toHaveCount(0);
});

function statusOf(url: string, headers: Readonly<Record<string, string>>, method = 'POST'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { 'content-type': 'application/json', ...headers } }, (response) => {
      response.destroy();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}
