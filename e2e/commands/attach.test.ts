import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedUpstream } from '../scripted-upstream.ts';

const program = resolve(import.meta.dirname, '../../signalbox.mjs');
const upstream = new ScriptedUpstream();
let home = '';
const running: ChildProcess[] = [];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'attach-'));
  await upstream.start();
});
afterEach(async () => {
  await endAll();
  await upstream.close();
  upstream.requests.length = 0;
  rmSync(home, { recursive: true, force: true });
});

async function endAll(): Promise<void> {
  for (const child of running.splice(0)) {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  }
}

const data = () => join(home, 'data');
const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  SIGNALBOX_NO_BUILD: '1',
  SIGNALBOX_DATA: data(),
  ...more,
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function signalbox(words: readonly string[], env: Record<string, string> = {}, onChild?: (child: ChildProcess) => void): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...words], { env: environment(env) });
  onChild?.(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((done) => child.on('close', (code) => done({ code, out, err })));
}

interface ReadyLine {
  readonly gateway: string;
  readonly console: string;
  readonly token: string;
}

/** `signalbox serve`, up to its ready line. */
async function serve(words: readonly string[] = [], env: Record<string, string> = {}): Promise<ReadyLine> {
  const ports = ['--listen', '127.0.0.1:0', '--console', '127.0.0.1:0'];
  const child = spawn(process.execPath, [program, 'serve', '--json', ...ports, ...words], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as ReadyLine;
  throw new Error('the program ended before it was ready');
}

/** A child that asks the model once, as an SDK does with this variable, and says what it saw. */
const asking = (variable: string, path: string): readonly string[] => [
  '--',
  process.execPath,
  '-e',
  `const base = process.env.${variable};
   fetch(base.replace(/\\/$/, '') + '${path}', { method: 'POST', headers: { 'content-type': 'application/json' },
     body: JSON.stringify({ model: 'm', max_tokens: 5, stream: true, messages: [{ role: 'user', content: 'hi' }] }) })
     .then(async (r) => { await r.text(); console.log(JSON.stringify({ base, status: r.status, turn: r.headers.get('x-signalbox-turn') })); process.exit(5); })`,
];
const said = (ended: Ended): { base: string; status: number; turn: string | null } => JSON.parse(ended.out) as never;

describe('run', () => {
  test('its own gateway: the request ends where the variable pointed, the exit code is the child’s', async () => {
    const ended = await signalbox(['run', ...asking('OPENAI_BASE_URL', '/chat/completions')], { OPENAI_BASE_URL: `${upstream.url}/v1` });
    expect(ended).toMatchObject({ code: 5, err: '' });
    expect(said(ended)).toMatchObject({ status: 200, turn: expect.stringContaining('turn_') });
    expect(said(ended).base).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/up\/127\.0\.0\.1-\d+\/v1$/);
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
    expect(existsSync(join(data(), 'gateway.json'))).toBe(false);
    expect(existsSync(join(data(), 'settings.json'))).toBe(false);
  });

  test('Anthropic’s variable, and a named upstream on the command line', async () => {
    const ended = await signalbox(['run', '--upstream', upstream.url, ...asking('ANTHROPIC_BASE_URL', '/v1/messages')], {
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    });
    expect(said(ended).status).toBe(200);
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/v1/messages']);
  });

  test('a running gateway is used, with the upstream of its command line; its file holds both and nothing else', async () => {
    const { gateway } = await serve(['--upstream', `${upstream.url}/v1`]);
    const file = join(data(), 'gateway.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ gateway, upstreams: [{ name: 'default', url: `${upstream.url}/v1` }] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const ended = await signalbox(['run', ...asking('OPENAI_BASE_URL', '/chat/completions')]);
    expect(said(ended)).toMatchObject({ base: `${gateway}/v1`, status: 200 });
  });

  test('a token and upstreams that only the running gateway was given: run and connect find them, and no file shows the token', async () => {
    const upstreams = JSON.stringify({ first: { url: `${upstream.url}/v1` }, aside: { url: 'http://127.0.0.1:1', onlyByName: true } });
    const { gateway } = await serve(['--set', 'gateway.token="of-the-command-line"', '--set', `upstreams=${upstreams}`]);
    const file = readFileSync(join(data(), 'gateway.json'), 'utf8');
    expect(JSON.parse(file)).toEqual({
      gateway,
      upstreams: [
        { name: 'first', url: `${upstream.url}/v1` },
        { name: 'aside', url: 'http://127.0.0.1:1', onlyByName: true },
      ],
    });
    expect(statSync(join(data(), 'secrets.json')).mode & 0o777).toBe(0o600);
    const ended = await signalbox(['run', ...asking('OPENAI_BASE_URL', '/chat/completions')]);
    expect(said(ended)).toMatchObject({ base: `${gateway}/t/of-the-command-line/v1`, status: 200 });
    const connected = await signalbox(['connect', 'claude-code', '--json']);
    expect([connected.code, connected.err]).toEqual([0, '']);
    expect(connected.out).toContain('"what":"endpoint","passed":true');
    await endAll();
    expect(readFileSync(join(data(), 'secrets.json'), 'utf8')).not.toContain('of-the-command-line');
  });

  test('settings that only the running gateway read: their file is not that of the command', async () => {
    const other = join(home, 'other.json');
    writeFileSync(other, JSON.stringify({ upstreams: { main: { url: `${upstream.url}/v1`, key: 'sk-stored' } } }));
    const { gateway } = await serve(['--settings', other]);
    const ended = await signalbox(['run', ...asking('OPENAI_BASE_URL', '/chat/completions')]);
    expect(said(ended)).toMatchObject({ status: 200, base: expect.stringMatching(/\/t\/[\w-]{32}\/v1$/) });
    expect(said(ended).base.startsWith(gateway)).toBe(true);
    expect(upstream.requests[0]?.headers.authorization).toBe('Bearer sk-stored');
  });

  test('what is set in the console holds for the next command', async () => {
    const { gateway, console, token } = await serve(['--upstream', `${upstream.url}/v1`]);
    const set = await fetch(`${console}/api/settings/set`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ key: 'gateway.token', value: 'set-in-the-console' }),
    });
    expect(set.status).toBe(200);
    const ended = await signalbox(['run', ...asking('OPENAI_BASE_URL', '/chat/completions')]);
    expect(said(ended)).toMatchObject({ base: `${gateway}/t/set-in-the-console/v1`, status: 200 });
  });

  test('a key that is stored for the upstream of its command line: the token stands in the child’s address', async () => {
    await serve(['--upstream', `main=${upstream.url}/v1`], { SIGNALBOX_KEY_MAIN: 'sk-stored' });
    // The command itself knows no key.
    const ended = await signalbox(['run', ...asking('OPENAI_BASE_URL', '/chat/completions')]);
    expect(said(ended)).toMatchObject({ status: 200, base: expect.stringMatching(/\/t\/[\w-]{32}\/v1$/) });
    expect(upstream.requests[0]?.headers.authorization).toBe('Bearer sk-stored');
  });

  test('beside a running gateway that does not know the endpoint: one of its own, with a journal of its own', async () => {
    const { gateway } = await serve();
    const ended = await signalbox(['run', ...asking('OPENAI_BASE_URL', '/chat/completions')], { OPENAI_BASE_URL: `${upstream.url}/v1` });
    expect(said(ended).status).toBe(200);
    expect(said(ended).base.startsWith(gateway)).toBe(false);
    expect(existsSync(join(data(), 'runs'))).toBe(true);
  });

  test('a stored key: the child gets the token in its address, and the endpoint the key', async () => {
    const settings = ['--set', `upstreams={"main":{"url":"${upstream.url}/v1"}}`];
    const ended = await signalbox(['run', ...settings, ...asking('OPENAI_BASE_URL', '/chat/completions')], {
      SIGNALBOX_KEY_MAIN: 'sk-stored',
    });
    expect(said(ended)).toMatchObject({ status: 200, base: expect.stringMatching(/\/t\/[\w-]{32}\/v1$/) });
    expect(upstream.requests[0]?.headers.authorization).toBe('Bearer sk-stored');
    expect(statSync(join(data(), 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(data(), 'secrets.json'), 'utf8')).not.toContain('sk-stored');
  });

  test('a key that only the keychain opens: said with its next step, and the agent’s own key goes on', async () => {
    mkdirSync(data());
    writeFileSync(join(data(), 'settings.json'), JSON.stringify({ upstreams: { main: { url: `${upstream.url}/v1` } } }));
    writeFileSync(join(data(), 'secrets.json'), JSON.stringify({ keys: { main: { origin: upstream.url, sealed: 'bytes' } } }));
    const ended = await signalbox(['run', ...asking('OPENAI_BASE_URL', '/chat/completions')]);
    expect(said(ended).status).toBe(200);
    expect(ended.err).toMatch(/key of the upstream "main": it is sealed by the system’s keychain.*Next: .*SIGNALBOX_KEY_MAIN/);
    const told = await signalbox(['doctor', '--json']);
    expect(JSON.parse(told.out)).toMatchObject({
      findings: expect.arrayContaining([
        {
          what: 'key of main',
          state: 'note',
          detail: expect.stringContaining('sealed'),
          next: expect.stringContaining('SIGNALBOX_KEY_MAIN'),
        },
      ]),
    });
  });

  test('a variable that holds no address is named, unless the command line says where to', async () => {
    const broken = { OPENAI_BASE_URL: 'localhost:8000/v1' };
    const ended = await signalbox(['run', ...asking('OPENAI_BASE_URL', '/chat/completions')], broken);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain('OPENAI_BASE_URL holds "localhost:8000/v1"');
    const told = await signalbox(['run', '--upstream', upstream.url, ...asking('OPENAI_BASE_URL', '/chat/completions')], broken);
    expect(said(told).status).toBe(200);
  });

  test('SIGTERM reaches the child, whose code counts', async () => {
    const script = 'process.on("SIGTERM", () => process.exit(9)); console.log("up"); setInterval(() => {}, 1000)';
    const ended = await signalbox(['run', '--', process.execPath, '-e', script], {}, (child) =>
      child.stdout?.once('data', () => child.kill('SIGTERM')),
    );
    expect(ended).toMatchObject({ code: 9, out: 'up\n' });
  });

  test.each([
    [['run'], 2, 'needs a command'],
    [['run', '--agent', 'nobody', '--', 'true'], 2, 'claude-code'],
    [['run', '--', 'pi'], 2, 'signalbox connect pi'],
    [['run', '--', '/nowhere/agent'], 127, 'no such program'],
    [['serve', '--agent', 'claude'], 2, '--agent belongs to'],
    [['run', '--restore', '--', 'true'], 2, '--restore belongs to'],
  ])('%j', async (words, code, message) => {
    const ended = await signalbox(words);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(message);
  });
});

describe('connect', () => {
  const settings = () => join(home, '.claude/settings.json');

  test('writes, proves the way to the endpoint, and restores', async () => {
    const { gateway } = await serve(['--upstream', upstream.url]);
    mkdirSync(join(home, '.claude'));
    writeFileSync(settings(), '{ "model": "opus" } // mine\n');
    const connected = await signalbox(['connect', 'claude-code', '--json']);
    expect(connected.err).toBe('');
    expect(connected.code).toBe(0);
    const lines = connected.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; checks?: { passed: boolean }[] });
    expect(lines.map(({ type }) => type)).toEqual(['connected', 'verified']);
    expect(lines[1]?.checks?.map(({ passed }) => passed)).toEqual([true, true, true]);
    expect(readFileSync(settings(), 'utf8')).toContain(`"ANTHROPIC_BASE_URL": "${gateway}"`);
    const restored = await signalbox(['connect', 'claude', '--restore']);
    expect(restored.code).toBe(0);
    expect(readFileSync(settings(), 'utf8')).toBe('{ "model": "opus" } // mine\n');
    const again = await signalbox(['connect', 'claude', '--restore']);
    expect(again).toMatchObject({ code: 0, err: '', out: expect.stringContaining('nothing to restore') });
    expect(readFileSync(settings(), 'utf8')).toBe('{ "model": "opus" } // mine\n');
  });

  test('what was never connected has nothing to restore, which is no failure', async () => {
    expect(await signalbox(['connect', 'codex', '--restore'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing to restore'),
    });
    const said = await signalbox(['connect', 'aider', '--restore', '--json']);
    expect([said.code, JSON.parse(said.out)]).toEqual([0, { type: 'nothing-to-restore', agent: 'aider', file: null }]);
  });

  test('an address of the gateway that has no backup here is left alone, with what to do', async () => {
    const { gateway } = await serve(['--upstream', upstream.url]);
    mkdirSync(join(home, '.claude'));
    const text = JSON.stringify({ env: { ANTHROPIC_BASE_URL: gateway } });
    writeFileSync(settings(), text);
    const refused = await signalbox(['connect', 'claude', '--restore']);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/no backup of it.*by hand.*--data/);
    expect(readFileSync(settings(), 'utf8')).toBe(text);
  });

  test('without a running gateway it is connected to the usual address, and says what is next', async () => {
    const connected = await signalbox(['connect', 'claude-code', '--listen', '127.0.0.1:1']);
    expect(connected.code).toBe(0);
    expect(connected.out).toContain('next: start it');
    expect((await signalbox(['connect', 'claude-code', '--verify', '--listen', '127.0.0.1:1'])).code).toBe(1);
  });

  test.each([
    [['connect', 'nobody'], 2, 'there is no agent'],
    [['connect', 'claude-code', 'codex'], 2, 'one agent'],
    [['connect', 'aider'], 1, 'signalbox run -- aider'],
  ])('%j', async (words, code, message) => {
    const ended = await signalbox(words);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(message);
  });

  test('lists the agents', async () => {
    const listed = await signalbox(['connect', '--json']);
    expect(JSON.parse(listed.out)).toMatchObject({
      type: 'agents',
      agents: expect.arrayContaining([expect.objectContaining({ id: 'codex', state: 'absent' })]),
    });
  });
});
