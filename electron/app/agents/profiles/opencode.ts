import { join } from 'node:path';
import type { ConfigPath } from '../../config-text/config-text.ts';
import type { AgentHome, AttachProfile, RunAddition } from '../attach-profile.ts';
import { providerEntries } from '../provider-entries.ts';

const places =
  (name: string) =>
  ({ home, environment }: AgentHome): readonly string[] => {
    const folder = join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), name);
    return [`${name}.json`, `${name}.jsonc`, 'config.json'].map((file) => join(folder, file));
  };

/** Configuration given in a variable goes over the files. */
const inVariable =
  (variable: string) =>
  (entries: readonly { readonly path: ConfigPath; readonly url: string }[]): RunAddition => {
    const provider = Object.fromEntries(entries.map(({ path, url }) => [String(path[1]), { options: { baseURL: url } }]));
    return { environment: { [variable]: JSON.stringify({ provider }) } };
  };

/** `provider.NAME.options.baseURL`; the built-in Anthropic provider wants `/v1` in it, too. */
const profile = (id: string, title: string, variable: string): AttachProfile => ({
  id,
  title,
  programs: [id],
  variables: [],
  readsVariables: false,
  file: {
    format: 'jsonc',
    places: places(id),
    entries: (config) => providerEntries(config, 'provider', ['options', 'baseURL'], { anthropic: '/v1' }),
    withoutEntries: '',
  },
  onRun: inVariable(variable),
});

export const opencode = profile('opencode', 'opencode', 'OPENCODE_CONFIG_CONTENT');
/** A fork of opencode: the same file under its own name. */
export const kilo = profile('kilo', 'Kilo Code CLI', 'KILO_CONFIG_CONTENT');
