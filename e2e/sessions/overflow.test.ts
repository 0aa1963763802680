import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoMessage, eventsOf } from '../../electron/app/demo/demo-dialect.ts';
import { textTool } from '../../electron/app/demo/demo-story.ts';
import { dialects, ScriptedUpstream } from '../scripted-upstream.ts';
import { ServedProgram } from './served-program.ts';
import { only } from './session-bench.ts';

/** A conversation outgrows the model, the agent shortens it, the program is started again in between: what the model is told, and what not. */
const upstream = new ScriptedUpstream();
const data = mkdtempSync(join(tmpdir(), 'signalbox-overflow-'));
let program: ServedProgram;
beforeAll(async () => {
  await upstream.start();
  program = await ServedProgram.start(upstream.url, [], data);
});
afterAll(async () => {
  await program.stop();
  await upstream.close();
  rmSync(data, { recursive: true, force: true, maxRetries: 3 });
});

const bash = textTool('bash', 'Runs a command.', ['command']);
const MARK = 'longer than your context window';
const tooLong = '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 213462 tokens > 200000 maximum"}}';

describe.each(dialects.map((dialect) => ({ dialect, path: dialect.path })))('$path', ({ dialect, path }) => {
  const session = `overflow ${path}`;
  const send = async (messages: readonly DemoMessage[], tools = [bash]) => {
    const response = await fetch(`${program.gateway}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signalbox-session': session },
      body: JSON.stringify(dialect.body({ model: 'scripted-model', system: 'You help.', tools, messages })),
    });
    const text = await response.text();
    return { status: response.status, text, said: response.status === 200 ? dialect.read(eventsOf(text)) : undefined };
  };
  const last = (): string => upstream.requests.at(-1)?.body ?? '';
  const id = (n: number): string => `${path.endsWith('/messages') ? 'toolu' : 'call'}_ovf${n}`;
  const calls = (n: number): DemoMessage => ({
    role: 'assistant',
    text: '',
    calls: [{ id: id(n), name: 'bash', arguments: '{"command":"cat log"}' }],
  });
  const got = (n: number, text: string): DemoMessage => ({ role: 'results', results: [{ id: id(n), text, isError: false }] });

  test('told with the next request that is taken, never in the summary, and there again ever after', async () => {
    const asks: DemoMessage = { role: 'user', text: 'Find the error in the log.' };
    const long = [asks, calls(1), got(1, 'line\n'.repeat(8_000))];
    upstream.will({ refusal: { status: 400, body: tooLong } }, { text: 'The log was read.' });
    const refused = await send(long);
    expect([refused.status, refused.text]).toEqual([400, tooLong]);
    expect(last()).not.toContain(MARK);

    await send([asks, { role: 'user', text: 'Create a detailed summary of the conversation so far.' }], []);
    expect(last()).not.toContain(MARK);

    await program.stop();
    program = await ServedProgram.start(upstream.url, [], data);
    const short: DemoMessage[] = [
      { role: 'user', text: 'This session is being continued from a previous conversation. The summary: the log was read.' },
      calls(2),
      got(2, 'line 1'),
    ];
    upstream.will({ text: 'I read on.' });
    const next = await send(short);
    expect(next.said?.text).toBe('I read on.');
    const told = last();
    expect(told.split(MARK)).toHaveLength(2);

    short.push({ role: 'assistant', text: 'I read on.', calls: [] }, { role: 'user', text: 'And then?' });
    await send(short);
    const list = (body: string): readonly unknown[] => {
      const parsed = JSON.parse(body) as Record<string, readonly unknown[]>;
      return parsed['messages'] ?? parsed['input'] ?? [];
    };
    expect(list(last()).slice(0, list(told).length)).toEqual(list(told));
    expect(last().split(MARK)).toHaveLength(2);

    const entries = await program.entries(session, (found) => only(found, 'turn-ended').length >= 4);
    expect(only(entries, 'guidance-sent').map(({ pattern, occurrence }) => [pattern, occurrence])).toEqual([
      ['EI/CONTEXT_OVERFLOW/001', 1],
    ]);
    const outcomes = only(entries, 'turn-ended').map(({ outcome }) => outcome);
    expect([outcomes[0], ...outcomes.slice(2)]).toEqual(['surface_error', 'repair_request', 'repair_request']);
  });
});
