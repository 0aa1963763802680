import { writeExchangeLine } from '../replay/exchange-line.ts';
import { recordTurn } from '../replay/record-turn.ts';
import type { ExportSource } from './export-source.ts';
import type { Exporter } from './exporter.ts';

/** The exchanges in the format that `signalbox check` reads (interfaces 4.6): with them an incident is played again. */
export const exchangesExporter: Exporter = {
  id: 'exchanges',
  title: 'Exchanges for check and replay (JSON lines)',
  extension: '.exchanges.jsonl',
  mediaType: 'application/jsonl',
  fileName: 'exchanges.jsonl',
  write,
};

async function* write(source: ExportSource): AsyncGenerator<string> {
  for await (const recording of source.recordings()) {
    const exchange = recordTurn(recording);
    if (exchange !== undefined) yield `${writeExchangeLine(exchange)}\n`;
  }
}
