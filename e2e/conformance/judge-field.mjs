// field: the outcome (or one of also_ok) with its calls, text and events; and nothing of `never`.
import { keptFinish, verdict, ok, sameCalls, subsetOf, newBreaches, showAll, dispatched, markupIn } from './verdict.mjs';
import { endKind } from './decode.mjs';
import { checkEvent } from './field-events.mjs';
import { mismatch, malformedArgs } from './match.mjs';
import { unterminated } from './adapter-args.mjs';
import { argsEqual, clip, isJsonObject } from './util.mjs';
import { diffAt } from './judge-leaks.mjs';

const SUCCESS = ['stop', 'calls'];

export function judgeField(ex, steps, ctx) {
  const { result: r, requests } = steps[0];
  const e = ex.expect;
  const base = ctx.baseline;
  const S = { ex, e, r, requests, base, got: dispatched(r), native: dispatched(base), journal: ctx.journal };
  const info = { reasks: Math.max(0, requests.length - 1), overridden: ex.overridden ?? undefined };
  if (r.ended === 'refused') return verdict('protocol', 'connection refused: ' + r.error, info);

  const broken = broke(S);
  if (broken) return { ...broken, ...info };
  const outcomes = [e.outcome, ...(e.also_ok ?? [])];
  const tried = outcomes.map((o) => {
    const v = OUTCOME[o](S, o === e.outcome);
    if (v.class !== 'ok') return v;
    const bad = [];
    let open = 0;
    for (const ev of e.events) {
      const res = checkEvent(ev, { ex, r, requests, baseline: base, outcome: o, journal: ctx.journal });
      if (res === false) bad.push(ev);
      else if (res === null) open++;
    }
    // The events of a case describe its main outcome; for an alternative only those that any outcome must keep.
    const must = o === e.outcome ? bad : bad.filter((x) => /^(no-|status|header|event-lines|thinking|forwarded)/.test(x));
    return must.length
      ? verdict(eventClass(must), must.join(' '), { unchecked: open })
      : ok(o === e.outcome ? '' : `as ${o}`, { unchecked: open });
  });
  const best = tried.find((v) => v.class === 'ok') ?? tried[0];
  return { ...best, ...info };
}

const eventClass = (bad) =>
  bad.every((b) => /^calls=/.test(b))
    ? 'missed'
    : bad.some((b) => /^no-text/.test(b))
      ? 'altered'
      : bad.some((b) => /^(upstream-requests|record|guidance)/.test(b))
        ? 'other'
        : 'protocol';

/** The `never` list, and what no case may do: dispatch calls that neither upstream nor case knows. */
function broke(S) {
  const { e, r, got, native, requests, base } = S;
  const never = e.never ?? [];
  const allowed = [...(e.calls ?? []), ...(e.alt_calls ?? [])];
  const own = got.filter((g) => !allowed.some((w) => w.name === g.name && argsEqual(g.argumentsRaw, w.arguments)));
  const foreign = own.filter((g) => !native.some((n) => n.name === g.name && n.argumentsRaw === g.argumentsRaw));
  if (
    !e.unchecked &&
    foreign.length &&
    !(e.outcome === 'normalise' && foreign.every((g) => native.some((n) => argsEqual(n.argumentsRaw, g.argumentsRaw))))
  )
    return verdict('unsafe', `dispatched ${showAll(foreign)}`);
  for (const n of never) {
    if (n === 'dispatch-partial') {
      // Closed but unreadable arguments that come as they are fail in the agent: that is `missed`. A severed call may run.
      const severed = own.filter((g) => unterminated(g.argumentsRaw)); // closed and valid is complete, even under length (2.5)
      if (severed.length) return verdict('unsafe', `dispatched ${showAll(severed)} (never: ${n})`);
    }
    if (n === 'dispatch' && got.length && !goodBesideBad(S)) return verdict('unsafe', `dispatched ${showAll(got)} (never: ${n})`);
    if (n === 'recover' && got.some((g) => !native.some((x) => x.name === g.name)))
      return verdict('unsafe', `recovered ${showAll(got)} (never)`);
    if (
      ['close-json', 'json-repair', 'take-first', 'split'].includes(n) &&
      own.some((g) => !native.some((x) => x.argumentsRaw === g.argumentsRaw))
    )
      return verdict('unsafe', `${n}: ${showAll(own)}`);
    const f = /^(finish|stop_reason)=(.+)$/.exec(n);
    if (f && r.finish === f[2]) return verdict('protocol', `ended with ${n}`);
    if (n === 'response.completed' && r.terminalType === n) return verdict('protocol', 'ended with response.completed');
    if (n === 'fabricate-success' && !r.errors.length && SUCCESS.includes(endKind(r)) && requests.length && fabricated(S))
      return verdict('protocol', `fabricated success: ${r.finish}`);
  }
  return null;
}

/** 2.5, 3.5: of a reply with good and hopeless calls the good ones, and only they, are delivered unchanged. */
function goodBesideBad({ got, native, base }) {
  const good = native.filter((c) => isJsonObject(c.argumentsRaw));
  return (
    good.length > 0 &&
    good.length < base.calls.length &&
    got.length === good.length &&
    got.every((g, i) => g.name === good[i].name && g.argumentsRaw === good[i].argumentsRaw)
  );
}

/** A success that the upstream never reported; or its calls silently gone under an ordinary end. */
function fabricated({ r, base, got }) {
  const theirs = endKind(base);
  return !SUCCESS.includes(theirs) || (endKind(r) !== theirs && !got.length);
}

const want = (S, main) => (main || !S.e.alt_calls ? (S.e.calls ?? []) : S.e.alt_calls);

function textOk({ e, r }) {
  if (e.text_free || e.text === null || e.text === undefined) return null;
  if (e.text_match === 'trim' ? r.text.trim() === e.text.trim() : r.text === e.text) return null;
  return verdict('altered', `text ${diffAt(e.text, r.text)}`);
}

function ending(S, strict) {
  const { r, base } = S;
  if (r.ended === 'timeout') return verdict('protocol', 'no end within the time limit');
  const fresh = newBreaches(r, base);
  const ends = strict ? r.protocolErrors.filter((k) => k.startsWith('end.')) : [];
  const all = [...new Set([...fresh, ...ends])];
  return all.length ? verdict('protocol', all.join(' ')) : null;
}

const OUTCOME = {
  recover(S, main) {
    const { e, r, got } = S;
    const w = want(S, main);
    if (!got.length) return verdict('missed', r.errors.length ? `cut: ${clip(r.errors[0].message)}` : 'not recovered');
    if (!sameCalls(got, w)) return verdict('unsafe', `dispatched ${showAll(got)} for ${showAll(w)}`);
    if (main) {
      const t = textOk(S);
      if (t) return t;
    }
    const m = markupIn(r.text, e.text ?? '');
    if (m) return verdict('altered', `markup visible: ${m}`);
    if (endKind(r) !== 'calls' && !keptFinish(r, S.base)) return verdict('protocol', `finish ${r.finish} with calls`);
    return ending(S, true) ?? ok();
  },
  normalise(S, main) {
    const { e, r, got, base } = S;
    const w = want(S, main);
    if (e.events.includes('event=error')) return r.errors.length ? ok() : verdict('missed', 'error not put in shape');
    if (r.errors.length) return verdict(w.length ? 'missed' : 'protocol', `error: ${clip(r.errors[0].message)}`);
    if (!sameCalls(got, w, main && e.arguments_match === 'bytes' ? 'bytes' : 'json')) {
      const asSent = got.every((g) => S.native.some((n) => n.name === g.name && n.argumentsRaw === g.argumentsRaw));
      return verdict(got.length && !asSent && !subsetOf(got, w) ? 'unsafe' : 'missed', `calls ${showAll(got)} for ${showAll(w)}`);
    }
    const t = textOk(S);
    if (t) return t;
    if (r.ended === 'timeout') return verdict('protocol', 'no end within the time limit');
    if (e.outcome === 'normalise' && !main) return ok();
    const left = r.protocolErrors.filter((k) => k.startsWith('end.') || !base.protocolErrors.includes(k) || REPAIRABLE.has(k));
    return left.length ? verdict('protocol', left.join(' ')) : ok();
  },
  pass_through(S, main) {
    const { e, r, got, native, base } = S;
    if (e.outcome === 'pass_through' && !e.unchecked && !sameCalls(got, e.calls ?? [], e.arguments_match === 'bytes' ? 'bytes' : 'json'))
      return verdict(subsetOf(got, e.calls ?? []) ? 'missed' : 'unsafe', `calls ${showAll(got)} for ${showAll(e.calls ?? [])}`);
    if (
      !main &&
      !(got.length === native.length && got.every((g, i) => g.name === native[i].name && g.argumentsRaw === native[i].argumentsRaw))
    )
      return verdict(got.length ? 'unsafe' : 'missed', `calls ${showAll(got)} for ${showAll(native)}`);
    const t = main ? textOk(S) : e.text_free || r.text === base.text ? null : verdict('altered', `text ${diffAt(base.text, r.text)}`);
    if (t) return t;
    if (r.errors.length && !base.errors.length) return verdict('altered', `cut: ${clip(r.errors[0].message)}`);
    if (base.errors.length && !r.errors.length) return verdict('protocol', 'the upstream’s error is gone');
    if (r.reasoning !== base.reasoning) return verdict('altered', 'reasoning changed');
    if (endKind(r) !== endKind(base)) return verdict('altered', `finish ${r.finish}, upstream said ${base.finish}`);
    return ending(S, false) ?? ok();
  },
  cut(S) {
    const { e, r, got } = S;
    if (got.length && goodBesideBad(S)) return ending(S, false) ?? ok('the good calls beside the hopeless ones');
    if (got.length) return verdict('missed', `delivered ${showAll(got)}`);
    const told = r.errors.length > 0 || ['length', 'max_tokens', 'incomplete'].includes(r.finish);
    if (!told) return verdict('missed', 'no error told');
    if (r.errors.some((x) => !x.shapeOk)) return verdict('protocol', 'error not in the dialect’s shape');
    if (e.text !== null && e.text !== undefined && e.outcome === 'cut' && r.text !== e.text && !e.text_free)
      return verdict('altered', `text ${diffAt(e.text, r.text)}`);
    return ending(S, false) ?? ok();
  },
  surface_error(S) {
    const { e, r, got } = S;
    if (got.length) return verdict('unsafe', `delivered ${showAll(got)}`);
    if (!r.errors.length) return verdict('protocol', 'no error reached the client');
    if (S.base.status >= 400) {
      // 3.5: an HTTP error leaves as it came, asked once
      if (r.status !== S.base.status || !r.bodyBytes.equals(S.base.bytes))
        return verdict('altered', `HTTP error changed: ${r.status} for ${S.base.status}`);
      if (S.requests.length > 1) return verdict('other', `${S.requests.length} upstream requests for an HTTP error (3.5)`);
      return ok();
    }
    if (r.errors.some((x) => !x.shapeOk)) return verdict('protocol', 'error not in the dialect’s shape');
    if (e.text && !r.text.startsWith(e.text) && e.text !== r.text) return verdict('altered', `text ${diffAt(e.text, r.text)}`);
    return ending(S, false) ?? ok();
  },
  repair_request(S) {
    const { ex, e, r, requests } = S;
    const out = requests.at(-1);
    if (!out?.body) return verdict('protocol', 'nothing reached the upstream');
    const sent = JSON.stringify(ex.row.request);
    if (!e.forward) return JSON.stringify(out.body) === sent ? verdict('missed', 'history not repaired') : ok();
    const raws = malformedArgs(ex.row.request);
    for (const k of Object.keys(e.forward)) {
      const m = mismatch(out.body[k], e.forward[k], raws, k);
      if (m) return verdict(JSON.stringify(out.body) === sent ? 'missed' : 'other', `forwarded ${m}`);
    }
    for (const k of ['tools', 'tool_choice'])
      if (/neither tools nor tool_choice/.test(e.note ?? '') && out.body[k] !== undefined) return verdict('missed', `forwarded with ${k}`);
    return r.errors.length ? verdict('other', 'repaired, yet the client saw an error') : (ending(S, false) ?? ok());
  },
  break_loop(S) {
    const { got, requests, r } = S;
    const told =
      requests.some((q) => q.raw.includes('MODEL_STUCK_LOOP')) ||
      /MODEL_STUCK_LOOP|signalbox_loop|signalbox_circuit/.test(JSON.stringify(r.errors));
    const seen = S.journal?.some((j) => ['circuit-opened', 'loop-detected'].includes(j.type));
    if (!told && !seen) return verdict('missed', 'loop not noticed');
    if (got.length && S.e.events.includes('calls=0')) return verdict('missed', 'the repeated call was dispatched');
    return ending(S, false) ?? ok();
  },
};

// Faults of the upstream that a normalised reply must not show any more.
const REPAIRABLE = new Set([
  'call-without-index',
  'index-not-sequential',
  'first-delta-without-id',
  'first-delta-without-name',
  'empty-id-on-continuation',
  'empty-name-on-continuation',
  'name-repeated',
  'arguments-not-string',
  'empty-finish',
  'empty-tool-calls',
  'null-choices',
  'empty-data',
  'ping-invalid',
  'event-line-missing',
  'event-line-mismatch',
  'duplicate-block-index',
  'block-index-not-sequential',
  'delta-without-index',
  'output-index-missing',
  'item-without-id',
  'arguments-done-mismatch',
  'call-without-id',
  'call-without-name',
  'duplicate-call-id',
]);
