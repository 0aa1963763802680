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
  urlOf: (line: string) => string | undefined,
  onStop: () => void = () => undefined,
): Promise<MeasuredProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = (): void => void child.kill();
  process.once('exit', end);
  const url = await told(child, urlOf);
  const proc = (file: string): string => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    url,
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

/** Where the process says that it listens. */
function told(child: ChildProcess, urlOf: (line: string) => string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error('no output'));
    createInterface(child.stdout).on('line', (line) => {
      const url = urlOf(line);
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

const beside = (file: string): string => path.join(import.meta.dirname, file);

export const startEndpoint = (): Promise<MeasuredProcess> => start([beside('stream-endpoint.ts')], (line) => line);
export const startBareProxy = (upstream: string, ...more: readonly string[]): Promise<MeasuredProcess> =>
  start([beside('bare-proxy.ts'), upstream, ...more], (line) => line);

/** Every streamed reply of its release 1.15.2 fails on the headers of a fetched response, which can not be written: it is given a copy. */
const COPIED_RESPONSES = `const own = fetch; globalThis.fetch = async (...ask) => { const { body, status, statusText, headers } = await own(...ask);
  return new Response(body, { status, statusText, headers: new Headers(headers) }); }`;

/** Portkey's gateway, from a folder where `@portkey-ai/gateway` is installed. It is told with each request where to go: see `LoadOptions.portkeyTo`. */
export function startPortkey(folder: string, port: number): Promise<MeasuredProcess> {
  const script = path.join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  const fix = `data:text/javascript,${encodeURIComponent(COPIED_RESPONSES)}`;
  return start(['--import', fix, script, `--port=${port}`, '--headless'], (line) =>
    line.includes('Ready') ? `http://127.0.0.1:${port}` : undefined,
  );
}

/** The built product in served mode, everything on, with a data folder of its own. */
export function startProduct(upstream: string, nodeOptions: readonly string[] = []): Promise<MeasuredProcess> {
  const data = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'));
  return start(
    [...nodeOptions, path.join(import.meta.dirname, '../../signalbox.mjs'), ...serveArguments({ upstream, data })],
    (line) => (JSON.parse(line) as { gateway: string }).gateway,
    () => rmSync(data, { recursive: true, force: true }),
  );
}
