import type { Outcome } from '../../shared/vocabulary.ts';

const words: { readonly [O in Outcome]: string } = {
  pass_through: 'passed as it came',
  recover: 'recovered',
  hold: 'held',
  normalise: 'stream put right',
  heal: 'healed',
  reask: 'asked again',
  cut: 'cut',
  repair_request: 'request repaired',
  surface_error: 'error passed on',
  break_loop: 'loop broken',
  stand_in: 'made by Signalbox',
};

/** The outcome of a turn in words; one of a newer gateway by its own name. */
export const outcomeWords = (outcome: Outcome | (string & {})): string =>
  Object.hasOwn(words, outcome) ? words[outcome as Outcome] : outcome.replaceAll('_', ' ');
