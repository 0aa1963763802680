import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Result } from '../../../shared/result.ts';
import type { SettingProblem } from '../../../shared/settings.ts';
import { writePrivateFile } from '../secret-store.ts';

const shape = z.object({
  agent: z.string(),
  file: z.string(),
  /** The whole file as it was; null: there was none. */
  before: z.string().nullable(),
  /** The topmost folder that was made for the file. */
  folder: z.string().optional(),
  /** The whole file as it was left. */
  after: z.string(),
  entries: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), before: z.string().nullable(), after: z.string() })),
});
/** What an agent's settings file was before it was connected. */
export type AgentBackup = z.infer<typeof shape>;

const fileOf = (data: string, agent: string): string => join(data, 'agents', `${agent}.json`);

/** Undefined: the agent is not connected by us. */
export function readBackup(data: string, agent: string): AgentBackup | undefined {
  try {
    return shape.safeParse(JSON.parse(readFileSync(fileOf(data, agent), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Kept with mode 0600: an agent's settings may hold keys. */
export const writeBackup = (data: string, backup: AgentBackup): Result<undefined, SettingProblem> =>
  writePrivateFile(fileOf(data, backup.agent), `${JSON.stringify(backup, null, 2)}\n`);

export const dropBackup = (data: string, agent: string): void => rmSync(fileOf(data, agent), { force: true });
