import type { DemoDialect, DemoTool } from './demo-dialect.ts';

/** A native call of the scripted model; ids are made when it speaks. */
interface StoryCall {
  readonly name: string;
  /** A text is sent as it is: arguments that are no JSON yet. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
}

/** One reply of the model and what the agent's tools answer to the calls that reach it, by tool name. */
export interface StoryStep {
  readonly says: string;
  readonly calls?: readonly StoryCall[];
  readonly cut?: true;
  /** Said when the gateway asks again within the turn. */
  readonly again?: string;
  /** The user breaks in with these words before a tool has answered: the history then holds calls without results. */
  readonly interrupted?: string;
  readonly results?: Readonly<Record<string, { readonly text: string; readonly isError?: true }>>;
}

/** What the user asks, and the turns that follow. A step without calls ends the task. */
export interface StoryTask {
  readonly asks: string;
  readonly steps: readonly StoryStep[];
}

/** One agent at work: a session of the console. */
export interface Story {
  readonly session: string;
  readonly userAgent: string;
  readonly model: string;
  readonly dialect: DemoDialect;
  readonly system: string;
  readonly tools: readonly DemoTool[];
  readonly tasks: readonly StoryTask[];
}

/** A tool whose parameters are all texts; the required ones come first. */
export function textTool(name: string, description: string, required: readonly string[], optional: readonly string[] = []): DemoTool {
  const properties = Object.fromEntries([...required, ...optional].map((key) => [key, { type: 'string' }]));
  return { name, description, parameters: { type: 'object', properties, required: [...required] } };
}
