import type { JournalEntry, NewEntry } from '../../shared/journal-entry.ts';

/** How the request of a turn is stored: bodies are redacted by the journal before they touch the disk. */
export interface TurnHead {
  readonly turn: string;
  readonly session: string;
  readonly thread: string;
  readonly dialect: string;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  /** The agent's request body: its bytes, or its text. Kept until the turn is stored: it must not change. */
  readonly body: Uint8Array | string;
}

/** Raw traffic of one turn, given in the order in which it passed. Nothing is copied per token: chunks are kept and stored at the end. */
export interface TurnTape {
  /** The body that was sent to the upstream, when it differs from the agent's. `attempt` counts from 0 (re-asks, resends). */
  forwarded(attempt: number, body: Uint8Array | string): void;
  responseHead(attempt: number, status: number, headers: readonly (readonly [string, string])[]): void;
  upstreamBytes(attempt: number, chunk: Uint8Array): void;
  clientBytes(chunk: Uint8Array | string): void;
  /** The turn is over: store it. Idempotent. */
  close(): void;
}

/** What the gateway needs of the journal. Appending never blocks and never throws: a full or broken disk is an event of its own. */
export interface JournalPort {
  append(entry: NewEntry): JournalEntry;
  openTape(head: TurnHead): TurnTape;
}
