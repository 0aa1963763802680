import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoReply } from './demo-dialect.ts';
import type { Story, StoryStep } from './demo-story.ts';

/** Names the step that a request is about: story, task, step and run. It travels through the gateway as any unknown header does. */
export const STEP_HEADER = 'x-demo-step';

export interface DemoModel {
  readonly url: string;
  close(): Promise<void>;
}

/** The scripted model: an upstream on loopback that answers each step as its story says, in the dialect of the story. */
export async function startDemoModel(stories: readonly Story[], frameMs: number): Promise<DemoModel> {
  let previous = new Map<string, string>();
  const server = createServer((request, response) => {
    const key = String(request.headers[STEP_HEADER] ?? '');
    const session = key.split('/')[0] ?? '';
    const isAgain = previous.get(session) === key;
    previous = new Map(previous).set(session, key);
    void answer(stories, key, isAgain, request, response, frameMs).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  stories: readonly Story[],
  key: string,
  isAgain: boolean,
  request: IncomingMessage,
  response: ServerResponse,
  frameMs: number,
): Promise<void> {
  for await (const _ of request) {
    // The script knows what comes next: what the request says is not read.
  }
  const [session, task, step, run] = key.split('/');
  const story = stories.find((candidate) => candidate.session === session);
  const told = story?.tasks[Number(task)]?.steps[Number(step)];
  if (story === undefined || told === undefined) {
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"error":{"message":"The demonstration has no such step.","type":"invalid_request_error"}}');
    return;
  }
  const reply = replyOf(told, isAgain, `${task}/${step}/${run}`);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  for (const frame of story.dialect.frames(reply, story.model)) {
    if (response.destroyed) return;
    response.write(frame);
    await sleep(frameMs);
  }
  if (reply.ending === 'cut') response.destroy();
  else response.end();
}

function replyOf(step: StoryStep, isAgain: boolean, place: string): DemoReply {
  if (isAgain) return { text: step.again ?? 'I leave it at that.', calls: [], ending: 'whole' };
  const calls = (step.calls ?? []).map((call, index) => ({
    id: `call_${idOf(step, place)}${index}`,
    name: call.name,
    arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  }));
  return { text: step.says, calls, ending: step.cut ? 'cut' : 'whole' };
}

/** A short id that differs from step to step and from telling to telling, and is the same on every start. */
function idOf(step: StoryStep, place: string): string {
  let hash = 7;
  for (const character of `${place} ${JSON.stringify(step)}`) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  return hash.toString(36);
}
