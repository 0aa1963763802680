// loops: does the loop directive or guidance appear in what is forwarded (or is the call answered here), iff the agent is stuck?
import { verdict, ok, badProtocol, dispatched } from './verdict.mjs';
import { flatten } from './history.mjs';

const DIRECTIVE = /MODEL_STUCK_LOOP/;
const GUIDE = /EI\/(DUPLICATE_CALL|MODEL_STUCK_LOOP)/;

/** What one step of the agent's run showed: 'directive' | 'guide' | 'answered' | ''. */
function seen(step, ctx) {
  const sent = step.result.sentBytes.toString('utf8');
  const out = step.requests.map((q) => q.raw.toString('utf8'));
  const back = step.result.errors.map((x) => `${x.type} ${x.code} ${x.message}`).join(' ') + step.result.text;
  const all = [...out, back].join('\n');
  if (DIRECTIVE.test(all) && !DIRECTIVE.test(sent)) return 'directive';
  if (GUIDE.test(all) && !GUIDE.test(sent)) return 'guide';
  const turn = (ctx.journalOf?.(step.result.turn) ?? []).map((j) => j.type);
  if (turn.includes('circuit-opened') || turn.includes('loop-detected')) return 'journal';
  if (out.length > 1 && step.expectedCall && !dispatched(step.result).length) return 'answered';
  return '';
}

export function judgeLoops(ex, steps, ctx) {
  const marks = steps.map((s) => ({ k: s.k, mark: seen(s, ctx), n: s.requests.length }));
  const where = marks.map((m) => `${m.k}:${m.mark || '-'}`).join(' ');
  const info = { marks: where };
  const none = steps.find((s) => !s.requests.length);
  if (none && !marks.some((m) => m.mark))
    return verdict(
      'protocol',
      `turn ${none.k}: nothing reached the upstream (${none.result.errors[0]?.message ?? none.result.error})`,
      info,
    );
  // Results must still be one for each call, in order.
  for (const s of steps) {
    const body = s.requests.at(0)?.body;
    if (!body) continue;
    const count = (b) => flatten(ex.dialect, b).filter((x) => x.kind === 'result').length;
    const before = count(JSON.parse(s.result.sentBytes.toString('utf8')));
    if (count(body) !== before) return verdict('altered', `turn ${s.k}: ${count(body)} results for ${before}`, info);
  }
  if (ex.expect.stuck) {
    const early = marks.find((m) => m.k < ex.at && m.mark === 'directive');
    if (early) return verdict('altered', `directive already at turn ${early.k}, allowed from ${ex.at}`, info);
    const hit = marks.filter((m) => m.k >= ex.at).find((m) => m.mark);
    if (!hit) return verdict('missed', `not noticed by turn ${ex.max} (${where})`, info);
    info.caughtAt = hit.k;
    info.directive = marks.some((m) => m.mark === 'directive');
    return ok(hit.mark, info);
  }
  const alarm = marks.find((m) => m.mark === 'directive') ?? (ex.expect.warn_ok ? null : marks.find((m) => m.mark));
  if (alarm) return verdict('altered', `false alarm (${alarm.mark}) at turn ${alarm.k}`, info);
  for (const s of steps) {
    const wrong = badProtocol(s.result, s.baseline);
    if (wrong) return { ...wrong, ...info };
  }
  return ok('', info);
}
