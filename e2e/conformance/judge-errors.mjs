// errors: is a tool error recognised, and is everything else left alone?
//   fault: the forwarded result carries the pattern id and the original text; NONE: the forwarded result is unchanged.
//   The same request sent twice goes out as the same bytes.
import { verdict, ok, badProtocol, markupIn, dispatched, showAll } from './verdict.mjs';
import { flatten, sameBytes } from './history.mjs';
import { tryParse, isObject, clip } from './util.mjs';
import { diffAt } from './judge-leaks.mjs';

const IDS = /\bEI\/[A-Z_]+(?:\/\d{3})?/g;
export const patternsIn = (s) => [...new Set(String(s).match(IDS) ?? [])];
const same = (got, want) => got === want || (!/\/\d{3}$/.test(got) && want.startsWith(got + '/'));
const acceptable = (e) => [e.category, ...(e.alt ?? [])];

export function judgeErrors(ex, steps, ctx) {
  if (ex.surface === 'upstream_error') return judgeUpstream(ex, steps, ctx);
  if (ex.surface === 'assistant_text') return judgeText(ex, steps, ctx);
  return judgeResult(ex, steps, ctx);
}

function judgeResult(ex, steps, ctx) {
  const e = ex.expect;
  const original = ex.row.content;
  const [a, b] = steps.map((s) => s.requests.at(-1));
  if (!a)
    return verdict('protocol', 'nothing reached the upstream: ' + (steps[0].result.errors[0]?.message ?? steps[0].result.error ?? ''));
  if (!a.body) return verdict('protocol', 'forwarded body is no JSON');
  const identical = a.raw.equals(steps[0].result.sentBytes);
  const results = flatten(ex.dialect, a.body).filter((x) => x.kind === 'result');
  const mine = results.filter((x) => x.id === ex.callId);
  if (results.length !== 1 || mine.length !== 1) return verdict('protocol', `${results.length} results for one call`);
  const content = mine[0].content;
  const added = patternsIn(content).filter((p) => !patternsIn(original).includes(p));
  const info = { identical, pattern: added.join(',') };
  if (b && !sameBytes(ex, a.raw, b.raw)) return verdict('protocol', 'the same request went out as different bytes', info);
  const good = acceptable(e);
  const never = added.find((p) => (e.never ?? []).some((n) => same(p, n)));
  if (e.category === 'NONE' || (good.includes('NONE') && !added.length)) {
    if (content === original)
      return badProtocol(steps[0].result, ctx.baseline) ? { ...badProtocol(steps[0].result, ctx.baseline), ...info } : ok('', info);
    if (e.category === 'NONE' && added.some((p) => good.some((g) => same(p, g)))) return ok('as an accepted pattern', info);
    return verdict('altered', added.length ? `false alarm: ${added.join(' ')}` : `result ${diffAt(original, content)}`, info);
  }
  if (never) return verdict('other', `classified as ${never}, which it must never be`, info);
  if (!added.length)
    return content === original
      ? verdict('missed', `no guidance for ${e.category}`, info)
      : verdict('altered', `changed without a pattern: ${diffAt(original, content)}`, info);
  if (!added.some((p) => good.some((g) => same(p, g)))) return verdict('other', `${added.join(' ')} for ${e.category}`, info);
  const g = tryParse(content);
  const kept =
    g.ok && isObject(g.value) && typeof g.value.original === 'string'
      ? g.value.original === original
      : content.includes(original) || content.includes(JSON.stringify(original).slice(1, -1));
  if (!kept) return verdict('altered', 'the original error text is not kept', info);
  if (g.ok && isObject(g.value)) {
    const size = Buffer.byteLength(JSON.stringify({ ...g.value, original: '' }));
    if (size > 1024 + 20) return verdict('other', `guidance of ${size} bytes (limit 1,024)`, info);
    for (const k of ['signalbox', 'pattern', 'occurrence', 'what', 'why', 'next'])
      if (!(k in g.value)) return verdict('other', `guidance without "${k}"`, info);
  }
  const facts = Object.values(e.facts ?? {}).filter((v) => typeof v === 'string');
  const head = g.ok && isObject(g.value) ? JSON.stringify({ ...g.value, original: '' }) : content.replace(original, '');
  info.facts = facts.length
    ? facts.filter((v) => head.includes(v) || head.includes(JSON.stringify(v).slice(1, -1))).length / facts.length
    : null;
  const wrong = badProtocol(steps[0].result, ctx.baseline);
  return wrong ? { ...wrong, ...info } : ok('', info);
}

/** The classification of an upstream's error is seen in the journal, or in the error the client gets. */
function judgeUpstream(ex, steps, ctx) {
  const e = ex.expect;
  const r = steps[0].result;
  if (!r.errors.length) return verdict('protocol', `upstream said ${ex.status}, the client saw no error`);
  // 3.5: status and body as they came (context overflow to the byte, 2.6), asked once: agents retry by themselves.
  if (r.status !== ex.status) return verdict('altered', `status ${r.status}, upstream said ${ex.status}`);
  if (!r.bodyBytes.equals(ctx.baseline.bytes)) return verdict('altered', `error body changed: ${clip(r.bodyBytes.toString('utf8'), 80)}`);
  if (steps[0].requests.length !== 1) return verdict('other', `${steps[0].requests.length} upstream requests for an HTTP error`);
  const seen = patternsIn(r.errors.map((x) => `${x.type} ${x.code} ${x.message}`).join(' '));
  const was = patternsIn(ex.row.content);
  for (const j of ctx.journal ?? []) if (j.type === 'fault-classified' && j.pattern) seen.push(j.pattern);
  const added = [...new Set(seen)].filter((p) => !was.includes(p));
  if (!ctx.journal && !added.length)
    return e.category === 'NONE'
      ? ok('no journal')
      : verdict('unchecked', 'no journal: the classification of an upstream error cannot be seen');
  return judgePattern(e, added, 'error');
}

function judgePattern(e, added, what) {
  const good = acceptable(e);
  const never = added.find((p) => (e.never ?? []).some((n) => same(p, n)));
  if (never) return verdict('other', `classified as ${never}, which it must never be`);
  if (e.category === 'NONE')
    return added.some((p) => !good.some((g) => same(p, g))) ? verdict('altered', `false alarm: ${added.join(' ')}`) : ok();
  if (added.some((p) => good.some((g) => same(p, g)))) return ok();
  if (!added.length) return good.includes('NONE') ? ok('none, accepted') : verdict('missed', `${what} not classified as ${e.category}`);
  return verdict('other', `${added.join(' ')} for ${e.category}`);
}

function judgeText(ex, steps, ctx) {
  const e = ex.expect;
  const r = steps[0].result;
  const native = ex.reply.calls;
  const text = ex.reply.text;
  const got = dispatched(r);
  const reasked = steps[0].requests
    .slice(1)
    .map((q) => q.raw.toString('utf8'))
    .join('\n');
  const added = patternsIn(reasked).filter((p) => !patternsIn(text).includes(p));
  for (const j of ctx.journal ?? []) if (j.type === 'fault-classified' && j.pattern) added.push(j.pattern);
  const good = acceptable(e);
  if (e.category === 'NONE' && !good.some((g) => g !== 'NONE')) {
    if (got.length > native.length) return verdict('unsafe', `dispatched from text: ${showAll(got)}`);
    if (added.length) return verdict('altered', `false alarm: ${added.join(' ')}`);
    if (r.text.trim() !== text.trim() || r.errors.length)
      return verdict('altered', r.errors.length ? 'cut: ' + clip(r.errors[0].message) : `text ${diffAt(text, r.text)}`);
    return badProtocol(r, ctx.baseline) ?? ok();
  }
  if (native.length) {
    const kept = native.every((n) => got.some((g) => g.name === n.name && g.argumentsRaw === n.arguments));
    if (!kept) return verdict('missed', 'the native call was lost or altered');
    if (got.length > native.length) return verdict('unsafe', `dispatched from text: ${showAll(got)}`);
    if (e.category === 'NONE' || (good.includes('NONE') && r.text === text)) return badProtocol(r, ctx.baseline) ?? ok();
    if (markupIn(r.text) || r.text.includes(text.trim())) return verdict('missed', 'markup still visible beside the native call');
    const next = steps[1]?.requests.at(-1)?.raw.toString('utf8') ?? '';
    const guide = patternsIn(next).find((p) => good.some((g) => same(p, g)));
    if (!guide && !added.some((p) => good.some((g) => same(p, g))))
      return verdict('missed', 'markup stripped, but no protocol guide on the result of the native call');
    return badProtocol(r, ctx.baseline) ?? ok();
  }
  // Text alone: recovered, held, or re-asked with guidance are all the contract's answer to a call in the text.
  if (got.length) return ok('recovered');
  if (added.some((p) => good.some((g) => same(p, g)))) return badProtocol(r, ctx.baseline) ?? ok('re-asked with guidance');
  if (ctx.journal?.some((j) => ['tool-call-held', 'tool-call-recovered', 'tool-call-refused'].includes(j.type)) || ex.operator?.approval)
    return ok('held or refused');
  if (good.includes('NONE') && r.text.trim() === text.trim()) return ok();
  return verdict('missed', `${e.category}: neither recovered, held nor guided`);
}
