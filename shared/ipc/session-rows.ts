import { z } from 'zod';
import { entry } from './shapes.ts';

// Sessions, turns and frames as the operator sees them.

export const sessionRow = z.object({
  session: z.string(),
  agent: z.string(),
  model: z.string(),
  upstream: z.string(),
  title: z.string(),
  firstAt: z.number(),
  lastAt: z.number(),
  turns: z.number(),
  calls: z.number(),
  held: z.number(),
  alerts: z.number(),
  hold: z.boolean(),
  loops: z.boolean(),
  recovery: z.boolean(),
  threads: z.array(z.string()),
  live: z.boolean(),
});
export type SessionRow = z.infer<typeof sessionRow>;

export const turnRow = z.object({
  turn: z.string(),
  session: z.string(),
  thread: z.string(),
  at: z.number(),
  dialect: z.string(),
  model: z.string(),
  agent: z.string(),
  upstream: z.string(),
  title: z.string(),
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
  status: z.number().nullable(),
  finish: z.string().nullable(),
  durationMs: z.number().nullable(),
  firstByteMs: z.number().nullable(),
  calls: z.number(),
  reasks: z.number(),
  side: z.boolean(),
});
export type TurnRow = z.infer<typeof turnRow>;

export const frameRow = z.object({ at: z.number(), attempt: z.number(), direction: z.enum(['upstream', 'client']), text: z.string() });
export type FrameRow = z.infer<typeof frameRow>;

export const turnDetail = z.object({
  turn: turnRow,
  request: z.object({
    method: z.string(),
    path: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.string(),
    forwarded: z.string().nullable(),
  }),
  response: z.object({ status: z.number().nullable(), headers: z.array(z.tuple([z.string(), z.string()])) }),
  frames: z.array(frameRow),
  assembled: z
    .object({
      text: z.string(),
      reasoning: z.string(),
      calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
      finish: z.string(),
    })
    .nullable(),
  entries: z.array(entry),
});
export type TurnDetail = z.infer<typeof turnDetail>;
