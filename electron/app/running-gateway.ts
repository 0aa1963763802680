import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { claimDataFolder } from '../journal/data-folder.ts';
import type { Settings } from '../../shared/settings.ts';
import type { ProgramOptions } from './program-options.ts';
import { type SecretStore, writePrivateFile } from './secret-store.ts';

const url = z.url({ protocol: /^https?$/ });
const shape = z.object({
  gateway: url,
  upstreams: z
    .array(z.object({ name: z.string(), url, onlyByName: z.literal(true).optional(), keyed: z.literal(true).optional() }))
    .readonly()
    .default([]),
});

/** An upstream that a running gateway uses. */
export interface RunningUpstream {
  readonly name: string;
  readonly url: string;
  readonly onlyByName?: true | undefined;
  /** Its key is kept by the gateway: agents present the gateway token. */
  readonly keyed?: true | undefined;
}

/** The gateway that runs on a data folder. */
export interface RunningGateway {
  /** Without a final slash. */
  readonly url: string;
  /** Those in force, in order: of its command line, its file and its console. */
  readonly upstreams: readonly RunningUpstream[];
}

const fileIn = (data: string): string => join(data, 'gateway.json');
const HEALTH_TIMEOUT_MS = 2000;

/**
 * Leaves the gateway's address and its upstreams, and nothing else, for commands of the same user: what they read themselves may be another
 * settings file, lack `--set`, or wait for confirmation. `gateway.token` goes into the file of keys, for this user alone. Best effort: without
 * the file they start their own.
 */
export function announceGateway(data: string, gateway: string, settings: Settings, secrets: SecretStore): void {
  const upstreams = Object.entries(settings.upstreams).map(
    ([name, { url: address, onlyByName, key }]): RunningUpstream => ({
      name,
      url: address,
      ...(onlyByName === true ? { onlyByName } : {}),
      ...(key === undefined ? {} : { keyed: true }),
    }),
  );
  secrets.setRunningToken(settings['gateway.token'] ?? undefined);
  writePrivateFile(fileIn(data), `${JSON.stringify({ gateway, upstreams })}\n`);
}

export function withdrawGateway(data: string, secrets: SecretStore): void {
  rmSync(fileIn(data), { force: true });
  secrets.setRunningToken(undefined);
}

/** True when a program holds the data folder. */
export function isFolderInUse(data: string): boolean {
  const claim = claimDataFolder(data);
  if (claim.ok) claim.value.release();
  return !claim.ok && claim.error.code === 'in-use';
}

/** The gateway that runs on a data folder; an address that a crash left behind is none, for nobody holds the folder's lock. */
export async function findRunningGateway(data: string): Promise<RunningGateway | undefined> {
  const running = readAnnouncement(data);
  if (running === undefined || !isFolderInUse(data)) return undefined;
  return (await isHealthy(running.url)) ? running : undefined;
}

/** The options of a command, with the upstreams that the running gateway was given; the command's own come first and win. */
export function withUpstreamsOf<T extends Pick<ProgramOptions, 'upstreams'>>(options: T, running: RunningGateway | undefined): T {
  const more = running?.upstreams.filter(({ name }) => !options.upstreams.some((own) => own.name === name)) ?? [];
  return more.length === 0 ? options : { ...options, upstreams: [...options.upstreams, ...more] };
}

function readAnnouncement(data: string): RunningGateway | undefined {
  try {
    const found = shape.safeParse(JSON.parse(readFileSync(fileIn(data), 'utf8'))).data;
    return found === undefined ? undefined : { url: found.gateway, upstreams: found.upstreams };
  } catch {
    return undefined;
  }
}

/** Whether a Signalbox gateway answers there. */
export async function isHealthy(gateway: string): Promise<boolean> {
  try {
    const response = await fetch(`${gateway}/.signalbox/health`, { redirect: 'error', signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    const body: unknown = await response.json();
    return response.ok && typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
  } catch {
    return false;
  }
}
