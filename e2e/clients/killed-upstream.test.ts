import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestGateway } from '../../electron/gateway/testing/test-gateway.ts';
import { bookkeepingFaults, startClientGateway } from './client-gateway.ts';
import { type ClientRun, runClient } from './client-run.ts';
import { COMMANDS, eventsBefore, streamedReply } from './scripted-reply.ts';
import { vendorClients } from './vendor-clients.ts';

/** Bytes between two kills. A process is started for each; the lane's own test cuts at every byte (`life-cycle.test.ts`). */
const STEP = 149;

/** The last characters of the second call's arguments, as a delta holds them. */
const LAST_PIECE = 'wo\\"}"';

let folder: string;
let gateway: TestGateway;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-killed-'));
  gateway = await startClientGateway({ upstreams: {} });
});
afterAll(async () => {
  await gateway.gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the endpoint; it lives until it has sent its bytes. */
async function startProcess(file: string): Promise<number> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'upstream-process.mjs'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return Number(line.toString());
}

describe.each(vendorClients)('$dialect: the endpoint is killed in the middle of a stream of two calls', (client) => {
  const events = streamedReply(client.dialect);
  const bytes = Buffer.from(events.join(''));
  const sizeOf = (count: number): number => Buffer.byteLength(events.slice(0, count).join(''));
  const firstWhole = sizeOf(eventsBefore(client.dialect, 'after-first-call'));
  /** From here on the second call's arguments are all there. */
  const bothThere = sizeOf(events.findIndex((event) => event.includes(LAST_PIECE)) + 1);

  test('every place gives a valid ending', { timeout: 120_000 }, async () => {
    const file = path.join(folder, `${client.dialect}.txt`);
    writeFileSync(file, bytes);
    const places = Array.from({ length: Math.ceil(bytes.length / STEP) + 1 }, (_, n) => Math.min(n * STEP, bytes.length));
    const wrong: unknown[] = [];
    for (const at of places) {
      const port = await startProcess(file);
      gateway.settings = { ...gateway.settings, upstreams: { main: { url: `http://127.0.0.1:${port}/at/${at}/v1` } } };
      const from = gateway.journal.entries.length;
      const run = await runClient(client, gateway.url, true);
      await expect.poll(() => gateway.gateway.liveTurns()).toEqual([]);
      const problem = problemOf(run, at) ?? bookkeepingFaults(gateway.journal.entries.slice(from))[0];
      if (problem !== undefined) wrong.push({ at, problem, run });
    }
    expect(wrong).toEqual([]);
  });

  /** Calls that arrived whole run, nothing else does, and a broken reply is never an ordinary end. */
  function problemOf(run: ClientRun, at: number): string | undefined {
    const commands = run.calls.map((call) => (JSON.parse(call.arguments) as { command: string }).command);
    if (commands.some((command, n) => command !== COMMANDS[n])) return `ran ${commands.join()}`;
    if (run.error !== undefined)
      return run.error.own && commands.length === 0 && at < firstWhole ? undefined : 'an error where a call was whole';
    if (commands.length === 0) return 'an ordinary end without a call';
    return commands.length === 2 && at < bothThere ? 'a call that was not whole' : undefined;
  }
});
