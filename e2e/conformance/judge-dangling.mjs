// dangling: is the forwarded history valid for the dialect, nothing lost, the same bytes each time, and stable under a second pass?
import { verdict, ok } from './verdict.mjs';
import { flatten, historyFaults, sameBytes } from './history.mjs';
import { mismatch, malformedArgs } from './match.mjs';
import { clip } from './util.mjs';

export function judgeDangling(ex, steps, ctx) {
  const e = ex.expect;
  const [first, second, third] = steps;
  const out = first.requests.at(-1);
  if (!out) return verdict('protocol', 'nothing reached the upstream: ' + (first.result.errors[0]?.message ?? first.result.error ?? ''));
  if (!out.body) return verdict('protocol', 'forwarded body is no JSON');
  const untouched = out.raw.equals(first.result.sentBytes);
  const info = { untouched };
  const again = second?.requests.at(-1);
  if (again && !sameBytes(ex, again.raw, out.raw)) return verdict('protocol', 'the same history went out as different bytes', info);
  const pass2 = third?.requests.at(-1);
  if (pass2 && !sameBytes(ex, pass2.raw, out.raw))
    return verdict('altered', `second pass changes its own output (${pass2.raw.length - out.raw.length} bytes)`, info);

  const list = out.body[ex.key];
  const raws = malformedArgs(ex.row.messages);
  if (e.unchanged) return untouched ? ok('', info) : verdict('altered', 'a valid history was changed', info);
  const synthetic = newTexts(ex, out.body);
  const banned = (e.must_not_contain ?? []).find((w) => synthetic.some((t) => t.toLowerCase().includes(w.toLowerCase())));
  if (banned) return verdict('altered', `synthetic result says "${banned}"`, info);
  const claim = synthetic.find((t) => CLAIM.test(t));
  if (claim) return verdict('altered', `a synthetic result claims a cause (3.6: neutral words): ${clip(claim, 80)}`, info);
  const wants = [...(e.repaired_messages ? [e.repaired_messages] : []), ...(e.accept ?? [])];
  const tried = wants.map((w) => mismatch(list, w, raws));
  if (tried.some((m) => m === null)) return ok('', info);
  if (e.provider)
    return untouched
      ? ok(`left alone: only for ${e.provider}`, info)
      : verdict('altered', `changed for ${e.provider} without its profile`, info);

  const faults = historyFaults(ex.dialect, out.body).filter((f) => !tolerated(f, ex));
  const lost = lostResults(ex, out.body);
  if (faults.length) return verdict('missed', (untouched ? 'not repaired: ' : 'still invalid: ') + faults.slice(0, 3).join(' '), info);
  if (lost && !e.repaired_messages) return verdict('altered', `result lost: ${clip(lost, 60)}`, info);
  if (!wants.length) return ok('valid', info);
  if (e.alt || raws.length) return ok('valid, another repair', info);
  if (untouched) return verdict('missed', 'not repaired', info);
  return verdict('other', `valid, but not as expected: ${tried[0]}`, info);
}

// 3.6: no result was recorded, the outcome is unknown; who stopped what is not known either.
const CLAIM =
  /\b(user|operator|human)\b[^.]{0,40}\b(interrupt|cancel|abort|stopp|declin|reject)|\b(succeeded|completed successfully|was not (run|executed))\b/i;

/** Ids repeated in later turns are legal where each pair stays together. */
function tolerated(fault, ex) {
  if (!/reused in later turns/i.test(ex.expect.rules ?? '')) return false;
  return /^(duplicate-call-id|duplicate-result|result-not-adjacent|result-before-call)/.test(fault);
}

function newTexts(ex, body) {
  const had = new Set(
    flatten(ex.dialect, { [ex.key]: ex.row.messages })
      .map((x) => x.content)
      .filter(Boolean),
  );
  return flatten(ex.dialect, body)
    .filter((x) => x.kind === 'result' && !had.has(x.content))
    .map((x) => x.content ?? '');
}

function lostResults(ex, body) {
  const texts = flatten(ex.dialect, body).map((x) => x.content ?? '');
  return flatten(ex.dialect, { [ex.key]: ex.row.messages })
    .filter((x) => x.kind === 'result' && x.content)
    .map((x) => x.content)
    .find((t) => !texts.some((g) => g.includes(t)));
}
