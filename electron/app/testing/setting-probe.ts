import { expect } from 'vitest';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { settingKeyOf } from '../../../shared/settings.ts';
import { ask, type AskOptions } from '../../gateway/testing/test-gateway.ts';
import type { Script, ScriptedUpstream } from '../../gateway/testing/scripted-upstream.ts';
import type { ConsoleApp } from '../console-app.ts';
import { demoChat } from '../demo/demo-chat.ts';
import { type DemoCall, eventsOf } from '../demo/demo-dialect.ts';

export const frames = (text: string, calls: readonly DemoCall[] = []): readonly string[] =>
  demoChat.frames({ text, calls, ending: 'whole' }, 'm');
export const says =
  (text: string, ...calls: readonly DemoCall[]): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(frames(text, calls).join(''));
  };
export const call = (name: string, args: string, id = 'call_1'): DemoCall => ({ id, name, arguments: args });
export const hermes = (args: string): string => `<tool_call>\n{"name": "bash", "arguments": ${args}}\n</tool_call>`;
export const common = '<function=read_file>\n<parameter=path>\na.ts\n</parameter>\n</function>\n</tool_call>';
/** True as soon as it holds, false when it does not for two seconds. */
export async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < 2000; waited += 50) {
    if (await holds()) return true;
    await later(50);
  }
  return false;
}

export const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const parameters = (properties: object, required: readonly string[]) => ({ type: 'object', properties, required });
const tools = [
  ['bash', parameters({ command: { type: 'string' }, timeout: { type: 'integer' } }, ['command'])],
  ['read_file', parameters({ path: { type: 'string' } }, ['path'])],
].map(([name, schema]) => ({ type: 'function', function: { name, description: 'A tool.', parameters: schema } }));

/** One round of calls with the same result, as agents resend it. */
export const rounds = (times: number, result: string, name = 'bash', args = '{"command":"x"}'): object[] => [
  { role: 'user', content: 'go' },
  ...Array.from({ length: times }, (_, turn) => [
    { role: 'assistant', content: null, tool_calls: [{ id: `call_r${turn}`, type: 'function', function: { name, arguments: args } }] },
    { role: 'tool', tool_call_id: `call_r${turn}`, content: result },
  ]).flat(),
];
export const missingParameter = "Missing value for required parameter 'command'. Please retry with complete response.";

/** The running program as an agent and an operator see it, for one table of settings. */
export class SettingProbe {
  readonly app: ConsoleApp;
  readonly upstream: ScriptedUpstream;
  readonly other: ScriptedUpstream;
  private sessions = 0;
  private readonly entries: JournalEntry[] = [];

  constructor(app: ConsoleApp, upstream: ScriptedUpstream, other: ScriptedUpstream) {
    this.app = app;
    this.upstream = upstream;
    this.other = other;
    app.onEntries((entries) => void this.entries.push(...entries));
  }

  async set(path: string, value: unknown): Promise<void> {
    const reply = await this.app.call('settings/set', { key: path, value });
    expect(reply, `${path} = ${JSON.stringify(value)}`).toMatchObject({ ok: true, answer: { setting: { key: settingKeyOf(path)?.key } } });
  }

  get session(): string {
    return `session-${this.sessions}`;
  }

  /** One turn of a session of its own. */
  async turn(
    script: Script,
    { messages, options = {}, more = {} }: { messages?: readonly object[]; options?: AskOptions; more?: object } = {},
  ): Promise<{ status: number; text: string; calls: readonly DemoCall[]; raw: string; forwarded: string; sent: number }> {
    this.sessions += 1;
    this.upstream.play(script);
    const body = JSON.stringify({ model: 'm', stream: true, tools, messages: messages ?? [{ role: 'user', content: 'Do it.' }], ...more });
    const headers = { 'content-type': 'application/json', 'x-signalbox-session': this.session, ...options.headers };
    const answer = await ask(`${this.app.gateway}/v1/chat/completions`, { method: 'POST', body, ...options, headers });
    const read = answer.status === 200 ? demoChat.read(eventsOf(answer.text)) : { text: '', calls: [] };
    const seen = this.upstream.seen;
    return { ...answer, ...read, raw: answer.text, forwarded: seen.at(-1)?.body.toString('utf8') ?? '', sent: seen.length };
  }

  /** Aborted after a while: what came by then. */
  async within(ms: number, script: Script): Promise<string> {
    let came = '';
    const stop = new AbortController();
    const asked = this.turn(script, { options: { signal: stop.signal, onChunk: (chunk) => void (came += chunk.toString('utf8')) } });
    const timer = setTimeout(() => stop.abort(), ms);
    const status = await asked.then(
      (answer) => `${answer.status} ${answer.raw}`,
      () => 'waits',
    );
    clearTimeout(timer);
    return `${status}\n${came}`;
  }

  async ofSession(): Promise<readonly string[]> {
    await later(60);
    return this.entries.filter(({ session }) => session === this.session).map(({ type }) => type);
  }

  async approvals(): Promise<readonly { readonly id: string; readonly deadline: number }[]> {
    const reply = await this.app.call('approvals/list', {});
    return (reply as unknown as { answer: { approvals: { id: string; deadline: number }[] } }).answer.approvals;
  }

  /** A held call while a console is open, and how it stands after a moment; it is let go as text. */
  async held(look: (approval: { readonly id: string; readonly deadline: number }) => unknown, isOpen = true): Promise<unknown> {
    const desk = isOpen ? this.app.openConsole('probe') : undefined;
    const asked = this.turn(says(common));
    await until(async () => (await this.approvals()).length > 0);
    const waiting = await this.approvals();
    const seen = waiting.map(look);
    for (const { id } of waiting) await this.app.call('approvals/settle', { id, verdict: 'text' });
    await asked;
    desk?.close();
    return seen;
  }

  async request(turnSession: string): Promise<string> {
    const turns = (await this.app.call('turns/list', { session: turnSession })) as unknown as { answer: { turns: { turn: string }[] } };
    const detail = await this.app.call('turns/get', { turn: turns.answer.turns[0]?.turn ?? 'none' });
    return JSON.stringify(detail);
  }
}

export const names = ({ calls }: { readonly calls: readonly DemoCall[] }): readonly string[] =>
  calls.map((one) => `${one.name} ${one.arguments}`);
export const hangs: Script = () => undefined;
/** A part of a reply, and then nothing. */
export const starts =
  (count: number, ...reply: Parameters<typeof frames>): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      frames(...reply)
        .slice(0, count)
        .join(''),
    );
  };
