import type { StandInReply } from '../core/pipeline/request-lane-stage.ts';
import type { ClientReply } from './client-reply.ts';
import type { ExchangeInput } from './exchange-input.ts';

/** Gives the agent a reply that no model wrote, in the form that it asked for. */
export function sendStandIn(reply: StandInReply, input: ExchangeInput, client: ClientReply): void {
  const { codec, request, place } = input;
  for (const call of reply.calls) place.delivered(call.id);
  const created = Math.floor(Date.now() / 1000);
  client.whole(codec.encodeReply({ ...reply, created, model: request.model, text: '' }, request.stream), request.stream);
}
