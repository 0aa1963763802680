import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import type { Behind } from './entries-behind.tsx';

export type Tally = StatsSummary['figures'][string];

/** Below this many a share says little, and is told as `1 of 3`. */
export const smallSample = 20;

/** `12.5`; `–` where there is nothing to take a share of. */
export const percent = (part: number, of: number): string => (of === 0 ? '–' : ((100 * part) / of).toFixed(1));

export const figureOf = (figures: StatsSummary['figures'], key: string): Tally | undefined =>
  Object.hasOwn(figures, key) ? figures[key] : undefined;

/** The whole denominator in words, as the journal names it: `5 of 7 healed calls that succeeded or failed by the same class`. */
export function denominatorOf({ value, of, denominator }: Tally): string {
  if (of === null) return `all ${denominator}`;
  return value !== null && Number.isInteger(value) && value >= 0 && value <= of
    ? `${count(value)} of ${count(of)} ${denominator}`
    : `${count(of)} ${denominator}`;
}

/** What a press on a figure opens. `over`: the figure is a median, a sum or a share of something else than these entries. */
export const behindOf = (title: string, tally: Tally, over: boolean): Behind => ({
  title,
  query: tally.query,
  note: over ? `Taken over these: ${denominatorOf(tally)}.` : `${denominatorOf(tally)}.`,
});
