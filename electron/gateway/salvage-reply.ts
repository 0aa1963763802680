import { isJsonObject } from '../../shared/json.ts';
import type { DialectCodec, ReplyDecoder } from '../core/dialect/dialect.ts';
import type { TurnEvent, WireFrame } from '../core/turn/turn-event.ts';

interface SeenCall {
  ended: boolean;
  parts: string[];
}

/**
 * Takes over a reply whose lane failed before anything was altered (contract 2.7): text goes on as it came, but from the first call on
 * frames wait for the end, and leave only if every call is whole. A call in doubt is not dispatched.
 */
export class SalvageReply {
  private readonly decoder: ReplyDecoder;
  private readonly calls = new Map<string, SeenCall>();
  private withheld: WireFrame[] = [];
  private broken: boolean;

  /** `doubted`: the operator was asked about a call of this reply and has not answered. */
  constructor(decoder: ReplyDecoder, doubted: boolean) {
    this.decoder = decoder;
    this.broken = doubted;
  }

  /** Frames that the client already has: only read. */
  replay(frames: readonly WireFrame[]): void {
    for (const frame of frames) this.read(frame);
  }

  /** The frames that may leave now. */
  push(frames: readonly WireFrame[]): readonly WireFrame[] {
    const leaving: WireFrame[] = [];
    for (const frame of frames) {
      this.read(frame);
      if (this.calls.size === 0) leaving.push(frame);
      else this.withheld.push(frame);
    }
    return leaving;
  }

  /** At the upstream's end: the withheld frames, or undefined when a call among them is in doubt. */
  end(how: 'clean' | 'reset' | 'stalled'): readonly WireFrame[] | undefined {
    try {
      for (const event of this.decoder.end()) this.fold(event);
    } catch {
      this.broken = true;
    }
    const frames = this.withheld;
    this.withheld = [];
    if (how !== 'clean') return undefined;
    if (frames.length === 0) return frames;
    return !this.broken && areWhole(this.calls.values()) ? frames : undefined;
  }

  private read(frame: WireFrame): void {
    try {
      for (const event of this.decoder.push(frame)) this.fold(event);
    } catch {
      this.broken = true;
    }
  }

  private fold(event: TurnEvent): void {
    foldCall(this.calls, event);
  }
}

/** True when a JSON body may pass unchecked: it holds no call, or only whole ones. */
export function salvagedBody(codec: DialectCodec, rawBody: string): boolean {
  try {
    const calls = new Map<string, SeenCall>();
    for (const source of codec.decodeBody(rawBody) ?? []) for (const event of source.events) foldCall(calls, event);
    return areWhole(calls.values());
  } catch {
    return false;
  }
}

function foldCall(calls: Map<string, SeenCall>, event: TurnEvent): void {
  // Only function calls are checked (contract 2.5.0): the others keep every byte.
  if (event.type === 'call-start')
    calls.set(event.key, { ended: event.kind !== 'function', parts: event.kind === 'function' ? [] : ['{}'] });
  const call = event.type === 'call-delta' || event.type === 'call-end' ? calls.get(event.key) : undefined;
  if (call === undefined || call.ended) return;
  if (event.type === 'call-delta') call.parts.push(event.text);
  if (event.type === 'call-end') {
    if (event.arguments !== undefined) call.parts = [event.arguments];
    call.ended = true;
  }
}

const areWhole = (calls: Iterable<SeenCall>): boolean => [...calls].every((call) => call.ended && isArguments(call.parts.join('')));

function isArguments(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
