import { z } from 'zod';

// Formats, healing rules, patterns and loops as the Rules place shows them.

export const formatRow = z.object({
  id: z.string(),
  title: z.string(),
  class: z.enum(['private', 'common']),
  origin: z.string(),
  sample: z.string(),
  switch: z.enum(['auto', 'ask', 'off']),
  acted: z.number(),
  held: z.number(),
  refused: z.number(),
});
export type FormatRow = z.infer<typeof formatRow>;

/** A healing rule as the Rules place shows it: sample arguments before and after, its effective switch, how often it healed and asked here. */

export const healingRow = z.object({
  id: z.string(),
  title: z.string(),
  safety: z.enum(['safe', 'review']),
  description: z.string(),
  before: z.string(),
  after: z.string(),
  switch: z.enum(['on', 'ask', 'off']),
  acted: z.number(),
  held: z.number(),
});
export type HealingRow = z.infer<typeof healingRow>;

/** A fault pattern as the Rules place shows it: a literal result that it is for, its switch, and how often it was classified here. */

export const patternRow = z.object({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  description: z.string(),
  sample: z.string(),
  switch: z.enum(['on', 'off']),
  acted: z.number(),
});
export type PatternRow = z.infer<typeof patternRow>;

/** A kind of loop as the Rules place shows it: the counts from which it is told and blocked (null: a measure of its own), and how often it was seen here. */

export const loopRow = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  sample: z.string(),
  guideAt: z.number().nullable(),
  openAt: z.number().nullable(),
  acted: z.number(),
});
export type LoopRow = z.infer<typeof loopRow>;
