import type { ClientReply } from './client-reply.ts';
import type { TurnLog } from './turn-log.ts';
import type { TurnPlace } from './turn-place.ts';
import { turnResultOf } from './turn-result.ts';

/**
 * Tells a turn's place and the request side how the exchange came out, the first time only. The agent may send its next request as soon as it
 * has the reply's end: by then they must know that it is over, and the reply's id.
 */
export function tellOnce(place: TurnPlace, client: ClientReply, log: TurnLog, replyId: () => string): () => void {
  let told = false;
  return () => {
    if (told) return;
    told = true;
    log.settled(client.upstreamStatus);
    place.replied(replyId());
    place.ended(...turnResultOf(client.error));
  };
}
