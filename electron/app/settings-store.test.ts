import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MASKED_KEY } from './mask-keys.ts';
import { openSettings, type SettingsChange, type SettingsStore } from './settings-store.ts';

let folder = '';
let file = '';
const opened: SettingsStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
  file = join(folder, 'settings.json');
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  rmSync(folder, { recursive: true, force: true });
});

const save = (document: unknown) => writeFileSync(file, JSON.stringify(document));
const saved = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

function open(overrides: readonly { readonly key: string; readonly value: unknown }[] = []): SettingsStore {
  const store = openSettings({ file, overrides }, 20);
  if (!store.ok) throw new Error(`${store.error.key}: ${store.error.rule}`);
  opened.push(store.value);
  return store.value;
}

const stateOf = (store: SettingsStore, key: string) => store.states().find((state) => state.key === key);

describe('loading', () => {
  test('a missing file is the defaults', () => {
    expect(open().current()['recovery.mode']).toBe('auto');
  });

  test('entries of a record stand under dotted keys, over the record, in any order', () => {
    save({ 'healing.bridge': 'off', healing: { bridge: 'ask', 'clamp-range': 'off' } });
    expect(open().current().healing).toEqual({ bridge: 'off', 'clamp-range': 'off' });
  });

  test('the command line is over the file', () => {
    save({ 'reask.max': 0 });
    expect(open([{ key: 'reask.max', value: 2 }]).current()['reask.max']).toBe(2);
  });

  test.each([
    [{ 'reask.max': 'many' }, 'reask.max'],
    [{ nonsense: 1 }, 'nonsense'],
    [{ 'approval.timeoutMs': 170_001 }, 'approval.timeoutMs'],
    [{ upstreams: { a: { url: 'ftp://x' } } }, 'upstreams'],
  ])('%j is refused by name', (document, key) => {
    save(document);
    const store = openSettings({ file, overrides: [] });
    expect(store.ok ? '' : store.error.key).toContain(key);
  });

  const main = { url: 'http://127.0.0.1:1' };
  const misspelt: readonly (readonly [string, unknown, string])[] = [
    ['recovery.formats.hermes', 'off', 'recovery.formats.hermes'],
    ['recovery.formats', { 'hermes-json': 'off', hermes: 'off' }, 'recovery.formats.hermes'],
    ['healing.bridges', 'off', 'healing.bridges'],
    ['guidance.patterns.EI/NO_SUCH/001', 'off', 'guidance.patterns.EI/NO_SUCH/001'],
    ['upstreams.main', { ...main, formats: { hermes: 'off' } }, 'upstreams.main.formats.hermes'],
    ['upstreams.main', { ...main, profile: 'mistrall' }, 'upstreams.main.profile'],
  ];
  test.each(misspelt)('%s %j names nothing that exists: refused, wherever it comes from', (key, value, named) => {
    const fromLine = openSettings({ file, overrides: [{ key, value }] });
    expect(fromLine.ok ? '' : fromLine.error.key).toBe(named);
    expect(fromLine.ok ? '' : fromLine.error.rule).toMatch(/there is no .*; known: /);
    const set = open().set(key, value);
    expect(set.ok ? '' : set.error.key).toBe(named);
    save({ [key]: value });
    const fromFile = openSettings({ file, overrides: [] });
    expect(fromFile.ok ? '' : fromFile.error.key).toContain(named);
  });

  test('one part of an upstream that is there: by the command line, by file in any order, by the operator', () => {
    const store = open([
      { key: 'upstreams.main', value: main },
      { key: 'upstreams.main.formats.hermes-json', value: 'off' },
      { key: 'upstreams.main.stall.idleMs', value: 0 },
    ]);
    expect(store.current().upstreams).toEqual({ main: { ...main, formats: { 'hermes-json': 'off' }, stall: { idleMs: 0 } } });
    expect(store.set('upstreams.main.formats.kimi', 'ask').ok).toBe(false);
    expect(store.set('upstreams.main.profile', 'mistral').ok).toBe(true);
    expect(store.current().upstreams['main']).toMatchObject({ profile: 'mistral', formats: { 'hermes-json': 'off' } });
    save({ 'upstreams.a.b.profile': 'mistral', 'upstreams.a': main, 'upstreams.a.b': main });
    expect(open().current().upstreams).toEqual({ a: main, 'a.b': { ...main, profile: 'mistral' } });
  });

  test('names that exist are taken', () => {
    const formats = { 'hermes-json': 'ask' };
    const store = open([
      { key: 'recovery.formats', value: formats },
      { key: 'healing.observe-then-retry', value: 'on' },
      { key: 'upstreams.main', value: { ...main, formats, profile: 'mistral' } },
    ]);
    expect(store.current()['recovery.formats']).toEqual(formats);
  });

  test('a key that does not exist is refused with those that do', () => {
    const set = open().set('recovery.modus', 'off');
    expect(set.ok ? '' : set.error.rule).toContain('recovery.mode');
  });

  test('a file that is no JSON is named', () => {
    writeFileSync(file, '{ not json');
    const store = openSettings({ file, overrides: [] });
    expect(store.ok ? '' : `${store.error.key} ${store.error.rule}`).toContain('is no JSON');
  });
});

describe('set by the operator', () => {
  test('is in force at once, written whole, readable by the owner only; other keys stay', () => {
    save({ 'reask.max': 0 });
    const store = open();
    expect(store.set('approval.whenNoConsole', 'wait').ok).toBe(true);
    expect(store.current()['approval.whenNoConsole']).toBe('wait');
    expect(saved()).toEqual({ 'reask.max': 0, 'approval.whenNoConsole': 'wait' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a bad value changes nothing and names key and rule', () => {
    const store = open();
    const outcome = store.set('approval.timeoutMs', 999_999);
    expect(outcome).toMatchObject({ ok: false, error: { key: 'approval.timeoutMs' } });
    expect(store.current()['approval.timeoutMs']).toBe(120_000);
  });

  test('replaces what the command line said', () => {
    const store = open([{ key: 'reask.max', value: 2 }]);
    store.set('reask.max', 0);
    expect(store.current()['reask.max']).toBe(0);
  });

  test('keys of upstreams are never shown, and stay when the masked form comes back', () => {
    save({ upstreams: { main: { url: 'http://127.0.0.1:1', key: 'sk-secret' } } });
    const store = open();
    expect(JSON.stringify(store.states())).not.toContain('sk-secret');
    store.set('upstreams', { main: { url: 'http://127.0.0.1:2', key: MASKED_KEY } });
    expect(store.current().upstreams['main']).toEqual({ url: 'http://127.0.0.1:2', key: 'sk-secret' });
  });
});

describe('changed by file while running', () => {
  const nextChange = (store: SettingsStore) => {
    const changes: SettingsChange[] = [];
    store.onChange((change) => changes.push(change));
    return changes;
  };

  test('an ordinary key is adopted', async () => {
    const store = open();
    const changes = nextChange(store);
    save({ 'look.theme': 'dark' });
    await vi.waitFor(() => expect(changes).toEqual([{ keys: ['look.theme'], by: 'file', pending: false }]), 3000);
    expect(store.current()['look.theme']).toBe('dark');
  });

  test('a guarded key waits until the operator confirms it', async () => {
    const store = open();
    const changes = nextChange(store);
    save({ 'recovery.mode': 'off' });
    await vi.waitFor(() => expect(changes).toEqual([{ keys: ['recovery.mode'], by: 'file', pending: true }]), 3000);
    expect(store.current()['recovery.mode']).toBe('auto');
    expect(stateOf(store, 'recovery.mode')?.pending).toBe('off');
    store.set('recovery.mode', 'off');
    expect(store.current()['recovery.mode']).toBe('off');
    expect(stateOf(store, 'recovery.mode')).not.toHaveProperty('pending');
  });

  test('setting another key neither drops nor adopts what waits', async () => {
    const store = open();
    save({ 'recovery.mode': 'off' });
    await vi.waitFor(() => expect(stateOf(store, 'recovery.mode')?.pending).toBe('off'), 3000);
    store.set('look.theme', 'dark');
    expect(store.current()['recovery.mode']).toBe('auto');
    expect(stateOf(store, 'recovery.mode')?.pending).toBe('off');
    expect(saved()).toEqual({ 'recovery.mode': 'off', 'look.theme': 'dark' });
  });

  test('a broken file is reported and changes nothing', async () => {
    const store = open();
    const problems: string[] = [];
    store.onProblem((problem) => problems.push(problem.key));
    save({ 'reask.max': 'many' });
    await vi.waitFor(() => expect(problems).toEqual(['reask.max']), 3000);
    expect(store.current()['reask.max']).toBe(1);
  });
});
