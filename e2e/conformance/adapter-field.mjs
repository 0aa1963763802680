// field rows: the reported bytes as they were (guise 0), then the same bytes cut otherwise. The dialect is the case's own.
// History cases answer 4xx/5xx only to the unrepaired request: once the history is repaired the upstream answers normally.
import { rng, hash32 } from './util.mjs';
import { splitNet } from './split.mjs';
import { writesOf } from './upstream.mjs';
import { toStream, toBody } from './dialects.mjs';
import { applyOverride } from './overrides.mjs';

export function fieldExchange({ row, caseId, opts }) {
  if (!opts.dialects.includes(row.dialect)) return [];
  const out = [];
  const streamed = row.upstream.sse || row.upstream.sse_b64;
  const n = streamed ? opts.guises : 1;
  const { expect, overridden } = applyOverride(row, opts.overrides !== false);
  for (let i = 0; i < n; i++) {
    const seed = hash32(`${caseId}|${opts.seed}|${i}`);
    let script = row.upstream;
    if (i > 0) {
      const mode = ['event', 'all', 'random', 'tiny', 'random'][i % 5];
      script = {
        status: row.upstream.status,
        headers: row.upstream.headers,
        eof: row.upstream.eof,
        writes: splitNet([Buffer.concat(writesOf(row.upstream))], mode === 'event' ? 'random' : mode, rng(seed)),
      };
    }
    if (expect.forward) script = whenRepaired(row, script);
    out.push({
      guise: {
        n: i,
        asGiven: i === 0,
        dialect: row.dialect,
        stream: row.request.stream === true,
        textMode: 'own',
        netMode: i ? 'cut' : 'own',
        seed,
      },
      dialect: row.dialect,
      expect,
      overridden,
      row,
      judge: 'field',
      family: row.kind,
      baselineBytes: Buffer.concat(writesOf(row.upstream)),
      timeoutMs: row.upstream.eof === 'open' ? 8000 : 25000,
      steps: [{ request: row.request, stream: row.request.stream === true, upstream: script }],
    });
  }
  return out;
}

function whenRepaired(row, broken) {
  const sent = JSON.stringify(row.request);
  const reply = { text: 'ok', calls: [], finish: 'stop' };
  const good = row.request.stream
    ? { status: 200, headers: { 'content-type': 'text/event-stream' }, sse: toStream(row.dialect, reply, { r: rng(1) }), eof: 'clean' }
    : { status: 200, headers: { 'content-type': 'application/json' }, body: toBody(row.dialect, reply) };
  return (record) => (record.body && JSON.stringify(record.body) !== sent ? good : broken);
}
