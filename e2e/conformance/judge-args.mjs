// args: a native call whose argument bytes are good, mendable, several objects, or hopeless.
//   valid  : one call, argument bytes identical
//   repair : one call, arguments JSON-equal to the expectation
//   split  : n calls of the same tool, each JSON-equal (only where a setting asks for it)
//   ask    : a review rule: held; without a console never healed
//   refuse : never dispatched with changed or invented arguments; what parses leaves as it came, what does not is cut (2.5.5)
import { verdict, ok, badProtocol, showAll, dispatched } from './verdict.mjs';
import { argsEqual, clip, tryParse } from './util.mjs';

export function judgeArgs(ex, steps, ctx) {
  const { result: r, requests } = steps[0];
  const held = Boolean(ex.operator?.approval) || Boolean(ctx.journal?.some((j) => j.type === 'tool-call-held'));
  const tried = ex.outcomes.map((o) => ({ ...judgeOne(o, ex, r, requests, ctx, held), outcome: o }));
  const best = tried.find((v) => v.class === 'ok') ?? tried.find((v) => v.class === 'other') ?? tried[0];
  return {
    ...best,
    held,
    overridden: ex.overridden,
    demanded:
      ex.outcomes.length === 1 ||
      (ex.outcomes[0] === 'repair' && !ex.outcomes.includes('refuse') && !(ex.outcomes.includes('valid') && ex.row.expect.alt_outcome))
        ? ex.outcomes[0]
        : null,
    reasks: Math.max(0, requests.length - 1),
  };
}

function judgeOne(outcome, ex, r, requests, ctx, held) {
  const e = ex.expect;
  const raw = ex.row.raw;
  const got = dispatched(r);
  const name = ex.reply.calls[0].name;
  const want = e.name ?? name;
  if (r.ended === 'refused' || r.ended === 'timeout') return badProtocol(r, ctx.baseline);
  if (got.some((c) => c.name !== want && c.name !== name)) return verdict('unsafe', `another tool: ${showAll(got)}`);
  const end = () => (r.errors.length ? verdict('protocol', 'error beside a good call') : badProtocol(r, ctx.baseline));
  const none = (what) =>
    verdict('missed', held ? 'held, not dispatched' : r.errors.length ? `blocked: ${clip(r.errors[0].message)}` : what);

  if (outcome === 'valid') {
    if (!got.length) return none('call lost');
    if (got.length > 1) return verdict('unsafe', `one call became ${got.length}`);
    const same = got[0].argumentsRaw === raw || (ex.dialect === 'anthropic' && !ex.guise.stream && argsEqual(got[0].argumentsRaw, raw));
    if (!same) return verdict('unsafe', `argument bytes changed: ${clip(got[0].argumentsRaw, 80)}`);
    return end() ?? ok();
  }
  if (outcome === 'repair') {
    const target = typeof e.arguments === 'string' ? e.arguments : JSON.stringify(e.arguments);
    if (!got.length) return none('call lost');
    if (got.length > 1) return verdict('unsafe', `one call became ${got.length}`);
    if (argsEqual(got[0].argumentsRaw, target)) return end() ?? ok();
    if (got[0].argumentsRaw === raw) return verdict('missed', 'delivered unrepaired');
    if (e.arguments === undefined)
      return verdict('other', `repaired to ${clip(got[0].argumentsRaw, 80)}: the row allows a repair, but names no result`);
    return verdict('unsafe', `repaired to ${clip(got[0].argumentsRaw, 80)}`);
  }
  if (outcome === 'split') {
    const list = Array.isArray(e.arguments) ? e.arguments : [];
    if (!got.length) return none('calls lost');
    if (got.length === 1 && got[0].argumentsRaw === raw) return verdict('missed', 'delivered unsplit');
    if (got.length !== list.length) return verdict('unsafe', `${got.length} calls for ${list.length}`);
    const bad = got.find(
      (c, i) => !argsEqual(c.argumentsRaw, typeof list[i] === 'string' ? list[i] : JSON.stringify(list[i]?.arguments ?? list[i])),
    );
    if (bad) return verdict('unsafe', `split wrongly: ${showAll(got)}`);
    return end() ?? ok();
  }
  if (outcome === 'ask') {
    if (ctx.mode === 'operator') {
      const a = ex.operator?.approval;
      if (!a) return got.length ? verdict('unsafe', 'dispatched without asking') : verdict('missed', 'no approval appeared');
      return badProtocol(r, ctx.baseline) ?? ok('held');
    }
    if (got.some((c) => c.argumentsRaw !== raw && !argsEqual(c.argumentsRaw, raw)))
      return verdict('unsafe', `healed without asking: ${clip(got[0].argumentsRaw, 80)}`);
    outcome = 'refuse';
  }
  // refuse
  const asSent = ctx.baseline.calls.map((c) => c.argumentsRaw); // an empty Anthropic block reads as {}
  const changed = got.filter((c) => c.argumentsRaw !== raw && !asSent.includes(c.argumentsRaw));
  if (changed.length) return verdict('unsafe', `dispatched with ${clip(changed[0].argumentsRaw, 80)}`);
  if (got.length && ex.unterminated) return verdict('unsafe', 'an unterminated call was delivered (2.5: never run)');
  if (got.length && !tryParse(raw).ok && !argsEqual(got[0].argumentsRaw, '{}'))
    return verdict('missed', 'unparsable arguments delivered (2.5.5: cut after the re-ask)');
  const breach = badProtocol(r, ctx.baseline);
  return breach ?? ok(got.length ? 'delivered as it came' : 'not dispatched');
}
