import type { TurnRequest } from '../core/turn/turn.ts';
import { objectOf, textOf } from '../core/dialect/wire-values.ts';

/** By what a request names the history that the server holds. */
export interface HeldBy {
  /** Id of the reply that it continues. */
  readonly reply: string | undefined;
  /** Id of the conversation that it belongs to. */
  readonly conversation: string | undefined;
}

/** `previous_response_id`, `conversation` (an id or an object with one) and Anthropic's `thread` (contract 2.2); undefined: all is in the request. */
export function heldBy({ serverHeld, body }: Pick<TurnRequest, 'serverHeld' | 'body'>): HeldBy | undefined {
  if (!serverHeld) return undefined;
  const named = (key: string): string => textOf(body[key]) || textOf(objectOf(body[key])?.['id']);
  return {
    reply: textOf(body['previous_response_id']) || undefined,
    conversation: named('conversation') || named('thread') || undefined,
  };
}
