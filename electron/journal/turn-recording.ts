import type { TurnDetail } from '../../shared/ipc/contract.ts';
import type { Assemble } from './assemble-reply.ts';
import type { EntryStore } from './entry-store.ts';
import type { NameTable } from './name-table.ts';
import type { Database } from './sqlite.ts';
import type { TapeStore } from './tape-store.ts';
import { readTurnDetail } from './turn-detail.ts';
import { findTurn } from './turn-list.ts';

/** One turn with its raw traffic as stored: redacted, byte for byte. What exports are made of. */
export interface TurnRecording {
  /** Without its frames: the bytes below say the same. */
  readonly detail: TurnDetail;
  readonly attempts: readonly RecordedAttempt[];
  /** What the client got; null when it is exactly the last attempt's bytes, or when no bytes are stored. */
  readonly client: RecordedBytes | null;
}

export interface RecordedBytes {
  readonly bytes: Uint8Array;
  /** Pairs: epoch milliseconds, end offset. */
  readonly marks: readonly number[];
}

export interface RecordedAttempt extends RecordedBytes {
  readonly attempt: number;
  readonly status: number | null;
  readonly headers: readonly (readonly [string, string])[];
  /** Null when the agent's own body was sent. */
  readonly forwarded: string | null;
}

interface Parts {
  readonly database: Database;
  readonly names: NameTable;
  readonly entries: EntryStore;
  readonly tapes: TapeStore;
  readonly assemble: Assemble;
}

/** The recording of one turn; undefined when there is no such turn. */
export function readTurnRecording(parts: Parts, turn: string): TurnRecording | undefined {
  const detail = readTurnDetail(parts, turn);
  const found = findTurn(parts.database, parts.names, turn);
  if (detail === undefined || found === undefined) return undefined;
  const tape = parts.tapes.get(found.id);
  return {
    detail: { ...detail, frames: [] },
    attempts: (tape?.attempts ?? []).map(({ attempt, status, headers, forwarded, bytes, marks }) => ({
      attempt,
      status,
      headers,
      forwarded: forwarded() ?? null,
      bytes,
      marks,
    })),
    client: tape?.client ?? null,
  };
}
