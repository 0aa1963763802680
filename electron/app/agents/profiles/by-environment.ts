import { join } from 'node:path';
import type { AttachProfile } from '../attach-profile.ts';

const onlyVariables = { readsVariables: true } as const;

export const grokCli: AttachProfile = {
  id: 'grok-cli',
  title: 'grok-cli',
  programs: ['grok'],
  variables: [{ name: 'GROK_BASE_URL', vendor: 'openai', suffix: '/v1', usual: 'https://api.x.ai/v1' }],
  ...onlyVariables,
  file: {
    format: 'jsonc',
    places: ({ home }) => [join(home, '.grok', 'user-settings.json')],
    entries: () => [{ path: ['baseURL'], vendor: 'openai', suffix: '/v1', usual: 'https://api.x.ai/v1' }],
    withoutEntries: '',
  },
};

export const aider: AttachProfile = {
  id: 'aider',
  title: 'aider',
  programs: ['aider'],
  variables: [{ name: 'ANTHROPIC_API_BASE', vendor: 'anthropic', suffix: '' }],
  ...onlyVariables,
};

/** It appends the whole path itself. */
export const goose: AttachProfile = {
  id: 'goose',
  title: 'goose',
  programs: ['goose'],
  variables: [
    { name: 'OPENAI_HOST', vendor: 'openai', suffix: '' },
    { name: 'ANTHROPIC_HOST', vendor: 'anthropic', suffix: '' },
  ],
  ...onlyVariables,
};

export const openhands: AttachProfile = {
  id: 'openhands',
  title: 'OpenHands',
  programs: ['openhands'],
  variables: [{ name: 'LLM_BASE_URL', vendor: 'openai', suffix: '/v1' }],
  ...onlyVariables,
};
