import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSecrets, type SecretCipher } from './secret-store.ts';
import { openSettings, type SettingsStore } from './settings-store.ts';
import { upstreamCommands } from './upstream-commands.ts';

let data = '';
let store: SettingsStore | undefined;
let server: Server;
let seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
let status = 200;

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'upstreams-'));
  seen = [];
  status = 200;
  server = createServer((request, response) => {
    seen.push({ url: request.url, headers: request.headers });
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  store?.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(data, { recursive: true, force: true });
});

const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
function commands(upstreams: unknown, environment: Record<string, string> = {}, cipher?: SecretCipher) {
  const file = join(data, 'settings.json');
  writeFileSync(file, JSON.stringify({ upstreams }));
  const secrets = openSecrets({ data, environment, cipher });
  const opened = openSettings({ file, overrides: [], secrets }, 20);
  if (!opened.ok) throw new Error(opened.error.rule);
  store = opened.value;
  return { calls: upstreamCommands(opened.value, secrets), settings: opened.value };
}

describe('upstreams/test', () => {
  test('asks for the models, with the stored key', async () => {
    const { calls } = commands({ main: { url: `${base()}/v1`, key: 'sk-1' } });
    const probe = await calls['upstreams/test']({ name: 'main' });
    expect(probe).toMatchObject({ reachable: true, status: 200, next: null });
    expect(probe.latencyMs).toBeGreaterThanOrEqual(0);
    expect(seen).toMatchObject([{ url: '/v1/models', headers: { authorization: 'Bearer sk-1' } }]);
  });

  test.each([
    [401, /wants a valid key/, /store one/],
    [404, /without a list/, /if turns work/],
    [429, /limits/, null],
    [503, /error of its own/, /log of the model server/],
  ])('HTTP %d is reachable, and says what is next', async (code, detail, next) => {
    status = code;
    const { calls } = commands({ main: { url: base() } });
    const probe = await calls['upstreams/test']({ name: 'main' });
    expect(probe).toMatchObject({ reachable: true, status: code, detail: expect.stringMatching(detail) });
    if (next === null) expect(probe.next).toBeNull();
    else expect(probe.next).toMatch(next);
  });

  test.each([
    ['nobody listens', 'http://127.0.0.1:1', /start the model server/],
    ['TLS on a plain port', 'https', /check https against http/],
    ['no such name', 'http://nowhere.invalid', /host name/],
  ])('%s', async (_name, url, next) => {
    const { calls } = commands({ main: { url: url === 'https' ? base().replace('http', 'https') : url } });
    expect(await calls['upstreams/test']({ name: 'main' })).toMatchObject({
      reachable: false,
      status: null,
      next: expect.stringMatching(next),
    });
  });

  test('an unknown name is no crash', async () => {
    const { calls } = commands({});
    expect(await calls['upstreams/test']({ name: 'constructor' })).toMatchObject({ reachable: false });
  });
});

describe('keys', () => {
  test('stored, listed by place only, and forgotten', async () => {
    const { calls, settings } = commands({ main: { url: base() } });
    expect(await calls['upstreams/key']({ name: 'main', key: 'sk-new' })).toEqual({ kept: true });
    const listed = await calls['upstreams/list']({});
    expect(listed).toMatchObject({
      keptIn: 'file',
      upstreams: [{ name: 'main', hasKey: true, keyPlace: 'file', keyVariable: 'SIGNALBOX_KEY_MAIN' }],
    });
    expect(JSON.stringify(listed)).not.toContain('sk-new');
    expect(readFileSync(settings.file, 'utf8')).not.toContain('sk-new');
    expect(await calls['upstreams/key']({ name: 'main', key: null })).toEqual({ kept: false });
    expect(settings.current().upstreams['main']).toEqual({ url: base() });
  });

  test('one that another host sealed is told with its next step, and is none of the agent’s', async () => {
    const cipher = { seal: (text: string) => `x${text}`, open: () => undefined };
    const { calls } = commands({ main: { url: base() } }, {}, cipher);
    await calls['upstreams/key']({ name: 'main', key: 'sk-new' });
    const listed = await calls['upstreams/list']({});
    expect(listed).toMatchObject({
      upstreams: [
        {
          hasKey: false,
          keyPlace: null,
          sealed: { what: expect.stringContaining('can not be opened'), next: expect.stringContaining('store it again') },
        },
      ],
    });
  });

  test('one of the environment is changed there', async () => {
    const { calls } = commands({ main: { url: base() } }, { SIGNALBOX_KEY_MAIN: 'sk-env' });
    expect(await calls['upstreams/key']({ name: 'main', key: 'sk-new' })).toMatchObject({ error: { code: 'environment' } });
    expect(await calls['upstreams/list']({})).toMatchObject({ upstreams: [{ keyPlace: 'environment' }] });
  });
});

describe('a guarded change by file', () => {
  const changed = async () => {
    const { calls, settings } = commands({});
    writeFileSync(settings.file, JSON.stringify({ upstreams: { main: { url: base(), key: 'sk-file' } } }));
    await vi.waitFor(() => expect(settings.states().find(({ key }) => key === 'upstreams')?.pending).toBeDefined(), 3000);
    return { calls, settings };
  };

  test('is shown without its key, and accepted as it is', async () => {
    const { calls, settings } = await changed();
    expect(JSON.stringify(settings.states())).not.toContain('sk-file');
    expect(await calls['settings/confirm']({ key: 'upstreams', accept: true })).toMatchObject({ setting: { key: 'upstreams' } });
    expect(settings.current().upstreams['main']).toEqual({ url: base(), key: 'sk-file' });
  });

  test('or goes out of the file again', async () => {
    const { calls, settings } = await changed();
    const settled = await calls['settings/confirm']({ key: 'upstreams', accept: false });
    expect(settled).not.toHaveProperty('setting.pending');
    expect(settings.current().upstreams).toEqual({});
    expect(JSON.parse(readFileSync(settings.file, 'utf8'))).toEqual({});
    expect(await calls['settings/confirm']({ key: 'upstreams', accept: true })).toMatchObject({
      error: { message: expect.stringContaining('nothing') },
    });
  });
});
