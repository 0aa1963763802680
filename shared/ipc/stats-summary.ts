import { z } from 'zod';

// Figures of Insights: each with its denominator and the query that opens its entries.

const tally = z.object({ value: z.number().nullable(), of: z.number().nullable(), denominator: z.string(), query: z.string() });

export const statsGroup = z.enum(['tool', 'session', 'model', 'format', 'upstream', 'agent', 'category']);

const statsRow = z.object({
  name: z.string(),
  turns: z.number(),
  calls: z.number(),
  recovered: z.number(),
  healed: z.number(),
  held: z.number(),
  refused: z.number(),
  cancelled: z.number(),
  faults: z.number(),
  /** Held calls that a person or a rule decided, and those of them approved as they were: false holds. */
  decided: z.number(),
  approved: z.number(),
  /** Calls that Signalbox made in the model's place. */
  made: z.number(),
  /** How its calls ended, each once: the parts never exceed `all`. What is left of it was delivered as the model wrote it. */
  ends: z.object({ all: z.number(), recovered: z.number(), healed: z.number(), refused: z.number(), cancelled: z.number() }),
});

const choices = z.object({ names: z.array(z.string()), all: z.number() });

export const statsSummary = z.object({
  figures: z.record(z.string(), tally),
  /**
   * `results`: tool results seen. `helped`: calls that were recovered or healed. `saved`: those of them whose result succeeded, each of which would
   * have failed.
   */
  series: z.array(
    z.object({
      at: z.number(),
      turns: z.number(),
      calls: z.number(),
      faults: z.number(),
      results: z.number(),
      helped: z.number(),
      saved: z.number(),
    }),
  ),
  /** What people made of held calls, by the check that held them and the format or rule. `lapsed`: nobody decided. */
  calibration: z.array(
    z.object({
      check: z.string(),
      format: z.string(),
      held: z.number(),
      decided: z.number(),
      approved: z.number(),
      overridden: z.number(),
      rejected: z.number(),
      lapsed: z.number(),
    }),
  ),
  groups: z.array(statsRow),
  /** The same rows for each of the `rankings` that were asked for. */
  rankings: z.record(z.string(), z.array(statsRow)),
  /** What of this time can be looked at alone, the last used first; `all`: how many there are. */
  choices: z.object({ sessions: choices, models: choices }),
});
export type StatsSummary = z.infer<typeof statsSummary>;
