import type { DialectCodec, OutChunk, ReplyEncoder } from '../dialect/dialect.ts';
import type { Sourced, TurnEvent, WireFrame } from '../turn/turn-event.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Cuts well-formed SSE text (LF) into frames, one for each blank line. */
export function framesOf(text: string): WireFrame[] {
  return text
    .split(/(?<=\n\n)/)
    .filter((part) => part !== '')
    .map((part) => {
      let event = '';
      const data: string[] = [];
      for (const line of part.split('\n')) {
        if (line.startsWith('event:')) event = line.slice(6).trim();
        if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      }
      return { event, data: data.length === 0 ? undefined : data.join('\n'), raw: encoder.encode(part) };
    });
}

/** Each frame with its events; the events of `end()` stand at the end with an empty comment frame. */
export function decodeAll(codec: DialectCodec, frames: readonly WireFrame[]): Sourced[] {
  const reader = codec.createDecoder();
  const sources: Sourced[] = frames.map((frame) => ({ frame, events: reader.push(frame) }));
  const rest = reader.end();
  return rest.length === 0 ? sources : [...sources, { frame: { event: '', data: undefined, raw: new Uint8Array(0) }, events: rest }];
}

export const eventsOf = (codec: DialectCodec, text: string): TurnEvent[] =>
  decodeAll(codec, framesOf(text)).flatMap((sourced) => [...sourced.events]);

export const textOfChunk = (chunk: OutChunk): string => (typeof chunk === 'string' ? chunk : decoder.decode(chunk));

/** What the client gets when every frame passes. */
export const passAll = (encoderOfReply: ReplyEncoder, sources: readonly Sourced[]): string =>
  sources.map((sourced) => textOfChunk(encoderOfReply.pass(sourced))).join('');

/** A call as the events tell it: last id and name, all argument text, whether the dialect closed it. */
export interface ToldCall {
  id: string;
  name: string;
  arguments: string;
  closed: boolean;
  readonly odd: string[];
}

export function callsTold(events: readonly TurnEvent[]): ToldCall[] {
  const calls = new Map<string, ToldCall>();
  for (const event of events) {
    if (event.type === 'call-start') calls.set(event.key, { id: event.id, name: event.name, arguments: '', closed: false, odd: [] });
    const call = 'key' in event && event.key !== undefined ? calls.get(event.key) : undefined;
    if (call === undefined) continue;
    if (event.type === 'call-named') Object.assign(call, { id: event.id, name: event.name });
    if (event.type === 'call-delta') call.arguments += event.text;
    if (event.type === 'call-end') Object.assign(call, { closed: true, arguments: event.arguments ?? call.arguments });
    if (event.type === 'oddity') call.odd.push(event.change);
  }
  return [...calls.values()];
}

export const textTold = (events: readonly TurnEvent[]): string =>
  events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
export const keylessOddities = (events: readonly TurnEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'oddity' && event.key === undefined ? [event.change] : []));
