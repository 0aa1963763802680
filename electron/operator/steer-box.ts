import type { PrivateState } from '../journal/private-state.ts';

/** What the operator told a session and no request has carried yet (wire 3.8). Kept over a restart. */
export interface SteerBox {
  /** Queues words; the answer is how many wait now. Undefined: too many wait already. */
  add(session: string, text: string): number | undefined;
  of(session: string): readonly string[];
  sent(session: string, count: number): void;
}

/** A session that carries nothing is not spoken to for ever. */
const maxWaiting = 20;

export function createSteerBox(state: Pick<PrivateState, 'get' | 'set' | 'delete'>): SteerBox {
  /** Sessions with waiting words, and those that were looked up: a request must not cost a look at the disk each time. */
  const known = new Map<string, readonly string[]>();
  const of = (session: string): readonly string[] => {
    const waiting = known.get(session) ?? read(state.get(keyOf(session)));
    if (known.size >= 5000) known.clear();
    known.set(session, waiting);
    return waiting;
  };
  const keep = (session: string, waiting: readonly string[]): void => {
    known.set(session, waiting);
    if (waiting.length === 0) state.delete(keyOf(session));
    else state.set(keyOf(session), JSON.stringify(waiting));
  };
  return {
    of,
    add: (session, text) => {
      const waiting = of(session);
      if (waiting.length >= maxWaiting) return undefined;
      keep(session, [...waiting, text]);
      return waiting.length + 1;
    },
    sent: (session, count) => keep(session, of(session).slice(count)),
  };
}

const keyOf = (session: string): string => `steers:${session}`;

const read = (stored: string | undefined): readonly string[] => (stored === undefined ? [] : (JSON.parse(stored) as string[]));
