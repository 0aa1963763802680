import { request } from 'node:http';
import { expect, test } from '../../hosts/fixture.ts';

test('token, Host and Origin are checked on every call', async ({ running }) => {
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

test('the address of the page holds no token once it is open', async ({ console, running }) => {
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
