import type { Journal } from '../journal/journal-service.ts';
import type { PrivateState } from '../journal/private-state.ts';

/** A conversation that was not continued for so long is over: its history then goes out as the agent sends it (contract 2.6). */
const keptMs = 90 * 86_400_000;
const mostDecisions = 200_000;
const firstMs = 60_000;
const everyMs = 3_600_000;
/** While there is more to delete than one step does, the next one comes soon. */
const soonMs = 1_000;

/** Keeps the file of decisions within age and number: behind the start, every hour, in small steps. What went is an entry. */
export function pruneDecisions(
  state: Pick<PrivateState, 'prune'>,
  journal: Pick<Journal, 'append'>,
  now: () => number = Date.now,
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let gone = 0;
  const step = (): void => {
    const deleted = state.prune(now() - keptMs, mostDecisions);
    gone += deleted;
    if (deleted === 0 && gone > 0) {
      const detail = `${gone} remembered decisions were deleted by age or number: conversations that were not continued for 90 days`;
      journal.append({ session: '', thread: '', turn: '', level: 'info', type: 'limit-reached', kind: 'decisions', detail });
      gone = 0;
    }
    timer = setTimeout(step, deleted > 0 ? soonMs : everyMs).unref();
  };
  timer = setTimeout(step, firstMs).unref();
  return { stop: () => clearTimeout(timer) };
}
