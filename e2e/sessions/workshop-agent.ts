import { type DemoCall, type DemoDialect, type DemoMessage, type DemoTool, eventsOf } from '../../electron/app/demo/demo-dialect.ts';
import type { Workshop } from './workshop.ts';

export interface AgentJob {
  readonly gateway: string;
  readonly session: string;
  readonly dialect: DemoDialect;
  readonly tools: readonly DemoTool[];
  readonly workshop: Workshop;
  readonly says?: string;
  readonly system?: string;
  readonly userAgent?: string;
  /** Waited for before the n-th request (from 1). */
  readonly before?: (turn: number, session: string, workshop: Workshop) => Promise<void> | void;
}

export interface AgentRun {
  /** The model's last words. */
  readonly text: string;
  /** Status and body of an answer other than 200, with which the agent gave up. */
  readonly refused: string;
  /** Requests that the agent sent. */
  readonly turns: number;
  /** What the tools answered, in order. */
  readonly results: readonly { readonly text: string; readonly isError: boolean }[];
  readonly messages: readonly DemoMessage[];
}

const MOST_TURNS = 12;

/** An agent: asks, runs what it is told to with its own tools, sends the results, until a reply holds no call. */
export async function runAgent(job: AgentJob): Promise<AgentRun> {
  const messages: DemoMessage[] = [{ role: 'user', text: job.says ?? 'Do the next step.' }];
  const answers: { text: string; isError: boolean }[] = [];
  for (let turns = 1; turns <= MOST_TURNS; turns += 1) {
    await job.before?.(turns, job.session, job.workshop);
    const reply = await ask(job, messages);
    if (reply.refused === '') messages.push({ role: 'assistant', text: reply.text, calls: reply.calls });
    if (reply.calls.length === 0) return { text: reply.text, refused: reply.refused, turns, results: answers, messages };
    const results = [];
    for (const call of reply.calls) {
      const answer = await job.workshop.run(call.name, call.arguments);
      answers.push(answer);
      results.push({ id: call.id, ...answer });
    }
    messages.push({ role: 'results', results });
  }
  throw new Error(`the model still calls tools after ${MOST_TURNS} turns`);
}

async function ask(
  { gateway, session, dialect, tools, system = 'You are a coding agent.', userAgent = 'workshop/1.0' }: AgentJob,
  messages: readonly DemoMessage[],
): Promise<{ readonly text: string; readonly calls: readonly DemoCall[]; readonly refused: string }> {
  const response = await fetch(`${gateway}${dialect.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, 'x-signalbox-session': session },
    body: JSON.stringify(dialect.body({ model: 'scripted-model', system, tools, messages })),
  });
  const raw = await response.text();
  if (response.status !== 200) return { text: '', calls: [], refused: `${response.status} ${raw}` };
  return { ...dialect.read(eventsOf(raw)), refused: '' };
}
