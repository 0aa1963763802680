import type { Settings } from '../../../shared/settings.ts';
import { withSetting } from '../../../shared/settings.ts';
import { compareVerdicts, type VerdictComparison } from '../../journal/replay/compare-verdicts.ts';
import type { PlayedExchange, RecordedExchange } from '../../journal/replay/recorded-exchange.ts';
import { type ChangedSetting, changedSettings, type VerdictSettings } from '../../journal/replay/verdict-settings.ts';
import { createOfflinePlayer } from './offline-player.ts';

/** One exchange, then and now. `comparison` is undefined where no verdict was recorded. */
export interface ReplayedExchange {
  readonly exchange: RecordedExchange;
  readonly played: PlayedExchange;
  readonly comparison: VerdictComparison | undefined;
  /** Settings that bring the old verdict back when they alone are set as they were. */
  readonly settings: readonly ChangedSetting[];
}

export interface ReplayRun {
  /** Today's. */
  readonly settings: Settings;
  /** Those of the recording, where they were kept. */
  readonly recorded: VerdictSettings | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Settings that are tried one by one as the cause of a difference. */
const maxTried = 12;

/**
 * Plays exchanges in order under today's settings and compares. Where a verdict differs and a setting was changed since, the exchanges are
 * played again with that setting alone as it was: if that brings the old verdict back, it is the cause. Undefined: cancelled.
 */
export async function replayExchanges(
  exchanges: readonly RecordedExchange[],
  run: ReplayRun,
): Promise<readonly ReplayedExchange[] | undefined> {
  const now = await playAll(exchanges, run.settings, run);
  if (now === undefined) return undefined;
  const comparisons = exchanges.map((exchange, index) => {
    const played = now[index];
    return played === undefined || exchange.verdict === undefined ? undefined : compareVerdicts(exchange, exchange.verdict, played);
  });
  const causes = exchanges.map((): ChangedSetting[] => []);
  if (run.recorded !== undefined && comparisons.some((comparison) => comparison?.state === 'differs')) {
    for (const changed of changedSettings(run.recorded, run.settings).slice(0, maxTried)) {
      const as = withSetting(run.settings, changed.key, changed.before);
      const then = as.ok ? await playAll(exchanges, as.settings, run) : undefined;
      if (then === undefined) return undefined;
      for (const [index, exchange] of exchanges.entries()) {
        const played = then[index];
        if (
          played !== undefined &&
          comparisons[index]?.state === 'differs' &&
          exchange.verdict !== undefined &&
          compareVerdicts(exchange, exchange.verdict, played).state === 'same'
        )
          causes[index]?.push(changed);
      }
    }
  }
  return exchanges.flatMap((exchange, index) => {
    const played = now[index];
    return played === undefined ? [] : [{ exchange, played, comparison: comparisons[index], settings: causes[index] ?? [] }];
  });
}

/** Gives way between exchanges: a long replay in the console must not hold up the agents. */
async function playAll(
  exchanges: readonly RecordedExchange[],
  settings: Settings,
  { signal, onProgress }: ReplayRun,
): Promise<readonly PlayedExchange[] | undefined> {
  const player = createOfflinePlayer(settings);
  const played: PlayedExchange[] = [];
  for (const exchange of exchanges) {
    if (signal?.aborted === true) return undefined;
    played.push(await player.play(exchange));
    onProgress?.(played.length);
    await new Promise<void>((next) => setImmediate(next));
  }
  return played;
}
