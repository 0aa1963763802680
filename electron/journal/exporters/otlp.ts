import type { ExportSource } from './export-source.ts';
import type { Exporter } from './exporter.ts';
import { type OtlpSpan, resourceOf } from './otlp-spans.ts';
import { TurnSpans } from './turn-spans.ts';

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

async function* spansOf(source: ExportSource): AsyncGenerator<OtlpSpan> {
  const turns = new TurnSpans(true);
  for await (const { detail } of source.recordings()) yield* turns.spansOf(detail);
  yield* turns.rest();
}
