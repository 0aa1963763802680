import type { JournalEntry } from '../../../shared/journal-entry.ts';
import type { ConsoleApp } from '../console-app.ts';
import type { CallReply } from '../dispatch-call.ts';

/** A program without gateway and journal: entries are put in by the test. */
export class FakeConsoleApp implements ConsoleApp {
  readonly gateway = 'http://127.0.0.1:1';
  readonly data = '/nowhere';
  readonly version = '0.0.0';
  readonly entries: JournalEntry[] = [];
  readonly opened = new Set<string>();
  readonly #listeners = new Set<(entries: readonly JournalEntry[]) => void>();
  isStopped = false;

  call(name: string, body: unknown): Promise<CallReply> {
    if (name === 'approvals/list') return Promise.resolve({ ok: true, answer: { approvals: [] } });
    if (name === 'echo') return Promise.resolve({ ok: true, answer: body });
    return Promise.resolve({ ok: false, error: { code: 'unknown-call', message: name } });
  }

  entriesAfter(seq: number, limit: number): Promise<readonly JournalEntry[]> {
    return Promise.resolve(this.entries.filter((entry) => entry.seq > seq).slice(0, limit));
  }

  onEntries(listener: (entries: readonly JournalEntry[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  openConsole(id: string) {
    this.opened.add(id);
    return { touch: () => undefined, close: () => void this.opened.delete(id) };
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return Promise.resolve();
  }

  /** Adds `count` entries and tells the listeners. */
  append(count: number, level: JournalEntry['level'] = 'info'): void {
    const first = this.entries.length + 1;
    const added = Array.from({ length: count }, (_, index): JournalEntry => {
      const head = { seq: first + index, at: 0, session: 's', thread: 't', turn: 'u', level };
      return { ...head, type: 'bypass-suspected', detail: `entry ${first + index}` };
    });
    this.entries.push(...added);
    for (const listener of this.#listeners) listener(added);
  }
}
