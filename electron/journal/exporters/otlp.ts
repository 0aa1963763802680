import type { JournalEntry } from '../../../shared/journal-entry.ts';
import type { ExportSource } from './export-source.ts';
import type { Exporter } from './exporter.ts';
import { chatSpan, type OtlpSpan, resourceOf, type RunCall, toolSpan } from './otlp-spans.ts';

/** Traces as OTLP/JSON: a trace for each session, a `chat` span for each turn, an `execute_tool` span for each call that went to the agent. */
export const otlpExporter: Exporter = {
  id: 'otlp',
  title: 'OpenTelemetry traces (OTLP/JSON)',
  extension: '.otlp.json',
  mediaType: 'application/json',
  fileName: 'traces.otlp.json',
  write,
};

async function* write(source: ExportSource): AsyncGenerator<string> {
  yield `{"resourceSpans":[{"resource":${JSON.stringify(resourceOf(source.version))},"scopeSpans":[{"scope":{"name":"signalbox","version":${JSON.stringify(source.version)}},"spans":[`;
  let first = true;
  for await (const span of spansOf(source)) {
    yield `${first ? '\n' : ',\n'}${JSON.stringify(span)}`;
    first = false;
  }
  yield '\n]}]}]}\n';
}

type OpenCall = Omit<RunCall, 'until' | 'error'>;

/** Most calls whose result is awaited at once; the oldest go without one. */
const maxOpen = 10_000;

async function* spansOf(source: ExportSource): AsyncGenerator<OtlpSpan> {
  const open = new Map<string, OpenCall>();
  for await (const { detail } of source.recordings()) {
    const { turn: row, entries, assembled } = detail;
    for (const entry of entries) {
      const span = answeredBy(entry, open, faultOf(entries, entry));
      if (span !== undefined) yield span;
    }
    yield chatSpan({ row, entries, content: assembled ?? undefined });
    for (const entry of entries) {
      if (entry.type !== 'tool-call-delivered' || !ran.has(entry.state)) continue;
      open.set(keyOf(entry, entry.call.id), { row, call: entry.call, state: entry.state, from: entry.at, withContent: true });
    }
    for (const [key, call] of open) {
      if (open.size <= maxOpen) break;
      open.delete(key);
      yield toolSpan({ ...call, until: call.from, error: undefined });
    }
  }
  for (const call of open.values()) yield toolSpan({ ...call, until: call.from, error: undefined });
}

/** States in which a call reached the agent. */
const ran: ReadonlySet<string> = new Set(['delivered', 'recovered', 'healed']);

const keyOf = ({ session, thread }: JournalEntry, callId: string): string => `${session}\n${thread}\n${callId}`;

function answeredBy(entry: JournalEntry, open: Map<string, OpenCall>, fault: string | undefined): OtlpSpan | undefined {
  if (entry.type !== 'tool-result-seen') return undefined;
  const key = keyOf(entry, entry.callId);
  const call = open.get(key);
  if (call === undefined) return undefined;
  open.delete(key);
  return toolSpan({ ...call, until: entry.at, error: fault ?? (entry.error ? 'tool_error' : undefined) });
}

/** The pattern that this result was classified as. */
function faultOf(entries: readonly JournalEntry[], result: JournalEntry): string | undefined {
  if (result.type !== 'tool-result-seen') return undefined;
  const fault = entries.find((entry) => entry.type === 'fault-classified' && entry.callId === result.callId);
  return fault?.type === 'fault-classified' ? fault.pattern : undefined;
}
