import { join } from 'node:path';
import { isJsonObject, type Json } from '../../../../shared/json.ts';
import type { AttachProfile, BaseUrlEntry } from '../attach-profile.ts';

/** `models[].apiBase` of models that speak one of the three wire APIs; it joins with a final slash only. */
export const continueCli: AttachProfile = {
  id: 'continue',
  title: 'Continue CLI',
  programs: ['cn'],
  variables: [],
  readsVariables: false,
  file: {
    format: 'yaml',
    places: ({ home, environment }) => [join(environment['CONTINUE_GLOBAL_DIR'] || join(home, '.continue'), 'config.yaml')],
    entries: (config) => modelsOf(config).flatMap(entriesOf),
    withoutEntries: 'add a model with provider openai or anthropic to config.yaml first',
  },
};

const modelsOf = (config: Json): readonly Json[] => {
  const models = isJsonObject(config) ? config['models'] : undefined;
  return Array.isArray(models) ? models : [];
};

function entriesOf(model: Json, index: number): readonly BaseUrlEntry[] {
  if (!isJsonObject(model)) return [];
  const path = ['models', index, 'apiBase'];
  if (model['provider'] === 'anthropic') return [{ path, vendor: 'anthropic', suffix: '/v1/' }];
  const speaksChat = model['provider'] === 'openai' || (typeof model['apiBase'] === 'string' && model['provider'] !== 'ollama');
  return speaksChat ? [{ path, vendor: 'openai', suffix: '/v1/' }] : [];
}
