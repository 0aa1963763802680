import type { CircuitOrders } from '../core/pipeline/request-lane-stage.ts';
import type { WaitingOrders } from '../gateway/core-request-stage.ts';
import type { PrivateState } from '../journal/private-state.ts';

/** What the operator ordered about circuits (interfaces 4.3 `circuits/set`). Kept over a restart: who is isolated stays so. */
export interface CircuitBoard extends WaitingOrders {
  /** `thread` '' stands for the whole session. */
  set(session: string, thread: string, state: 'closed' | 'isolated'): void;
}

interface Order extends CircuitOrders {
  readonly session: string;
  readonly thread: string;
}

/** More orders than a person gives; the oldest ends first. */
const maxOrders = 500;
const key = 'circuit-orders';

export function createCircuitBoard(state: Pick<PrivateState, 'get' | 'set' | 'delete'>): CircuitBoard {
  let orders = read(state.get(key));
  const keep = (next: readonly Order[]): void => {
    orders = next.slice(-maxOrders);
    if (orders.length === 0) state.delete(key);
    else state.set(key, JSON.stringify(orders));
  };
  const others = (session: string, thread: string): readonly Order[] =>
    orders.filter((order) => order.session !== session || (order.thread !== thread && thread !== ''));
  return {
    set: (session, thread, to) => {
      const order: Order = { session, thread, isolated: to === 'isolated', closing: to === 'closed' };
      // A closed thread also ends the isolation of its whole session.
      const rest = others(session, thread).filter((each) => to === 'isolated' || each.session !== session || each.thread !== '');
      keep([...rest, order]);
    },
    of: (session, thread) => {
      const own = orders.filter((order) => order.session === session && (order.thread === thread || order.thread === ''));
      if (own.length === 0) return undefined;
      return { isolated: own.some((order) => order.isolated), closing: own.some((order) => order.closing) };
    },
    closed: (session, thread) =>
      keep(orders.filter((order) => order.session !== session || (order.thread !== thread && order.thread !== '') || !order.closing)),
  };
}

const read = (stored: string | undefined): readonly Order[] => (stored === undefined ? [] : (JSON.parse(stored) as Order[]));
