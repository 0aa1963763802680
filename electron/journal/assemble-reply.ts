import type { TurnDetail } from '../../shared/ipc/contract.ts';
import type { Dialect } from '../../shared/vocabulary.ts';
import type { DialectCodec } from '../core/dialect/dialect.ts';
import type { TurnEvent } from '../core/turn/turn-event.ts';
import { frameRows, type StoredTape } from './tape-store.ts';

export type AssembledReply = NonNullable<TurnDetail['assembled']>;

/** Puts a stored reply together. Given to the store, which itself knows no dialect. */
export type Assemble = (dialect: string, tape: StoredTape) => AssembledReply | null;

/**
 * What the client got, put together: text, reasoning, calls and finish of its first choice. Null when there is no reply, or none
 * that this dialect's codec can read.
 */
export function assembleReply(codecs: Readonly<Record<Dialect, DialectCodec>>, dialect: string, tape: StoredTape): AssembledReply | null {
  const codec = Object.hasOwn(codecs, dialect) ? codecs[dialect as Dialect] : undefined;
  const last = tape.attempts.at(-1);
  // A client that left got nothing: then what the upstream said is shown.
  const bytes = tape.client !== undefined && tape.client.bytes.length > 0 ? tape.client.bytes : last?.bytes;
  return codec === undefined || bytes === undefined ? null : assembleBytes(codec, bytes);
}

/** The reply that a client reads from these bytes, a stream or a JSON body; null where this dialect's codec reads nothing. */
export function assembleBytes(codec: DialectCodec, bytes: Uint8Array): AssembledReply | null {
  const events = bytes.length === 0 ? [] : decode(codec, bytes);
  return events.length === 0 ? null : assemble(events);
}

function decode(codec: DialectCodec, bytes: Uint8Array): readonly TurnEvent[] {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (/^\s*\{/.test(raw.subarray(0, 64).toString('latin1')))
    return (codec.decodeBody(raw.toString('utf8')) ?? []).flatMap((sourced) => sourced.events);
  const decoder = codec.createDecoder();
  const events: TurnEvent[] = [];
  for (const row of frameRows('client', 0, bytes, []))
    events.push(...decoder.push({ ...readFields(row.text), raw: Buffer.from(row.text, 'utf8') }));
  events.push(...decoder.end());
  return events;
}

/** Event name and data of one frame's text; comments and unknown fields are left out, as the SSE standard says. */
function readFields(frame: string): { readonly event: string; readonly data: string | undefined } {
  let event = '';
  const data: string[] = [];
  for (const line of frame.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
  }
  return { event, data: data.length === 0 ? undefined : data.join('\n') };
}

interface OpenCall {
  id: string;
  name: string;
  readonly pieces: string[];
}

function assemble(events: readonly TurnEvent[]): AssembledReply {
  const text: string[] = [];
  const reasoning: string[] = [];
  const calls = new Map<string, OpenCall>();
  let finish = '';
  for (const event of events) {
    if ('choice' in event && event.choice !== 0) continue;
    if (event.type === 'text-delta') text.push(event.text);
    else if (event.type === 'reasoning-delta') reasoning.push(event.text);
    else if (event.type === 'call-start') calls.set(event.key, { id: event.id, name: event.name, pieces: [] });
    else if (event.type === 'finish') finish = event.raw;
    else takeCallEvent(event, calls);
  }
  return {
    text: text.join(''),
    reasoning: reasoning.join(''),
    calls: [...calls.values()].map(({ id, name, pieces }) => ({ id, name, arguments: pieces.join('') })),
    finish,
  };
}

function takeCallEvent(event: TurnEvent, calls: ReadonlyMap<string, OpenCall>): void {
  if (event.type !== 'call-named' && event.type !== 'call-delta' && event.type !== 'call-end') return;
  const call = calls.get(event.key);
  if (call === undefined) return;
  if (event.type === 'call-delta') call.pieces.push(event.text);
  else if (event.type === 'call-named') {
    call.id = event.id;
    call.name = event.name;
  } else if (event.arguments !== undefined) call.pieces.splice(0, call.pieces.length, event.arguments);
}
