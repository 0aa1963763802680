import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { type KnownSecrets, redactJsonText, redactValue } from '../../core/secret/redact.ts';
import { redactEntry } from '../redact-entry.ts';
import { redactHeaders } from '../redact-headers.ts';
import { redactSse } from '../redact-sse.ts';
import type { RecordedExchange, RecordedReply } from '../replay/recorded-exchange.ts';
import type { Recording } from './recording.ts';

/**
 * A file from outside may hold what our own files never do: keys in headers and bodies. It is blanked as the journal is (interfaces 4.5) before
 * it is kept or shown. An exchange in which something was blanked says so: a verdict that hung on it is not reproducible.
 */
export function redactRecording(recording: Recording, known: KnownSecrets): Recording {
  return {
    ...recording,
    exchanges: recording.exchanges.map((exchange) => redactExchange(exchange, known)),
    entries: recording.entries.map((entry) => redactedEntry(entry, known)),
  };
}

/** Of an entry from outside only the head was checked: a body of another kind is blanked as any value is. */
function redactedEntry(entry: JournalEntry, known: KnownSecrets): JournalEntry {
  const { path } = entry as { readonly path?: unknown };
  return entry.type === 'turn-started' && typeof path !== 'string' ? redactValue(entry, known).value : redactEntry(entry, known).value;
}

function redactExchange(exchange: RecordedExchange, known: KnownSecrets): RecordedExchange {
  const request = redactJsonText(exchange.request, known);
  const upstream = redactReply(exchange.upstream, known);
  const further = exchange.further.map((reply) => redactReply(reply, known));
  const rest = redactValue(
    { holds: exchange.holds, steers: exchange.steers, verdict: exchange.verdict ?? null, marks: exchange.marks },
    known,
  );
  const { holds, steers, verdict, marks } = rest.value;
  const blanked = request.spans.length + rest.count > 0 || [upstream, ...further].some((reply) => reply.blanked);
  return {
    ...exchange,
    request: request.text,
    requestHeaders: redactHeaders(exchange.requestHeaders, known),
    upstream: upstream.reply,
    further: further.map(({ reply }) => reply),
    holds,
    steers,
    marks,
    verdict: verdict ?? undefined,
    blanked: exchange.blanked || blanked,
  };
}

function redactReply(reply: RecordedReply, known: KnownSecrets): { readonly reply: RecordedReply; readonly blanked: boolean } {
  const { bytes, count } = redactSse(Buffer.concat(reply.chunks), known);
  const chunks: Uint8Array[] = [];
  // Equal length: the pieces in which it came keep their places.
  let at = 0;
  for (const chunk of reply.chunks) chunks.push(bytes.subarray(at, (at += chunk.length)));
  return { reply: { ...reply, headers: redactHeaders(reply.headers, known), chunks }, blanked: count > 0 };
}
