import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { claimDataFolder } from '../journal/data-folder.ts';
import { writePrivateFile } from './secret-store.ts';

const shape = z.object({ gateway: z.url({ protocol: /^https?$/ }) });
const fileIn = (data: string): string => join(data, 'gateway.json');
const HEALTH_TIMEOUT_MS = 2000;

/** Leaves the gateway's address, and nothing else, for commands of the same user. Best effort: without it they start their own. */
export function announceGateway(data: string, gateway: string): void {
  writePrivateFile(fileIn(data), `${JSON.stringify({ gateway })}\n`);
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
export async function findRunningGateway(data: string): Promise<string | undefined> {
  const gateway = readAddress(data);
  if (gateway === undefined || !isFolderInUse(data)) return undefined;
  return (await isHealthy(gateway)) ? gateway : undefined;
}

function readAddress(data: string): string | undefined {
  try {
    return shape.safeParse(JSON.parse(readFileSync(fileIn(data), 'utf8'))).data?.gateway;
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
