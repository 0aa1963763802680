import { bundleOf } from './bundle.ts';
import { exchangesExporter } from './exchanges.ts';
import type { Exporter } from './exporter.ts';
import { harExporter } from './har.ts';
import { htmlExporter } from './html.ts';
import { jsonlExporter } from './jsonl.ts';
import { otlpExporter } from './otlp.ts';

/** What a bundle holds beside its manifest. */
const single: readonly Exporter[] = [jsonlExporter, exchangesExporter, harExporter, otlpExporter, htmlExporter];

/** Every export format by its name in `export/create` and `signalbox export --format`. */
export const exporters: Readonly<Record<string, Exporter>> = Object.fromEntries(
  [...single, bundleOf(single)].map((exporter) => [exporter.id, exporter]),
);
