import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MASKED_KEY } from './mask-keys.ts';
import { keyVariable, openSecrets, type SecretCipher, secretFile } from './secret-store.ts';
import { openSettings, type SettingsStore } from './settings-store.ts';

let data = '';
const opened: SettingsStore[] = [];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  rmSync(data, { recursive: true, force: true });
});

const url = 'https://models.example/v1';
/** Stands for the keychain: reversible, and never the text itself. */
const cipher: SecretCipher = {
  seal: (text) => Buffer.from(text).toString('base64').split('').reverse().join(''),
  open: (sealed) => Buffer.from(sealed.split('').reverse().join(''), 'base64').toString(),
};
const secrets = (environment: Record<string, string> = {}, withCipher?: SecretCipher) =>
  openSecrets({ data, environment, cipher: withCipher });

describe('the file', () => {
  test('keeps a key and a token over restarts, for its owner only', () => {
    const first = secrets();
    first.setKey('main', url, 'sk-1');
    const token = first.token();
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(secrets().keyOf('main', url)).toEqual({ key: 'sk-1', place: 'file' });
    expect(secrets().token()).toBe(token);
    expect(statSync(secretFile(data)).mode & 0o777).toBe(0o600);
  });

  test('a key goes only to the origin that it was stored for', () => {
    secrets().setKey('main', url, 'sk-1');
    expect(secrets().keyOf('main', 'https://models.example/other')).toMatchObject({ key: 'sk-1' });
    expect(secrets().keyOf('main', 'https://else.example/v1')).toBeUndefined();
    expect(secrets().keyOf('main', 'http://models.example/v1')).toBeUndefined();
    expect(secrets().keyOf('constructor', url)).toBeUndefined();
  });

  test('the environment comes first', () => {
    secrets().setKey('my-box', url, 'sk-1');
    expect(keyVariable('my-box')).toBe('SIGNALBOX_KEY_MY_BOX');
    expect(secrets({ SIGNALBOX_KEY_MY_BOX: 'sk-env' }).keyOf('my-box', url)).toEqual({ key: 'sk-env', place: 'environment' });
  });

  test('a keychain seals, and without it the sealed key is nothing', () => {
    secrets({}, cipher).setKey('main', url, 'sk-sealed');
    expect(readFileSync(secretFile(data), 'utf8')).not.toContain('sk-sealed');
    expect(secrets({}, cipher).keyOf('main', url)).toEqual({ key: 'sk-sealed', place: 'keychain' });
    expect(secrets().keyOf('main', url)).toBeUndefined();
    expect([secrets({}, cipher).isSealed('main', url), secrets().isSealed('main', url)]).toEqual([false, true]);
    expect(secrets().isSealed('main', 'https://else.example/v1')).toBe(false);
    expect(secrets({ SIGNALBOX_KEY_MAIN: 'sk-env' }).isSealed('main', url)).toBe(false);
  });

  test('the token of the gateway that runs is there for others of this user, and goes with it; keys stay', () => {
    const own = secrets();
    own.setKey('main', url, 'sk-1');
    const command = secrets();
    expect(command.runningToken()).toBeUndefined();
    own.setRunningToken('of-this-run');
    expect(command.runningToken()).toBe('of-this-run');
    expect(statSync(secretFile(data)).mode & 0o777).toBe(0o600);
    // The next program finds what a crash left, and takes it away.
    secrets().setRunningToken(undefined);
    expect([command.runningToken(), secrets().keyOf('main', url)?.key]).toEqual([undefined, 'sk-1']);
  });

  test('without a token nothing is written', () => {
    secrets().setRunningToken(undefined);
    expect(existsSync(secretFile(data))).toBe(false);
  });

  test('a damaged file holds nothing and is written anew', () => {
    writeFileSync(secretFile(data), '{"keys":');
    const store = secrets();
    expect(store.keyOf('main', url)).toBeUndefined();
    expect(store.setKey('main', url, 'sk-2').ok).toBe(true);
    expect(secrets().keyOf('main', url)?.key).toBe('sk-2');
  });
});

describe('with the settings', () => {
  const open = (environment: Record<string, string> = {}) => {
    const store = openSettings({ file: join(data, 'settings.json'), overrides: [], secrets: secrets(environment) });
    if (!store.ok) throw new Error(store.error.rule);
    opened.push(store.value);
    return store.value;
  };
  const file = () => readFileSync(join(data, 'settings.json'), 'utf8');

  test('a key is never written to settings.json, and never shown', () => {
    const store = open();
    store.set('upstreams', { main: { url, key: 'sk-1' } });
    expect(file()).not.toContain('sk-1');
    expect(store.current().upstreams['main']?.key).toBe('sk-1');
    expect(JSON.stringify(store.states())).not.toContain('sk-1');
    expect(open().current().upstreams['main']).toEqual({ url, key: 'sk-1' });
  });

  test('a masked key is kept, also at another address; no key forgets it; a removed upstream leaves none', () => {
    const store = open();
    store.set('upstreams', { main: { url, key: 'sk-1' }, other: { url, key: 'sk-2' } });
    store.set('upstreams.main', { url: 'http://127.0.0.1:1', key: MASKED_KEY });
    expect(store.current().upstreams['main']?.key).toBe('sk-1');
    store.set('upstreams', { main: { url: 'http://127.0.0.1:1' } });
    expect(store.current().upstreams).toEqual({ main: { url: 'http://127.0.0.1:1' } });
    expect(readFileSync(secretFile(data), 'utf8')).not.toContain('sk-');
  });

  test('a key that a person wrote into settings.json acts, and moves out when the console writes upstreams', () => {
    writeFileSync(join(data, 'settings.json'), JSON.stringify({ upstreams: { main: { url, key: 'sk-hand' } } }));
    const store = open();
    expect(store.current().upstreams['main']?.key).toBe('sk-hand');
    store.set('upstreams.more', { url });
    expect(file()).not.toContain('sk-hand');
    expect(store.current().upstreams['main']?.key).toBe('sk-hand');
  });

  test('a key of the environment is not stored', () => {
    const store = open({ SIGNALBOX_KEY_MAIN: 'sk-env' });
    store.set('upstreams', { main: { url, key: MASKED_KEY } });
    store.set('upstreams', { main: { url, key: MASKED_KEY } });
    expect(store.current().upstreams['main']?.key).toBe('sk-env');
    expect(file()).not.toContain('sk-env');
    expect(open().current().upstreams['main']?.key).toBeUndefined();
  });
});
