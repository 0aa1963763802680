import { type Counted, findingOf, type LoopFinding } from './loop-finding.ts';
import { later, limitsFor, type LoopLimits, type LoopSettings, patient } from './loop-limits.ts';
import type { Round, RoundCall } from './round.ts';

/** Rounds that are looked back on: enough for every limit below with cycles of five. */
export const LOOK_BACK = 64;
const LONGEST_CYCLE = 5;

type Signal = (rounds: readonly Round[], settings: LoopSettings) => Counted | undefined;

/** Every sign of a loop (errors.md B3); the strongest finding counts, of equal ones the first. `rounds`: since the last reset. */
export function findLoop(rounds: readonly Round[], settings: LoopSettings): LoopFinding | undefined {
  let found: LoopFinding | undefined;
  for (const signal of SIGNALS) {
    const counted = signal(rounds, settings);
    const finding = counted === undefined ? undefined : findingOf(counted);
    if (finding !== undefined && (found === undefined || (finding.stage === 'open' && found.stage === 'guide'))) found = finding;
  }
  return found;
}

const toolsOf = (rounds: readonly Round[]): readonly string[] => rounds.flatMap((round) => round.calls.map((call) => call.name));

/** The same step with the same result, one after the other. */
const identicalCall: Signal = (rounds, settings) => {
  const last = rounds[rounds.length - 1];
  if (last === undefined) return undefined;
  const limits = limitsFor(toolsOf([last]), settings);
  if (limits === undefined) return undefined;
  const exact = trailing(rounds, (round) => round.key === last.key && round.exact === last.exact);
  const base = { identity: [last.key], next: last.calls.map((call) => call.key) };
  if (last.polling) return { ...base, kind: 'poll_unchanged', count: exact.length, rounds: exact, limits: patient(limits) };
  const masked = trailing(rounds, (round) => round.key === last.key && round.masked === last.masked);
  // A result that differs in nothing but times and names is weaker evidence: it gets one repetition more.
  const weaker = later(limits, 1, 1);
  if (exact.length >= limits.guideAt || masked.length < weaker.guideAt)
    return { ...base, kind: 'identical_call_identical_result', count: exact.length, rounds: exact, limits };
  return { ...base, kind: 'identical_call_volatile_result', count: masked.length, rounds: masked, limits: weaker };
};

/** A few steps over and over, with the results that they had before: the shortest period counts. */
const cycle: Signal = (rounds, settings) => {
  for (let period = 2; period <= LONGEST_CYCLE; period += 1) {
    const run = periodic(rounds, period);
    if (run.length < 2 * period) continue;
    const once = run.slice(-period);
    if (new Set(once.map((round) => round.key)).size === 1) return undefined;
    const limits = limitsFor(toolsOf(once), settings);
    if (limits === undefined) return undefined;
    const exact = periodicLength(run, period, (a, b) => a.key === b.key && a.exact === b.exact) === run.length;
    const polling = once.some((round) => round.polling);
    if (polling && !exact) return undefined;
    const failing = once.every((round) => round.calls.every((call) => call.error !== ''));
    const whole = Math.floor(run.length / period);
    const count = failing && run.length > 2 * period ? Math.max(whole, limits.guideAt) : whole;
    return {
      kind: 'cycle',
      count,
      rounds: run,
      limits: cycleLimits(limits, polling, exact),
      identity: once.map((round) => round.key).sort(),
      next: (run[run.length - period] ?? once[0])?.calls.map((call) => call.key) ?? [],
    };
  }
  return undefined;
};

/** A whole cycle more says more than one call more: the circuit opens one earlier (errors.md B3). */
function cycleLimits(limits: LoopLimits, polling: boolean, exact: boolean): LoopLimits {
  const cycles = { guideAt: limits.guideAt, openAt: Math.max(limits.guideAt + 1, limits.openAt - 1) };
  return polling ? patient(cycles) : exact ? cycles : later(cycles, 1, 1);
}

/** One tool, other arguments each time, and the same telling result: no new information. */
const sameResult: Signal = (rounds, settings) => {
  const last = rounds[rounds.length - 1];
  const call = last?.calls[0];
  if (last === undefined || call === undefined || last.tool === '' || call.telling === 'nothing') return undefined;
  const limits = limitsFor([last.tool], settings);
  if (limits === undefined || last.polling) return undefined;
  const same = ({ name, result }: RoundCall): boolean => name === call.name && result.masked === call.result.masked;
  const run = trailing(rounds, (round) => round.calls.every(same));
  const calls = run.flatMap((round) => round.calls);
  if (new Set(calls.map((each) => each.key)).size < 3) return undefined;
  const targets = new Set(calls.map((each) => each.target).filter((target) => target !== ''));
  // Different files may well be equal.
  const elsewhere = call.telling === 'long' && targets.size >= run.length - 1 && targets.size > 2;
  return {
    kind: 'same_result_varied_args',
    count: run.length,
    rounds: run,
    limits: call.telling === 'short' ? later(limits, 5, 11) : elsewhere ? later(limits, 3, 5) : later(limits, 1, 3),
    identity: [last.tool, call.result.masked],
    next: [...new Set(calls.map((each) => each.key))],
  };
};

/** The same complaint, whatever is tried. Known mistakes are counted and guided as faults; this is for all others. */
const sameError: Signal = (rounds, settings) => {
  const last = rounds[rounds.length - 1];
  const call = last?.calls[0];
  if (last === undefined || call === undefined || call.error === '') return undefined;
  const limits = limitsFor([call.name], settings);
  if (limits === undefined) return undefined;
  const run = trailing(rounds, (round) => round.calls.every((each) => each.error === call.error));
  const keys = new Set(run.flatMap((round) => round.calls.map((each) => each.key)));
  if (keys.size < 2) return undefined;
  return {
    kind: 'same_error_varied_args',
    count: run.length,
    rounds: run,
    limits: later(limits, 1, 1),
    identity: [call.name, call.error],
    next: [...keys],
  };
};

const SIGNALS: readonly Signal[] = [identicalCall, cycle, sameResult, sameError];

function trailing(rounds: readonly Round[], belongs: (round: Round) => boolean): readonly Round[] {
  let from = rounds.length;
  while (from > 0 && belongs(rounds[from - 1] as Round)) from -= 1;
  return rounds.slice(from);
}

/** The longest end of the list in which each step equals the one a period before. */
function periodic(rounds: readonly Round[], period: number): readonly Round[] {
  return rounds.slice(rounds.length - periodicLength(rounds, period, (a, b) => a.key === b.key && a.masked === b.masked));
}

function periodicLength(rounds: readonly Round[], period: number, same: (a: Round, b: Round) => boolean): number {
  let length = Math.min(period, rounds.length);
  while (length < rounds.length) {
    const at = rounds.length - 1 - length;
    if (!same(rounds[at] as Round, rounds[at + period] as Round)) break;
    length += 1;
  }
  return length;
}
