import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok } from '../../../shared/result.ts';
import type { Settings } from '../../../shared/settings.ts';
import { defaultUpstream } from '../../gateway/route-request.ts';
import { agentStateOf } from './agent-states.ts';
import { connectAgent, restoreAgent } from './connect-agent.ts';
import { attachProfileOf } from './profiles/index.ts';

let home = '';
let upstreams: Settings['upstreams'] = {};
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agents-'));
  upstreams = {};
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const gateway = 'http://127.0.0.1:4141';
const data = () => join(home, 'data');
const profileOf = (id: string) => attachProfileOf(id) ?? expect.fail(`no agent ${id}`);
const save = (path: string, text: string): string => {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
const connect = (id: string, at = gateway, token?: string) =>
  connectAgent(profileOf(id), {
    data: data(),
    home: { home, environment: {} },
    gateway: { url: at, upstreams, hasDefault: defaultUpstream(upstreams) !== undefined, tokenFor: () => token },
    addUpstream: (name, url) => {
      upstreams = { ...upstreams, [name]: { url, onlyByName: true } };
      return ok(undefined);
    },
  });

/** Agent, its file, the text before, the text after. */
const cases: readonly (readonly [name: string, agent: string, path: string, before: string, after: string])[] = [
  [
    'claude: comments, order and unknown keys stay',
    'claude-code',
    '.claude/settings.json',
    '{\n  // mine\n  "model": "opus",\n  "env": {\n    "FOO": "1",\n  },\n  "hooks": { "Stop": [] }\n}\n',
    '{\n  // mine\n  "model": "opus",\n  "env": {\n    "FOO": "1",\n    "ANTHROPIC_BASE_URL": "http://127.0.0.1:4141/up/anthropic",\n  },\n  "hooks": { "Stop": [] }\n}\n',
  ],
  [
    'claude: a proxy of its own stays the upstream',
    'claude-code',
    '.claude/settings.json',
    '{"env":{"ANTHROPIC_BASE_URL":"https://proxy.example/anthropic"}}',
    '{"env":{"ANTHROPIC_BASE_URL":"http://127.0.0.1:4141/up/proxy.example"}}',
  ],
  [
    'codex: the built-in provider',
    'codex',
    '.codex/config.toml',
    '# mine\nmodel = "gpt-5.5"\n\n[analytics]\nenabled = false\n',
    'openai_base_url = "http://127.0.0.1:4141/up/openai/v1"\n# mine\nmodel = "gpt-5.5"\n\n[analytics]\nenabled = false\n',
  ],
  [
    'codex: the provider in use, with its comment',
    'codex',
    '.codex/config.toml',
    'model_provider = "box"\nnote = """\n[model_providers.box]\nbase_url = "no"\n"""\n\n[model_providers.other]\nbase_url = "http://other/v1"\n\n[model_providers."box"] # ours\nname = "Box"\nbase_url = \'http://10.0.0.5:8000/v1\' # vllm\nwire_api = "responses"\n',
    'model_provider = "box"\nnote = """\n[model_providers.box]\nbase_url = "no"\n"""\n\n[model_providers.other]\nbase_url = "http://other/v1"\n\n[model_providers."box"] # ours\nname = "Box"\nbase_url = "http://127.0.0.1:4141/up/10.0.0.5-8000/v1" # vllm\nwire_api = "responses"\n',
  ],
  [
    'opencode: every provider with an address',
    'opencode',
    '.config/opencode/opencode.json',
    '{\n\t"provider": {\n\t\t"a": { "options": { "baseURL": "http://a:1/v1", "apiKey": "k" } },\n\t\t"b": { "options": {} },\n\t\t"c": { "options": { "baseURL": "http://c/openai" } }\n\t}\n}\n',
    '{\n\t"provider": {\n\t\t"a": { "options": { "baseURL": "http://127.0.0.1:4141/up/a-1/v1", "apiKey": "k" } },\n\t\t"b": { "options": {} },\n\t\t"c": { "options": { "baseURL": "http://127.0.0.1:4141/up/c" } }\n\t}\n}\n',
  ],
  [
    'continue: comments stay, a missing address gets a line',
    'continue',
    '.continue/config.yaml',
    'name: Mine # yes\nmodels:\n  - name: one\n    provider: openai\n    model: m1\n    apiBase: http://x:8000/v1/ # here\n  - name: two # no address\n    provider: anthropic\n    roles: [chat, edit]\n  - name: three\n    provider: ollama\n',
    'name: Mine # yes\nmodels:\n  - name: one\n    provider: openai\n    model: m1\n    apiBase: "http://127.0.0.1:4141/up/x-8000/v1/" # here\n  - name: two # no address\n    apiBase: "http://127.0.0.1:4141/up/anthropic/v1/"\n    provider: anthropic\n    roles: [chat, edit]\n  - name: three\n    provider: ollama\n',
  ],
  [
    'qwen: other lines stay',
    'qwen-code',
    '.qwen/.env',
    '# key\nOPENAI_API_KEY=sk-1\nOPENAI_BASE_URL="https://dash.example/compatible/v1"',
    '# key\nOPENAI_API_KEY=sk-1\nOPENAI_BASE_URL=http://127.0.0.1:4141/up/dash.example/v1',
  ],
  [
    'pi: a provider of its own',
    'pi',
    '.pi/agent/models.json',
    '{ "providers": { "fake": { "baseUrl": "http://f/v1", "api": "openai-completions" } } }',
    '{ "providers": { "fake": { "baseUrl": "http://127.0.0.1:4141/up/f/v1", "api": "openai-completions" } } }',
  ],
];

describe.each(cases)('%s', (_name, agent, path, before, after) => {
  test('is connected, and restored byte for byte', () => {
    const file = save(path, before);
    chmodSync(file, 0o640);
    expect(connect(agent).ok).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(after);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(statSync(join(data(), 'agents', `${agent}.json`)).mode & 0o777).toBe(0o600);
    expect(agentStateOf(profileOf(agent), data(), { home, environment: {} }, gateway).state).toBe('connected');
    expect(restoreAgent(profileOf(agent), data())).toEqual({ ok: true, value: { file, exact: true } });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('connecting twice, also to a gateway that moved, loses nothing', () => {
    const file = save(path, before);
    connect(agent);
    connect(agent);
    expect(readFileSync(file, 'utf8')).toBe(after);
    connect(agent, 'http://127.0.0.1:5000');
    expect(readFileSync(file, 'utf8')).toBe(after.replaceAll(':4141', ':5000'));
    restoreAgent(profileOf(agent), data());
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

test('no file: one is made for its owner only, and goes again', () => {
  const made = connect('claude-code');
  expect(made).toMatchObject({ ok: true, value: { urls: ['http://127.0.0.1:4141/up/anthropic'] } });
  const file = join(home, '.claude/settings.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  restoreAgent(profileOf('claude-code'), data());
  expect(existsSync(file)).toBe(false);
});

test('folders that were made for the file go with it, but not those that were there or hold something by now', () => {
  const again = () => {
    connect('opencode');
    connect('opencode', 'http://127.0.0.1:5000');
    restoreAgent(profileOf('opencode'), data());
  };
  again();
  expect(existsSync(join(home, '.config'))).toBe(false);
  mkdirSync(join(home, '.config'));
  again();
  expect(existsSync(join(home, '.config/opencode'))).toBe(false);
  expect(existsSync(join(home, '.config'))).toBe(true);
  connect('opencode');
  save('.config/opencode/auth.json', '{}');
  restoreAgent(profileOf('opencode'), data());
  expect(existsSync(join(home, '.config/opencode/auth.json'))).toBe(true);
  expect(existsSync(join(home, '.config/opencode/opencode.json'))).toBe(false);
});

test('what the agent wrote since stays; only our address goes', () => {
  const file = save('.claude/settings.json', '{"env":{"A":"1"}}');
  connect('claude-code');
  const config = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...config, model: 'new' }));
  expect(restoreAgent(profileOf('claude-code'), data())).toMatchObject({ ok: true, value: { exact: false } });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ env: { A: '1' }, model: 'new' });
});

test('connected again after the agent wrote: the restore still takes our address out', () => {
  const file = save('.claude/settings.json', '{"env":{"A":"1"}}');
  connect('claude-code');
  const config = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...config, model: 'new' }));
  connect('claude-code', 'http://127.0.0.1:5000');
  restoreAgent(profileOf('claude-code'), data());
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ env: { A: '1' }, model: 'new' });
});

test('an address that a person wrote since is left as it is', () => {
  const file = save('.claude/settings.json', '{}');
  connect('claude-code');
  writeFileSync(file, '{"env":{"ANTHROPIC_BASE_URL":"https://mine.example"}}');
  expect(agentStateOf(profileOf('claude-code'), data(), { home, environment: {} }, gateway).state).toBe('changed');
  restoreAgent(profileOf('claude-code'), data());
  expect(readFileSync(file, 'utf8')).toContain('https://mine.example');
});

test('through a link, the file behind it is written', () => {
  const target = save('dotfiles/claude.json', '{}');
  mkdirSync(join(home, '.claude'));
  symlinkSync(target, join(home, '.claude/settings.json'));
  connect('claude-code');
  expect(readFileSync(target, 'utf8')).toContain('ANTHROPIC_BASE_URL');
});

test('the operator’s default is the way where nothing was set; a known endpoint is not added twice; the token is in the address', () => {
  upstreams = { main: { url: 'http://box:8000/v1/' } };
  expect(connect('claude-code', gateway, 'tok-tok-tok-tok-tok')).toMatchObject({
    value: { urls: ['http://127.0.0.1:4141/t/tok-tok-tok-tok-tok'] },
  });
  save('.pi/agent/models.json', '{"providers":{"f":{"baseUrl":"http://box:8000/v1"}}}');
  expect(connect('pi')).toMatchObject({ value: { urls: ['http://127.0.0.1:4141/up/main/v1'] } });
  expect(Object.keys(upstreams)).toEqual(['main']);
});

test.each([
  ['claude-code', '.claude/settings.json', '{"env": '],
  ['claude-code', '.claude/settings.json', '[]'],
  ['codex', '.codex/config.toml', 'model = '],
  ['codex', '.codex/config.toml', 'model_provider = "a"\nmodel_providers = { a = { base_url = "http://x" } }\n'],
  ['codex', '.codex/config.toml', 'model_provider = "a"\n[model_providers]\na.base_url = "http://x"\n'],
  ['continue', '.continue/config.yaml', 'models: [{name: a, provider: openai}]\n'],
  ['continue', '.continue/config.yaml', 'models:\n  - provider: ollama\n'],
  ['continue', '.continue/config.yaml', 'models: {{\n'],
])('%s: %s that can not be edited safely is left alone and says what is next: %s', (agent, path, text) => {
  const file = save(path, text);
  const refused = connect(agent);
  expect(refused.ok).toBe(false);
  expect(!refused.ok && refused.error.message).toMatch(/Correct it|Next: /);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(restoreAgent(profileOf(agent), data())).toMatchObject({ error: { code: 'not-connected' } });
});
