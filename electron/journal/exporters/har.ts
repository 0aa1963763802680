import { recordTurn } from '../replay/record-turn.ts';
import type { RecordedAttempt, TurnRecording } from '../turn-recording.ts';
import type { ExportSource } from './export-source.ts';
import type { Exporter } from './exporter.ts';

/**
 * HTTP Archive 1.2. Each turn is an entry as the agent saw it; behind it one for each send to the upstream where that differs. Bodies are
 * whole, SSE too. What HAR has no place for is in `_signalbox`, so that our own files replay.
 */
export const harExporter: Exporter = {
  id: 'har',
  title: 'HTTP Archive (HAR 1.2)',
  extension: '.har',
  mediaType: 'application/json',
  fileName: 'traffic.har',
  write,
};

type Headers = readonly (readonly [string, string])[];

async function* write(source: ExportSource): AsyncGenerator<string> {
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'Signalbox', version: source.version })},"pages":[],"entries":[`;
  let first = true;
  for await (const recording of source.recordings()) {
    for (const entry of entriesOf(recording)) {
      yield `${first ? '\n' : ',\n'}${JSON.stringify(entry)}`;
      first = false;
    }
  }
  yield '\n]}}\n';
}

function entriesOf(recording: TurnRecording): readonly object[] {
  const { detail, attempts, client } = recording;
  const { turn: row, request } = detail;
  const last = attempts.at(-1);
  const url = urlOf(request.path, request.headers, undefined);
  const agent = {
    ...entryOf({
      url,
      method: request.method,
      requestHeaders: request.headers,
      requestBody: request.body,
      status: row.status ?? 0,
      headers: client === null ? (last?.headers ?? []) : withoutFraming(detail.response.headers),
      bytes: client?.bytes ?? last?.bytes ?? new Uint8Array(0),
      startedAt: row.at,
      firstByteMs: row.firstByteMs ?? 0,
      durationMs: row.durationMs ?? 0,
    }),
    _signalbox: { side: 'agent', turn: row.turn, exchange: exchangeOf(recording) },
  };
  if (client === null && attempts.length < 2 && last?.forwarded === null) return [agent];
  return [agent, ...attempts.map((attempt) => upstreamEntry(recording, attempt))];
}

function upstreamEntry({ detail: { turn: row, request } }: TurnRecording, attempt: RecordedAttempt): object {
  const { marks } = attempt;
  const startedAt = Math.min(marks[0] ?? row.at, row.at + (row.durationMs ?? 0));
  return {
    ...entryOf({
      url: urlOf(request.path, request.headers, row.upstream),
      method: request.method,
      requestHeaders: request.headers,
      requestBody: attempt.forwarded ?? request.body,
      status: attempt.status ?? 0,
      headers: attempt.headers,
      bytes: attempt.bytes,
      startedAt,
      firstByteMs: 0,
      durationMs: Math.max(0, (marks.at(-2) ?? startedAt) - startedAt),
    }),
    _signalbox: { side: 'upstream', turn: row.turn, attempt: attempt.attempt },
  };
}

/** What a replay needs beside the traffic. */
function exchangeOf(recording: TurnRecording): object | undefined {
  const recorded = recordTurn(recording);
  if (recorded === undefined) return undefined;
  const { id, session, thread, turn, at, upstreamName, holds, steers, verdict, blanked, marks } = recorded;
  const eof = (recorded.further.at(-1) ?? recorded.upstream).eof;
  return { id, session, thread, turn, at, upstreamName, holds, steers, blanked, marks, eof, ...(verdict === undefined ? {} : { verdict }) };
}

interface Traffic {
  readonly url: string;
  readonly method: string;
  readonly requestHeaders: Headers;
  readonly requestBody: string;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly startedAt: number;
  readonly firstByteMs: number;
  readonly durationMs: number;
}

function entryOf(traffic: Traffic): object {
  const { method, url, requestHeaders, requestBody, status, headers, bytes, startedAt, firstByteMs, durationMs } = traffic;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: {
      method: method === '' ? 'POST' : method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(requestHeaders),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      postData: { mimeType: valueOf(requestHeaders, 'content-type') ?? 'application/json', text: requestBody },
      headersSize: -1,
      bodySize: Buffer.byteLength(requestBody),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(headers),
      content: contentOf(headers, bytes),
      redirectURL: '',
      headersSize: -1,
      bodySize: bytes.length,
    },
    cache: {},
    timings: { send: 0, wait: firstByteMs, receive: Math.max(0, durationMs - firstByteMs) },
  };
}

/** The body as text where it is UTF-8, else as base64: nothing is cut, nothing replaced. */
function contentOf(headers: Headers, bytes: Uint8Array): object {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  const isText = Buffer.compare(Buffer.from(text, 'utf8'), buffer) === 0;
  const mimeType = valueOf(headers, 'content-type') ?? (/^\s*(?:event|data|:)/.test(text) ? 'text/event-stream' : 'application/json');
  return { size: bytes.length, mimeType, ...(isText ? { text } : { text: buffer.toString('base64'), encoding: 'base64' }) };
}

const named = (headers: Headers): readonly { readonly name: string; readonly value: string }[] =>
  headers.map(([name, value]) => ({ name, value }));

const valueOf = (headers: Headers, name: string): string | undefined => headers.find(([key]) => key.toLowerCase() === name)?.[1];

const withoutFraming = (headers: Headers): Headers =>
  headers.filter(([name]) => !/^(?:content-encoding|content-length|transfer-encoding)$/i.test(name));

/** The gateway's own address for the request; the upstream's is not kept in the journal, its name is. */
function urlOf(path: string, headers: Headers, upstream: string | undefined): string {
  const host = valueOf(headers, 'host') ?? 'signalbox.invalid';
  const prefix = upstream === undefined || upstream === '' ? '' : `/up/${encodeURIComponent(upstream)}`;
  const full = URL.parse(`${prefix}${path.startsWith('/') ? path : `/${path}`}`, `http://${host}`) ?? new URL('http://signalbox.invalid/');
  return full.href;
}
