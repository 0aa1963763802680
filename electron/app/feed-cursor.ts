import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { ConsoleApp } from './console-app.ts';

const PAGE = 500;

/**
 * One reader's place in the feed. It pulls: the journal is the buffer, so a slow reader only lags and nothing is kept for it.
 * `deliver` is awaited before the next page is read.
 */
export class FeedCursor {
  readonly #app: Pick<ConsoleApp, 'entriesAfter' | 'onEntries'>;
  readonly #deliver: (entries: readonly JournalEntry[]) => Promise<void> | void;
  readonly #pauseMs: number;
  #after: number;
  #wake: () => void = () => undefined;
  #hasNews = true;
  #closed = false;
  readonly #unsubscribe: () => void;

  /** `pauseMs` gathers what comes in quick succession into one batch. */
  constructor(
    app: Pick<ConsoleApp, 'entriesAfter' | 'onEntries'>,
    after: number,
    pauseMs: number,
    deliver: (entries: readonly JournalEntry[]) => Promise<void> | void,
  ) {
    this.#app = app;
    this.#after = after;
    this.#pauseMs = pauseMs;
    this.#deliver = deliver;
    this.#unsubscribe = app.onEntries(() => {
      this.#hasNews = true;
      this.#wake();
    });
  }

  /** Runs until `close`. Rejects only when `deliver` does. */
  async run(): Promise<void> {
    while (!this.#closed) {
      if (!this.#hasNews) await new Promise<void>((wake) => (this.#wake = wake));
      if (this.#pauseMs > 0) await new Promise((done) => setTimeout(done, this.#pauseMs));
      await this.#drain();
    }
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    this.#wake();
  }

  async #drain(): Promise<void> {
    this.#hasNews = false;
    for (;;) {
      if (this.#closed) return;
      const entries = await this.#app.entriesAfter(this.#after, PAGE);
      const last = entries.at(-1);
      if (last === undefined) return;
      await this.#deliver(entries);
      this.#after = last.seq;
    }
  }
}
