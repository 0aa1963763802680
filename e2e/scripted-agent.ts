import { type DemoCall, type DemoDialect, type DemoMessage, type DemoTool, eventsOf } from '../electron/app/demo/demo-dialect.ts';
import { demoChat } from '../electron/app/demo/demo-chat.ts';
import { textTool } from '../electron/app/demo/demo-story.ts';

/** What reached the agent. */
export interface AgentReply {
  readonly status: number;
  readonly text: string;
  readonly calls: readonly DemoCall[];
  readonly raw: string;
}

export interface AgentTurn {
  readonly session: string;
  readonly says?: string;
  /** The whole conversation, in place of `says`. */
  readonly messages?: readonly DemoMessage[];
  readonly model?: string;
  readonly dialect?: DemoDialect;
  /** Offered beside `bash` and `read`. */
  readonly moreTools?: readonly DemoTool[];
  /** The agent leaves when it is aborted. */
  readonly signal?: AbortSignal;
}

const tools = [textTool('bash', 'Runs a shell command.', ['command']), textTool('read', 'Reads a file.', ['filePath'])];

/** Sends one streaming turn through the gateway, as an agent with the tools `bash` and `read` would. */
export async function sendTurn(gateway: string, turn: AgentTurn): Promise<AgentReply> {
  const dialect = turn.dialect ?? demoChat;
  const body = dialect.body({
    model: turn.model ?? 'scripted-model',
    system: 'You are a coding agent.',
    tools: [...tools, ...(turn.moreTools ?? [])],
    messages: turn.messages ?? [{ role: 'user', text: turn.says ?? 'Do the next step.' }],
  });
  const response = await fetch(`${gateway}${dialect.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'opencode/1.18.33', 'x-signalbox-session': turn.session },
    body: JSON.stringify(body),
    signal: turn.signal ?? null,
  });
  const raw = await response.text();
  return { status: response.status, raw, ...dialect.read(eventsOf(raw)) };
}

/** A call as Hermes models write it when it leaks into the text. */
export const hermesLeak = (name: string, args: Readonly<Record<string, string>>): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

/** Function XML whose wrapper a server swallowed: people write it too, so that it waits for being `common` alone. */
export const bareLeak = (name: string, key: string, value: string): string =>
  `<function=${name}>\n<parameter=${key}>\n${value}\n</parameter>\n</function>\n</tool_call>`;
