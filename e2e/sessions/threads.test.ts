import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoMessage, eventsOf } from '../../electron/app/demo/demo-dialect.ts';
import { textTool } from '../../electron/app/demo/demo-story.ts';
import { dialects, ScriptedUpstream } from '../scripted-upstream.ts';
import { ServedProgram } from './served-program.ts';

/** Which conversation a request belongs to: what the operator says, and what outlives a restart, depends on it. */
const upstream = new ScriptedUpstream();
const data = mkdtempSync(join(tmpdir(), 'signalbox-threads-'));
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

const tools = [textTool('Task', 'Runs a sub-agent.', ['prompt']), textTool('bash', 'Runs a command.', ['command'])];

describe.each(dialects.map((dialect) => ({ dialect, path: dialect.path })))('$path', ({ dialect, path }) => {
  const send = async (messages: readonly DemoMessage[], session?: string) => {
    const body = dialect.body({ model: 'scripted-model', system: 'You help.', tools, messages });
    const response = await fetch(`${program.gateway}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(session === undefined ? {} : { 'x-signalbox-session': session }) },
      body: JSON.stringify(body),
    });
    return dialect.read(eventsOf(await response.text()));
  };
  const id = `${path.endsWith('/messages') ? 'toolu' : 'call'}_task1`;
  const asks: DemoMessage = { role: 'user', text: 'Do it.' };

  test('a steer waits for the main thread while a sub-agent works', async () => {
    const session = `steer ${path}`;
    upstream.will({ calls: [{ id, name: 'Task', arguments: '{"prompt":"look around"}' }] }, { text: 'I looked.' }, { text: 'done' });
    const task = await send([asks], session);
    await program.call('steer/send', { session, text: 'mind the tests' });
    await send([{ role: 'user', text: 'look around' }], session);
    expect(upstream.requests.at(-1)?.body).not.toContain('mind the tests');
    await send([asks, { role: 'assistant', ...task }, { role: 'results', results: [{ id, text: 'I looked.', isError: false }] }], session);
    expect(upstream.requests.at(-1)?.body).toContain('[operator] mind the tests');
  });

  test('a session that the agent does not name has the same name after a restart', async () => {
    upstream.will({ calls: [{ id, name: 'bash', arguments: '{"command":"ls"}' }] }, { text: 'done' });
    const first = `Say ${path} once.`;
    const told: DemoMessage[] = [{ role: 'user', text: first }];
    told.push({ role: 'assistant', ...(await send(told)) });
    const session = await sessionOf(first);
    await program.stop();
    program = await ServedProgram.start(upstream.url, [], data);
    told.push({ role: 'results', results: [{ id, text: 'a.ts', isError: false }] });
    await send(told);
    const turns = async (): Promise<number> =>
      (await program.call<{ readonly turns: { readonly session: string }[] }>('turns/list', { session })).turns.length;
    await expect.poll(turns).toBe(2);
  });
});

async function sessionOf(title: string): Promise<string> {
  for (;;) {
    const { turns } = await program.call<{ readonly turns: { readonly session: string; readonly title: string }[] }>('turns/list');
    const found = turns.find((turn) => turn.title === title);
    if (found !== undefined) return found.session;
  }
}
