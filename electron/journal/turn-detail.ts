import type { FrameRow, TurnDetail } from '../../shared/ipc/contract.ts';
import type { Assemble, AssembledReply } from './assemble-reply.ts';
import type { EntryStore } from './entry-store.ts';
import type { NameTable } from './name-table.ts';
import type { Database } from './sqlite.ts';
import { frameRows, type StoredTape, type TapeStore } from './tape-store.ts';
import { findTurn } from './turn-list.ts';

interface Parts {
  readonly database: Database;
  readonly names: NameTable;
  readonly entries: EntryStore;
  readonly tapes: TapeStore;
  readonly assemble: Assemble;
}

/** Most entries of one turn that are given with it; a turn has dozens. */
const maxEntries = 5000;

/** Answer of `turns/get`; undefined when there is no such turn. Without stored bodies (`journal.bodies` none) the texts are empty. */
export function readTurnDetail({ database, names, entries, tapes, assemble }: Parts, turn: string): TurnDetail | undefined {
  const found = findTurn(database, names, turn);
  if (found === undefined) return undefined;
  const tape = tapes.get(found.id);
  return {
    turn: found.row,
    request: {
      method: found.method,
      path: found.path,
      headers: tape?.request.headers ?? [],
      body: tape?.request.body() ?? '',
      forwarded: firstForwarded(tape),
    },
    response: responseOf(tape, found.row.status),
    frames: tape === undefined ? [] : framesOf(tape),
    assembled: tape === undefined ? null : assembledOf(found.row.dialect, tape, assemble),
    entries: [...entries.ofTurn(found.id, maxEntries)],
  };
}

/** The first body that was sent in place of the agent's own. */
function firstForwarded(tape: StoredTape | undefined): string | null {
  for (const attempt of tape?.attempts ?? []) {
    const body = attempt.forwarded();
    if (body !== undefined) return body;
  }
  return null;
}

function responseOf(tape: StoredTape | undefined, status: number | null): TurnDetail['response'] {
  const last = tape?.attempts.findLast((attempt) => attempt.status !== null);
  return { status: last?.status ?? status, headers: [...(last?.headers ?? [])] };
}

/** Frames of all attempts, and those of the client where they differ from the last attempt's; in order of time within each. */
function framesOf(tape: StoredTape): FrameRow[] {
  const last = tape.attempts.at(-1)?.attempt ?? 0;
  return [
    ...tape.attempts.flatMap((attempt) => frameRows('upstream', attempt.attempt, attempt.bytes, attempt.marks)),
    ...(tape.client === undefined ? [] : frameRows('client', last, tape.client.bytes, tape.client.marks)),
  ];
}

function assembledOf(dialect: string, tape: StoredTape, assemble: Assemble): AssembledReply | null {
  return tape.assembled === undefined ? assemble(dialect, tape) : (JSON.parse(tape.assembled) as AssembledReply | null);
}
