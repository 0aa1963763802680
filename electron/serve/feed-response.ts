import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { ConsoleApp } from '../app/console-app.ts';
import { FeedCursor } from '../app/feed-cursor.ts';
import { sendError } from './send-json.ts';

/** A reader that takes nothing for this long is cut: it may come back with `Last-Event-ID`. */
const STUCK_MS = 30_000;
const COMMENT_MS = 15_000;
const GATHER_MS = 16;

/**
 * Answers with the feed (design 4.3): `id: SEQ`, `event: entry`, `data:` the entry. An open feed is an open console; the query's
 * `console` names it, so that `presence/touch` can count for it.
 */
export async function sendFeed(app: ConsoleApp, request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
  const start = startOf(request, query);
  if (start === undefined) return sendError(response, 400, 'after', 'after must be the seq of an entry, or 0 for all.');
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  response.write(': open\n\n');
  const opened = app.openConsole(query.get('console') ?? '');
  const cursor = new FeedCursor(app, start, GATHER_MS, (entries) => write(response, entries));
  const comment = setInterval(() => response.write(': alive\n\n'), COMMENT_MS);
  // At once: a call that comes now must not wait for a console that has gone.
  response.once('close', () => {
    cursor.close();
    opened.close();
  });
  try {
    await cursor.run();
  } catch {
    response.destroy();
  } finally {
    clearInterval(comment);
    cursor.close();
    opened.close();
  }
}

/** `Last-Event-ID` (a browser that reconnects) goes before `after` in the URL, which is from the first connection. Undefined: no number. */
function startOf(request: IncomingMessage, query: URLSearchParams): number | undefined {
  return seqOf(request.headers['last-event-id']) ?? seqOf(query.get('after') ?? '0');
}

function seqOf(written: string | string[] | undefined): number | undefined {
  const seq = typeof written === 'string' && /^\d{1,16}$/.test(written) ? Number(written) : undefined;
  return Number.isSafeInteger(seq) ? seq : undefined;
}

async function write(response: ServerResponse, entries: readonly JournalEntry[]): Promise<void> {
  const text = entries.map((entry) => `id: ${entry.seq}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n`).join('');
  if (response.write(text)) return;
  // Both listeners go with the wait: a busy feed waits thousands of times.
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(STUCK_MS)]);
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    over.abort();
  }
}
