import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** The other side left before the answer was complete. */
  aborted: boolean;
}

export type Script = (response: http.ServerResponse, request: SeenRequest, number: number) => void | Promise<void>;

export interface ScriptedUpstream {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  play(script: Script): void;
  close(): Promise<void>;
}

/** A model endpoint that does what a test says. */
export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const seen: SeenRequest[] = [];
  let script: Script = (response) => void response.end();
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const record: SeenRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: Buffer.concat(chunks),
      aborted: false,
    };
    seen.push(record);
    response.on('close', () => {
      if (!response.writableFinished) record.aborted = true;
    });
    await script(response, record, seen.length - 1);
  };
  const server = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    play(next) {
      script = next;
      seen.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Writes pieces as an event stream, each in a packet of its own. */
export async function streamPieces(response: http.ServerResponse, pieces: readonly (string | Buffer)[], gapMs = 2): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  for (const piece of pieces) {
    if (response.destroyed) return;
    response.write(piece);
    await wait(gapMs);
  }
}

/** Breaks the connection with a reset. */
export const resetConnection = (response: http.ServerResponse): void => void response.socket?.resetAndDestroy();

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
