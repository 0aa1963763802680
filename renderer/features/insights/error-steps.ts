import type { StatsSummary } from '../../../shared/ipc/contract.ts';

/** Steps with fewer results show no share: one error of two is no rate. */
export const fewestResults = 3;
const mostSteps = 30;
const leastSteps = 8;
/** A step has about so many results, where there are enough for a line. */
const resultsPerStep = 8;

/** One point of the error rates. The counts are of `of`, and never exceed it. */
export interface ErrorStep {
  readonly at: number;
  readonly until: number;
  readonly failed: number;
  readonly wouldHaveFailed: number;
  readonly of: number;
  /** Percent; absent where there were too few results. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/**
 * Neighbouring steps of the series joined to at most 30, fewer where there are few results: a share of three says little. A result may be seen a step after its call was mended: what is known of a step is then at
 * least what is known of its parts.
 */
export function errorSteps(series: StatsSummary['series']): readonly ErrorStep[] {
  const width = (series[1]?.at ?? 0) - (series[0]?.at ?? 0);
  const wanted = Math.floor(ratesOf(series).of / resultsPerStep);
  const joined = Math.max(1, Math.ceil(series.length / Math.max(leastSteps, Math.min(mostSteps, wanted))));
  return Array.from({ length: Math.ceil(series.length / joined) }, (_, step) => {
    const part = series.slice(step * joined, (step + 1) * joined);
    const at = part[0]?.at ?? 0;
    return { at, until: (part.at(-1)?.at ?? at) + width, ...ratesOf(part) };
  });
}

/** What agents saw fail, and with it the calls that were mended and succeeded: those would have failed. */
export function ratesOf(series: StatsSummary['series']): Omit<ErrorStep, 'at' | 'until'> {
  const sum = (key: 'faults' | 'results' | 'saved'): number => series.reduce((total, point) => total + point[key], 0);
  const failed = sum('faults');
  const wouldHaveFailed = failed + sum('saved');
  const of = Math.max(sum('results'), wouldHaveFailed);
  return of < fewestResults
    ? { failed, wouldHaveFailed, of }
    : { failed, wouldHaveFailed, of, before: (100 * wouldHaveFailed) / of, after: (100 * failed) / of };
}
