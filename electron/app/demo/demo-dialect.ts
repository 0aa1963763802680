import type { Json, JsonObject } from '../../../shared/json.ts';

/** A call, with its arguments as JSON text. */
export interface DemoCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** What the scripted model says. `cut`: the connection dies before the reply is over. */
export interface DemoReply {
  readonly text: string;
  readonly calls: readonly DemoCall[];
  readonly ending: 'whole' | 'cut';
}

export type DemoMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly DemoCall[] }
  | { readonly role: 'results'; readonly results: readonly DemoResult[] };

export interface DemoResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

export interface DemoTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** A request before it takes the form of a dialect. */
export interface DemoRequest {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly DemoTool[];
  readonly messages: readonly DemoMessage[];
}

/** One wire API, as far as the demonstration speaks it: both sides of the wire. */
export interface DemoDialect {
  readonly path: string;
  body(request: DemoRequest): JsonObject;
  /** The model's side: the reply as SSE frames. */
  frames(reply: DemoReply, model: string): readonly string[];
  /** The agent's side: what the data of a whole SSE stream says. */
  read(events: readonly JsonObject[]): { readonly text: string; readonly calls: readonly DemoCall[] };
}

export const sseFrame = (data: Json, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Text in the small parts in which models stream it. */
export const textParts = (text: string): readonly string[] => text.match(/[\s\S]{1,12}/g) ?? [];

/** A call's arguments as they are streamed; those of the call in which a connection dies lack their end. */
export function argumentParts(reply: DemoReply, call: DemoCall): readonly string[] {
  const parts = textParts(call.arguments);
  return reply.ending === 'cut' && call === reply.calls.at(-1) ? parts.slice(0, -1) : parts;
}

/** The JSON objects of an SSE stream's data lines. */
export function eventsOf(stream: string): readonly JsonObject[] {
  return stream.split('\n').flatMap((line) => {
    if (!line.startsWith('data: {')) return [];
    return [JSON.parse(line.slice('data: '.length)) as JsonObject];
  });
}
