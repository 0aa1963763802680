import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealedKeysOf } from './sealed-keys.ts';
import { openSecrets, type SecretCipher } from './secret-store.ts';

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'sealed-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const url = 'https://models.example/v1';
const sealing: SecretCipher = { seal: (text) => `sealed ${text}`, open: (text) => text.replace('sealed ', '') };
const foreign: SecretCipher = { seal: (text) => text, open: () => undefined };
const secretsOf = (cipher?: SecretCipher, environment: Record<string, string> = {}) => openSecrets({ data, environment, cipher });

test.each([
  ['a command has no keychain', undefined, {}, ['start the desktop console']],
  ['a keychain of another user', foreign, {}, ['store it again']],
  ['the keychain itself', sealing, {}, []],
  ['a key of the environment goes first', undefined, { SIGNALBOX_KEY_MAIN: 'sk-env' }, []],
])('%s', (_name, cipher, environment, nexts) => {
  secretsOf(sealing).setKey('main', url, 'sk-1');
  const secrets = secretsOf(cipher, environment);
  const upstreams = { main: { url, key: secrets.keyOf('main', url)?.key }, plain: { url }, moved: { url: 'https://else.example' } };
  const found = sealedKeysOf(upstreams, secrets);
  expect(found.map(({ name }) => name)).toEqual(nexts.map(() => 'main'));
  nexts.forEach((next, index) => expect(found[index]?.next).toContain(next));
  expect(found.every(({ next }) => next.includes('SIGNALBOX_KEY_MAIN'))).toBe(true);
});
