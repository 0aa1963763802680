import type { DemoCall, DemoDialect, DemoTool } from '../../electron/app/demo/demo-dialect.ts';
import type { Approval } from '../../shared/approval.ts';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { Json, JsonObject } from '../../shared/json.ts';
import { ScriptedUpstream } from '../scripted-upstream.ts';
import { ServedProgram } from './served-program.ts';
import { Workshop } from './workshop.ts';
import { type AgentRun, runAgent } from './workshop-agent.ts';

/** One call of the model, as a name and its arguments (text: as it is, else JSON). */
export type ModelCall = readonly [name: string, args: Json];

export interface SessionPlan {
  readonly dialect: DemoDialect;
  readonly tools: readonly DemoTool[];
  readonly files?: Readonly<Record<string, string>>;
  /** One a request that reaches the model; then it says "done". */
  readonly model: readonly (ModelCall | readonly ModelCall[])[];
  readonly system?: string;
  readonly userAgent?: string;
  /** Somebody is at the desk, and decides like this. */
  readonly operator?: (card: Approval) => JsonObject;
  /** What the person or program around the agent does before the agent asks for the n-th time (from 1). */
  readonly before?: (turn: number, session: string, workshop: Workshop) => Promise<void> | void;
}

export interface Played extends AgentRun {
  readonly session: string;
  readonly workshop: Workshop;
  /** Arguments as each tool received them. */
  readonly received: readonly ModelCall[];
  /** What was sent to the model, in order. */
  readonly asked: readonly string[];
  readonly cards: readonly Approval[];
  readonly entries: readonly JournalEntry[];
}

/**
 * A scripted model, the built program and agents whose tools behave. One session after the other: what counts is what the tools received, whether the
 * work was done, how often the model was asked, and the receipts.
 */
export class SessionBench {
  readonly program: ServedProgram;
  readonly #upstream: ScriptedUpstream;
  #sessions = 0;

  private constructor(upstream: ScriptedUpstream, program: ServedProgram) {
    this.#upstream = upstream;
    this.program = program;
  }

  static async start(settings: readonly string[] = []): Promise<SessionBench> {
    const upstream = new ScriptedUpstream();
    await upstream.start();
    return new SessionBench(upstream, await ServedProgram.start(upstream.url, settings));
  }

  async stop(): Promise<void> {
    await this.program.stop();
    await this.#upstream.close();
  }

  async play(plan: SessionPlan): Promise<Played> {
    this.#sessions += 1;
    const session = `session-${this.#sessions}`;
    const workshop = new Workshop(plan.files ?? {}, plan.tools);
    this.#upstream.requests.length = 0;
    this.#upstream.will(...plan.model.map((call, index) => ({ calls: this.#callsOf(call, index, plan.dialect) })));
    const { operator } = plan;
    const work = (): Promise<AgentRun> => runAgent({ ...plan, gateway: this.program.gateway, session, workshop });
    const { value: run, cards } =
      operator === undefined ? { value: await work(), cards: [] } : await this.program.withOperator(session, operator, work);
    const entries = await this.program.entries(session, (found) => only(found, 'turn-ended').length >= run.turns);
    return {
      ...run,
      session,
      workshop,
      cards,
      entries,
      received: workshop.received.map(({ name, arguments: text }) => [name, JSON.parse(text) as Json] as const),
      asked: this.#upstream.requests.map(({ body }) => body),
    };
  }

  #callsOf(said: ModelCall | readonly ModelCall[], index: number, dialect: DemoDialect): readonly DemoCall[] {
    const prefix = dialect.path.endsWith('/messages') ? 'toolu' : 'call';
    return (isOne(said) ? [said] : said).map(([name, args], n) => ({
      id: `${prefix}_${this.#sessions}x${index}x${n}`,
      name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    }));
  }
}

const isOne = (said: ModelCall | readonly ModelCall[]): said is ModelCall => typeof said[0] === 'string';

export const only = <T extends JournalEntry['type']>(entries: readonly JournalEntry[], type: T) =>
  entries.filter((entry): entry is Extract<JournalEntry, { type: T }> => entry.type === type);

/** The receipts: which rule, and whether its call was seen to succeed. */
export const receipts = ({ entries }: Played) =>
  only(entries, 'tool-call-healed').map(({ rule, ids, before, after }) => ({
    rule,
    changed: before !== after,
    succeeded: only(entries, 'tool-result-seen').some(({ callId, error }) => ids?.includes(callId) === true && !error),
  }));

export const healedBy = (...rules: readonly string[]) => rules.map((rule) => ({ rule, changed: true, succeeded: true }));

export const approve = (): JsonObject => ({ verdict: 'approve' });
