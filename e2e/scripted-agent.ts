import { type DemoCall, type DemoDialect, eventsOf } from '../electron/app/demo/demo-dialect.ts';
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
  readonly dialect?: DemoDialect;
}

const tools = [textTool('bash', 'Runs a shell command.', ['command']), textTool('read', 'Reads a file.', ['filePath'])];

/** Sends one streaming turn through the gateway, as an agent with the tools `bash` and `read` would. */
export async function sendTurn(gateway: string, turn: AgentTurn): Promise<AgentReply> {
  const dialect = turn.dialect ?? demoChat;
  const body = dialect.body({
    model: 'scripted-model',
    system: 'You are a coding agent.',
    tools,
    messages: [{ role: 'user', text: turn.says ?? 'Do the next step.' }],
  });
  const response = await fetch(`${gateway}${dialect.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'opencode/1.18.33', 'x-signalbox-session': turn.session },
    body: JSON.stringify(body),
  });
  const raw = await response.text();
  return { status: response.status, raw, ...dialect.read(eventsOf(raw)) };
}

/** A call as Hermes models write it when it leaks into the text. */
export const hermesLeak = (name: string, args: Readonly<Record<string, string>>): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
