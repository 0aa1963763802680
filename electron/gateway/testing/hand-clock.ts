import type { GatewayClock } from '../gateway-clock.ts';

/** A clock that stands still until a test turns it. */
export interface HandClock extends GatewayClock {
  /** Lets `ms` pass: whatever is due on the way runs when it is due, in order. */
  advance(ms: number): void;
}

interface Task {
  dueAt: number;
  readonly every: number | undefined;
  readonly run: () => void;
}

export function createHandClock(): HandClock {
  let time = 0;
  const tasks = new Set<Task>();
  const add = (ms: number, every: number | undefined, run: () => void): (() => void) => {
    const task = { dueAt: time + ms, every, run };
    tasks.add(task);
    return () => void tasks.delete(task);
  };
  const nextUntil = (end: number): Task | undefined => {
    let next: Task | undefined;
    for (const task of tasks) if (task.dueAt <= end && (next === undefined || task.dueAt < next.dueAt)) next = task;
    return next;
  };
  return {
    now: () => time,
    every: (ms, run) => add(ms, ms, run),
    after: (ms, run) => add(ms, undefined, run),
    advance(ms) {
      const end = time + ms;
      for (let task = nextUntil(end); task !== undefined; task = nextUntil(end)) {
        time = task.dueAt;
        if (task.every === undefined) tasks.delete(task);
        else task.dueAt += task.every;
        task.run();
      }
      time = end;
    },
  };
}
