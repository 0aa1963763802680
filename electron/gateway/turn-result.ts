import type { GatewayError } from '../core/dialect/dialect.ts';
import type { ClientReply } from './client-reply.ts';
import type { TurnResult } from './turn-place.ts';

/** How a turn came out for its retries (wire 3.5, 3.8): a broken loop keeps its ending. */
export function turnResultOf(error: ClientReply['error']): [result: TurnResult, ending?: GatewayError] {
  if (error === undefined) return ['ok'];
  if (error.code === 'signalbox_cut') return ['cut'];
  const { message } = error;
  return error.code === 'signalbox_loop' ? ['loop', { code: error.code, status: 400, message, retryable: false }] : ['failed'];
}
