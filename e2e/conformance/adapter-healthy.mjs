// healthy rows (make-healthy.mjs): bytes in must be bytes out. Guise 0 is the reply as recorded, the others cut the same
// bytes otherwise. A `live` row pauses before its last events: what was written before must have arrived by then.
// growing rows {head, list, cuts, clean?}: one agent's session, a request for each cut; some requests are sent twice.
import { rng, hash32 } from './util.mjs';
import { splitNet } from './split.mjs';
import { writesOf } from './upstream.mjs';

export const PAUSE_MS = 400;

export function healthyExchange({ row, caseId, opts, replyScript }) {
  if (!opts.dialects.includes(row.dialect) || (opts.streaming && !opts.streaming.includes(row.stream))) return [];
  return row.family === 'growing'
    ? [growing(row, caseId, opts, replyScript)]
    : Array.from({ length: row.stream ? opts.guises : 1 }, (_, i) => single(row, caseId, opts, i));
}

function single(row, caseId, opts, i) {
  const seed = hash32(`${caseId}|${opts.seed}|${i}`);
  let script = row.upstream;
  if (i > 0) {
    const mode = ['event', 'all', 'random', 'straddle', 'tiny'][i % 5];
    const { sse, ...rest } = row.upstream;
    script = { ...rest, writes: splitNet(sse, mode === 'event' ? 'random' : mode, rng(seed)) };
  } else if (row.live) script = { ...script, pauseAt: script.sse.length - 4, pauseMs: PAUSE_MS };
  return {
    guise: { n: i, asGiven: i === 0, dialect: row.dialect, stream: row.stream, textMode: 'own', netMode: i ? 'cut' : 'own', seed },
    dialect: row.dialect,
    expect: { outcome: 'healthy', unchanged: true },
    row,
    judge: 'healthy',
    family: row.family,
    steps: [
      {
        rawBody: Buffer.from(row.request_raw),
        stream: row.stream,
        upstream: script,
        live: i === 0 && row.live ? Buffer.concat(writesOf(script).slice(0, script.pauseAt)).length : 0,
      },
    ],
  };
}

function growing(row, caseId, opts, replyScript) {
  const d = row.dialect;
  const key = d === 'openai-responses' ? 'input' : 'messages';
  const guise = {
    n: 0,
    asGiven: true,
    dialect: d,
    stream: row.stream,
    textMode: 'whole',
    netMode: 'all',
    seed: hash32(`${caseId}|${opts.seed}`),
  };
  const steps = [];
  row.cuts.forEach((cut, k) => {
    const body = { ...row.head, [key]: marked(d, row.list.slice(0, cut)) };
    const upstream = replyScript(d, replyOf(d, row.list[cut]), guise);
    const step = { k, rawBody: Buffer.from(JSON.stringify(body)), stream: row.stream, upstream };
    steps.push(step);
    if (k % 7 === 3 || k === row.cuts.length - 1) steps.push(step);
  });
  return {
    guise,
    dialect: d,
    key,
    expect: { outcome: 'growing', unchanged: Boolean(row.clean) },
    row,
    judge: 'healthy',
    family: 'growing',
    steps,
  };
}

/** As Claude Code does: the cache mark wanders with the last message. */
function marked(d, list) {
  if (d !== 'anthropic') return list;
  const last = list.at(-1);
  return [
    ...list.slice(0, -1),
    { ...last, content: [...last.content.slice(0, -1), { ...last.content.at(-1), cache_control: { type: 'ephemeral' } }] },
  ];
}

/** The model says what the history then holds, where that is a good call; else a word. */
function replyOf(d, m) {
  let calls = [];
  if (m && d === 'openai-chat')
    calls = (m.tool_calls ?? []).map((c) => ({ id: c.id, name: c.function.name, arguments: c.function.arguments }));
  else if (m && d === 'anthropic')
    calls = m.content.filter((b) => b.type === 'tool_use').map((b) => ({ id: b.id, name: b.name, arguments: JSON.stringify(b.input) }));
  else if (m?.type === 'function_call') calls = [{ id: m.call_id, name: m.name, arguments: m.arguments }];
  const good = calls.length && calls.every((c) => /^\{"(command|path)":"[^"]*"[,}]/.test(c.arguments) && !/"make /.test(c.arguments));
  return good ? { text: '', calls, finish: 'calls' } : { text: 'Understood.', calls: [], finish: 'stop' };
}
