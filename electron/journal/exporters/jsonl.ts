import type { ExportSource } from './export-source.ts';
import type { Exporter } from './exporter.ts';

/**
 * The entries as the journal has them, one a line, behind a line that says what the file is:
 * `{"type":"signalbox-journal","version":1,"program":"0.1.0","createdAt":…,"scope":{…}}`
 */
export const jsonlExporter: Exporter = {
  id: 'jsonl',
  title: 'Journal entries (JSON lines)',
  extension: '.jsonl',
  mediaType: 'application/jsonl',
  fileName: 'entries.jsonl',
  write,
};

/** Goes up when a reader of the former version could misread the file. */
export const jsonlVersion = 1;

async function* write(source: ExportSource): AsyncGenerator<string> {
  const { version: program, createdAt, scope } = source;
  yield `${JSON.stringify({ type: 'signalbox-journal', version: jsonlVersion, program, createdAt, scope })}\n`;
  for await (const entry of source.entries()) yield `${JSON.stringify(entry)}\n`;
}
