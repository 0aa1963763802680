/** A console that is open. */
export interface OpenConsole {
  /** The operator used it: key, pointer or verdict. */
  touch(): void;
  close(): void;
}

/** Who is at the desk (interfaces 4.3 "Present"): a console counts while its feed is open and it was used within `presenceMs`. */
export interface Presence {
  /** A feed opened: that is a use. Several consoles may carry one id (a page that reconnects). */
  open(id: string): OpenConsole;
  /** The console of this id was used. False: there is none. */
  touch(id: string): boolean;
  /** A verdict came: every open console counts as used, since it does not say which one gave it. */
  touchAll(): void;
  isPresent(): boolean;
  /** When a console was last used; undefined: never. Epoch milliseconds. */
  lastUse(): number | undefined;
}

interface Seat {
  readonly id: string;
  usedAt: number;
}

export function createPresence(setup: { readonly now: () => number; readonly presenceMs: () => number }): Presence {
  const seats = new Set<Seat>();
  let lastUse: number | undefined;
  const use = (seat: Seat): void => {
    seat.usedAt = setup.now();
    lastUse = seat.usedAt;
  };
  return {
    open: (id) => {
      const seat: Seat = { id, usedAt: 0 };
      seats.add(seat);
      use(seat);
      return { touch: () => use(seat), close: () => void seats.delete(seat) };
    },
    touch: (id) => {
      const found = [...seats].filter((seat) => seat.id === id);
      found.forEach(use);
      return found.length > 0;
    },
    touchAll: () => seats.forEach(use),
    isPresent: () => {
      const since = setup.now() - setup.presenceMs();
      return [...seats].some((seat) => seat.usedAt >= since);
    },
    lastUse: () => lastUse,
  };
}
