import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { dialectOfPath } from '../../core/dialect/registry.ts';
import { readExchangeLine } from '../replay/exchange-line.ts';
import type { RecordedExchange } from '../replay/recorded-exchange.ts';
import { maxExchanges, type Recording } from './recording.ts';

const nameValue = z.object({ name: z.string(), value: z.string() });
/** What Signalbox adds to its own HAR entries: which turn, which side, and what of the exchange a HAR has no place for. */
const marks = z.object({ side: z.enum(['agent', 'upstream']), turn: z.string(), exchange: z.record(z.string(), z.unknown()).optional() });
const harEntry = z.object({
  startedDateTime: z.string().optional(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(nameValue).default([]),
    postData: z.object({ text: z.string().optional() }).optional(),
  }),
  response: z.object({
    status: z.number(),
    headers: z.array(nameValue).default([]),
    content: z
      .object({ mimeType: z.string().default(''), text: z.string().optional(), encoding: z.string().optional() })
      .default({ mimeType: '' }),
  }),
  _signalbox: marks.optional(),
});
type HarEntry = z.infer<typeof harEntry>;

/** A HAR 1.2 log of any program: the POSTs to one of the inspected paths. Ours brings its verdicts along. */
export function readHar(value: unknown): Result<Recording, string> {
  const log = z.object({ log: z.object({ version: z.string(), entries: z.array(z.unknown()) }) }).safeParse(value);
  if (!log.success) return fail('it is JSON and no HAR: "log.entries" is missing');
  const { version, entries } = log.data.log;
  if (!/^1\.[0-2]$/.test(version)) return fail(`it is a HAR of version ${version.slice(0, 20)}; this Signalbox reads 1.2`);
  if (entries.length > maxExchanges) return fail(`it holds more than ${maxExchanges} entries`);
  const problems: string[] = [];
  const read = entries.flatMap((each, index) => {
    const entry = harEntry.safeParse(each);
    if (entry.success) return [{ entry: entry.data, index }];
    const [issue] = entry.error.issues;
    problems.push(`entry ${index}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not as HAR says'}`);
    return [];
  });
  const upstream = new Map<string, HarEntry[]>();
  for (const { entry } of read)
    if (entry._signalbox?.side === 'upstream') upstream.set(entry._signalbox.turn, [...(upstream.get(entry._signalbox.turn) ?? []), entry]);
  const exchanges: RecordedExchange[] = [];
  for (const { entry, index } of read) {
    if (entry._signalbox?.side === 'upstream') continue;
    const line = lineOf(entry, index, upstream.get(entry._signalbox?.turn ?? '') ?? []);
    if (line === undefined) continue;
    const exchange = readExchangeLine(line, `entry-${index}`);
    if (exchange.ok) exchanges.push(exchange.value);
    else problems.push(`entry ${index}: ${exchange.error}`);
  }
  return ok({ kind: 'har', exchanges, entries: [], settings: undefined, problems });
}

/** The entry as a line of the `check` format; undefined where it is no inspected exchange. */
function lineOf(entry: HarEntry, index: number, upstream: readonly HarEntry[]): Record<string, unknown> | undefined {
  const url = URL.parse(entry.request.url);
  const dialect = url === null || entry.request.method !== 'POST' ? undefined : dialectOfPath(url.pathname);
  const text = entry.request.postData?.text;
  if (dialect === undefined || text === undefined) return undefined;
  const [first, ...further] = upstream.length > 0 ? upstream : [entry];
  const at = Date.parse(entry.startedDateTime ?? '');
  return {
    id: `entry-${index}`,
    at: Number.isNaN(at) ? 0 : at,
    ...entry._signalbox?.exchange,
    dialect,
    request_text: text,
    request_headers: entry.request.headers.map(({ name, value }) => [name, value]),
    ...repliesOf([first ?? entry, ...further], entry._signalbox?.exchange),
  };
}

/** HAR has no place for how a connection ended, and none for an upstream's name. */
function repliesOf(entries: readonly HarEntry[], exchange: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  const last = entries.length - 1;
  const [first, ...further] = entries.map((entry, index) => ({
    ...replyOf(entry),
    ...(index === last && exchange?.['eof'] !== undefined ? { eof: exchange['eof'] } : {}),
  }));
  return { upstream: { ...first, name: exchange?.['upstreamName'] }, further };
}

/** A HAR holds bodies decoded: what headers say of their coding is not true any more. */
function replyOf({ response }: HarEntry): Record<string, unknown> {
  const { content, status } = response;
  const headers = response.headers
    .filter(({ name }) => !/^(?:content-encoding|content-length|transfer-encoding)$/i.test(name))
    .map(({ name, value }) => [name, value]);
  const typed = headers.some(([name]) => name?.toLowerCase() === 'content-type');
  const all = typed || content.mimeType === '' ? headers : [...headers, ['content-type', content.mimeType]];
  const stream = /event-stream/i.test(content.mimeType);
  const text = content.text ?? '';
  if (content.encoding === 'base64') return { status, headers: all, ...(stream ? { sse_b64: [text] } : { body_b64: text }) };
  return { status, headers: all, ...(stream ? { sse: [text] } : { body_raw: text }) };
}
