import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayAddress } from './place-upstream.ts';
import { attachProfileOf } from './profiles/index.ts';
import { additionOf, placeRun, planRun } from './run-environment.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'run-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const bare: GatewayAddress = { url: 'http://127.0.0.1:9', upstreams: {}, hasDefault: false, tokenFor: () => undefined };

function planned(environment: Record<string, string>, gateway: GatewayAddress = bare, agent?: string) {
  const profile = agent === undefined ? undefined : attachProfileOf(agent);
  const plan = planRun(profile, { home, environment });
  if (!plan.ok) throw new Error(plan.error);
  const { placed, added } = placeRun(plan.value, gateway);
  return { ...additionOf(plan.value, placed, profile, gateway, environment), added };
}

describe('variables', () => {
  test('nothing set: the vendors by name', () => {
    const { environment, added } = planned({});
    expect(environment).toEqual({
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/up/anthropic',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/up/openai/v1',
      OPENAI_API_BASE: 'http://127.0.0.1:9/up/openai/v1',
    });
    expect(added).toEqual([]);
  });

  test('the upstream is what the variable had before, once for each endpoint', () => {
    const { environment, added } = planned({
      OPENAI_BASE_URL: 'http://box:8000/v1',
      OPENAI_API_BASE: 'http://box:8000/v1/',
      ANTHROPIC_BASE_URL: 'http://box:8000',
    });
    expect(added).toEqual([
      { name: 'box-8000', url: 'http://box:8000' },
      { name: 'box-8000-2', url: 'http://box:8000/v1' },
    ]);
    expect(environment).toMatchObject({
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/up/box-8000',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/up/box-8000-2/v1',
      OPENAI_API_BASE: 'http://127.0.0.1:9/up/box-8000-2/v1/',
    });
  });

  test('an operator’s default is used where nothing was set; its token stands in the address and in place of keys', () => {
    const gateway: GatewayAddress = {
      ...bare,
      upstreams: { main: { url: 'http://m/v1', key: 'sk' } },
      hasDefault: true,
      tokenFor: () => 'tttttttttttttttttt',
    };
    const { environment } = planned({ OPENAI_API_KEY: 'own' }, gateway);
    expect(environment).toMatchObject({
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/t/tttttttttttttttttt',
      ANTHROPIC_AUTH_TOKEN: 'tttttttttttttttttt',
    });
    expect(environment).not.toHaveProperty('OPENAI_API_KEY');
  });

  test('run inside run keeps the address', () => {
    const at = 'http://localhost:9/up/box/v1';
    expect(planned({ OPENAI_BASE_URL: at })).toMatchObject({ added: [], environment: { OPENAI_BASE_URL: at } });
  });

  test('a proxy does not come between', () => {
    expect(planned({ HTTP_PROXY: 'http://p', NO_PROXY: 'x' }).environment).toMatchObject({ NO_PROXY: 'x,127.0.0.1,localhost' });
    expect(planned({}).environment).not.toHaveProperty('NO_PROXY');
  });
});

describe('agents that read their own file', () => {
  test('grok: its own vendor', () => {
    expect(planned({}, bare, 'grok')).toMatchObject({
      added: [{ url: 'https://api.x.ai/v1' }],
      environment: { GROK_BASE_URL: 'http://127.0.0.1:9/up/api.x.ai/v1' },
    });
  });

  test('codex: the provider in use, on the command line', () => {
    mkdirSync(join(home, '.codex'));
    writeFileSync(join(home, '.codex/config.toml'), 'model_provider = "my box"\n[model_providers."my box"]\nbase_url = "http://b/v1"\n');
    expect(planned({}, bare, 'codex')).toMatchObject({
      added: [{ name: 'b', url: 'http://b/v1' }],
      arguments: ['-c', 'model_providers."my box".base_url="http://127.0.0.1:9/up/b/v1"'],
    });
  });

  test('opencode: configuration in a variable', () => {
    const { environment } = planned({}, bare, 'opencode');
    expect(JSON.parse(environment['OPENCODE_CONFIG_CONTENT'] ?? '')).toEqual({
      provider: {
        anthropic: { options: { baseURL: 'http://127.0.0.1:9/up/anthropic/v1' } },
        openai: { options: { baseURL: 'http://127.0.0.1:9/up/openai/v1' } },
      },
    });
  });
});
