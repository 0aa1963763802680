import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/json.ts';
import type { Dialect } from '../../shared/vocabulary.ts';
import { codecs } from '../core/dialect/registry.ts';
import { messagesOf, type SessionStep } from '../core/testing/history-session.ts';
import { bodyOf } from '../core/testing/request-bench.ts';
import { assembleBytes } from '../journal/assemble-reply.ts';
import { createCoreLane, createCoreRequestStage } from './core-lane.ts';
import { startScriptedUpstream, type ScriptedUpstream } from './testing/scripted-upstream.ts';
import { ask, startTestGateway, type TestGateway } from './testing/test-gateway.ts';

/** The black-box harness's own reading of a reply: written apart from the product. */
interface StrictReading {
  readonly protocolErrors: readonly string[];
  readonly terminator: boolean;
  readonly calls: readonly { readonly name: string }[];
}
type Decode = (dialect: string, bytes: Buffer, how: { status: number; contentType: string; stream: boolean }) => StrictReading;
const { decode } = (await import(new URL('../../e2e/conformance/decode.mjs', import.meta.url).href)) as { readonly decode: Decode };

let upstream: ScriptedUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());
afterEach(() => gateway.gateway.stop());

const paths: Readonly<Record<Dialect, string>> = {
  'openai-chat': '/v1/chat/completions',
  'anthropic-messages': '/v1/messages',
  'openai-responses': '/v1/responses',
};
const schema = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: [...names],
});
const tools = [
  { name: 'Read', parameters: schema('file_path') },
  { name: 'Edit', parameters: schema('file_path', 'old_string', 'new_string') },
];
const toolsOf = (dialect: Dialect): JsonObject[] =>
  tools.map(({ name, parameters }) =>
    dialect === 'anthropic-messages'
      ? { name, input_schema: parameters }
      : { type: 'function', name, parameters, function: { name, parameters } },
  );
const edit = '{"file_path":"/a.ts","old_string":"a","new_string":"b"}';
const failed: readonly SessionStep[] = [
  { type: 'user', text: 'Change it.' },
  { type: 'calls', calls: [{ id: 'call_1', name: 'Edit', arguments: edit }] },
  {
    type: 'result',
    id: 'call_1',
    text: '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>',
  },
];

describe.each(Object.keys(paths) as Dialect[])('%s', (dialect) => {
  test.each([true, false])('streamed %s: read and edit without asking the upstream, then the upstream', async (stream) => {
    const rows = new Map<string, string>();
    const decisions = {
      get: (key: string) => rows.get(key),
      setMany: (pairs: readonly (readonly [string, string])[]) => pairs.forEach(([key, value]) => rows.set(key, value)),
    };
    gateway = await startTestGateway(`${upstream.url}/v1`, {
      createLane: createCoreLane,
      prepareRequest: createCoreRequestStage({ decisions, steers: { of: () => [], sent: () => undefined } }),
      decisions,
      settings: { healing: { 'observe-then-retry': 'on' } },
    });
    upstream.play((response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    const asked = upstream.seen.length;
    const send = (steps: readonly SessionStep[]) =>
      ask(`${gateway.url}${paths[dialect]}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'claude-cli/2.1.197', 'x-signalbox-session': 's' },
        body: bodyOf(dialect, messagesOf(dialect, steps), { tools: toolsOf(dialect), stream }),
      });
    const made = async (steps: readonly SessionStep[]) => {
      const { body, status, headers } = await send(steps);
      const contentType = headers['content-type'] ?? '';
      expect([status, contentType]).toEqual([200, stream ? 'text/event-stream' : 'application/json']);
      const read = decode(dialect === 'anthropic-messages' ? 'anthropic' : dialect, body, { status, contentType, stream });
      expect(read.protocolErrors).toEqual([]);
      expect(read.calls).toHaveLength(1);
      if (stream) expect(read.terminator).toBe(true);
      const [call] = assembleBytes(codecs[dialect], body)?.calls ?? [];
      if (call === undefined) throw new Error('no call');
      return { id: call.id, name: call.name, arguments: call.arguments };
    };

    const read = await made(failed);
    expect(read).toMatchObject({ name: 'Read', arguments: '{"file_path":"/a.ts"}' });
    const afterRead: readonly SessionStep[] = [...failed, { type: 'calls', calls: [read] }, { type: 'result', id: read.id, text: '1\ta' }];
    const repeated = await made(afterRead);
    expect(repeated).toMatchObject({ name: 'Edit', arguments: edit });
    expect(upstream.seen).toHaveLength(asked);

    const done = { type: 'result', id: repeated.id, text: 'The file /a.ts has been updated.' } as const;
    await send([...afterRead, { type: 'calls', calls: [repeated] }, done]);
    expect(upstream.seen).toHaveLength(asked + 1);

    const { journal } = gateway;
    expect(journal.of('tool-call-made').map(({ step, of }) => [step, of])).toEqual([
      ['read', 'call_1'],
      ['repeat', 'call_1'],
    ]);
    const ended = journal.of('turn-ended').map(({ outcome, calls, usage, finish }) => ({ outcome, calls, usage, finish }));
    expect(ended.slice(0, 2)).toEqual(Array(2).fill({ outcome: 'stand_in', calls: 0, usage: {}, finish: 'calls' }));
    expect(journal.of('tool-call-seen')).toEqual([]);
    expect(new Set(journal.entries.map(({ thread }) => thread)).size).toBe(1);
  });
});
