import { z } from 'zod';
import { call } from './channel.ts';
import { approvalRuleSchema } from '../settings.ts';
import type { Approval, CheckResult } from '../approval.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { Json } from '../json.ts';

/**
 * The operator API in one table (design 4.3): two transports, Electron IPC and HTTP, serve exactly this. Bodies are checked with
 * their shape; answers are typed by it. `z.custom` stands for shared types whose producer is our own typed code.
 */
const json = z.custom<Json>((value) => value !== undefined);
const id = z.string().min(1).max(256);
const page = { before: z.number().int().optional(), limit: z.number().int().min(1).max(1000).optional() };
const span = { since: z.number().optional(), until: z.number().optional() };

const approval = z.custom<Approval>();
const entry = z.custom<JournalEntry>();

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

export const settingState = z.object({
  key: z.string(),
  value: json,
  fallback: json,
  help: z.string(),
  guarded: z.boolean(),
  pending: json.optional(),
});
export type SettingState = z.infer<typeof settingState>;

const tally = z.object({ value: z.number().nullable(), of: z.number().nullable(), denominator: z.string(), query: z.string() });
const statsGroup = z.enum(['tool', 'session', 'model', 'format', 'upstream', 'agent', 'category']);
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
});
export type StatsSummary = z.infer<typeof statsSummary>;

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

/** A fault pattern as the Rules place shows it: a literal result that it is for, and how often it was classified here. */
export const patternRow = z.object({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  description: z.string(),
  sample: z.string(),
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

const problem = z.object({ code: z.string(), message: z.string() });

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

const approvalError = z.object({
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

/** How an agent of this machine stands to the gateway. `changed`: connected once, and somebody wrote another address since. */
export const agentRow = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['absent', 'found', 'connected', 'changed']),
  file: z.string().nullable(),
  urls: z.array(z.string()),
  command: z.string(),
});
export type AgentRow = z.infer<typeof agentRow>;
/** One step of an agent's way to its model; `next` is null where it is open. */
export const agentCheckRow = z.object({
  what: z.enum(['settings', 'gateway', 'endpoint']),
  passed: z.boolean(),
  detail: z.string(),
  next: z.string().nullable(),
});
export type AgentCheckRow = z.infer<typeof agentCheckRow>;

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

export const contract = {
  'approvals/list': call(z.strictObject({}), z.object({ approvals: z.array(approval) })),
  'approvals/settle': call(
    z.strictObject({
      id,
      verdict: z.enum(['approve', 'override', 'reject', 'text']),
      reading: z.number().int().min(0).optional(),
      arguments: json.optional(),
      reason: z.string().max(4000).optional(),
      remember: z.enum(['session', 'always']).optional(),
    }),
    z.union([z.object({ approval }), z.object({ error: approvalError })]),
  ),
  'sessions/list': call(z.strictObject({ session: id.optional(), ...page }), z.object({ sessions: z.array(sessionRow) })),
  'sessions/set': call(
    z.strictObject({ session: id, hold: z.boolean().optional(), loops: z.boolean().optional(), recovery: z.boolean().optional() }),
    z.object({ session: sessionRow }),
  ),
  'turns/list': call(z.strictObject({ session: id.optional(), ...page }), z.object({ turns: z.array(turnRow) })),
  'turns/get': call(z.strictObject({ turn: id }), z.object({ turn: turnDetail.nullable() })),
  'turns/end': call(z.strictObject({ turn: id }), z.object({ ended: z.boolean() })),
  /** Words for the model, put into the next request of the session (wire 3.8); `waiting`: how many wait now. */
  'steer/send': call(
    z.strictObject({ session: id, text: z.string().trim().min(1).max(4000) }),
    z.union([z.object({ waiting: z.number() }), z.object({ error: z.object({ code: z.literal('full'), message: z.string() }) })]),
  ),
  /** Journal entries by filter words, newest first: the query runs in the journal (design 6 "Under load"). */
  'entries/query': call(
    z.strictObject({
      query: z.string().max(1000),
      types: z.array(z.string()).optional(),
      session: id.optional(),
      turn: id.optional(),
      ...page,
      ...span,
    }),
    z.object({ entries: z.array(entry), total: z.number() }),
  ),
  /** Alerts that belong together, newest first (design 6 "Alerts"): computed from the journal. */
  'incidents/list': call(z.strictObject({ session: id.optional(), ...page, ...span }), z.object({ incidents: z.array(incidentRow) })),
  'pins/list': call(z.strictObject({}), z.object({ pins: z.array(pinRow) })),
  'pins/set': call(
    z.strictObject({ pin: pinRow, pinned: z.boolean() }),
    z.union([z.object({ pins: z.array(pinRow) }), z.object({ error: problem })]),
  ),
  'circuits/list': call(z.strictObject({ session: id.optional() }), z.object({ circuits: z.array(circuitRow) })),
  /** `closed`: counts start anew; `isolated`: nothing of the thread (of the session without one) goes to the model until it is closed. */
  'circuits/set': call(
    z.strictObject({
      session: id,
      thread: z.string().max(256).optional(),
      fingerprint: z.string().max(256).optional(),
      state: z.enum(['closed', 'isolated']),
    }),
    z.object({ set: z.boolean() }),
  ),
  /** Starts an export into the data folder's `exports`; `redact` (default true): search everything for secrets once more. */
  'export/create': call(
    z.strictObject({ scope: exportScope, format: exportFormat, redact: z.boolean().optional() }),
    z.union([z.object({ job: jobRow }), z.object({ error: problem })]),
  ),
  /** Opens a bundle, HAR or JSON lines by its path on this machine; refused with a reason when it is not what it should be. */
  'import/open': call(
    z.strictObject({ path: z.string().min(1).max(4096) }),
    z.union([z.object({ recording: recordingRow }), z.object({ error: problem })]),
  ),
  'import/list': call(z.strictObject({}), z.object({ recordings: z.array(recordingRow) })),
  'import/close': call(z.strictObject({ recording: id }), z.object({ closed: z.boolean() })),
  /** Turns of a recording in the order of its file, and one of them whole: only to be looked at. */
  'import/turns': call(
    z.strictObject({
      recording: id,
      session: z.string().max(512).optional(),
      offset: z.number().int().min(0).optional(),
      limit: z.number().int().min(1).max(1000).optional(),
    }),
    z.object({ turns: z.array(turnRow), total: z.number() }),
  ),
  'import/turn': call(z.strictObject({ recording: id, turn: z.string().max(512) }), z.object({ turn: turnDetail.nullable() })),
  /** Plays an opened recording, a file or a session of the journal through today's rules. */
  'replay/run': call(
    z.union([z.strictObject({ recording: id }), z.strictObject({ path: z.string().min(1).max(4096) }), z.strictObject({ session: id })]),
    z.union([z.object({ job: jobRow }), z.object({ error: problem })]),
  ),
  /** What a finished replay found, in order; `state` picks some. */
  'replay/rows': call(
    z.strictObject({
      job: id,
      state: z.enum(['same', 'differs', 'not-reproducible', 'unknown']).optional(),
      offset: z.number().int().min(0).optional(),
      limit: z.number().int().min(1).max(1000).optional(),
    }),
    z.object({ rows: z.array(replayRow), total: z.number() }),
  ),
  /** Deletes what was recorded, but what runs, is pinned or belongs to an open incident. `confirm` is what a person said. */
  'journal/clear': call(z.strictObject({ confirm: z.literal(true) }), z.object({ turns: z.number(), entries: z.number() })),
  'jobs/list': call(z.strictObject({}), z.object({ jobs: z.array(jobRow) })),
  'jobs/cancel': call(z.strictObject({ job: id }), z.object({ cancelled: z.boolean() })),
  'stats/summary': call(
    z.strictObject({ ...span, group: statsGroup.optional(), rankings: z.array(statsGroup).max(7).optional() }),
    statsSummary,
  ),
  'settings/get': call(z.strictObject({}), z.object({ settings: z.array(settingState), file: z.string() })),
  'settings/set': call(
    z.strictObject({ key: z.string(), value: json }),
    z.union([
      z.object({ setting: settingState }),
      z.object({ error: z.object({ code: z.literal('setting'), key: z.string(), message: z.string() }) }),
    ]),
  ),
  /** A guarded change that arrived by file: taken over, or taken back out of the file. */
  'settings/confirm': call(
    z.strictObject({ key: z.string(), accept: z.boolean() }),
    z.union([
      z.object({ setting: settingState }),
      z.object({ error: z.object({ code: z.literal('setting'), key: z.string(), message: z.string() }) }),
    ]),
  ),
  /** Keys themselves are never answered: only where each is kept. `keptIn`: where a key that is typed in goes. */
  'upstreams/list': call(
    z.strictObject({}),
    z.object({
      keptIn: z.enum(['keychain', 'file']),
      upstreams: z.array(
        z.object({
          name: z.string(),
          url: z.string(),
          profile: z.string().nullable(),
          hasKey: z.boolean(),
          keyPlace: z.enum(['environment', 'keychain', 'file', 'settings']).nullable(),
          keyVariable: z.string(),
          onlyByName: z.boolean(),
        }),
      ),
    }),
  ),
  /** Asks the endpoint for its models, as an agent's request would go. */
  'upstreams/test': call(
    z.strictObject({ name: id }),
    z.object({
      reachable: z.boolean(),
      status: z.number().nullable(),
      latencyMs: z.number().nullable(),
      detail: z.string(),
      next: z.string().nullable(),
    }),
  ),
  /** Stores or forgets (null) the key of an upstream. */
  'upstreams/key': call(
    z.strictObject({ name: id, key: z.string().trim().min(1).max(8192).nullable() }),
    z.union([z.object({ kept: z.boolean() }), z.object({ error: problem })]),
  ),
  /** `token`: what agents present; `tokenDue`: when. `baseUrl`: the address with the token in it where it is due. */
  'agents/list': call(
    z.strictObject({}),
    z.object({
      gateway: z.string(),
      token: z.string().nullable(),
      tokenDue: z.enum(['never', 'stored-keys', 'always']),
      baseUrl: z.string(),
      agents: z.array(agentRow),
    }),
  ),
  'agents/connect': call(
    z.strictObject({ agent: id }),
    z.union([z.object({ agent: agentRow, checks: z.array(agentCheckRow) }), z.object({ error: problem })]),
  ),
  /** `exact`: the file is byte for byte what it was; else only our address went out of it. */
  'agents/restore': call(
    z.strictObject({ agent: id }),
    z.union([z.object({ agent: agentRow, exact: z.boolean() }), z.object({ error: problem })]),
  ),
  'agents/verify': call(
    z.strictObject({ agent: id }),
    z.union([z.object({ agent: agentRow, checks: z.array(agentCheckRow) }), z.object({ error: problem })]),
  ),
  'rules/list': call(
    z.strictObject({}),
    z.object({
      rules: z.array(approvalRuleSchema),
      formats: z.array(formatRow),
      healing: z.array(healingRow),
      patterns: z.array(patternRow),
      loops: z.array(loopRow),
    }),
  ),
  'rules/revoke': call(z.strictObject({ id }), z.object({ revoked: z.boolean() })),
  'rules/try': call(
    z.strictObject({ text: z.string().max(1_048_576), tools: z.array(json), dialect: z.string().optional() }),
    z.object({
      verdict: z.string(),
      reason: z.string(),
      candidates: z.array(
        z.object({
          format: z.string(),
          reason: z.string(),
          span: z.object({ start: z.number(), end: z.number() }),
          checks: z.array(z.custom<CheckResult>()),
          calls: z.array(z.object({ name: z.string(), arguments: z.string() })),
        }),
      ),
    }),
  ),
  /** The operator used this console: pointer, key or verdict (presence, 4.3). */
  'presence/touch': call(z.strictObject({ console: id }), z.object({ present: z.boolean() })),
  /** What the console shows in its frame: version, addresses, upstreams, where the data is. */
  'about/get': call(
    z.strictObject({}),
    z.object({
      version: z.string(),
      host: z.enum(['desktop', 'served']),
      gateway: z.string(),
      data: z.string(),
      upstreams: z.array(z.string()),
      demo: z.boolean(),
      lastSeq: z.number(),
    }),
  ),
} as const;

export type Contract = typeof contract;
export type CallName = keyof Contract;
export type CallBody<N extends CallName> = z.input<Contract[N]['body']>;
export type CallAnswer<N extends CallName> = z.output<Contract[N]['answer']>;

/** Handlers of the whole contract: a missing one does not compile. */
export type Handlers = { readonly [N in CallName]: (body: z.output<Contract[N]['body']>) => Promise<CallAnswer<N>> | CallAnswer<N> };

/** The feed in either transport: entries after `after`, then live, in batches. Presence counts an open feed. */
export interface FeedBatch {
  readonly entries: readonly JournalEntry[];
}
