import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { serveArguments } from '../conformance/serve-arguments.mjs';

/** A process whose cost is measured from outside, so that every contender is measured alike. */
export interface MeasuredProcess {
  readonly url: string;
  /** CPU time so far in milliseconds, all threads; the resolution is the kernel's tick (10 ms). */
  cpuMs(): number;
  /** Largest resident size so far, in bytes. */
  peakBytes(): number;
  /** Resident size now, in bytes. */
  residentBytes(): number;
  /** Open descriptors now: sockets, files, pipes. */
  openFiles(): number;
  stop(): Promise<void>;
}

const TICK_MS = 10;

async function start(
  args: readonly string[],
  urlOf: (line: string) => string,
  onStop: () => void = () => undefined,
): Promise<MeasuredProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = (): void => void child.kill();
  process.once('exit', end);
  const line = await firstLine(child);
  const proc = (file: string): string => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    url: urlOf(line),
    cpuMs() {
      const fields = proc('stat').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    },
    residentBytes: () => Number(/VmRSS:\s+(\d+) kB/.exec(proc('status'))?.[1]) * 1024,
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    peakBytes: () => Number(/VmHWM:\s+(\d+) kB/.exec(proc('status'))?.[1]) * 1024,
    async stop() {
      process.off('exit', end);
      end();
      await once(child, 'exit');
      onStop();
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error('no output'));
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

const beside = (file: string): string => path.join(import.meta.dirname, file);

export const startEndpoint = (): Promise<MeasuredProcess> => start([beside('stream-endpoint.ts')], (line) => line);
export const startBareProxy = (upstream: string, ...more: readonly string[]): Promise<MeasuredProcess> =>
  start([beside('bare-proxy.ts'), upstream, ...more], (line) => line);

/** The built product in served mode, everything on, with a data folder of its own. */
export function startProduct(upstream: string, nodeOptions: readonly string[] = []): Promise<MeasuredProcess> {
  const data = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'));
  return start(
    [...nodeOptions, path.join(import.meta.dirname, '../../signalbox.mjs'), ...serveArguments({ upstream, data })],
    (line) => (JSON.parse(line) as { gateway: string }).gateway,
    () => rmSync(data, { recursive: true, force: true }),
  );
}
