import type { JournalEntry } from '../../../shared/journal-entry.ts';

/** Words that stand behind the last message of a turn's request, for the model alone: the agent never sees them. */
export interface AddedWords {
  readonly seq: number;
  readonly by: 'operator' | 'guidance';
  readonly text: string;
}

/** The operator's first, as they went out; guidance on the result of a call stands with its call. */
export function addedWords(entries: readonly JournalEntry[]): readonly AddedWords[] {
  const steers = entries.flatMap((entry): AddedWords[] =>
    entry.type === 'steer-sent' ? [{ seq: entry.seq, by: 'operator', text: entry.text }] : [],
  );
  const guides = entries.flatMap((entry): AddedWords[] =>
    entry.type === 'guidance-sent' && entry.callId === '' ? [{ seq: entry.seq, by: 'guidance', text: entry.text }] : [],
  );
  return [...steers, ...guides];
}
