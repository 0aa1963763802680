import { join } from 'node:path';
import type { AttachProfile } from '../attach-profile.ts';

/** Its own `.env` is read at each start; variables of the shell go over it. */
export const qwenCode: AttachProfile = {
  id: 'qwen-code',
  title: 'Qwen Code',
  programs: ['qwen'],
  variables: [],
  readsVariables: true,
  file: {
    format: 'dotenv',
    places: ({ home }) => [join(home, '.qwen', '.env')],
    entries: () => [{ path: ['OPENAI_BASE_URL'], vendor: 'openai', suffix: '/v1' }],
    withoutEntries: '',
  },
};
