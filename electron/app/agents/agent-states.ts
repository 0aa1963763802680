import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { configTexts, valueAt } from '../config-text/edit-config.ts';
import { findExecutable } from '../find-executable.ts';
import { readBackup } from './agent-backup.ts';
import type { AgentHome, AttachProfile } from './attach-profile.ts';
import { agentFileOf } from './connect-agent.ts';
import { readForeign } from './foreign-file.ts';
import { isAtGateway } from './place-upstream.ts';

/** `changed`: it was connected, and somebody has written another address since. */
export type AttachState = 'absent' | 'found' | 'connected' | 'changed';

export interface AgentState {
  readonly id: string;
  readonly title: string;
  readonly state: AttachState;
  /** Its settings file; null: it is attached by environment only. */
  readonly file: string | null;
  /** The addresses that stand in it. */
  readonly urls: readonly string[];
  readonly command: string;
}

/** How an agent stands to a gateway, from its file and the programs on the path. */
export function agentStateOf(profile: AttachProfile, data: string, home: AgentHome, gateway: string): AgentState {
  const [program = profile.id] = profile.programs;
  const base = { id: profile.id, title: profile.title, command: `signalbox run -- ${program}` };
  const isInstalled = findExecutable(profile.programs, home.environment) !== undefined;
  if (profile.file === undefined) return { ...base, state: isInstalled ? 'found' : 'absent', file: null, urls: [] };
  const file = agentFileOf(profile.file, home);
  const text = readForeign(file);
  const config = text.ok ? configTexts[profile.file.format].read(text.value ?? '') : text;
  const urls = config.ok ? profile.file.entries(config.value).flatMap((entry) => valueAt(config.value, entry.path) ?? []) : [];
  const isConnected = urls.length > 0 && urls.every((url) => isAtGateway(url, gateway));
  if (isConnected) return { ...base, state: 'connected', file, urls };
  if (readBackup(data, profile.id) !== undefined) return { ...base, state: 'changed', file, urls };
  return { ...base, state: isInstalled || existsSync(dirname(file)) ? 'found' : 'absent', file, urls };
}
