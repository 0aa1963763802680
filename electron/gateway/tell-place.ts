import type { ClientReply } from './client-reply.ts';
import type { TurnPlace } from './turn-place.ts';
import { turnResultOf } from './turn-result.ts';

/**
 * Tells a turn's place how its exchange came out, the first time only. The agent may send its next request as soon as it has the reply's
 * end: by then the place must know the reply's id and that it is over.
 */
export function tellOnce(place: TurnPlace, client: ClientReply, replyId: () => string): () => void {
  let told = false;
  return () => {
    if (told) return;
    told = true;
    place.replied(replyId());
    place.ended(...turnResultOf(client.error));
  };
}
