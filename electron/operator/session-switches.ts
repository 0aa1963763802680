import type { SessionSwitches } from '../gateway/ports.ts';
import type { PrivateState } from '../journal/private-state.ts';

/** What the operator set for single sessions (4.3 `sessions/set`). Kept over a restart: a session that is held stays held. */
export interface SessionSwitchBoard {
  of(session: string): SessionSwitches;
  set(session: string, change: Partial<SessionSwitches>): SessionSwitches;
}

/** Nothing held by order, loops watched, leaks recovered. */
export const normalSwitches: SessionSwitches = { hold: false, loops: true, recovery: true };

const maxSessions = 5000;

export function createSessionSwitches(state: Pick<PrivateState, 'get' | 'set' | 'delete'>): SessionSwitchBoard {
  const known = new Map<string, SessionSwitches>();
  const of = (session: string): SessionSwitches => {
    const found = known.get(session) ?? read(state.get(keyOf(session)));
    if (known.size >= maxSessions) known.clear();
    known.set(session, found);
    return found;
  };
  return {
    of,
    set: (session, change) => {
      const next = { ...of(session), ...change };
      known.set(session, next);
      if (isNormal(next)) state.delete(keyOf(session));
      else state.set(keyOf(session), JSON.stringify(next));
      return next;
    },
  };
}

const keyOf = (session: string): string => `switches:${session}`;

const isNormal = (switches: SessionSwitches): boolean => !switches.hold && switches.loops && switches.recovery;

function read(stored: string | undefined): SessionSwitches {
  return stored === undefined ? normalSwitches : { ...normalSwitches, ...(JSON.parse(stored) as Partial<SessionSwitches>) };
}
