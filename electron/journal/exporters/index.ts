import { bundleOf } from './bundle.ts';
import { exchangesExporter } from './exchanges.ts';
import type { Exporter } from './exporter.ts';
import { jsonlExporter } from './jsonl.ts';

/** What a bundle holds beside its manifest. */
const single: readonly Exporter[] = [jsonlExporter, exchangesExporter];

/** Every export format by its name in `export/create` and `signalbox export --format`. */
export const exporters: Readonly<Record<string, Exporter>> = Object.fromEntries(
  [...single, bundleOf(single)].map((exporter) => [exporter.id, exporter]),
);
