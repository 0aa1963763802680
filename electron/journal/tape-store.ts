import type { FrameRow } from '../../shared/ipc/contract.ts';
import type { ContentStore, SecretSink, StoredBody } from './content-store.ts';
import { pack, packNumbers, unpack, unpackNumbers, unpackText } from './packed.ts';
import type { KnownSecrets } from '../core/secret/redact.ts';
import { redactHeaders } from './redact-headers.ts';
import { redactSse } from './redact-sse.ts';
import type { Database } from './sqlite.ts';
import type { TapedBytes } from './byte-log.ts';
import type { TapedTurn } from './turn-tape.ts';

type Headers = [string, string][];

/** A turn's raw traffic as stored: redacted, the same length as it was. Request bodies are put together when asked for. */
export interface StoredTape {
  readonly request: { readonly headers: Headers; body(): string };
  readonly attempts: readonly {
    readonly attempt: number;
    readonly status: number | null;
    readonly headers: Headers;
    /** Undefined when the agent's own body was sent. */
    forwarded(): string | undefined;
    readonly bytes: Uint8Array;
    readonly marks: readonly number[];
  }[];
  /** What the client got, when it differs from the last attempt. */
  readonly client: { readonly bytes: Uint8Array; readonly marks: readonly number[] } | undefined;
  /** The assembled reply that was kept when the raw frames went. */
  readonly assembled: string | undefined;
}

export interface TapeStore {
  /** Stores a tape. Call inside a transaction. `turn` and `session` are row numbers. */
  put(turn: number, session: number, taped: TapedTurn, known: KnownSecrets, found: (where: string) => SecretSink): void;
  get(turn: number): StoredTape | undefined;
}

interface RequestRow {
  readonly session: number;
  readonly headers: Uint8Array;
  readonly shell: Uint8Array;
  readonly parts: Uint8Array;
}
interface AttemptRow {
  readonly attempt: number;
  readonly status: number | null;
  readonly headers: Uint8Array | null;
  readonly shell: Uint8Array | null;
  readonly parts: Uint8Array | null;
  readonly bytes: Uint8Array | null;
  readonly times: Uint8Array | null;
}

export function createTapeStore(database: Database, contents: ContentStore): TapeStore {
  const putRequest = database.prepare('INSERT OR REPLACE INTO requests(turn, session, headers, shell, parts) VALUES(?, ?, ?, ?, ?)');
  const putAttempt = database.prepare(
    'INSERT OR REPLACE INTO attempts(turn, attempt, status, headers, shell, parts, bytes, times) VALUES(?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const putReply = database.prepare('INSERT OR REPLACE INTO replies(turn, bytes, times) VALUES(?, ?, ?)');
  const getRequest = database.prepare<RequestRow>('SELECT session, headers, shell, parts FROM requests WHERE turn = ?');
  const getAttempts = database.prepare<AttemptRow>(
    'SELECT attempt, status, headers, shell, parts, bytes, times FROM attempts WHERE turn = ? ORDER BY attempt',
  );
  const getReply = database.prepare<{ bytes: Uint8Array | null; times: Uint8Array | null; assembled: Uint8Array | null }>(
    'SELECT bytes, times, assembled FROM replies WHERE turn = ?',
  );

  const packBytes = (taped: TapedBytes, known: KnownSecrets, found: SecretSink): { bytes: Uint8Array | null; times: Uint8Array | null } => {
    if (taped.bytes.length === 0) return { bytes: null, times: null };
    const redacted = redactSse(taped.bytes, known);
    if (redacted.count > 0) found(redacted.kinds, redacted.count);
    return { bytes: pack(redacted.bytes), times: packMarks(taped.marks) };
  };
  return {
    put: (turn, session, taped, known, found) => {
      const request = contents.put(session, taped.head.body, known, found('request'), taped.head.origin);
      putRequest.run(turn, session, packHeaders(taped.head.headers, known), request.shell, request.parts);
      for (const each of taped.attempts) {
        const sent: StoredBody | undefined =
          each.forwarded === undefined ? undefined : contents.put(session, each.forwarded, known, found('forwarded'), each.origin);
        const raw = packBytes(each.upstream, known, found('response'));
        putAttempt.run(
          turn,
          each.attempt,
          each.status ?? null,
          packHeaders(each.headers, known),
          sent?.shell ?? null,
          sent?.parts ?? null,
          raw.bytes,
          raw.times,
        );
      }
      if (taped.client !== undefined) {
        const raw = packBytes(taped.client, known, found('reply'));
        putReply.run(turn, raw.bytes, raw.times);
      }
    },
    get: (turn) => {
      const request = getRequest.get(turn);
      if (request === undefined) return undefined;
      const reply = getReply.get(turn);
      return {
        request: { headers: unpackHeaders(request.headers), body: () => contents.get(request.session, request) },
        attempts: getAttempts.all(turn).map((row) => ({
          attempt: row.attempt,
          status: row.status,
          headers: row.headers === null ? [] : unpackHeaders(row.headers),
          forwarded: () =>
            row.shell === null || row.parts === null ? undefined : contents.get(request.session, { shell: row.shell, parts: row.parts }),
          ...unpackBytes(row),
        })),
        client: reply === undefined || (reply.bytes === null && reply.assembled !== null) ? undefined : unpackBytes(reply),
        assembled: reply?.assembled == null ? undefined : unpackText(reply.assembled),
      };
    },
  };
}

const packHeaders = (headers: readonly (readonly [string, string])[], known: KnownSecrets): Uint8Array =>
  pack(JSON.stringify(redactHeaders(headers, known)));
const unpackHeaders = (packed: Uint8Array): Headers => JSON.parse(unpackText(packed)) as Headers;

function unpackBytes(row: { readonly bytes: Uint8Array | null; readonly times: Uint8Array | null }): {
  readonly bytes: Uint8Array;
  readonly marks: readonly number[];
} {
  if (row.bytes === null) return { bytes: new Uint8Array(0), marks: [] };
  return { bytes: unpack(row.bytes), marks: row.times === null ? [] : unpackMarks(row.times) };
}

/** Times first, then offsets: both grow slowly, so their differences are small. */
function packMarks(marks: readonly number[]): Uint8Array {
  return packNumbers([...marks.filter((_mark, index) => index % 2 === 0), ...marks.filter((_mark, index) => index % 2 === 1)]);
}

function unpackMarks(packed: Uint8Array): number[] {
  const numbers = unpackNumbers(packed);
  const half = numbers.length / 2;
  return numbers.map((_number, index) => numbers[index % 2 === 0 ? index / 2 : half + (index - 1) / 2] ?? 0);
}

/** Raw bytes as rows for a person: one per SSE frame (its blank line included), the whole for anything else. `at` is when its last byte came. */
export function frameRows(direction: FrameRow['direction'], attempt: number, bytes: Uint8Array, marks: readonly number[]): FrameRow[] {
  const rows: FrameRow[] = [];
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let mark = 0;
  let start = 0;
  const push = (end: number): void => {
    while (mark + 3 < marks.length && (marks[mark + 1] ?? 0) < end) mark += 2;
    rows.push({ at: marks[mark] ?? 0, attempt, direction, text: raw.subarray(start, end).toString('utf8') });
    start = end;
  };
  for (let end = endOfFrame(raw, 0); end !== undefined; end = endOfFrame(raw, start)) push(end);
  if (start < raw.length) push(raw.length);
  return rows;
}

/** Behind the blank line that ends the frame which begins at `from`: LF, CRLF or CR. */
function endOfFrame(raw: Buffer, from: number): number | undefined {
  let lineStart = from;
  for (let at = from; at < raw.length; at += 1) {
    const byte = raw[at];
    if (byte !== 10 && byte !== 13) continue;
    const next = byte === 13 && raw[at + 1] === 10 ? at + 2 : at + 1;
    if (at === lineStart && at > from) return next;
    lineStart = next;
    at = next - 1;
  }
  return undefined;
}
