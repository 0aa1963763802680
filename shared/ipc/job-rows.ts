import { z } from 'zod';
import { json, id, span } from './shapes.ts';

// Long work and what it makes: exports, recordings from outside, replays.

/** What is exported: an entry or incident by its number or id, a turn, a session, or a span of time (epoch milliseconds; all without one). */

export const exportScope = z.union([
  z.strictObject({ entry: z.number().int().min(1) }),
  z.strictObject({ turn: id }),
  z.strictObject({ session: id }),
  z.strictObject({ incident: z.union([z.number().int().min(1), id]) }),
  z.strictObject(span),
]);

export const exportFormat = z.enum(['bundle', 'jsonl', 'har', 'otlp', 'html', 'exchanges']);
export type ExportFormat = z.infer<typeof exportFormat>;

export const problem = z.object({ code: z.string(), message: z.string() });

/** Long work: an export, an import or a replay. `total` is null while it is not known; `result` is set when it is done. */

export const jobRow = z.object({
  id: z.string(),
  kind: z.enum(['export', 'import', 'replay']),
  title: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  done: z.number(),
  total: z.number().nullable(),
  unit: z.enum(['bytes', 'exchanges']),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  error: problem.nullable(),
  result: z
    .union([
      z.object({ path: z.string(), bytes: z.number(), sha256: z.string() }),
      z.object({ recording: z.string() }),
      z.object({ exchanges: z.number(), same: z.number(), differs: z.number(), notReproducible: z.number() }),
    ])
    .nullable(),
});
export type JobRow = z.infer<typeof jobRow>;

/** A file from outside, opened read-only. It is never mixed with the journal. */

export const recordingRow = z.object({
  id: z.string(),
  imported: z.literal(true),
  /** Where it was on this machine, or the name of an upload. */
  path: z.string(),
  kind: z.enum(['bundle', 'har', 'exchanges', 'journal']),
  openedAt: z.number(),
  exchanges: z.number(),
  entries: z.number(),
  sessions: z.array(z.string()),
});
export type RecordingRow = z.infer<typeof recordingRow>;

const verdictShape = z.object({
  outcome: z.string(),
  reason: z.string(),
  text: z.string(),
  finish: z.string(),
  calls: z.array(z.object({ name: z.string(), arguments: z.string(), id: z.string() })),
});

/** One exchange then and now. `unknown`: no verdict was recorded. `because`: checks, formats and rules that spoke only then (-) or only now (+). */

export const replayRow = z.object({
  id: z.string(),
  session: z.string(),
  turn: z.string(),
  state: z.enum(['same', 'differs', 'not-reproducible', 'unknown']),
  before: verdictShape.nullable(),
  after: verdictShape,
  reask: z.object({ cause: z.string(), guidance: z.string() }).nullable(),
  differences: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  because: z.array(z.string()),
  settings: z.array(z.object({ key: z.string(), before: json, after: json })),
});
export type ReplayRow = z.infer<typeof replayRow>;
