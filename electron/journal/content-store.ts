import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import type { BodyOrigin } from './body-origin.ts';
import { pack, packNumbers, unpackNumbers, unpackText } from './packed.ts';
import { type KnownSecrets, redactJsonText } from '../core/secret/redact.ts';
import { hole, joinText, partsOf, shellOf, splitPart } from './split-body.ts';
import type { Database } from './sqlite.ts';

/** A body as stored: its own text with holes, and the numbers of what belongs into them. */
export interface StoredBody {
  readonly shell: Uint8Array;
  readonly parts: Uint8Array;
}

/** What redaction found while a body was stored. */
export type SecretSink = (kinds: readonly string[], count: number) => void;

/** Bodies by content: each message, tool list and image is stored once per session (4.5), redacted. */
export interface ContentStore {
  /** `origin`: what is known of the body's beginning. */
  put(session: number, body: Uint8Array, known: KnownSecrets, found: SecretSink, origin?: BodyOrigin): StoredBody;
  get(session: number, stored: StoredBody): string;
  /** Numbers of all contents that a body needs, also those inside its parts. */
  referenced(session: number, stored: StoredBody): ReadonlySet<number>;
  forget(): void;
}

const maxCached = 20_000;
/** Marks a content that has parts of its own: their numbers follow, then a line break, then its text. */
const nestedMark = '\u0001';

export function createContentStore(database: Database): ContentStore {
  // Cache of the newest sessions' hashes: a grown history asks for all of its old messages again.
  const cache = new Map<string, number>();
  /** Numbers that were given out before something was undone or deleted may be gone. */
  let life = 0;
  const find = database.prepare<{ n: number }>('SELECT n FROM contents WHERE session = ? AND hash = ?');
  const last = database.prepare<{ n: number | null }>('SELECT max(n) AS n FROM contents WHERE session = ?');
  const insert = database.prepare('INSERT INTO contents(session, n, hash, data) VALUES(?, ?, ?, ?)');
  const load = database.prepare<{ data: Uint8Array }>('SELECT data FROM contents WHERE session = ? AND n = ?');

  const putText = (session: number, raw: string, text: () => string): number => {
    // The hash is of the true text, so that two secrets of one shape do not fall together.
    const digest = hash('sha256', raw, 'hex').slice(0, 32);
    const key = `${session}:${digest}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const stored = Buffer.from(digest, 'hex');
    let n = find.get(session, stored)?.n;
    if (n === undefined) {
      // Made first: its own parts take numbers, too.
      const data = pack(text());
      n = (last.get(session)?.n ?? 0) + 1;
      insert.run(session, n, stored, data);
    }
    if (cache.size >= maxCached) cache.clear();
    cache.set(key, n);
    return n;
  };
  const redacted = (raw: string, known: KnownSecrets, found: SecretSink): string => {
    const result = redactJsonText(raw, known);
    if (result.spans.length > 0) found(result.kinds, result.spans.length);
    return result.text;
  };
  const putPart = (session: number, raw: string, known: KnownSecrets, found: SecretSink): number =>
    putText(session, raw, () => {
      // Redacted before it is split: a secret may stand at the edge of a long string. Blanking keeps all lengths.
      const { shell, parts } = splitPart(redacted(raw, known, found));
      if (parts.length === 0) return shell;
      const numbers = parts.map((part) => putText(session, part, () => part));
      return `${nestedMark}${numbers.join(',')}\n${shell}`;
    });
  const textOf = (session: number, n: number, depth: number): string => {
    const row = load.get(session, n);
    const text = row === undefined ? '"[no longer stored]"' : unpackText(row.data);
    if (!text.startsWith(nestedMark) || depth > 1) return text;
    const { numbers, shell } = readNested(text);
    return joinText(shell, (index) => textOf(session, numbers[index] ?? 0, depth + 1));
  };
  return {
    put: (session, bytes, known, found, origin) => {
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const base = origin?.known?.life === life ? origin.known : undefined;
      const parts = partsOf(body, base?.parts);
      if (parts === undefined) return { shell: pack(hole), parts: packNumbers([putPart(session, body.toString('utf8'), known, found)]) };
      const numbers = [...(base?.numbers ?? [])];
      for (const { start, end } of parts.slice(numbers.length))
        numbers.push(putPart(session, body.toString('utf8', start, end), known, found));
      origin?.stored({ parts, numbers, life });
      return { shell: pack(redacted(shellOf(body, parts), known, found)), parts: packNumbers(numbers) };
    },
    get: (session, stored) => {
      const numbers = unpackNumbers(stored.parts);
      return joinText(unpackText(stored.shell), (index) => textOf(session, numbers[index] ?? 0, 0));
    },
    referenced: (session, stored) => {
      const all = new Set<number>();
      for (const n of unpackNumbers(stored.parts)) {
        all.add(n);
        const row = load.get(session, n);
        const text = row === undefined ? '' : unpackText(row.data);
        if (text.startsWith(nestedMark)) for (const inner of readNested(text).numbers) all.add(inner);
      }
      return all;
    },
    forget: () => {
      cache.clear();
      life += 1;
    },
  };
}

function readNested(text: string): { readonly numbers: readonly number[]; readonly shell: string } {
  const line = text.indexOf('\n');
  return { numbers: text.slice(1, line).split(',').map(Number), shell: text.slice(line + 1) };
}
