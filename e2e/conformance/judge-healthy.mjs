// healthy: the same bytes both ways, one upstream request, nothing withheld, held or asked again (7-numbers 16).
// growing: what is forwarded for request k is a prefix of what is forwarded for k+1 (cache_control apart), and the same
// request sent twice is forwarded as the same bytes (7-numbers 17). A clean session is forwarded as it came.
import { verdict, ok, badProtocol, dispatched, showAll } from './verdict.mjs';
import { rawItems, sameBytes } from './history.mjs';
import { PAUSE_MS } from './adapter-healthy.mjs';
import { clip, sha } from './util.mjs';

const ACTS = [
  'tool-call-held',
  'tool-call-recovered',
  'tool-call-healed',
  'tool-call-refused',
  'tool-call-cancelled',
  'tool-call-answered',
  'guidance-sent',
  'circuit-opened',
  'history-repaired',
  'reask-sent',
  'stream-normalised',
];
const acted = (note, cls = 'altered') => verdict(cls, note, { intervened: true });

export function judgeHealthy(ex, steps, ctx) {
  return ex.family === 'growing' ? judgeGrowing(ex, steps, ctx) : judgeOne(ex, steps[0], ctx);
}

function judgeOne(ex, step, ctx) {
  const { result: r, requests, baseline, arrivals = [] } = step;
  const wrong = r.ended === 'clean' ? null : (badProtocol(r, baseline) ?? verdict('protocol', `ended ${r.ended}`));
  if (!requests.length)
    return wrong ?? acted(`nothing reached the upstream: blocked with ${r.status} ${clip(r.errors[0]?.message ?? '')}`, 'missed');
  const mine = dispatched(r);
  const theirs = dispatched(baseline);
  const foreign = mine.filter((c) => !theirs.some((t) => t.name === c.name && t.argumentsRaw === c.argumentsRaw));
  if (foreign.length) return acted(`dispatched ${showAll(foreign)}`, 'unsafe');
  if (requests.length > 1) return acted(`${requests.length} upstream requests for a healthy reply`, 'other');
  if (!requests[0].raw.equals(r.sentBytes)) return acted(`request changed: ${where(r.sentBytes, requests[0].raw)}`);
  if (wrong) return wrong;
  if (!r.rawBytes.equals(baseline.bytes)) return acted(`response changed: ${where(baseline.bytes, r.rawBytes)}`);
  if (ex.steps[0].live) {
    const end = arrivals.at(-1)?.at ?? 0;
    const early = arrivals.filter((a) => a.at < end - PAUSE_MS / 2).at(-1)?.total ?? 0;
    if (early < ex.steps[0].live / 2)
      return acted(`text withheld: ${early} of ${ex.steps[0].live} bytes had arrived before the pause`, 'other');
  }
  const acts = (ctx.journal ?? []).filter((j) => ACTS.includes(j.type));
  if (acts.length) return acted(`journal: ${[...new Set(acts.map((j) => j.type))].join(' ')}`, 'other');
  return ok();
}

const where = (a, b) => {
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  return `${sha(b).slice(0, 8)} for ${sha(a).slice(0, 8)}, at ${i}: ${JSON.stringify(clip(b.subarray(i, i + 40).toString('utf8')))} for ${JSON.stringify(clip(a.subarray(i, i + 40).toString('utf8')))}`;
};

function judgeGrowing(ex, steps, ctx) {
  let last = null; // {k, items, raw}
  let pairs = 0;
  for (const s of steps) {
    const out = s.requests[0];
    if (!out) {
      // 3.5: while a circuit is open a byte-identical request is answered from the stored ending.
      if (last?.k === s.k && s.result.errors.some((x) => /signalbox_loop/.test(`${x.type} ${x.code}`))) continue;
      return verdict(
        'missed',
        `request ${s.k}: nothing reached the upstream (${s.result.status} ${clip(s.result.errors[0]?.message ?? s.result.error ?? '')})`,
        { prefixStable: false, intervened: Boolean(ex.row.clean) },
      );
    }
    if (ex.row.clean && !out.raw.equals(s.result.sentBytes))
      return { ...acted(`request ${s.k} of a clean session changed: ${where(s.result.sentBytes, out.raw)}`), prefixStable: false };
    if (ex.row.clean && (s.requests.length > 1 || !s.result.rawBytes.equals(s.baseline.bytes)))
      return {
        ...acted(
          s.requests.length > 1
            ? `request ${s.k} of a clean session was asked ${s.requests.length} times`
            : `response ${s.k} of a clean session changed: ${where(s.baseline.bytes, s.result.rawBytes)}`,
        ),
        prefixStable: true,
      };
    const items = rawItems(out.raw.toString('utf8'), ex.key);
    if (!items) return verdict('protocol', `request ${s.k}: no ${ex.key} in what was forwarded`, { prefixStable: false });
    if (last && last.k === s.k) {
      if (!sameBytes(ex, last.raw, out.raw))
        return verdict('protocol', `request ${s.k} sent twice was forwarded as different bytes: ${where(last.raw, out.raw)}`, {
          prefixStable: false,
        });
      continue;
    }
    if (last) {
      pairs++;
      const at = last.items.findIndex((x, i) => x !== items[i]);
      if (at >= 0)
        return verdict(
          'altered',
          `request ${last.k} is no prefix of request ${s.k}: entry ${at} of ${last.items.length} was ${clip(last.items[at], 80)}, is ${clip(items[at] ?? 'gone', 80)}`,
          { prefixStable: false },
        );
    }
    last = { k: s.k, items, raw: out.raw };
    const wrong = badProtocol(s.result, s.baseline);
    if (wrong) return { ...wrong, note: `request ${s.k}: ${wrong.note}`, prefixStable: true };
  }
  return ok(`${pairs} pairs`, { prefixStable: true });
}
