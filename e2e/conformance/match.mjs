// Loose comparison of forwarded histories with expected ones: placeholders, equal spellings of the same content,
// and the contract's wrapping of malformed past arguments.
import { isObject, tryParse, argsEqual, isJsonObject } from './util.mjs';

const PLACEHOLDER = /^<(neutral text.*|synthetic|placeholder)>$/s;
const blocks = (c) =>
  typeof c === 'string'
    ? [{ type: 'text', text: c }]
    : Array.isArray(c)
      ? c.map((b) => (typeof b === 'string' ? { type: 'text', text: b } : b))
      : c === null || c === undefined
        ? []
        : [c];

/** {"INVALID_JSON": raw} (3.6): the raw text is kept verbatim inside a JSON object. */
export function isWrapped(args, raw) {
  const p = typeof args === 'string' ? tryParse(args) : { ok: true, value: args };
  return p.ok && isObject(p.value) && p.value.INVALID_JSON === raw;
}

/** null when got matches want, else a short path and reason. raws: the malformed argument strings of the original. */
export function mismatch(got, want, raws = [], path = '$') {
  if (typeof want === 'string' && PLACEHOLDER.test(want)) return textish(got) ? null : `${path}: no text in place of ${want}`;
  if (Array.isArray(want)) {
    if (!Array.isArray(got)) return `${path}: not an array`;
    if (got.length !== want.length) return `${path}: ${got.length} entries for ${want.length}`;
    for (let i = 0; i < want.length; i++) {
      const m = mismatch(got[i], want[i], raws, `${path}[${i}]`);
      if (m) return m;
    }
    return null;
  }
  if (isObject(want)) {
    if (!isObject(got)) return `${path}: not an object`;
    for (const k of Object.keys(want)) {
      if (k === 'content') {
        const m = contentMismatch(got.content, want.content, raws, `${path}.content`);
        if (m) return m;
      } else if (k === 'is_error' && isSynthetic(want)) {
        // 3.6: true where the dialect has it
        if (got.is_error !== true) return `${path}.is_error: not true on a synthetic result`;
      } else if (k === 'arguments' && typeof want.arguments === 'string') {
        if (!argsEqual(got.arguments, want.arguments) && !raws.some((r) => isWrapped(got.arguments, r)))
          return `${path}.arguments: ${String(got.arguments).slice(0, 60)}`;
      } else if (k === 'input' && isObject(want.input)) {
        const m = mismatch(got.input, want.input, raws, `${path}.input`) ?? extraKeys(got.input, want.input);
        if (m && !raws.some((r) => isWrapped(got.input, r))) return m;
      } else {
        const m = mismatch(got[k], want[k], raws, `${path}.${k}`);
        if (m) return m;
      }
    }
    if (!('tool_calls' in want) && Array.isArray(got.tool_calls)) return `${path}.tool_calls: unexpected`;
    return null;
  }
  return got === want || (want === null && got === undefined)
    ? null
    : `${path}: ${JSON.stringify(got)?.slice(0, 60)} for ${JSON.stringify(want)?.slice(0, 60)}`;
}
const extraKeys = (g, w) => (isObject(g) && Object.keys(g).some((k) => !(k in w)) ? 'extra key' : null);
const isSynthetic = (w) => [w.content, w.output].some((x) => typeof x === 'string' && PLACEHOLDER.test(x));
const textish = (v) =>
  (typeof v === 'string' && v.length > 0) || (Array.isArray(v) && v.some((b) => typeof b?.text === 'string' && b.text.length));

function contentMismatch(got, want, raws, path) {
  if (typeof want === 'string' && PLACEHOLDER.test(want)) return textish(got) ? null : `${path}: no text`;
  const norm = (c) => blocks(c).filter((b) => !(b.type === 'text' && b.text === '' && !b.cache_control));
  const g = norm(got);
  const w = norm(want);
  if (g.length !== w.length) return `${path}: ${g.length} blocks for ${w.length}`;
  for (let i = 0; i < w.length; i++) {
    const m = mismatch(g[i], w[i], raws, `${path}[${i}]`);
    if (m) return m;
  }
  return null;
}

/** Argument strings of a history that are no JSON object. */
export function malformedArgs(list) {
  const out = [];
  const walk = (v) => {
    if (Array.isArray(v)) v.forEach(walk);
    else if (isObject(v)) {
      for (const [k, x] of Object.entries(v)) {
        if (k === 'arguments' && typeof x === 'string' && !isJsonObject(x)) out.push(x);
        else if (k === 'input' && typeof x === 'string') out.push(x);
        else walk(x);
      }
    }
  };
  walk(list);
  return out;
}
