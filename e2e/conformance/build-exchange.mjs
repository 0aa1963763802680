// Rows of any suite → exchanges. An exchange is
//   {id, suite, family, caseId, guise, dialect, expect, judge, steps:[step], session, timeoutMs}
// A step is {request|rawBody, stream, upstream(script), headers?} or a function (done) => step, done being the
// results of the earlier steps ({result, requests}). Each step has its own case id at the upstream: `${id}~${n}`.
import { rng, hash32 } from './util.mjs';
import { DIALECTS, toStream, toBody, setModel, currentModel } from './dialects.mjs';
import { TEXT_MODES, NET_MODES, splitNet } from './split.mjs';
import { fieldExchange } from './adapter-field.mjs';
import { leakExchange } from './adapter-leaks.mjs';
import { argsExchange } from './adapter-args.mjs';
import { errorExchange } from './adapter-errors.mjs';
import { loopExchange } from './adapter-loops.mjs';
import { danglingExchange } from './adapter-dangling.mjs';
import { healthyExchange } from './adapter-healthy.mjs';

export const SUITES = ['field', 'leaks', 'args', 'errors', 'loops', 'dangling', 'bench', 'healthy'];
const ADAPTERS = {
  field: fieldExchange,
  leaks: leakExchange,
  bench: leakExchange,
  args: argsExchange,
  errors: errorExchange,
  loops: loopExchange,
  dangling: danglingExchange,
  healthy: healthyExchange,
};

/**
 * n guises of a case: dialect, streaming or not, how text is cut into deltas, how bytes are cut into writes.
 * Guise 0 is plain (one delta, one write an event); the others rotate through everything, seeded by case and seed.
 */
export function guises(caseId, n, seed, { dialects = DIALECTS, streaming } = {}) {
  streaming ??= [true, false];
  const r = rng(hash32(`${caseId}|${seed}`));
  const out = [];
  const ds =
    dialects.length > 1
      ? [...dialects.slice(hash32(caseId) % dialects.length), ...dialects.slice(0, hash32(caseId) % dialects.length)]
      : dialects;
  for (let i = 0; i < n; i++) {
    const dialect = ds[i % ds.length];
    let stream = streaming.length === 1 ? streaming[0] : i % 3 !== 1;
    let textMode = 'whole';
    let netMode = 'event';
    if (i > 0 && stream) {
      textMode = i === 2 ? 'marker' : i === 3 ? 'char' : r.pick(TEXT_MODES);
      netMode = r.pick(NET_MODES);
    } else if (i > 0) netMode = r.pick(['all', 'random', 'tiny']);
    out.push({ n: i, dialect, stream, textMode, netMode, seed: hash32(`${caseId}|${seed}|${i}`) });
  }
  return out;
}

export const guiseName = (g) => (g.asGiven ? 'as given' : `${g.dialect} ${g.stream ? `stream ${g.textMode}/${g.netMode}` : 'json'}`);

/**
 * An upstream script that gives a neutral reply in this guise. A gateway that asks the upstream in another dialect, or
 * for the other kind (streaming or not), than its client did gets that: script.form(dialect, stream).
 */
export function replyScript(dialect, said, g) {
  const reply = { model: currentModel(), ...said };
  const form = (d, stream) => {
    const r = rng(g.seed);
    const base = { dialect: d, streams: stream, status: 200, eof: 'clean' };
    if (!stream) {
      const text = JSON.stringify(toBody(d, reply));
      const json = { ...base, headers: { 'content-type': 'application/json' } };
      return ['random', 'tiny', 'straddle'].includes(g.netMode)
        ? { ...json, writes: splitNet([text], 'random', r) }
        : { ...json, body_raw: text };
    }
    const events = toStream(d, reply, { textMode: g.textMode, argsMode: g.argsMode ?? (g.textMode === 'whole' ? 'whole' : 'random'), r });
    return {
      ...base,
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      writes: splitNet(events, NET_MODES.includes(g.netMode) ? g.netMode : 'event', r),
    };
  };
  return { ...form(dialect, g.stream), form };
}

/** All exchanges of the rows of one suite. opts: {guises, seed, dialects, filter, streaming?, modelOf?} */
export function build(suite, rows, opts) {
  const out = [];
  const used = new Set();
  rows.forEach((row, i) => {
    const caseId = row.id ?? `${suite}-${String(i + 1).padStart(4, '0')}`;
    const family = row.family ?? row.kind ?? row.expect?.category ?? suite;
    if (opts.filter && !opts.filter.test(`${suite} ${family} ${caseId}`)) return;
    if (opts.modelOf) setModel(opts.modelOf(family));
    const own = (id, n, seed, o) => guises(id, n, seed, { streaming: opts.streaming, ...o });
    const list = ADAPTERS[suite]({ row, caseId, family, suite, opts, guises: own, replyScript });
    for (const ex of list) {
      let id = `${suite}.${safe(caseId)}.${ex.guise.n}`;
      while (used.has(id)) id += 'x'; // two files may use one id
      used.add(id);
      out.push({ suite, family, caseId, ...ex, id });
    }
  });
  return out;
}
const safe = (s) => String(s).replace(/[^A-Za-z0-9_.-]+/g, '_');
