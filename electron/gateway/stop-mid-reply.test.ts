import { test } from 'vitest';
import type { Dialect } from '../../shared/vocabulary.ts';
import { requestOf, streamOf } from '../core/testing/reply-builder.ts';
import { createCoreLane } from './core-lane.ts';
import { startRawUpstream } from './testing/raw-upstream.ts';
import { ask, startTestGateway } from './testing/test-gateway.ts';

const paths: Readonly<Record<Dialect, string>> = {
  'openai-chat': '/v1/chat/completions',
  'anthropic-messages': '/v1/messages',
  'openai-responses': '/v1/responses',
};
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } } } };
/** What each dialect calls an error that may be tried again (wire 3.5). */
const again: Readonly<Record<Dialect, string>> = {
  'openai-chat': '"type":"server_error"',
  'anthropic-messages': 'overloaded_error',
  'openai-responses': 'server_error',
};

/** The reply never ends, so the five seconds of grace run out (interfaces 4.1). */
const asked = async (dialect: Dialect, stream: boolean) => {
  const upstream = await startRawUpstream();
  const { url, gateway } = await startTestGateway(`${upstream.url}/v1`, { createLane: createCoreLane });
  const frames = streamOf(dialect, { text: 'Not all of it.', calls: [], finish: 'stop' }).slice(0, -2).join('');
  const type = stream ? 'text/event-stream' : 'application/json';
  upstream.play({
    bytes: [`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`, stream ? frames : '{"id":'],
    then: 'keep',
  });
  const answer = ask(`${url}${paths[dialect]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requestOf(dialect, [bash], stream)),
  });
  while (gateway.liveTurns().length === 0 || upstream.asked() === 0) await new Promise((done) => setTimeout(done, 10));
  await Promise.all([gateway.stop(), answer]);
  await upstream.close();
  return answer;
};

test.concurrent.for(Object.keys(paths) as Dialect[])(
  '%s: a reply that the stop of the program cuts may be asked for again',
  { timeout: 20_000 },
  async (dialect, { expect }) => {
    const streamed = await asked(dialect, true);
    expect(streamed.text).toContain('Signalbox cut this reply: the program stops');
    expect(streamed.text).toContain(again[dialect]);
    expect(streamed.text).not.toMatch(/invalid_request_error|invalid_prompt|signalbox_refused/);
  },
);

test.concurrent('a reply in JSON is a 502 without x-should-retry: false', { timeout: 20_000 }, async ({ expect }) => {
  const answer = await asked('openai-chat', false);
  expect(answer.status).toBe(502);
  expect(answer.text).toContain('signalbox_cut');
  expect(JSON.stringify(answer.headers)).not.toContain('x-should-retry');
});
