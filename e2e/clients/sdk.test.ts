import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltReply, streamOf } from '../../electron/core/testing/reply-builder.ts';
import {
  startScriptedUpstream,
  streamPieces,
  type Script,
  type ScriptedUpstream,
} from '../../electron/gateway/testing/scripted-upstream.ts';
import type { TestGateway } from '../../electron/gateway/testing/test-gateway.ts';
import type { Dialect } from '../../shared/vocabulary.ts';
import { aiClients } from './ai-clients.ts';
import { bookkeepingFaults, deskOf, startClientGateway } from './client-gateway.ts';
import { type Client, type ClientRun, runClient } from './client-run.ts';
import { answering } from './fault.ts';
import { jsonOf, jsonReply, streamedReply, TEXT } from './scripted-reply.ts';
import { vendorClients } from './vendor-clients.ts';

/** The official clients, unchanged, through the gateway: text and calls, native, leaked, quoted and held. */
const BAR = '\uff5c';
const dsml = `<${BAR}DSML${BAR}function_calls>\n<${BAR}DSML${BAR}invoke name="bash">\n<${BAR}DSML${BAR}parameter name="command" string="true">ls -l</${BAR}DSML${BAR}parameter>\n</${BAR}DSML${BAR}invoke>\n</${BAR}DSML${BAR}function_calls>`;
const leaked = `I look.\n\n${dsml}`;
const fenced = `This is how it is written:\n\n\`\`\`\n${dsml}\n\`\`\`\n\nNothing was run.`;
/** Example talk in front of it: the operator decides (contract 2.3 check 12). */
const doubtful = `For example:\n${dsml}`;

let upstream: ScriptedUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  gateway = await startClientGateway({ upstreams: { main: { url: upstream.url } } }, deskOf('approve', 300));
});
afterAll(async () => {
  await gateway.gateway.stop();
  await upstream.close();
});

const commandsOf = (run: ClientRun): readonly string[] =>
  run.calls.map((call) => (JSON.parse(call.arguments) as { command: string }).command);

/** A few characters a delta, so that markup is split everywhere. */
const pieces = (text: string): readonly string[] => text.match(/.{1,5}/gsu) ?? [];

const saying = (dialect: Dialect, stream: boolean, reply: BuiltReply): Script =>
  stream
    ? async (response) => {
        await streamPieces(response, streamOf(dialect, reply, pieces), 0);
        response.end();
      }
    : answering(200, JSON.stringify(jsonOf(dialect, reply)));

async function runThrough(client: Client, stream: boolean, script: Script): Promise<ClientRun> {
  const from = gateway.journal.entries.length;
  upstream.play(script);
  const run = await runClient(client, gateway.url, stream);
  expect(run.error).toBeUndefined();
  await expect.poll(() => gateway.gateway.liveTurns()).toEqual([]);
  expect(bookkeepingFaults(gateway.journal.entries.slice(from))).toEqual([]);
  return run;
}

const outcome = (): unknown => gateway.journal.of('turn-ended').at(-1)?.outcome;

for (const client of [...vendorClients, ...aiClients])
  describe.each([
    ['streaming', true],
    ['whole', false],
  ] as const)(`${client.name}, ${client.dialect}, %s`, (_mode, stream) => {
    const { dialect } = client;
    test('text and native calls arrive as they were said', async () => {
      const native = stream
        ? async (response: Parameters<Script>[0]) => {
            await streamPieces(response, streamedReply(dialect), 0);
            response.end();
          }
        : answering(200, JSON.stringify(jsonReply(dialect)));
      const run = await runThrough(client, stream, native);
      expect([run.text, commandsOf(run)]).toEqual([TEXT, ['echo one', 'echo two']]);
      expect(outcome()).toBe('pass_through');
      const tape = gateway.journal.tapes.at(-1);
      expect(Buffer.concat(tape?.client ?? []).equals(Buffer.concat(tape?.upstream ?? []))).toBe(true);
    });
    test('a leaked DSML call arrives as a native call, its markup does not', async () => {
      const run = await runThrough(client, stream, saying(dialect, stream, { text: leaked, finish: 'stop' }));
      expect([run.text.trim(), commandsOf(run)]).toEqual(['I look.', ['ls -l']]);
      expect(['tool_calls', 'tool_use', 'completed', 'tool-calls']).toContain(run.finish);
      expect(outcome()).toBe('recover');
    });
    test('the same in a fence arrives untouched', async () => {
      const run = await runThrough(client, stream, saying(dialect, stream, { text: fenced, finish: 'stop' }));
      expect([run.text, run.calls]).toEqual([fenced, []]);
      expect(outcome()).toBe('pass_through');
    });
    test('a doubtful one waits for the operator and arrives once approved', async () => {
      const started = performance.now();
      const run = await runThrough(client, stream, saying(dialect, stream, { text: doubtful, finish: 'stop' }));
      expect(performance.now() - started).toBeGreaterThan(250);
      expect([run.text.trim(), commandsOf(run)]).toEqual(['For example:', ['ls -l']]);
    });
  });
