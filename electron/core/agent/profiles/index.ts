import type { AgentProfile } from '../agent-profile.ts';
import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueAgent } from './continue.ts';
import { generic } from './generic.ts';
import { crush } from './crush.ts';
import { deepseekHarness } from './deepseek-harness.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { grokCli } from './grok-cli.ts';
import { kilo } from './kilo.ts';
import { kimiCli } from './kimi-cli.ts';
import { mistralVibe } from './mistral-vibe.ts';
import { opencode } from './opencode.ts';
import { openHands } from './openhands.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';
import { roo } from './roo.ts';

/** The known agents, the more particular before the more general. */
export const agentProfiles: readonly AgentProfile[] = [
  claudeCode,
  codex,
  kilo,
  opencode,
  qwenCode,
  continueAgent,
  roo,
  cline,
  grokCli,
  openHands,
  goose,
  crush,
  kimiCli,
  geminiCli,
  deepseekHarness,
  mistralVibe,
  pi,
];

export const genericAgent: AgentProfile = generic;
