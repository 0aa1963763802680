import { describe, expect, test } from 'vitest';
import { hostName, isHostAllowed, isLoopbackName, isOriginAllowed, isSameSecret, keyIn, presentedToken } from './loopback-auth.ts';

describe('host names', () => {
  test.each([
    ['localhost:4141', 'localhost'],
    ['LocalHost.', 'localhost'],
    ['[::1]:4141', '::1'],
    ['::1', '::1'],
    ['127.0.0.1', '127.0.0.1'],
    ['a.b:1', 'a.b'],
    ['', undefined],
    ['a b', undefined],
    ['evil@localhost', undefined],
    ['localhost:4141:1', undefined],
    ['localhost:123456', undefined],
    ['localhost/x', undefined],
  ])('%j is %j', (value, name) => expect(hostName(value)).toBe(name));
});

describe('loopback names', () => {
  test.each(['localhost', 'app.localhost', '127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1'])('valid %s', (name) =>
    expect(isLoopbackName(name)).toBe(true),
  );
  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '128.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '::',
    '::2',
    '::ffff:10.0.0.1',
    '64:ff:127.0.0.1',
    '::abcd:127.0.0.1',
    'notlocalhost',
    '',
  ])('invalid %s', (name) => expect(isLoopbackName(name)).toBe(false));
});

describe('Host header', () => {
  test.each([
    ['localhost:1', []],
    ['127.0.0.1:4141', []],
    ['box.lan:4141', ['box.lan']],
    ['BOX.lan', ['box.lan:4141']],
    ['192.168.1.5:4141', ['192.168.1.5']],
  ])('valid %s with %j', (host, allowed) => expect(isHostAllowed(host, allowed)).toBe(true));
  test.each([
    ['evil.example', []],
    ['evil.example', ['box.lan']],
    ['xbox.lan', ['box.lan']],
    ['', ['']],
    [undefined, ['box.lan']],
    ['evil example', ['evil example']],
  ])('invalid %s with %j', (host, allowed) => expect(isHostAllowed(host, allowed)).toBe(false));
});

describe('Origin header', () => {
  const listed = ['vscode-file', 'vscode-webview', 'https://ok.example'];
  test.each([undefined, 'vscode-file://vscode-app', 'vscode-webview://abc', 'https://ok.example', 'HTTPS://OK.example'])(
    'valid %s',
    (origin) => expect(isOriginAllowed(origin, listed)).toBe(true),
  );
  test.each(
    [
      'null',
      '',
      'https://evil.example',
      'http://ok.example',
      'https://ok.example.evil',
      'https://ok.example:8443',
      'http://localhost:3000',
      'vscode-file',
      'x-vscode-file://a',
    ].filter((o) => o !== 'vscode-file'),
  )('invalid %j', (origin) => expect(isOriginAllowed(origin, listed)).toBe(false));
  test('an empty entry allows nothing', () => expect(isOriginAllowed('', [''])).toBe(false));
});

describe('token', () => {
  const token = 'a-token-of-length';
  test.each([
    [[['x-signalbox-token', token]], undefined, ['x-signalbox-token']],
    [[['Authorization', `Bearer ${token}`]], undefined, ['authorization']],
    [[['authorization', `bearer   ${token}`]], undefined, ['authorization']],
    [[['X-Api-Key', token]], undefined, ['x-api-key']],
    [[['api-key', token]], undefined, ['api-key']],
    [[['x-goog-api-key', token]], undefined, ['x-goog-api-key']],
    [[['x-api-key', 'sk-other']], token, []],
  ] as const)('valid %j %j', (headers, path, found) => {
    const presented = presentedToken(headers, path, token);
    expect(presented.matches).toBe(true);
    expect([...presented.headers]).toEqual(found);
  });
  test.each([
    [[], undefined],
    [[['x-signalbox-token', `${token}x`]], undefined],
    [[['x-signalbox-token', `Bearer ${token}`]], undefined],
    [[['cookie', token]], undefined],
    [[['authorization', `Basic ${token}`]], undefined],
    [[], `${token}x`],
    [[['x-api-key', '']], ''],
  ] as const)('invalid %j %j', (headers, path) => expect(presentedToken(headers, path, token).matches).toBe(false));
  test('secrets are compared whole', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true);
    expect(isSameSecret('abc', 'abcd')).toBe(false);
    expect(isSameSecret('', 'a')).toBe(false);
  });
  test('a key header without Bearer is the key', () => expect(keyIn(' sk-1 ')).toBe('sk-1'));
});
