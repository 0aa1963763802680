import { z } from 'zod';
import { json, id, page, span, approval, entry } from './shapes.ts';
import { call } from './channel.ts';
import { approvalRuleSchema } from '../settings.ts';
import type { CheckResult } from '../approval.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { sessionRow, turnRow, turnDetail } from './session-rows.ts';
import { statsGroup, statsSummary } from './stats-summary.ts';
import { formatRow, healingRow, patternRow, loopRow } from './rule-rows.ts';
import { exportScope, exportFormat, problem, jobRow, recordingRow, replayRow } from './job-rows.ts';
import { approvalError, incidentRow, circuitRow, pinRow } from './desk-rows.ts';
import { agentRow, agentCheckRow } from './agent-rows.ts';
import { settingState } from './setting-state.ts';

/**
 * The operator API in one table (design 4.3): two transports, Electron IPC and HTTP, serve exactly this. Bodies are checked with
 * their shape; answers are typed by it. `z.custom` stands for shared types whose producer is our own typed code. Files of served mode cross
 * beside it: `console-files.ts`.
 */

export type { SessionRow, TurnRow, FrameRow, TurnDetail } from './session-rows.ts';
export type { StatsSummary } from './stats-summary.ts';
export type { FormatRow, HealingRow, PatternRow, LoopRow } from './rule-rows.ts';
export type { ExportFormat, JobRow, RecordingRow, ReplayRow } from './job-rows.ts';
export type { IncidentRow, PinRow } from './desk-rows.ts';
export type { AgentRow, AgentCheckRow } from './agent-rows.ts';
export type { SettingState } from './setting-state.ts';

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
      query: z.string().max(4000),
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
  /** Figures of a span of time; with `session` and `model`, their very names, of that alone, and so are the queries of the figures. */
  'stats/summary': call(
    z.strictObject({
      ...span,
      session: z.string().max(512).optional(),
      model: z.string().max(512).optional(),
      group: statsGroup.optional(),
      rankings: z.array(statsGroup).max(7).optional(),
    }),
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
          /** A key is stored that this host can not open: what that means, and what to do. */
          sealed: z.object({ what: z.string(), next: z.string() }).nullable(),
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
