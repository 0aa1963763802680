// leaks and bench: was the leaked call recovered, asked about, refused or left alone, as the contract says?
// Section numbers are those of design/2-contract.
//   recover : exactly those calls, no markup in the text, the rest of the text equal (trimmed), a valid ending
//   ask     : nothing dispatched without an operator; with one: the right call in approvals/list, dispatched after approve
//   refuse  : nothing dispatched; re-asked, then an error where it plainly was a call (checks 11 and 12), else text as it was
//   pass    : text byte-identical, no call
//   strip   : beside a native call (check 3): the native calls as they came, a complete private envelope gone, nothing else done
import { keptFinish, verdict, ok, sameCalls, subsetOf, badProtocol, markupIn, showAll, dispatched } from './verdict.mjs';
import { endKind } from './decode.mjs';
import { clip } from './util.mjs';

export function judgeLeak(ex, steps, ctx) {
  const { result: r, requests } = steps[0];
  const e = ex.expect;
  const info = {
    held: Boolean(ex.operator?.approval) || Boolean(ctx.journal?.some((j) => j.type === 'tool-call-held')),
    reasks: Math.max(0, requests.length - 1),
  };
  const unasked = e.outcome === 'ask' && (e.also_ok ?? []).includes('recover') && COMMON.test(ex.family ?? '');
  if (unasked) info.overridden = '2.3 class: this syntax is `common`, it is held and never dispatched unasked (the row allows it)';
  const outcomes = [e.outcome, ...(e.also_ok ?? []).filter((o) => !(unasked && o === 'recover'))];
  const tried = outcomes.map((o) => ({ ...judgeOne(o, ex, r, requests, ctx, info), outcome: o }));
  // "ask" in place of "recover" counts only where something was really held: silence is not a question.
  const best = tried.find((v) => v.class === 'ok' && !(v.outcome === 'ask' && e.outcome === 'recover' && !info.held)) ?? tried[0];
  if (best.class === 'ok' && best.outcome !== e.outcome) best.note = `as ${best.outcome}`;
  return { ...best, ...info };
}

// Families that are `common` as a whole (2.3, class).
const COMMON = /^(qwen-bare|cline-xml|json-|openai-json|react|python-call)/;
// Check 12, the phrases of the design itself.
const EXAMPLE = /for example|do not run|the syntax is|looks like this|\bexample:?\s*$/i;

/** false: checks 11 or 12 surely fail (much prose before, prose after, example talk); true or null otherwise. */
export function plainAttempt(text, reason) {
  const at = text.search(/<[a-z|｜\uFF5C/]|\[[A-Z]{3}|\{\s*"|functools\[|```/i);
  if (at < 0) return null;
  const before = text
    .slice(0, at)
    .replace(/<think>[\s\S]*?<\/think>/g, '')
    .trim();
  if (before.length > 600 || (before.length > 120 && before.length / text.length > 0.6)) return false;
  if (EXAMPLE.test(before.slice(-80))) return false;
  const tail = /[>}\])]\s*([A-Z][^<>{}[\]|]{40,})$/.exec(text)?.[1];
  if (reason !== 'incomplete' && tail && /[.!?]\s*$/.test(tail)) return false;
  return true;
}

// A reply that cannot be read as what it says it is: no judgement on its content.
const UNREADABLE = /^(body-not-json|sse-stray-line|bad-json|content-encoding)/;

function judgeOne(outcome, ex, r, requests, ctx, info) {
  const e = ex.expect;
  const native = ex.reply.calls ?? [];
  const got = dispatched(r);
  const leaked = native.length ? got.filter((g) => !native.some((n) => n.name === g.name && n.arguments === g.argumentsRaw)) : got;
  const lost = native.length && !native.every((n) => got.some((g) => g.name === n.name && g.argumentsRaw === n.arguments));
  const want = e.calls ?? [];
  const wrong = badProtocol(r, ctx.baseline);
  const text = ex.reply.text;
  if (r.ended === 'refused' || r.ended === 'timeout' || r.protocolErrors.some((k) => UNREADABLE.test(k))) return wrong;

  if (native.length && (outcome === 'pass' || outcome === 'refuse' || outcome === 'strip')) {
    // Check 3, dual protocol: the native call goes on unchanged; the text is never dispatched, held, re-asked or cut; a complete private envelope may be stripped.
    if (leaked.length) return verdict('unsafe', `dispatched from text: ${showAll(leaked)}`);
    if (lost) return verdict('missed', 'native call lost or altered');
    if (r.errors.length) return verdict('altered', `cut beside a native call (2.3 check 3): ${clip(r.errors[0].message)}`);
    if (requests.length > 1 || info.held) return verdict('other', `${info.held ? 'held' : 're-asked'} beside a native call (2.3 check 3)`);
    const kept = outcome === 'strip' ? (e.leftover_text ?? '') : text;
    if (outcome === 'strip' && r.text === text) return verdict('missed', 'markup beside a native call is not stripped (2.3 check 3)');
    if (outcome === 'strip' ? r.text.trim() !== kept.trim() : r.text !== kept) return verdict('altered', `text ${diffAt(kept, r.text)}`);
    return wrong ?? ok();
  }
  if (outcome === 'recover') return judgeRecover(e, r, leaked, want, wrong, text, info, ctx.baseline);
  if (outcome === 'ask') {
    if (ctx.mode === 'operator') return judgeAsked(ex, r, leaked, want, wrong, ctx.baseline);
    return judgeExpired(ex, r, requests, judgeHeldBack(r, leaked, wrong, text, ctx));
  }
  if (outcome === 'refuse') {
    if (ctx.mode === 'operator' && ex.operator?.approval)
      return verdict('other', `held although it must be refused (2.3): ${showAll([ex.operator.approval.call])}`);
    const v = judgeHeldBack(r, leaked, wrong, text, ctx);
    if (v.class === 'ok' && plainAttempt(text, e.reason) === false && (r.errors.length || requests.length > 1))
      return verdict(
        'altered',
        `${r.errors.length ? 'cut' : 're-asked'}, though checks 11 and 12 do not hold: it passes with the code (2.3)`,
      );
    return v;
  }
  // pass
  if (leaked.length) return verdict('unsafe', `dispatched: ${showAll(leaked)}`);
  if (ctx.mode === 'operator' && ex.operator?.approval) return verdict('other', 'held although it must pass');
  if (wrong && /(^| )end\./.test(wrong.note)) return wrong;
  if (r.errors.length) return verdict('altered', `cut: ${clip(r.errors[0].message)}`);
  if (r.text !== text) return verdict('altered', `text ${diffAt(text, r.text)}`);
  if (ex.reply.reasoning && r.reasoning !== ex.reply.reasoning) return verdict('altered', 'reasoning changed');
  if (wrong) return wrong;
  if (ctx.baseline && endKind(r) !== endKind(ctx.baseline))
    return verdict('altered', `finish ${r.finish}, upstream said ${ctx.baseline.finish}`);
  return ok();
}

function judgeRecover(e, r, leaked, want, wrong, text, info, base) {
  if (!leaked.length)
    return verdict('missed', info.held ? 'held, not dispatched' : r.errors.length ? `cut: ${clip(r.errors[0].message)}` : 'not recovered');
  if (!sameCalls(leaked, want)) return verdict('unsafe', `dispatched ${showAll(leaked)} for ${showAll(want)}`);
  const changed = want.findIndex((w, i) => w.arguments_raw !== undefined && !rawKept(r, leaked[i], w.arguments_raw));
  if (changed >= 0) return verdict('unsafe', `argument bytes ${clip(leaked[changed].argumentsRaw)} for ${want[changed].arguments_raw}`);
  const left = e.leftover_text ?? '';
  const m = markupIn(r.text, left);
  if (m) return verdict('altered', `markup visible: ${m}`);
  if (e.leftover_text !== undefined && r.text.trim() !== left.trim())
    return verdict('altered', `leftover ${diffAt(left.trim(), r.text.trim())}`);
  if (r.errors.length) return verdict('protocol', 'error beside a recovered call');
  if (endKind(r) !== 'calls' && !keptFinish(r, base)) return verdict('protocol', `finish ${r.finish} with calls`);
  return wrong ?? ok(info.held ? 'after approval' : '');
}

/** 2.4: raw argument text is emitted. In Anthropic's JSON body it stands as the block's input. */
const rawKept = (r, got, raw) =>
  got.argumentsRaw === raw || (r.dialect === 'anthropic' && !r.sse && r.rawBytes.toString('utf8').includes(`"input":${raw}`));

/**
 * What a hold without a console becomes (2.3, Held): prose, example and reasoning pass as text, unasked; `common` is re-asked
 * once with neutral words and the original text leaves; schema and ambiguous go the way of "refuse".
 */
function judgeExpired(ex, r, requests, v) {
  const e = ex.expect;
  if (v.class !== 'ok' || (e.also_ok ?? []).includes('refuse') || /ambig|two readings/i.test(`${e.reason} ${e.why}`)) return v;
  const cause = e.reason === 'prose' ? 'prose' : ['shape', 'fenced', 'common'].includes(e.reason) ? 'common' : null;
  if (cause && r.errors.length) return verdict('altered', `cut, though only ${cause} fails: the text leaves unchanged (2.3)`);
  if (cause === 'prose' && requests.length > 1) return verdict('other', 're-asked, though `prose` and `example` pass as text (2.3)');
  if (cause === 'common' && requests.length > 2) return verdict('other', `${requests.length - 1} re-asks (reask.max is 1)`);
  return v;
}

/** Nothing dispatched; and the model's words are not silently gone. */
function judgeHeldBack(r, leaked, wrong, text, ctx) {
  if (leaked.length) return verdict('unsafe', `dispatched: ${showAll(leaked)}`);
  if (wrong) return wrong;
  if (!r.errors.length && r.text !== text) return verdict('altered', `no error, yet text ${diffAt(text, r.text)}`);
  if (!r.errors.length && ctx.baseline && endKind(r) !== endKind(ctx.baseline))
    return verdict('altered', `finish ${r.finish}, upstream said ${ctx.baseline.finish}`);
  return ok(r.errors.length ? 'cut' : 'passed');
}

function judgeAsked(ex, r, leaked, want, wrong, base) {
  const a = ex.operator?.approval;
  if (!a)
    return leaked.length ? verdict('unsafe', `dispatched without asking: ${showAll(leaked)}`) : verdict('missed', 'no approval appeared');
  if (want.length && !ex.operator.matched)
    return verdict('unsafe', `approval shows ${showAll(ex.operator.approvals.map((x) => x.call))} for ${showAll(want)}`);
  if (!want.length) return leaked.length ? verdict('unsafe', 'dispatched after reject') : ok('held, rejected');
  if (!leaked.length) return verdict('missed', 'approved, not dispatched');
  if (!sameCalls(leaked, want))
    return subsetOf(leaked, want)
      ? verdict('missed', 'only a part was dispatched')
      : verdict('unsafe', `approved ${showAll(want)}, dispatched ${showAll(leaked)}`);
  if (endKind(r) !== 'calls' && !keptFinish(r, base)) return verdict('protocol', `finish ${r.finish} with calls`);
  return wrong ?? ok('approved');
}

export function diffAt(a, b) {
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  return `differs at ${i}: ${JSON.stringify(clip(b.slice(i, i + 30)))} for ${JSON.stringify(clip(a.slice(i, i + 30)))}`;
}
