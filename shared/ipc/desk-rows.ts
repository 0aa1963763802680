import { z } from 'zod';
import { entry } from './shapes.ts';

// What the desk shows: incidents, circuits, pins.

export const approvalError = z.object({
  /** `remember`: this verdict can't be remembered in that way (contract 2.3 "Remembered rules"); nothing was settled. */
  code: z.enum(['expired', 'withdrawn', 'schema', 'reading', 'remember', 'unknown']),
  message: z.string(),
  issues: z.array(z.object({ pointer: z.string(), message: z.string() })).optional(),
});

export const incidentRow = z.object({
  id: z.string(),
  kind: z.enum(['loop', 'cancelled', 'refused', 'upstream', 'bypass', 'other']),
  state: z.enum(['open', 'closed', 'over']),
  session: z.string(),
  thread: z.string(),
  turn: z.string(),
  turns: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
  count: z.number(),
  tool: z.string(),
  fingerprint: z.string(),
  /** What the turns of a loop cost, as far as the endpoint told; null: it did not. */
  tokens: z.object({ input: z.number(), output: z.number() }).nullable(),
  /** Evidence, oldest first. */
  seqs: z.array(z.number()),
  entries: z.array(entry),
});
export type IncidentRow = z.infer<typeof incidentRow>;

export const circuitRow = z.object({
  session: z.string(),
  thread: z.string(),
  fingerprint: z.string(),
  pattern: z.string(),
  tool: z.string(),
  occurrences: z.number(),
  openedAt: z.number(),
  state: z.enum(['open', 'isolated']),
});

/** What an operator pinned (design 6): it stays in the journal whatever its age. An incident or session keeps its turns. */

export const pinRow = z.object({
  kind: z.enum(['call', 'turn', 'session', 'incident']),
  id: z.string().min(1).max(512),
  session: z.string().max(256),
  turn: z.string().max(256),
  label: z.string().max(400),
  since: z.number(),
  until: z.number(),
});
export type PinRow = z.infer<typeof pinRow>;
