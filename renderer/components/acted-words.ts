import { faultWords, loopKindWords, shortCause, shortRefusal } from '../../shared/alert-words.ts';
import type { CallRecord } from '../store/journal-view.ts';

const ends: Readonly<Record<string, string>> = { expired: 'nobody decided', rejected: 'by you' };

/**
 * What acted on a call, as a person reads it: formats and rules by their names, everything else in words. The codes themselves stay in the record: the
 * filter `category:` looks for them.
 */
export function actedWords({ state, acted, guidance, fault }: Pick<CallRecord, 'state' | 'acted' | 'guidance' | 'fault'>): string {
  if (Object.hasOwn(ends, state)) return ends[state] ?? '';
  switch (state) {
    case 'answered':
      return acted.startsWith('EI/') ? faultWords(acted) : acted;
    case 'refused':
      return shortRefusal(acted);
    case 'withdrawn':
      return acted === '' ? 'the agent left' : shortCause(acted);
    case 'cancelled':
      return shortCause(acted);
    case 'delivered':
      if (acted !== '') return acted;
      if (guidance !== undefined) return `guided: ${faultWords(guidance.pattern)}`;
      return fault === undefined ? '' : faultWords(fault.pattern);
    default:
      return loopKindWords(acted);
  }
}
