import { setTimeout as sleep } from 'node:timers/promises';
import { type DemoMessage, type DemoResult, eventsOf } from './demo-dialect.ts';
import { STEP_HEADER } from './demo-model.ts';
import type { Story, StoryStep, StoryTask } from './demo-story.ts';

export interface DemoAgentOptions {
  readonly gateway: string;
  /** Pause between turns; tasks are further apart. */
  readonly pauseMs: number;
  readonly signal: AbortSignal;
}

/** How often a story is told: the demonstration ends by itself, with a journal that stays small. */
const RUNS = 40;

/** Plays one story against the gateway as an agent would: it sends history, runs the calls that arrive, and sends their results. */
export async function runDemoAgent(story: Story, options: DemoAgentOptions): Promise<void> {
  for (let run = 0; run < RUNS && !options.signal.aborted; run += 1) {
    for (const [index, task] of story.tasks.entries()) {
      await playTask(story, task, `${story.session}/${index}`, run, options);
      await pause(options.pauseMs * 3, options.signal);
    }
  }
}

async function playTask(story: Story, task: StoryTask, path: string, run: number, options: DemoAgentOptions): Promise<void> {
  const messages: DemoMessage[] = [{ role: 'user', text: run === 0 ? task.asks : `${task.asks} (once more, ${run + 1})` }];
  for (const [index, step] of task.steps.entries()) {
    if (options.signal.aborted) return;
    const reply = await ask(story, messages, `${path}/${index}/${run}`, options);
    if (reply === undefined) {
      messages.push({ role: 'user', text: 'The connection was lost. Please go on.' });
      continue;
    }
    messages.push({ role: 'assistant', ...reply });
    const isLast = index === task.steps.length - 1;
    if (step.interrupted !== undefined) messages.push({ role: 'user', text: step.interrupted });
    else if (reply.calls.length > 0)
      messages.push({ role: 'results', results: reply.calls.map((call) => resultOf(step, call.id, call.name)) });
    else if (!isLast) messages.push({ role: 'user', text: 'Go on.' });
    await pause(options.pauseMs, options.signal);
  }
}

/** One turn; undefined when it ended in an error. */
async function ask(story: Story, messages: readonly DemoMessage[], step: string, options: DemoAgentOptions) {
  const { model, system, tools, dialect } = story;
  try {
    const response = await fetch(`${options.gateway}${dialect.path}`, {
      method: 'POST',
      signal: options.signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': story.userAgent,
        'x-signalbox-session': story.session,
        [STEP_HEADER]: step,
      },
      body: JSON.stringify(dialect.body({ model, system, tools, messages })),
    });
    const events = eventsOf(await response.text());
    if (!response.ok || events.some((event) => event['error'] !== undefined || event['type'] === 'error')) return undefined;
    const { text, calls } = dialect.read(events);
    return { text, calls };
  } catch {
    return undefined;
  }
}

function resultOf(step: StoryStep, id: string, name: string): DemoResult {
  const result = step.results !== undefined && Object.hasOwn(step.results, name) ? step.results[name] : undefined;
  return { id, text: result?.text ?? 'done', isError: result?.isError ?? false };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
