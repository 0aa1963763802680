import type { ReplayRow } from '../../shared/ipc/contract.ts';
import { inertLine } from './inert-text.ts';
import { outcomeWords } from './outcome-words.ts';

/** A verdict in one line: outcome, reason code, calls. */
export const verdictWords = ({ outcome, reason, calls }: ReplayRow['after']): string =>
  [
    outcomeWords(outcome),
    ...(reason === '' ? [] : [reason]),
    ...(calls.length === 0 ? [] : [calls.map(({ name }) => inertLine(name, 40)).join(', ')]),
  ].join(' · ');

/** What made the difference: the setting that was another one, else the checks, formats and rules that spoke only then or only now. */
export function differenceWords({ settings, because, differences }: ReplayRow): string {
  if (settings.length > 0)
    return settings.map(({ key, before, after }) => `${key} was ${JSON.stringify(before)}, is ${JSON.stringify(after)}`).join('; ');
  if (because.length > 0) return because.map(markWords).join(', ');
  return `${differences.map(({ field }) => field).join(', ')} changed`;
}

/** `+check:prose` spoke only now, `-format:glm` only then. */
function markWords(mark: string): string {
  const [, sign, kind, name] = /^([+-])(\w+):(.*)$/.exec(mark) ?? [];
  if (sign === undefined) return inertLine(mark, 120);
  return `${kind} ${inertLine(name ?? '', 100)} ${sign === '+' ? 'speaks only now' : 'spoke only then'}`;
}
