import type { Script } from '../../electron/gateway/testing/scripted-upstream.ts';
import { resetConnection, streamPieces, wait } from '../../electron/gateway/testing/scripted-upstream.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { Dialect } from '../../shared/vocabulary.ts';
import { COMMANDS } from './scripted-reply.ts';

/** How the exchange has to end for the client. `error`: by an error of its own kind, with this HTTP status where one is given. */
export type Ending =
  | { readonly type: 'calls'; readonly commands: readonly string[]; readonly finish?: 'calls' | 'length' | 'stop' | undefined }
  | { readonly type: 'error'; readonly status?: number | undefined }
  /** Either: only calls of the reply, each whole, or an error of the client's own kind. */
  | { readonly type: 'valid' };

/** Something that goes wrong between gateway and model endpoint. */
export interface Fault {
  readonly name: string;
  /** Only where the dialect can have it; all three otherwise. */
  readonly dialects?: readonly Dialect[] | undefined;
  readonly play: (dialect: Dialect) => Script;
  readonly ending: Ending;
  /** Requests that reach the endpoint. */
  readonly asked?: number | undefined;
}

export const whole: Ending = { type: 'calls', commands: COMMANDS, finish: 'calls' };
export const firstCall = { type: 'calls', commands: COMMANDS.slice(0, 1) } as const satisfies Ending;
export const failed: Ending = { type: 'error' };
export const valid: Ending = { type: 'valid' };

type End = 'clean' | 'reset' | 'stall';

/** Sends events of a stream, then ends as said. */
export const sending =
  (events: readonly (string | Buffer)[], end: End = 'clean'): Script =>
  async (response) => {
    await streamPieces(response, [packet(events)], 5);
    if (end === 'clean') response.end();
    if (end === 'reset') resetConnection(response);
  };

/** One packet: the faults are about where a reply stops, not about chunking. */
const packet = (events: readonly (string | Buffer)[]): Buffer => Buffer.concat(events.map((event) => Buffer.from(event as string)));

export const answering =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Script =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

/** A head that promises more than comes. */
export const breakingOff =
  (head: Readonly<Record<string, string>>, bytes: string | Buffer, end: End): Script =>
  async (response) => {
    response.writeHead(200, head);
    response.flushHeaders();
    response.write(bytes);
    await wait(10);
    if (end === 'clean') response.end();
    if (end === 'reset') resetConnection(response);
  };

/** Changes the JSON data of each event; undefined leaves the event out. */
export function edited(events: readonly string[], edit: (data: JsonObject, n: number) => JsonObject | undefined): readonly string[] {
  return events.flatMap((event, n) => {
    const data = /^data: (\{.*\})$/m.exec(event)?.[1];
    if (data === undefined) return [event];
    const changed = edit(JSON.parse(data) as JsonObject, n);
    return changed === undefined ? [] : [event.replace(data, () => JSON.stringify(changed))];
  });
}

/** The error shape of each vendor, as an HTTP body. */
export const errorBody = (dialect: Dialect, type: string): string =>
  JSON.stringify(
    dialect === 'anthropic-messages'
      ? { type: 'error', error: { type, message: 'the endpoint says no' } }
      : { error: { message: 'the endpoint says no', type, code: type, param: null } },
  );

/** An error inside a stream, as each vendor writes it. */
export function errorEvent(dialect: Dialect): string {
  switch (dialect) {
    case 'openai-chat':
      return `data: ${errorBody(dialect, 'server_error')}\n\n`;
    case 'anthropic-messages':
      return `event: error\ndata: ${errorBody(dialect, 'overloaded_error')}\n\n`;
    case 'openai-responses':
      return 'event: error\ndata: {"type":"error","sequence_number":90,"code":"server_error","message":"the endpoint says no","param":null}\n\n';
  }
}
