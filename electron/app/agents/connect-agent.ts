import { existsSync } from 'node:fs';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { configTexts, editConfig, valueAt } from '../config-text/edit-config.ts';
import { type AgentBackup, dropBackup, readBackup, writeBackup } from './agent-backup.ts';
import type { AgentFile, AgentHome, AttachProfile, BaseUrlEntry } from './attach-profile.ts';
import { missingFolder, readForeign, removeForeign, writeForeign } from './foreign-file.ts';
import { type GatewayAddress, isAtGateway, placeSlots } from './place-upstream.ts';

/** Why an agent was not attached or restored: what, and what to do. Nothing was changed. */
export interface AttachProblem {
  readonly code: 'no-file' | 'unreadable' | 'unwritable' | 'not-connected';
  readonly message: string;
}

export interface AttachedAgent {
  readonly file: string;
  /** The base URLs that stand in it now. */
  readonly urls: readonly string[];
}

export interface AttachSetup {
  /** Where the backup goes. */
  readonly data: string;
  readonly home: AgentHome;
  readonly gateway: GatewayAddress;
  /** Makes an upstream known to the gateway, before any file names it. */
  readonly addUpstream: (name: string, url: string) => Result<undefined, string>;
}

const problem = (code: AttachProblem['code'], message: string): Result<never, AttachProblem> => fail({ code, message });

/** The file that an agent reads: the first that exists, else the one that is made. */
export const agentFileOf = (file: AgentFile, home: AgentHome): string => {
  const places = file.places(home);
  return places.find((path) => existsSync(path)) ?? places[0] ?? '';
};

/** Writes the gateway's address into an agent's settings file, after a backup. Connecting again follows a gateway that moved. */
export function connectAgent(profile: AttachProfile, setup: AttachSetup): Result<AttachedAgent, AttachProblem> {
  const { file } = profile;
  if (file === undefined)
    return problem(
      'no-file',
      `${profile.title} has no settings file for its address. Start it with: signalbox run -- ${profile.programs[0]}`,
    );
  const path = agentFileOf(file, setup.home);
  const text = readForeign(path);
  if (!text.ok) return problem('unreadable', `${text.error}. Make it readable, then connect again`);
  const config = configTexts[file.format].read(text.value ?? '');
  if (!config.ok) return problem('unreadable', `${path} was left alone: ${config.error}. Correct it, then connect again`);
  const entries = file.entries(config.value);
  if (entries.length === 0) return problem('no-file', `${path} names no endpoint. Next: ${file.withoutEntries}`);
  const backup = readBackup(setup.data, profile.id);
  const current = entries.map((entry) => valueAt(config.value, entry.path));
  const before = entries.map((entry, index) => beforeOf(entry, current[index], backup, setup.gateway.url));
  const placed = placeSlots(
    entries.map((entry, index) => [entry, before[index]] as const),
    setup.gateway,
  );
  for (const added of placed.flatMap((slot) => slot.added ?? [])) {
    const known = setup.addUpstream(added.name, added.url);
    if (!known.ok) return problem('unwritable', `the endpoint ${added.url} can not be added as an upstream: ${known.error}`);
  }
  const edits = entries.map(({ path: at }, index) => ({ path: at, value: placed[index]?.url }));
  const edited = editConfig(file.format, text.value ?? '', edits);
  if (!edited.ok) {
    const wanted = edits.map(({ path: at, value }) => `${at.join('.')} = ${value}`).join(', ');
    return problem('unreadable', `${path} was left alone: ${edited.error}. Next: write it in by hand: ${wanted}`);
  }
  const kept = originalOf(file, path, text.value, backup);
  if (!kept.ok) return problem('unreadable', `${path} was left alone: ${kept.error}. Next: signalbox connect ${profile.id} --restore`);
  const record: AgentBackup = {
    agent: profile.id,
    file: path,
    before: kept.value ?? null,
    folder: backup?.file === path ? backup.folder : missingFolder(path),
    after: edited.value,
    entries: entries.map((entry, index) => ({ path: [...entry.path], before: before[index] ?? null, after: placed[index]?.url ?? '' })),
  };
  const backedUp = writeBackup(setup.data, record);
  if (!backedUp.ok) return problem('unwritable', `no backup can be kept, so ${path} was left alone: ${backedUp.error.rule}`);
  const written = writeForeign(path, edited.value);
  if (!written.ok) {
    if (backup === undefined) dropBackup(setup.data, profile.id);
    else writeBackup(setup.data, backup);
    return problem('unwritable', `${written.error}. Make it writable, then connect again`);
  }
  return ok({ file: path, urls: placed.map(({ url }) => url) });
}

/** The file without us: what a connection that is made again must be able to give back. */
function originalOf(
  file: AgentFile,
  path: string,
  text: string | undefined,
  backup: AgentBackup | undefined,
): Result<string | undefined, string> {
  if (backup === undefined || backup.file !== path) return ok(text);
  return backup.after === text ? ok(backup.before ?? undefined) : entriesBack(file, backup, text);
}

/** What stood in an entry before we did: an address of ours is what an earlier connection wrote. */
function beforeOf(entry: BaseUrlEntry, current: string | undefined, backup: AgentBackup | undefined, gateway: string): string | undefined {
  const earlier = backup?.entries.find(({ path }) => path.join('\0') === entry.path.join('\0'));
  if (earlier !== undefined && current === earlier.after) return earlier.before ?? undefined;
  return isAtGateway(current, gateway) ? undefined : current;
}

/**
 * Takes the gateway out of an agent's settings: the file becomes what it was, byte for byte, if nobody changed it since; else only our
 * entries go back, and an entry that holds something else by now is left as it is.
 */
export function restoreAgent(
  profile: AttachProfile,
  data: string,
): Result<{ readonly file: string; readonly exact: boolean }, AttachProblem> {
  const backup = readBackup(data, profile.id);
  if (backup === undefined || profile.file === undefined)
    return problem('not-connected', `${profile.title} is not connected by Signalbox: there is nothing to restore`);
  const text = readForeign(backup.file);
  if (!text.ok) return problem('unreadable', `${text.error}. Make it readable, then restore again`);
  const exact = text.value === backup.after;
  const restored = exact ? ok(backup.before ?? undefined) : entriesBack(profile.file, backup, text.value);
  if (!restored.ok)
    return problem(
      'unreadable',
      `${backup.file} was left alone: ${restored.error}. Next: take the address out by hand; the backup is in ${data}`,
    );
  if (restored.value === undefined) removeForeign(backup.file, backup.folder);
  else if (restored.value !== text.value) {
    const written = writeForeign(backup.file, restored.value);
    if (!written.ok) return problem('unwritable', `${written.error}. Make it writable, then restore again`);
  }
  dropBackup(data, profile.id);
  return ok({ file: backup.file, exact });
}

/** A file that is gone stays gone. */
function entriesBack(file: AgentFile, backup: AgentBackup, text: string | undefined): Result<string | undefined, string> {
  if (text === undefined) return ok(undefined);
  const config = configTexts[file.format].read(text);
  if (!config.ok) return config;
  const ours = backup.entries.filter(({ path, after }) => valueAt(config.value, path) === after);
  return editConfig(
    file.format,
    text,
    ours.map(({ path, before }) => ({ path, value: before ?? undefined })),
  );
}
