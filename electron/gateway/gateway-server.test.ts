import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as net from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createGateway } from './gateway-server.ts';
import { createMemoryJournal } from './testing/memory-journal.ts';
import { resetConnection, startScriptedUpstream, wait, type ScriptedUpstream } from './testing/scripted-upstream.ts';
import { ask, askChat, chatBody, silentDesk, startTestGateway, type TestGateway, type TestGatewayOptions } from './testing/test-gateway.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { passThroughLane } from './testing/pass-through-lane.ts';

let upstream: ScriptedUpstream;
const started: TestGateway[] = [];
beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());
afterEach(async () => {
  for (const one of started.splice(0)) await one.gateway.stop();
});
const start = async (options: TestGatewayOptions = {}, url: string | undefined = `${upstream.url}/v1`): Promise<TestGateway> => {
  const gateway = await startTestGateway(url, options);
  started.push(gateway);
  return gateway;
};
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('who may come in', () => {
  test('health', async () => {
    const { url } = await start();
    const answer = await ask(`${url}/.signalbox/health`);
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
  });
  test.each([
    ['a foreign Host', { host: 'evil.example' }, 403],
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['an editor page', { origin: 'vscode-file://vscode-app' }, 200],
    ['localhost', { host: 'localhost:1' }, 200],
  ])('%s', async (_name, headers, status) => {
    const { url } = await start();
    upstream.play((response) => void response.end('fine'));
    expect((await ask(`${url}/v1/models`, { headers })).status).toBe(status);
    expect(upstream.seen.length).toBe(status === 200 ? 1 : 0);
  });
  test.each([
    ['a second Host that is foreign', ['host', '127.0.0.1', 'host', 'evil.example']],
    ['a first Host that is foreign', ['host', 'evil.example', 'host', '127.0.0.1']],
    ['a second Origin that is foreign', ['host', '127.0.0.1', 'origin', 'vscode-file://a', 'origin', 'https://evil.example']],
  ])('%s', async (_name, headers) => {
    const { url } = await start();
    upstream.play((response) => void response.end('fine'));
    const answer = await ask(`${url}/v1/models`, { headers: headers as never });
    expect([answer.status, upstream.seen.length]).toEqual([403, 0]);
  });
  test.each([
    ['403 of a Host', '/v1/messages', { host: 'evil.example' }, 403, true],
    ['403 of an Origin', '/messages?beta=true', { origin: 'https://evil.example' }, 403, true],
    ['403 of an Origin', '/v1/chat/completions', { origin: 'https://evil.example' }, 403, false],
    ['403 of an Origin', '/v1/responses', { origin: 'https://evil.example' }, 403, false],
    ['403 of another route', '/v1/models', { origin: 'null', 'anthropic-version': '2023-06-01' }, 403, true],
    ['403 of another route', '/v1/models', { origin: 'null' }, 403, false],
    ['404 of a name', '/up/none/v1/messages?beta=true', {}, 404, true],
    ['426 of an upgrade', '/v1/messages', { connection: 'Upgrade', upgrade: 'websocket' }, 426, true],
    ['401 of a route under an own path', '/up/main/v1/messages/count_tokens', { 'anthropic-version': '2023-06-01' }, 401, true],
  ])('%s has the shape that the client of %s reads', async (_name, path, headers, status, anthropic) => {
    const settings: TestGatewayOptions['settings'] = status === 401 ? { 'gateway.token': 'gateway-token-0123' } : {};
    const { url } = await start({ settings });
    const answer = await ask(`${url}${path}`, { method: 'POST', headers, body: '{}' });
    const told = JSON.parse(answer.text) as { type?: string; error: Record<string, unknown> };
    expect([answer.status, told.type, 'param' in told.error]).toEqual([status, anthropic ? 'error' : undefined, !anthropic]);
    expect(told.error['message']).toBeTypeOf('string');
  });
  test('a listed Host', async () => {
    const { url } = await start({ settings: { 'gateway.allowedHosts': ['box.lan'] } });
    upstream.play((response) => void response.end('fine'));
    expect((await ask(`${url}/v1/models`, { headers: { host: 'box.lan:80' } })).status).toBe(200);
  });
  test('the token, where it is set, and it never goes upstream', async () => {
    const token = 'gateway-token-0123';
    const { url } = await start({ settings: { 'gateway.token': token } });
    upstream.play((response) => void response.end('fine'));
    expect((await askChat(url)).status).toBe(401);
    expect((await askChat(url, {}, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
    expect((await ask(`${url}/v1/models`, { headers: { authorization: `Bearer ${token}`, 'x-api-key': 'own' } })).status).toBe(200);
    expect((await ask(`${url}/v1/models`, { headers: { 'x-signalbox-token': token, authorization: 'Bearer own' } })).status).toBe(200);
    expect((await ask(`${url}/t/${token}/v1/models`, { headers: { authorization: 'Bearer own' } })).status).toBe(200);
    expect(
      upstream.seen.map((one) => [one.url, one.headers.authorization, one.headers['x-api-key'], one.headers['x-signalbox-token']]),
    ).toEqual([
      ['/v1/models', undefined, 'own', undefined],
      ['/v1/models', 'Bearer own', undefined, undefined],
      ['/v1/models', 'Bearer own', undefined, undefined],
    ]);
  });
  test('the token made for stored keys is due there only, opens the way, and never goes upstream', async () => {
    const keyToken = 'made-for-stored-keys';
    const base = `http://127.0.0.1:${new URL(upstream.url).port}`;
    const { url } = await start({ settings: { upstreams: { main: { url: base, key: 'sk-1' }, open: { url: base } } }, keyToken });
    upstream.play((response) => void response.end('fine'));
    expect((await ask(`${url}/v1/models`)).status).toBe(401);
    expect((await ask(`${url}/v1/models`, { headers: { authorization: `Bearer ${keyToken}` } })).status).toBe(200);
    expect((await ask(`${url}/t/${keyToken}/v1/models`)).status).toBe(200);
    expect((await ask(`${url}/up/open/v1/models`)).status).toBe(200);
    expect((await ask(`${url}/up/open/v1/models`, { headers: { authorization: `Bearer ${keyToken}` } })).status).toBe(200);
    expect(upstream.seen.slice(-4).map((one) => one.headers.authorization)).toEqual(['Bearer sk-1', 'Bearer sk-1', undefined, undefined]);
  });

  test('a stored key asks for the token and takes the place of the agent key', async () => {
    const token = 'gateway-token-0123';
    const upstreams = { main: { url: `${upstream.url}/v1`, key: 'sk-stored' } };
    const open = await start({ settings: { upstreams } });
    expect((await ask(`${open.url}/v1/models`)).status).toBe(401);
    const { url } = await start({ settings: { upstreams, 'gateway.token': token } });
    upstream.play((response) => void response.end('fine'));
    await ask(`${url}/v1/models`, { headers: { authorization: `Bearer ${token}` } });
    await ask(`${url}/v1/models`, { headers: { 'x-api-key': token, 'anthropic-version': '2023-06-01' } });
    expect(upstream.seen.map((one) => [one.headers.authorization, one.headers['x-api-key']])).toEqual([
      ['Bearer sk-stored', undefined],
      ['Bearer sk-stored', 'sk-stored'],
    ]);
  });
  test('an upgrade is refused with 426', async () => {
    const { url } = await start();
    const answer = await ask(`${url}/v1/responses`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        'sec-websocket-version': '13',
      },
    });
    expect(answer.status).toBe(426);
  });
  test('an offer of h2c is not an upgrade', async () => {
    const { url } = await start();
    upstream.play((response) => void response.end('fine'));
    const answer = await ask(`${url}/v1/models`, {
      headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' },
    });
    expect([answer.status, upstream.seen[0]?.headers.upgrade, upstream.seen[0]?.headers['http2-settings']]).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });
  test('an unknown name is told with the known ones', async () => {
    const { url } = await start();
    const answer = await ask(`${url}/up/none/v1/models`);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('main');
  });
});

describe('starting and stopping', () => {
  const options = (host: string, port: number) => ({
    listen: { host, port },
    ports: { settings: () => defaultSettings, desk: silentDesk, switches: () => ({ hold: false, loops: true, recovery: true }) },
    journal: createMemoryJournal(),
    createLane: () => passThroughLane(),
    environment: {},
  });
  test('beyond loopback only with a token', async () => {
    const result = await createGateway(options('0.0.0.0', 0)).start();
    expect(!result.ok && result.error.code).toBe('token-required');
    expect(!result.ok && result.error.message).toContain('gateway.token');
  });
  test('a taken port names the option', async () => {
    const port = Number(new URL(upstream.url).port);
    const result = await createGateway(options('127.0.0.1', port)).start();
    expect(!result.ok && result.error.code).toBe('address-in-use');
    expect(!result.ok && result.error.message).toContain('--listen');
  });
  test('a stop lets a stream finish and takes no new request', async () => {
    const { url, gateway } = await start();
    upstream.play(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"a":1}\n\n');
      await wait(300);
      response.end('data: [DONE]\n\n');
    });
    let stopped: Promise<void> | undefined;
    const answer = await askChat(url, {}, { onChunk: () => void (stopped ??= gateway.stop()) });
    expect([answer.text, answer.complete]).toEqual(['data: {"a":1}\n\ndata: [DONE]\n\n', true]);
    await stopped;
    await expect(ask(`${url}/.signalbox/health`)).rejects.toThrow();
  });
});

describe('what is not inspected passes untouched', () => {
  test('bytes, headers and query both ways', async () => {
    const { url } = await start();
    const sent = randomBytes(300_000);
    const got = gzipSync(randomBytes(200_000));
    upstream.play((response) => {
      response.writeHead(201, 'Made', [
        'X-Odd',
        'a',
        'x-odd',
        'b',
        'Content-Encoding',
        'gzip',
        'Set-Cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
        'X-Signalbox-Turn',
        'no',
        'Connection',
        'x-hop',
        'X-Hop',
        'no',
      ]);
      response.end(got);
    });
    const answer = await ask(`${url}/v1/files/a%2Fb?x=%20&y`, {
      method: 'PUT',
      body: sent,
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': sent.length,
        'Accept-Encoding': 'gzip',
        'x-signalbox-session': 's',
        connection: 'close, x-mine',
        'x-mine': '1',
        'x-keep': 'yes',
      },
    });
    const [seen] = upstream.seen;
    expect([seen?.method, seen?.url, seen && sha(seen.body)]).toEqual(['PUT', '/v1/files/a%2Fb?x=%20&y', sha(sent)]);
    expect(seen?.headers).toMatchObject({ 'accept-encoding': 'gzip', 'x-keep': 'yes', host: new URL(upstream.url).host });
    expect([seen?.headers['x-signalbox-session'], seen?.headers['x-mine']]).toEqual([undefined, undefined]);
    expect([answer.status, sha(answer.body), answer.headers['content-encoding']]).toEqual([201, sha(got), 'gzip']);
    expect(answer.rawHeaders.join(' ')).toContain('X-Odd a x-odd b');
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect([answer.headers['x-signalbox-turn'], answer.headers['x-hop']]).toEqual([undefined, undefined]);
  });
  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])('%s without a body', async (method) => {
    const { url } = await start();
    upstream.play((response) => void response.writeHead(200, { 'content-length': 0, 'x-m': method }).end());
    const answer = await ask(`${url}/v1/models?x=1`, { method });
    expect([answer.status, answer.headers['x-m'], upstream.seen[0]?.method, upstream.seen[0]?.url]).toEqual([
      200,
      method,
      method,
      '/v1/models?x=1',
    ]);
    expect(upstream.seen[0]?.headers['transfer-encoding']).toBeUndefined();
  });
  test('a body without a length', async () => {
    const { url } = await start();
    upstream.play((response) => void response.end('ok'));
    await ask(`${url}/v1/embeddings`, { method: 'POST', body: 'abc', headers: { 'transfer-encoding': 'chunked' } });
    expect([upstream.seen[0]?.body.toString(), upstream.seen[0]?.headers['transfer-encoding']]).toEqual(['abc', 'chunked']);
  });
  test.each([
    ['no JSON', 'not json'],
    ['a list', '[]'],
    ['fields missing', '{"model":"m"}'],
    ['nothing', ''],
  ])('a POST to a dialect with %s', async (_name, body) => {
    const { url, journal } = await start();
    upstream.play((response) => void response.writeHead(400, { 'content-type': 'text/plain' }).end('bad'));
    const answer = await ask(`${url}/v1/chat/completions`, { method: 'POST', body, headers: { 'content-length': body.length } });
    expect([answer.status, answer.text, upstream.seen[0]?.body.toString()]).toEqual([400, 'bad', body]);
    expect(journal.entries).toEqual([]);
  });
  test('a broken answer stays broken', async () => {
    const { url } = await start();
    upstream.play(async (response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half');
      await wait(20);
      resetConnection(response);
    });
    const answer = await ask(`${url}/v1/models`);
    expect([answer.text, answer.complete]).toEqual(['half', false]);
  });
  test('a client that leaves ends the upstream request', async () => {
    const { url } = await start();
    upstream.play((response) => void response.writeHead(200).write('first'));
    const leaving = new AbortController();
    await ask(`${url}/v1/models`, { signal: leaving.signal, onChunk: () => leaving.abort() }).catch(() => undefined);
    await expect.poll(() => upstream.seen[0]?.aborted).toBe(true);
  });
  test("an unreachable upstream is told in Anthropic's shape to a client of its API, on its other routes too", async () => {
    const { url } = await start({}, 'http://127.0.0.1:1');
    const headers = { 'anthropic-version': '2023-06-01' };
    const answer = await ask(`${url}/v1/messages/count_tokens`, { method: 'POST', headers, body: '{}' });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([502, { type: 'error', error: { type: 'overloaded_error' } }]);
  });
  test('an unreachable upstream is a 502 that says what, why and next', async () => {
    const free = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as net.AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const { url } = await start({}, `http://127.0.0.1:${port}`);
    const answer = await ask(`${url}/v1/models`);
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.text).error).toMatchObject({
      code: 'signalbox_upstream_unreachable',
      message: expect.stringMatching(/main.*ECONNREFUSED.*doctor/),
    });
  });
  test('a slow client holds the upstream back', async () => {
    const { url } = await start();
    const total = 24 * 1024 * 1024;
    let written = 0;
    upstream.play(async (response) => {
      response.writeHead(200, { 'content-length': total });
      const block = Buffer.alloc(256 * 1024);
      while (written < total && !response.destroyed) {
        written += block.length;
        if (!response.write(block)) await Promise.race([once(response, 'drain'), wait(3000)]);
      }
      response.end();
    });
    let paused = false;
    let heldAt = 0;
    const answer = await ask(`${url}/v1/files`, {
      onChunk: (_chunk, response) => {
        if (paused) return;
        paused = true;
        response.pause();
        setTimeout(() => {
          heldAt = written;
          response.resume();
        }, 300);
      },
    });
    expect(answer.body.length).toBe(total);
    expect(heldAt).toBeLessThan(total / 2);
  });
});

test('a proxy is used for upstreams elsewhere, and never for this machine', async () => {
  const asked: string[] = [];
  const proxy = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      asked.push(data.toString('latin1').split('\r\n', 1)[0] ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  const environment = { HTTPS_PROXY: address, HTTP_PROXY: address, NO_PROXY: 'direct.invalid' };
  const upstreams = {
    tls: { url: 'https://model.invalid/v1' },
    plain: { url: 'http://model.invalid/v1' },
    direct: { url: 'http://direct.invalid/v1' },
    here: { url: `${upstream.url}/v1` },
  };
  const { url } = await start({ environment, settings: { upstreams } });
  upstream.play((response) => void response.end('fine'));
  expect((await ask(`${url}/up/tls/v1/models`)).status).toBe(502);
  expect((await ask(`${url}/up/plain/v1/models`)).status).toBe(502);
  expect((await ask(`${url}/up/direct/v1/models`)).status).toBe(502);
  expect((await ask(`${url}/up/here/v1/models`)).text).toBe('fine');
  expect(asked).toEqual(['CONNECT model.invalid:443 HTTP/1.1', 'GET http://model.invalid/v1/models HTTP/1.1']);
  proxy.close();
});

test('request bodies of a turn are forwarded byte for byte', async () => {
  const { url, journal } = await start();
  upstream.play((response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  const odd = Buffer.from(
    `\n{ "stream":false,  "model":"m\\u0041", "n":1e0,"x":12345678901234567890, "messages":[{"role":"user","content":"\u00e9\\/"}] }\n`,
  );
  const packed = gzipSync(odd);
  await ask(`${url}/v1/chat/completions`, { method: 'POST', body: odd, headers: { 'content-length': odd.length } });
  await ask(`${url}/v1/chat/completions`, {
    method: 'POST',
    body: packed,
    headers: { 'content-length': packed.length, 'content-encoding': 'gzip', 'accept-encoding': 'gzip, br' },
  });
  expect(upstream.seen.map((one) => sha(one.body))).toEqual([sha(odd), sha(packed)]);
  expect(upstream.seen.map((one) => one.headers['content-encoding'])).toEqual([undefined, 'gzip']);
  expect(upstream.seen[1]?.headers['accept-encoding']).toBe('identity');
  expect(journal.of('turn-started')).toHaveLength(2);
  expect(Buffer.from(journal.tapes[1]?.head.body ?? '').toString()).toBe(odd.toString());
  expect(chatBody()).toContain('Do the step');
});

test.each([
  ['nested too deeply', `{"role":"user","content":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['more than 100000 messages', `${'1,'.repeat(100_000)}1`],
])('a request that cannot be inspected (%s) is forwarded, and said', async (what, messages) => {
  const { url, journal } = await start();
  upstream.play((response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  const body = `{"model":"m","messages":[${messages}]}`;
  const answer = await ask(`${url}/v1/chat/completions`, { method: 'POST', body, headers: { 'content-length': body.length } });
  expect(answer.status).toBe(200);
  expect(upstream.seen.map((one) => one.body.toString() === body)).toEqual([true]);
  expect(journal.of('limit-reached')).toMatchObject([{ detail: expect.stringContaining(what) }]);
});
