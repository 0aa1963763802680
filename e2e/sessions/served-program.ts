import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Approval } from '../../shared/approval.ts';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { Json, JsonObject } from '../../shared/json.ts';
import { serveArguments } from '../conformance/serve-arguments.mjs';

const root = resolve(import.meta.dirname, '../..');

interface ReadyLine {
  readonly gateway: string;
  readonly console: string;
  readonly token: string;
}

/** The built program in served mode, on free ports and a data folder of its own, with its operator API. */
export class ServedProgram {
  readonly gateway: string;
  readonly #console: string;
  readonly #token: string;
  readonly #process: ChildProcess;
  /** A folder of its own, which goes with it. */
  readonly #data: string | undefined;

  private constructor(program: ChildProcess, data: string | undefined, ready: ReadyLine) {
    this.#process = program;
    this.#data = data;
    this.gateway = ready.gateway;
    this.#console = ready.console;
    this.#token = ready.token;
  }

  /** `folder`: a data folder of the caller's, which outlives the program. */
  static async start(upstream: string, settings: readonly string[] = [], folder?: string): Promise<ServedProgram> {
    const data = folder ?? mkdtempSync(join(tmpdir(), 'signalbox-session-'));
    const args = serveArguments({ upstream, data, more: settings.flatMap((setting) => ['--set', setting]) });
    const program = spawn(process.execPath, [resolve(root, 'signalbox.mjs'), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, SIGNALBOX_NO_BUILD: '1' },
    });
    const lines = createInterface({ input: program.stdout });
    const [line] = (await Promise.race([
      once(lines, 'line'),
      once(program, 'exit').then(([code]) => Promise.reject(new Error(`serve ended with ${String(code)}`))),
    ])) as [string];
    lines.resume();
    return new ServedProgram(program, folder === undefined ? data : undefined, JSON.parse(line) as ReadyLine);
  }

  /** One call of the operator API. */
  async call<T extends Json>(name: string, body: JsonObject = {}): Promise<T> {
    const response = await fetch(`${this.#console}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`${name}: HTTP ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** The journal's entries of a session, once `until` holds for them. Nobody is at the desk before or after. */
  async entries(session: string, until: (entries: readonly JournalEntry[]) => boolean): Promise<readonly JournalEntry[]> {
    const found: JournalEntry[] = [];
    const leave = new AbortController();
    await this.#follow(leave.signal, (entry) => {
      if (entry.session === session) found.push(entry);
      return until(found);
    });
    leave.abort();
    await this.#isLeft();
    return found;
  }

  /** An operator with an open console, who decides every card of a session as told, until `work` is over. Returns the cards. */
  async withOperator<T>(
    session: string,
    decide: (card: Approval) => JsonObject,
    work: () => Promise<T>,
  ): Promise<{ readonly value: T; readonly cards: readonly Approval[] }> {
    const cards: Approval[] = [];
    const leave = new AbortController();
    let opened = (): void => undefined;
    const open = new Promise<void>((done) => (opened = done));
    const watching = this.#follow(
      leave.signal,
      (entry) => {
        if (entry.type === 'tool-call-held' && entry.session === session && !cards.some(({ id }) => id === entry.approval.id)) {
          cards.push(entry.approval);
          void this.call('approvals/settle', { id: entry.approval.id, ...decide(entry.approval) });
        }
        return false;
      },
      opened,
    );
    await open;
    const value = await work();
    leave.abort();
    await watching;
    await this.#isLeft();
    return { value, cards };
  }

  /** Until the program has noticed that the console is closed: what comes next is to find nobody. */
  async #isLeft(): Promise<void> {
    while ((await this.call<{ readonly present: boolean }>('presence/touch', { console: 'none' })).present)
      await new Promise((done) => setTimeout(done, 5));
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exit;
    if (this.#data !== undefined) rmSync(this.#data, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Reads the feed from the journal's beginning until `isEnough`, or until it is left. */
  async #follow(signal: AbortSignal, isEnough: (entry: JournalEntry) => boolean, opened?: () => void): Promise<void> {
    try {
      const response = await fetch(`${this.#console}/api/feed?after=0`, {
        headers: { authorization: `Bearer ${this.#token}`, accept: 'text/event-stream' },
        signal,
      });
      opened?.();
      if (response.body === null) throw new Error('the feed has no body');
      let rest = '';
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines)
          if (line.startsWith('data: {') && isEnough(JSON.parse(line.slice('data: '.length)) as JournalEntry)) return;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
