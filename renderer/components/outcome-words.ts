import type { Outcome } from '../../shared/vocabulary.ts';

/** The outcome of a turn in words. A reply that no model wrote is named as ours. */
export const outcomeWords = (outcome: Outcome | (string & {})): string =>
  outcome === 'stand_in' ? 'made by Signalbox' : outcome.replaceAll('_', ' ');
