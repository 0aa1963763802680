import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoAnthropic } from '../electron/app/demo/demo-anthropic.ts';
import { demoChat } from '../electron/app/demo/demo-chat.ts';
import { type DemoCall, type DemoDialect, sseFrame } from '../electron/app/demo/demo-dialect.ts';
import { demoResponses } from '../electron/app/demo/demo-responses.ts';

/** The dialects that the scripted model and the scripted agent of the specs speak. */
export const dialects: readonly DemoDialect[] = [demoChat, demoAnthropic, demoResponses];

export interface ScriptedReply {
  readonly text?: string;
  /** The text in exactly these deltas of Chat Completions, in place of `text`. */
  readonly parts?: readonly string[];
  readonly calls?: readonly DemoCall[];
  /** The connection dies before the reply is over. */
  readonly cut?: boolean;
  /** In place of all of it: the endpoint refuses the request with this status and body. */
  readonly refusal?: { readonly status: number; readonly body: string };
  /** Milliseconds between frames. */
  readonly frameMs?: number;
}

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A model endpoint on loopback that says what a spec wrote down, in the dialect of the request's path. */
export class ScriptedUpstream {
  readonly requests: SeenRequest[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response).catch(() => response.destroy()));
  readonly #replies: ScriptedReply[] = [];

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Said in this order, one a request. Beyond them it says "done". */
  will(...replies: readonly ScriptedReply[]): void {
    this.#replies.push(...replies);
  }

  close(): Promise<void> {
    return new Promise((done) => {
      this.#server.close(() => done());
      this.#server.closeAllConnections();
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const path = request.url ?? '/';
    this.requests.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
    const dialect = dialects.find((candidate) => path.startsWith(candidate.path));
    if (dialect === undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}');
      return;
    }
    const reply = this.#replies.shift() ?? { text: 'done' };
    if (reply.refusal !== undefined) {
      response.writeHead(reply.refusal.status, { 'content-type': 'application/json' }).end(reply.refusal.body);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const said = { text: reply.text ?? '', calls: reply.calls ?? [], ending: reply.cut === true ? ('cut' as const) : ('whole' as const) };
    for (const frame of reply.parts === undefined ? dialect.frames(said, 'scripted-model') : framesOfParts(reply.parts)) {
      response.write(frame);
      if (reply.frameMs !== undefined) await new Promise((done) => setTimeout(done, reply.frameMs));
    }
    if (reply.cut !== true) return void response.end();
    // What was said must have left: a connection that dies before the first byte is another fault.
    await new Promise((done) => setTimeout(done, 100));
    response.destroy();
  }
}

function framesOfParts(parts: readonly string[]): readonly string[] {
  const chunk = (content: string, finish: string | null = null): string =>
    sseFrame({ id: 'chatcmpl-parts', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason: finish }] });
  return [...parts.map((part) => chunk(part)), chunk('', 'stop'), 'data: [DONE]\n\n'];
}
