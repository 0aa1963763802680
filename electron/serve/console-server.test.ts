import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FakeConsoleApp } from '../app/testing/fake-console-app.ts';
import { ConsoleAuth } from './console-auth.ts';
import { type ConsoleServer, openConsoleServer } from './console-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'console-server-'));
const app = new FakeConsoleApp();
const auth = new ConsoleAuth(() => ['box.lan', 'Other.lan:4142']);
let server: ConsoleServer;

beforeAll(async () => {
  mkdirSync(join(folder, 'renderer/assets'), { recursive: true });
  writeFileSync(join(folder, 'renderer/index.html'), '<!doctype html><title>console</title>');
  writeFileSync(join(folder, 'renderer/assets/a-1.js'), 'export {}');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  const opened = await openConsoleServer({ host: '127.0.0.1', port: 0 }, { app, auth, rendererFolder: join(folder, 'renderer') });
  if (!opened.ok) throw new Error(opened.error.message);
  server = opened.value;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function ask(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { method, headers, path }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const bearer = { authorization: `Bearer ${auth.token}` };

describe('who may call', () => {
  test.each([
    ['no token', {}, 401],
    ['a wrong token', { authorization: 'Bearer nope' }, 401],
    ['the token', bearer, 200],
    ['the token under another name of this machine', { ...bearer, host: 'localhost:9000' }, 200],
    ['the token under an allowed name', { ...bearer, host: 'box.lan:4142' }, 200],
    ['the token under a name that is listed with its port, in another case', { ...bearer, host: 'other.lan:4142' }, 200],
    ['a foreign Host, with the token', { ...bearer, host: 'evil.example' }, 403],
    ['a Host that only begins like ours', { ...bearer, host: '127.0.0.1.evil.example' }, 403],
    ['a foreign Origin, with the token', { ...bearer, origin: 'http://evil.example' }, 403],
    ['an Origin of another port', { ...bearer, origin: 'http://127.0.0.1:1' }, 403],
    ['an opaque Origin', { ...bearer, origin: 'null' }, 403],
    ['a made-up cookie', { cookie: 'signalbox=1' }, 401],
  ])('%s', async (_name, headers, status) => {
    expect((await ask('POST', '/api/approvals/list', headers, '{}')).status).toBe(status);
  });

  test('the page trades its token for a cookie that is not the token', async () => {
    expect((await ask('POST', '/api/session', {}, '{"token":"wrong"}')).status).toBe(401);
    const traded = await ask('POST', '/api/session', {}, JSON.stringify({ token: auth.token }));
    const cookie = String(traded.headers['set-cookie']);
    expect(traded.status).toBe(204);
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict; Path=\//);
    expect(cookie).not.toContain(auth.token);
    expect((await ask('POST', '/api/approvals/list', { cookie: cookie.split(';')[0] ?? '' }, '{}')).status).toBe(200);
  });

  test('a launch code opens the console once', async () => {
    const path = `/open?code=${auth.launchCode()}`;
    expect(await ask('GET', path)).toMatchObject({ status: 303, headers: { location: '/' } });
    expect((await ask('GET', path)).status).toBe(401);
    expect((await ask('GET', '/open')).status).toBe(401);
  });
});

describe('calls', () => {
  test.each([
    ['a call', 'POST', '/api/echo', '{"a":1}', 200],
    ['an empty body is an empty object', 'POST', '/api/echo', '', 200],
    ['an unknown call', 'POST', '/api/no/such', '{}', 404],
    ['a body that is no JSON', 'POST', '/api/echo', '{', 400],
    ['a body over the bound', 'POST', '/api/echo', `"${'x'.repeat(4 * 1024 * 1024)}"`, 413],
    ['another method', 'GET', '/api/echo', undefined, 405],
  ])('%s', async (_name, method, path, body, status) => {
    expect((await ask(method, path, bearer, body)).status).toBe(status);
  });
});

describe('files', () => {
  const sent = { 'content-type': 'application/octet-stream' };

  test('the file of a finished export is an attachment that no browser shows', async () => {
    const path = join(folder, 'signalbox-turn-1.html');
    writeFileSync(path, '<script>alert(1)</script>');
    app.exports.set('job-1', path);
    expect(await ask('GET', '/api/export/file?job=job-1', bearer)).toMatchObject({
      status: 200,
      text: '<script>alert(1)</script>',
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="signalbox-turn-1.html"',
        'content-length': '25',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
    await vi.waitFor(() => expect(app.handles.map(({ fd }) => fd)).toEqual([-1]));
  });

  test.each([
    ['no token', 'GET', '/api/export/file?job=job-1', {}, 401],
    ['a foreign Host', 'GET', '/api/export/file?job=job-1', { ...bearer, host: 'evil.example' }, 403],
    ['a foreign Origin', 'GET', '/api/export/file?job=job-1', { ...bearer, origin: 'http://evil.example' }, 403],
    ['a job that is none', 'GET', '/api/export/file?job=../../secret.txt', bearer, 404],
    ['a path in place of a job', 'GET', `/api/export/file?path=${encodeURIComponent(folder)}/secret.txt`, bearer, 404],
    ['another method', 'POST', '/api/export/file?job=job-1', bearer, 405],
    ['an upload without a token', 'POST', '/api/import/upload?name=a', sent, 401],
    ['an upload from a foreign Origin', 'POST', '/api/import/upload?name=a', { ...bearer, ...sent, origin: 'http://evil.example' }, 403],
    ['an upload that a form could send', 'POST', '/api/import/upload?name=a', { ...bearer, 'content-type': 'text/plain' }, 415],
    ['an upload by another method', 'GET', '/api/import/upload?name=a', { ...bearer, ...sent }, 405],
  ])('%s', async (_name, method, path, headers, status) => {
    expect((await ask(method, path, headers, method === 'GET' ? undefined : 'bytes')).status).toBe(status);
    expect(app.uploads).toEqual([]);
  });

  test('more than is opened is refused before it is sent', async () => {
    const announced = { ...bearer, ...sent, 'content-length': String(512 * 1024 * 1024 + 1) };
    expect(await ask('POST', '/api/import/upload?name=big.zip', announced, 'x')).toMatchObject({
      status: 413,
      text: expect.stringMatching(/big\.zip can't be opened: it is larger than 536870912 bytes\. Next: /),
    });
    expect(app.uploads).toEqual([]);
  });

  test.each([
    ['unread', 'not now'],
    ['part', 'no space'],
  ])('what is refused %s is answered once it was sent, and the connection serves on', async (name, message) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sentOff = new Promise<string>((resolve, reject) => {
      const sending = request(
        `${server.url}/api/import/upload?name=${name}`,
        { method: 'POST', headers: { ...bearer, ...sent }, agent },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => resolve(`${response.headers.connection} ${text}`));
        },
      );
      sending.on('error', reject);
      sending.end(Buffer.alloc(8 * 1024 * 1024));
    });
    expect(await sentOff).toMatch(new RegExp(`^keep-alive .*${message}`));
    agent.destroy();
  });

  test('an upload is larger than a call, named by its last part, and answered as import/open', async () => {
    const body = 'x'.repeat(5 * 1024 * 1024);
    const name = encodeURIComponent('C:\\files\\..\\a\u202eb.har');
    expect(await ask('POST', `/api/import/upload?name=${name}`, { ...bearer, ...sent }, body)).toMatchObject({
      status: 200,
      text: JSON.stringify({ error: { code: 'file', message: 'ab.har is none' } }),
    });
    expect(app.uploads).toEqual([{ name: 'ab.har', bytes: body.length }]);
  });
});

describe('the page', () => {
  test('has a policy that only lets our own files run', async () => {
    const page = await ask('GET', '/');
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  });

  test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt', '/%00', '/%zz', '/assets'])(
    '%s is no file of it',
    async (path) => {
      expect((await ask('GET', path)).status).toBe(404);
    },
  );

  test('hashed files may be kept', async () => {
    expect((await ask('GET', '/assets/a-1.js')).headers['cache-control']).toContain('immutable');
  });
});

describe('the feed', () => {
  interface Feed {
    text: string;
    close(): void;
  }

  function openFeed(path: string, headers: Readonly<Record<string, string>> = {}): Feed {
    const feed: Feed = { text: '', close: () => sent.destroy() };
    const sent = request(`${server.url}${path}`, { headers: { ...bearer, ...headers } }, (response) => {
      response.on('data', (chunk) => {
        feed.text += chunk;
      });
      response.on('error', () => undefined);
    });
    sent.on('error', () => undefined);
    sent.end();
    return feed;
  }

  const idsOf = (feed: Feed) => [...feed.text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));

  test('gives the backlog, then what happens, each once and in order; a resume goes on behind the last id', async () => {
    app.append(1200);
    const feed = openFeed('/api/feed?after=0&console=first');
    await vi.waitFor(() => expect(idsOf(feed)).toHaveLength(1200));
    app.append(3);
    await vi.waitFor(() => expect(idsOf(feed)).toEqual(Array.from({ length: 1203 }, (_, index) => index + 1)));
    expect(feed.text).toContain('\nevent: entry\ndata: {"seq":1203,');
    const resumed = openFeed('/api/feed?after=0', { 'last-event-id': '1201' });
    await vi.waitFor(() => expect(idsOf(resumed)).toEqual([1202, 1203]));
    resumed.close();
    expect(app.opened).toContain('first');
    feed.close();
    await vi.waitFor(() => expect(app.opened).not.toContain('first'));
  });

  test.each(['abc', '-1', '1.5', '99999999999999999'])('does not begin after "%s"', async (after) => {
    expect(await ask('GET', `/api/feed?after=${after}`, bearer)).toMatchObject({
      status: 400,
      text: expect.stringContaining('"after"') as string,
    });
  });
});
