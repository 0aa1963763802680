import { z } from 'zod';
import type { Json } from '../../../shared/json.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Dialect, Outcome } from '../../../shared/vocabulary.ts';
import type { RecordedExchange, RecordedReply } from './recorded-exchange.ts';

/** Names under which a line may give its dialect (interfaces 4.6); the short one is that of the public cases. */
const dialects: Readonly<Record<string, Dialect>> = {
  'openai-chat': 'openai-chat',
  'openai-responses': 'openai-responses',
  anthropic: 'anthropic-messages',
  'anthropic-messages': 'anthropic-messages',
};

const json = z.custom<Json>((value) => value !== undefined);
const base64 = z.string().regex(/^[A-Za-z0-9+/\s]*={0,2}\s*$/, 'is no base64');
const headers = z.union([z.record(z.string(), z.string()), z.array(z.tuple([z.string(), z.string()]))]).optional();

const reply = z
  .object({
    status: z.number().int().min(0).max(599).default(200),
    headers,
    sse: z.union([z.array(z.string()), z.string()]).optional(),
    sse_b64: z.union([z.array(base64), base64]).optional(),
    body: json.optional(),
    body_raw: z.string().optional(),
    body_b64: base64.optional(),
    eof: z.enum(['clean', 'reset', 'open']).default('clean'),
    name: z.string().optional(),
  })
  .refine(
    (value) => [value.sse, value.sse_b64, value.body, value.body_raw, value.body_b64].filter((each) => each !== undefined).length <= 1,
    'gives the reply more than once (one of sse, sse_b64, body, body_raw, body_b64)',
  );

const hold = z.object({
  name: z.string(),
  verdict: z.enum(['approve', 'override', 'reject', 'text', 'expired', 'withdrawn']),
  reading: z.number().int().optional(),
  arguments: z.string().optional(),
  reason: z.string().optional(),
});

const verdict = z.object({
  // A newer Signalbox may know further outcomes: they only differ from today's.
  outcome: z
    .string()
    .max(64)
    .transform((word) => word as Outcome),
  reason: z.string(),
  calls: z.array(z.object({ name: z.string(), arguments: z.string(), id: z.string() })),
  text: z.string(),
  finish: z.string(),
});

const line = z.object({
  id: z.union([z.string(), z.number()]).transform(String).optional(),
  dialect: z.string().refine((name) => Object.hasOwn(dialects, name), `is none of ${Object.keys(dialects).join(', ')}`),
  request: z.record(z.string(), json).optional(),
  request_text: z.string().optional(),
  request_headers: headers,
  upstream: reply,
  further: z.array(reply).optional(),
  session: z.string().max(512).optional(),
  thread: z.string().max(512).optional(),
  turn: z.string().max(512).optional(),
  at: z.number().optional(),
  holds: z.array(hold).optional(),
  steers: z.array(z.string()).optional(),
  verdict: verdict.optional(),
  blanked: z.boolean().optional(),
  marks: z.array(z.string()).optional(),
});

type Line = z.infer<typeof line>;
type Reply = z.infer<typeof reply>;

/** Reads one line of the `check` format. The error says what is wrong, and where in the line. */
export function readExchangeLine(value: unknown, fallbackId: string): Result<RecordedExchange, string> {
  const parsed = line.safeParse(value);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    const where = first === undefined || first.path.length === 0 ? 'the line' : `"${first.path.join('.')}"`;
    return fail(`${where}: ${first?.message ?? 'is not as it should be'}`);
  }
  const given = parsed.data;
  const request = given.request_text ?? (given.request === undefined ? undefined : JSON.stringify(given.request));
  if (request === undefined) return fail('"request": is missing');
  return ok({
    id: given.id ?? fallbackId,
    dialect: dialects[given.dialect] ?? 'openai-chat',
    request,
    requestHeaders: pairs(given.request_headers),
    upstream: readReply(given.upstream),
    further: (given.further ?? []).map(readReply),
    upstreamName: given.upstream.name ?? '',
    session: given.session ?? '',
    thread: given.thread ?? '',
    turn: given.turn ?? '',
    at: given.at ?? 0,
    holds: given.holds ?? [],
    steers: given.steers ?? [],
    verdict: given.verdict,
    blanked: given.blanked ?? false,
    marks: given.marks ?? [],
  });
}

const pairs = (given: Line['request_headers']): readonly (readonly [string, string])[] =>
  given === undefined ? [] : Array.isArray(given) ? given : Object.entries(given);

const listOf = (given: string | readonly string[]): readonly string[] => (typeof given === 'string' ? [given] : given);

function readReply(given: Reply): RecordedReply {
  const known = pairs(given.headers);
  const typed = known.some(([name]) => name.toLowerCase() === 'content-type');
  const stream = given.sse !== undefined || given.sse_b64 !== undefined;
  const type = stream ? 'text/event-stream' : 'application/json';
  return {
    status: given.status,
    headers: typed ? known : [...known, ['content-type', type]],
    chunks: chunksOf(given),
    eof: given.eof,
  };
}

function chunksOf({ sse, sse_b64, body, body_raw, body_b64 }: Reply): readonly Uint8Array[] {
  if (sse !== undefined) return listOf(sse).map((text) => Buffer.from(text, 'utf8'));
  if (sse_b64 !== undefined) return listOf(sse_b64).map((text) => Buffer.from(text, 'base64'));
  if (body_b64 !== undefined) return [Buffer.from(body_b64, 'base64')];
  if (body_raw !== undefined) return [Buffer.from(body_raw, 'utf8')];
  return body === undefined ? [] : [Buffer.from(JSON.stringify(body), 'utf8')];
}

/** Writes an exchange as one line of the `check` format, without the line break. Bytes that are no UTF-8 go as base64. */
export function writeExchangeLine(exchange: RecordedExchange): string {
  const { id, dialect, session, thread, turn, at, holds, steers, verdict: old, blanked, marks } = exchange;
  return JSON.stringify({
    id,
    dialect: dialect === 'anthropic-messages' ? 'anthropic' : dialect,
    session,
    thread,
    turn,
    at,
    request_headers: exchange.requestHeaders,
    ...requestOf(exchange.request),
    upstream: { ...writeReply(exchange.upstream), name: exchange.upstreamName },
    further: exchange.further.map(writeReply),
    holds,
    steers,
    blanked,
    marks,
    ...(old === undefined ? {} : { verdict: old }),
  });
}

/** The body as an object where that says the same text, else as text. */
function requestOf(text: string): { readonly request: unknown } | { readonly request_text: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && JSON.stringify(value) === text) return { request: value };
  } catch {
    // No JSON: the text says what it was.
  }
  return { request_text: text };
}

function writeReply({ status, headers: given, chunks, eof }: RecordedReply): Record<string, unknown> {
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString('utf8');
  const exact = Buffer.compare(Buffer.from(text, 'utf8'), bytes) === 0;
  const type = given.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const head = { status, headers: given, eof };
  if (/event-stream/i.test(type)) return exact ? { ...head, sse: [text] } : { ...head, sse_b64: [bytes.toString('base64')] };
  return exact ? { ...head, body_raw: text } : { ...head, body_b64: bytes.toString('base64') };
}
