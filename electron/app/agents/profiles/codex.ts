import { join } from 'node:path';
import { isJsonObject, type Json } from '../../../../shared/json.ts';
import type { AttachProfile, BaseUrlEntry } from '../attach-profile.ts';

/** The provider in use has its own `base_url`; the built-in one takes `openai_base_url`. `-c` sets a key for one run. */
export const codex: AttachProfile = {
  id: 'codex',
  title: 'Codex CLI',
  programs: ['codex'],
  variables: [],
  readsVariables: true,
  file: {
    format: 'toml',
    places: ({ home, environment }) => [join(environment['CODEX_HOME'] || join(home, '.codex'), 'config.toml')],
    entries: (config) => [entryOf(config)],
    withoutEntries: '',
  },
  onRun: (entries) => ({
    arguments: entries.flatMap(({ path, url }) => ['-c', `${path.map(keyOf).join('.')}=${JSON.stringify(url)}`]),
  }),
};

function entryOf(config: Json): BaseUrlEntry {
  const root = isJsonObject(config) ? config : {};
  const provider = root['model_provider'];
  const providers = root['model_providers'];
  const own = typeof provider === 'string' && isJsonObject(providers) && Object.hasOwn(providers, provider);
  const path = own ? ['model_providers', provider, 'base_url'] : ['openai_base_url'];
  return { path, vendor: 'openai', suffix: '/v1' };
}

const keyOf = (key: string | number): string => (/^[A-Za-z0-9_-]+$/.test(String(key)) ? String(key) : JSON.stringify(String(key)));
