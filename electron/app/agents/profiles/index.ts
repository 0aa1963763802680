import type { AttachProfile, BaseUrlVariable } from '../attach-profile.ts';
import { aider, goose, grokCli, openhands } from './by-environment.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { continueCli } from './continue.ts';
import { kilo, opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';

/** Agents that can be attached in one command. A new one is a file here. */
export const attachProfiles: readonly AttachProfile[] = [
  claudeCode,
  codex,
  opencode,
  kilo,
  qwenCode,
  continueCli,
  pi,
  grokCli,
  aider,
  goose,
  openhands,
];

/** What every program of `run` gets: the variables of the vendors' SDKs and of LiteLLM. */
export const commonVariables: readonly BaseUrlVariable[] = [
  { name: 'ANTHROPIC_BASE_URL', vendor: 'anthropic', suffix: '' },
  { name: 'OPENAI_BASE_URL', vendor: 'openai', suffix: '/v1' },
  { name: 'OPENAI_API_BASE', vendor: 'openai', suffix: '/v1' },
];

export const attachProfileOf = (id: string): AttachProfile | undefined =>
  attachProfiles.find((profile) => profile.id === id || profile.programs.includes(id));
