import type { ExportSource } from './export-source.ts';
import type { Exporter } from './exporter.ts';
import { htmlStyle } from './html-style.ts';
import { outcomeOf, timeOf, turnSection } from './html-turn.ts';
import { inert } from './inert-html.ts';

/** One page that needs nothing else: no script, no link, no picture, nothing that loads. Prints as it stands. */
export const htmlExporter: Exporter = {
  id: 'html',
  title: 'Report (one HTML page)',
  extension: '.html',
  mediaType: 'text/html',
  fileName: 'report.html',
  write,
};

async function* write(source: ExportSource): AsyncGenerator<string> {
  yield headOf(source);
  yield '<h2>Turns</h2><table class="turns"><thead><tr><th>Time (UTC)</th><th>Session</th><th>Model</th><th>Title</th><th>Calls</th><th>Outcome</th></tr></thead><tbody>\n';
  for (const row of source.turns)
    yield `<tr><td>${inert(timeOf(row.at))}</td><td>${inert(row.session)}</td><td>${inert(row.model)}</td><td>${inert(row.title)}</td><td>${row.calls}</td><td>${outcomeOf(row.outcome)}</td></tr>\n`;
  yield '</tbody></table>\n<h2>What happened</h2>\n';
  for await (const recording of source.recordings()) yield turnSection(recording);
  yield '</body></html>\n';
}

function headOf({ scope, version, createdAt, turns }: ExportSource): string {
  const what = Object.entries(scope)
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>Signalbox incident report</title><style>${htmlStyle}</style></head><body>
<h1>Signalbox incident report</h1>
<p class="dim">${inert(what === '' ? 'whole journal' : what)} · ${turns.length === 1 ? 'one turn' : `${turns.length} turns`} · made ${inert(timeOf(createdAt))} UTC by Signalbox ${inert(version)} · secrets are blanked</p>
`;
}
