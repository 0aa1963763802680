import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { claimDataFolder } from '../journal/data-folder.ts';
import type { ProgramOptions } from './program-options.ts';
import { writePrivateFile } from './secret-store.ts';

const url = z.url({ protocol: /^https?$/ });
const shape = z.object({
  gateway: url,
  upstreams: z
    .array(z.object({ name: z.string(), url }))
    .readonly()
    .default([]),
});

/** The gateway that runs on a data folder. */
export interface RunningGateway {
  /** Without a final slash. */
  readonly url: string;
  /** Those of its command line, in order: they stand in no settings file. */
  readonly upstreams: ProgramOptions['upstreams'];
}

const fileIn = (data: string): string => join(data, 'gateway.json');
const HEALTH_TIMEOUT_MS = 2000;

/**
 * Leaves the gateway's address and the upstreams of its command line, and nothing else, for commands of the same user: without them `run`
 * and `connect` would take the vendors for the default. Best effort: without the file they start their own.
 */
export function announceGateway(data: string, { url: gateway, upstreams }: RunningGateway): void {
  writePrivateFile(fileIn(data), `${JSON.stringify({ gateway, upstreams })}\n`);
}

export function withdrawGateway(data: string): void {
  rmSync(fileIn(data), { force: true });
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
