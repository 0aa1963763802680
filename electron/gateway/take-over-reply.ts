import type { Buffer } from 'node:buffer';
import type { DialectCodec, GatewayError } from '../core/dialect/dialect.ts';
import { cutError } from '../core/pipeline/lane-errors.ts';
import type { ResponseLane, UpstreamEnd } from '../core/pipeline/lane-input.ts';
import type { WireFrame } from '../core/turn/turn-event.ts';
import type { ClientReply } from './client-reply.ts';
import { salvagedBody, SalvageReply } from './salvage-reply.ts';

/** What is known of a reply whose lane has failed. */
export interface FailedReply {
  readonly codec: DialectCodec;
  readonly lane: ResponseLane;
  readonly client: ClientReply;
  /** The JSON reply, where it is one. */
  readonly body: Buffer | undefined;
  /** The operator was asked about a call of this reply. */
  readonly wasHeld: boolean;
  /** The model was asked again: the client's reply is not the upstream's own any more. */
  readonly reasked: boolean;
}

/**
 * Goes on without the lane (contract 2.7): what nobody changed passes as it came, a call in doubt does not. The stream's remaining frames
 * belong to the salvaged reply that is returned; undefined: the client has its ending.
 */
export function takeOverReply(failed: FailedReply): SalvageReply | undefined {
  const { client, codec, body, lane } = failed;
  if (client.over) return undefined;
  if (client.altered || failed.reasked) return void client.fail(failedCheck());
  if (body !== undefined) {
    const whole = !failed.wasHeld && salvagedBody(codec, body.toString('utf8'));
    return void (whole ? client.body(body) : client.fail(failedCheck()));
  }
  const salvage = new SalvageReply(codec.createDecoder(), failed.wasHeld);
  const owed = client.unsent();
  const waiting = new Set(owed);
  salvage.replay(framesOf(lane).filter((frame) => !waiting.has(frame)));
  client.relay(salvage.push(owed).map((frame) => frame.raw));
  return salvage;
}

/** The upstream is over: the withheld frames leave, or an error says that they do not. */
export function endSalvagedReply(salvage: SalvageReply, client: ClientReply, how: UpstreamEnd): void {
  const frames = salvage.end(how);
  if (frames === undefined) return client.fail(failedCheck());
  client.relay(frames.map((frame) => frame.raw));
  client.end();
}

const failedCheck = (): GatewayError => cutError('a check of Signalbox itself failed.', false);

function framesOf(lane: ResponseLane): readonly WireFrame[] {
  try {
    return lane.sources.map((source) => source.frame);
  } catch {
    return [];
  }
}
