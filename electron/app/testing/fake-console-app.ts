import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
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
  /** Files of finished exports by their jobs, and what was sent. */
  readonly exports = new Map<string, string>();
  readonly uploads: { readonly name: string; readonly bytes: number }[] = [];
  readonly handles: FileHandle[] = [];
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

  async exportFile(job: string) {
    const path = this.exports.get(job);
    if (path === undefined) return undefined;
    const handle = await open(path);
    this.handles.push(handle);
    return { name: basename(path), bytes: (await handle.stat()).size, handle };
  }

  async importUpload({ name, bytes }: { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> }) {
    // Refused before it is read, or once a part was.
    if (name === 'unread') return { error: { code: 'busy', message: 'not now' } };
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (name === 'part') return { error: { code: 'unwritable', message: 'no space' } };
    }
    this.uploads.push({ name, bytes: size });
    return { error: { code: 'file', message: `${name} is none` } };
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
