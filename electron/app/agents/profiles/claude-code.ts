import { join } from 'node:path';
import type { AttachProfile } from '../attach-profile.ts';

/** `env` of its settings goes over the environment and is read again while it runs (peers.md "Agent settings"). */
export const claudeCode: AttachProfile = {
  id: 'claude-code',
  title: 'Claude Code',
  programs: ['claude'],
  variables: [],
  readsVariables: true,
  file: {
    format: 'jsonc',
    places: ({ home, environment }) => [join(environment['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'settings.json')],
    entries: () => [{ path: ['env', 'ANTHROPIC_BASE_URL'], vendor: 'anthropic', suffix: '' }],
    withoutEntries: '',
  },
};
