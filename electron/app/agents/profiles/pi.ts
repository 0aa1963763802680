import { join } from 'node:path';
import type { AttachProfile } from '../attach-profile.ts';
import { providerEntries } from '../provider-entries.ts';

/** `providers.NAME.baseUrl`; a built-in provider takes it as an override. It reads no base URL from the environment. */
export const pi: AttachProfile = {
  id: 'pi',
  title: 'pi',
  programs: ['pi'],
  variables: [],
  readsVariables: false,
  file: {
    format: 'jsonc',
    places: ({ home, environment }) => [join(environment['PI_CODING_AGENT_DIR'] || join(home, '.pi', 'agent'), 'models.json')],
    entries: (config) => providerEntries(config, 'providers', ['baseUrl'], { anthropic: '' }),
    withoutEntries: '',
  },
};
