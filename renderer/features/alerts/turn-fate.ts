import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { plural, seconds } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { saidMessage } from '../../components/said-message.ts';
import { outcomeWords } from '../../components/outcome-words.ts';

/** One thing that is known of how a turn went on. */
export interface Fate {
  readonly good: boolean;
  readonly text: string;
}

const left: ReadonlySet<string> = new Set(['delivered', 'recovered', 'healed']);

/** What became of a turn that lost calls or its endpoint: only what entries say. `lost` are the ids of calls that did not go on. */
export function turnFate(turn: string, story: readonly JournalEntry[], lost: ReadonlySet<string> = new Set()): readonly Fate[] {
  const own = story.filter((entry) => entry.turn === turn);
  const started = own.some((entry) => entry.type === 'turn-started');
  const ended = own.findLast((entry) => entry.type === 'turn-ended');
  const delivered = own.filter((entry) => entry.type === 'tool-call-delivered' && left.has(entry.state)).length;
  const retries = own.filter((entry) => entry.type === 'upstream-retried').length;
  const reasks = own.filter((entry) => entry.type === 'reask-sent').length;
  const fates: Fate[] = [];
  if (retries > 0) fates.push({ good: true, text: `Asked the endpoint again, ${plural(retries, 'time')}` });
  if (reasks > 0) fates.push({ good: true, text: `The model was asked again, ${plural(reasks, 'time')}` });
  if (delivered > 0) fates.push({ good: true, text: `${plural(delivered, 'complete call')} of the turn went on` });
  if (ended?.type === 'turn-ended') fates.push(endOf(ended));
  else if (started) fates.push({ good: true, text: 'The turn still runs' });
  return [...fates, ...mendedAfter(story, lost)];
}

function endOf(ended: JournalEntry & { readonly type: 'turn-ended' }): Fate {
  const after = `after ${seconds(ended.durationMs / 1000)} s`;
  const { error } = ended;
  if (error === undefined)
    return {
      good: true,
      text: `Stream closed validly ${after}, finish reason ${inertLine(ended.finish, 40)}, outcome: ${outcomeWords(ended.outcome)}`,
    };
  if (error.code === 'client-gone') return { good: false, text: `The agent had left ${after}` };
  if (error.code === 'program-ended') return { good: false, text: 'Signalbox was killed while the turn ran: its connection broke' };
  return {
    good: false,
    text: `The agent got ${error.code === 'http-error' ? "the endpoint's error" : `an error (${inertLine(error.code, 60)})`} ${after}: ${inertLine(saidMessage(error.message), 400)}`,
  };
}

/** Later requests that put results in for the calls that were lost. */
function mendedAfter(story: readonly JournalEntry[], lost: ReadonlySet<string>): readonly Fate[] {
  const changes = story.flatMap((entry) =>
    entry.type === 'history-repaired' ? entry.changes.filter((change) => [...lost].some((id) => id !== '' && change.includes(id))) : [],
  );
  return changes.length === 0 ? [] : [{ good: true, text: `History repaired later: ${inertLine([...new Set(changes)].join('; '), 200)}` }];
}
