/** The time of a gateway: everything in it that waits reads and waits by this. A test turns it by hand; sockets are never told of it. */
export interface GatewayClock {
  /** Monotonic, in milliseconds. */
  now(): number;
  /** Runs `task` every `ms` until the answer is called. Keeps no process alive. */
  every(ms: number, task: () => void): () => void;
  /** Runs `task` once after `ms`, unless the answer is called before. */
  after(ms: number, task: () => void): () => void;
}

/** The machine's own time. */
export const systemClock: GatewayClock = {
  now: () => performance.now(),
  every(ms, task) {
    const timer = setInterval(task, ms).unref();
    return () => clearInterval(timer);
  },
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
