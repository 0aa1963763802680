import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startScriptedUpstream, type ScriptedUpstream } from '../../electron/gateway/testing/scripted-upstream.ts';
import type { TestGateway } from '../../electron/gateway/testing/test-gateway.ts';
import { aiClients } from './ai-clients.ts';
import { bookkeepingFaults, startClientGateway } from './client-gateway.ts';
import { type Client, type ClientRun, runClient } from './client-run.ts';
import type { Ending, Fault } from './fault.ts';
import { httpFaults } from './http-faults.ts';
import { jsonFaults } from './json-faults.ts';
import { COMMANDS } from './scripted-reply.ts';
import { streamFaults } from './stream-faults.ts';
import { vendorClients } from './vendor-clients.ts';

/** Every fault in every dialect, streaming and not, as the official clients see it (wire 3.5). */
let upstream: ScriptedUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  gateway = await startClientGateway({
    upstreams: { main: { url: upstream.url }, closed: { url: 'http://127.0.0.1:9' } },
    'stall.firstByteMs': 600,
    'stall.idleMs': 600,
    'stall.graceMs': 40,
  });
});
afterAll(async () => {
  await gateway.gateway.stop();
  await upstream.close();
});

const refused: Fault = { name: 'connection refused', play: () => () => undefined, ending: { type: 'error', status: 502 }, asked: 0 };
const modes = [
  ['streaming', true, [refused, ...httpFaults, ...streamFaults]],
  ['whole', false, [refused, ...httpFaults, ...jsonFaults]],
] as const;
const applies = (fault: Fault, client: Client): boolean => fault.dialects?.includes(client.dialect) ?? true;

for (const client of [...vendorClients, ...aiClients])
  for (const [mode, stream, faults] of modes)
    describe(`${client.name}, ${client.dialect}, ${mode}`, () => {
      test.each(faults.filter((fault) => applies(fault, client)))('$name', async (fault) => {
        const from = gateway.journal.entries.length;
        upstream.play(fault.play(client.dialect));
        const base = fault === refused ? `${gateway.url}/up/closed` : gateway.url;
        const run = await runClient(client, base, stream);
        await expect.poll(() => gateway.gateway.liveTurns()).toEqual([]);
        expectEnding(run, fault.ending);
        expect(bookkeepingFaults(gateway.journal.entries.slice(from))).toEqual([]);
        if (fault.asked !== undefined) expect(upstream.seen.length).toBe(fault.asked);
      });
    });

/** The dialects' and clients' words for a finish reason. */
const finishes: Readonly<Record<'calls' | 'length' | 'stop', readonly string[]>> = {
  calls: ['tool_calls', 'tool_use', 'completed', 'tool-calls'],
  length: ['length', 'max_tokens', 'incomplete'],
  stop: ['stop', 'end_turn', 'completed'],
};

function expectEnding(run: ClientRun, ending: Ending): void {
  if (ending.type === 'valid') {
    expect(run.error?.own ?? true).toBe(true);
    for (const call of run.calls) expect(COMMANDS).toContain((JSON.parse(call.arguments) as { command: string }).command);
    return;
  }
  if (ending.type === 'error') {
    expect(run.calls).toEqual([]);
    expect(`${run.error?.own} ${JSON.stringify(run)}`).toMatch(/^true/);
    if (ending.status !== undefined) expect(run.error?.status).toBe(ending.status);
    return;
  }
  expect(JSON.stringify(run.error)).toBeUndefined();
  const commands = run.calls.map((call) => (JSON.parse(call.arguments) as { command: string }).command);
  expect(commands).toEqual(ending.commands);
  const ids = run.calls.map((call) => call.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain('');
  if (ending.finish !== undefined) expect(finishes[ending.finish]).toContain(run.finish);
}
