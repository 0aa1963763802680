import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Dialect } from '../../shared/vocabulary.ts';
import { requestOf, streamOf } from '../core/testing/reply-builder.ts';
import { createCoreLane } from './core-lane.ts';
import { startScriptedUpstream, wait, type ScriptedUpstream } from './testing/scripted-upstream.ts';
import { ask, startTestGateway, type Answer, type AskOptions, type TestGateway } from './testing/test-gateway.ts';

/** What stands behind a reply's terminator, through the real lane: it is part of the bytes that leave as they came (wire 3.2). */
const paths: Readonly<Record<Dialect, string>> = {
  'openai-chat': '/v1/chat/completions',
  'anthropic-messages': '/v1/messages',
  'openai-responses': '/v1/responses',
};
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } } } };
const call = { id: 'call_1', name: 'bash', arguments: '{"command":"ls"}' };

let upstream: ScriptedUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());
afterEach(() => gateway.gateway.stop());

async function play(dialect: Dialect, pieces: readonly string[], end = true, options: AskOptions = {}): Promise<Answer> {
  gateway = await startTestGateway(upstream.url, { createLane: createCoreLane });
  upstream.play(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) {
      response.write(piece);
      await wait(5);
    }
    if (end) response.end();
  });
  return ask(`${gateway.url}${paths[dialect]}`, { method: 'POST', body: JSON.stringify(requestOf(dialect, [bash])), ...options });
}

const notes = (): readonly unknown[] => gateway.journal.of('stream-normalised').map((entry) => entry.changes);

describe.each(['openai-chat', 'anthropic-messages', 'openai-responses'] as const)('behind the terminator of %s', (dialect) => {
  const reply = streamOf(dialect, { text: 'I look.', calls: [call] }).join('');
  test.each([
    ['a comment in one piece with it', [`${reply}: done\n\n`]],
    ['a comment in a later piece', [reply, ': done\n\n', ':\n\n']],
    ['the second half of a line end', [reply.replaceAll('\n', '\r\n').slice(0, -1), '\n']],
    ['a line end of its own', [reply.replaceAll('\n', '\r\n'), '\r\n']],
    ['a [DONE] of habit', [reply, 'data: [DONE]\n\n']],
  ])('%s leaves as it came', async (_name, pieces) => {
    const answer = await play(dialect, pieces);
    expect([answer.text, answer.complete, notes()]).toEqual([pieces.join(''), true, []]);
  });
  test('what says anything does not, and is noted', async () => {
    const answer = await play(dialect, [reply, ': one\n\n', 'data: {"type":"vendor"}\n\n', ': two\n\n']);
    expect([answer.text, notes()]).toEqual([`${reply}: one\n\n`, [['frames behind the end left out']]]);
  });
  test('an upstream that does not end is not waited for', async () => {
    const before = performance.now();
    const answer = await play(dialect, [reply], false);
    expect([answer.text, answer.complete]).toEqual([reply, true]);
    expect(performance.now() - before).toBeLessThan(1_500);
  });
});

test('a client that leaves behind the terminator has had its whole reply', async () => {
  const leaving = new AbortController();
  const reply = streamOf('openai-chat', { text: 'fine' }).join('');
  await play('openai-chat', [reply], false, { signal: leaving.signal, onChunk: () => leaving.abort() }).catch(() => undefined);
  for (let at = 0; at < 100 && gateway.journal.of('turn-ended').length === 0; at += 1) await wait(10);
  expect(gateway.journal.of('turn-ended')[0]).toMatchObject({ outcome: 'pass_through', finish: 'stop', error: undefined });
});

test('a request that follows at once finds the reply that it continues, though the endpoint has not ended it', async () => {
  const reply = streamOf('openai-responses', { calls: [call] }).join('');
  let next: Promise<Answer> | undefined;
  await play('openai-responses', [reply], false, {
    onChunk: (chunk) => {
      if (!chunk.includes('response.completed')) return;
      const continued = {
        model: 'm',
        stream: true,
        previous_response_id: 'resp_1',
        input: [{ type: 'function_call_output', call_id: 'call_1', output: 'a' }],
      };
      next = ask(`${gateway.url}${paths['openai-responses']}`, { method: 'POST', body: JSON.stringify(continued) });
    },
  });
  await next;
  const places = gateway.journal.of('turn-started').map(({ session, thread }) => `${session} ${thread}`);
  expect([places.length, new Set(places).size]).toEqual([2, 1]);
});
