// OpenAI Chat Completions, as the strict SDKs read it.
import { complain, errorOf } from './complain.mjs';
import { tryParse, isObject, isJsonObject } from './util.mjs';

const FINISHES = new Set(['stop', 'length', 'tool_calls', 'content_filter', 'function_call']);

function contentText(c) {
  if (typeof c === 'string') return c;
  if (Array.isArray(c)) return c.map((p) => (p?.type === 'text' && typeof p.text === 'string' ? p.text : '')).join('');
  return '';
}

function stream(m, events) {
  let done = false;
  let errored = false;
  const byIndex = new Map();
  const open = []; // calls in order
  for (const ev of events) {
    if (done) {
      complain(m, 'end.data-after-done');
      continue;
    }
    if (ev.data.trim() === '[DONE]') {
      done = true;
      m.terminator = true;
      continue;
    }
    if (ev.data === '') {
      complain(m, 'empty-data');
      continue;
    }
    const p = tryParse(ev.data);
    if (!p.ok || !isObject(p.value)) {
      complain(m, 'bad-json');
      continue;
    }
    const o = p.value;
    m.eventTypes.push(o.object ?? 'chunk');
    if (o.error) {
      m.errors.push(errorOf('openai-chat', p, 200));
      if (!m.errors.at(-1).shapeOk) complain(m, 'error-shape');
      errored = true;
    }
    if (o.usage) m.usage = true;
    if (o.choices === null) complain(m, 'null-choices');
    else if (o.choices === undefined && !o.error) complain(m, 'no-choices');
    for (const ch of Array.isArray(o.choices) ? o.choices : []) {
      if (isObject(ch.error)) m.errors.push({ ...errorOf('openai-chat', { ok: true, value: ch }, 200) });
      if ((ch.index ?? 0) !== 0) continue;
      const d = ch.delta ?? {};
      const t = contentText(d.content);
      const r = d.reasoning_content ?? d.reasoning ?? '';
      const deltas = d.tool_calls;
      if (m.finish !== null && (t || (Array.isArray(deltas) && deltas.length))) complain(m, 'end.delta-after-finish');
      m.text += t;
      if (typeof r === 'string') m.reasoning += r;
      if (Array.isArray(d.content)) m.contentArray = true;
      if (deltas === null || (Array.isArray(deltas) && !deltas.length)) complain(m, 'empty-tool-calls');
      for (const tc of Array.isArray(deltas) ? deltas : []) callDelta(m, tc, byIndex, open);
      if (isObject(d.function_call)) legacyDelta(d.function_call, byIndex, open);
      if (ch.finish_reason === '') complain(m, 'empty-finish');
      else if (ch.finish_reason !== null && ch.finish_reason !== undefined) {
        m.finishes.push(ch.finish_reason);
        if (m.finish !== null) complain(m, 'end.second-finish');
        m.finish = ch.finish_reason;
        m.finishedBeforeError = !errored;
        if (!FINISHES.has(ch.finish_reason)) complain(m, 'end.unknown-finish:' + ch.finish_reason);
      }
    }
  }
  for (const [i, c] of open.entries()) {
    const closed =
      (m.finish !== null && m.finishedBeforeError) || ((done || i < open.length - 1 || errored) && isJsonObject(c.argumentsRaw));
    c.complete = closed && !(errored && !isJsonObject(c.argumentsRaw));
    m.calls.push(c);
  }
  if (!m.errors.length) {
    if (!done) complain(m, 'end.missing-done');
    if (m.finish === null) complain(m, 'end.missing-finish');
    endAgreement(m);
  }
}

function callDelta(m, tc, byIndex, open) {
  let index = tc.index;
  if (tc.type === 'custom' || tc.custom) {
    // free text, no function call: not checked (2.5.0)
    (m.custom ??= []).push(tc);
    return;
  }
  const fn = tc.function ?? {};
  let c;
  if (!Number.isInteger(index)) {
    complain(m, 'call-without-index');
    c = tc.id ? open.find((x) => x.id === tc.id) : open.at(-1);
    index = c ? c.index : open.length;
  } else c = byIndex.get(index);
  if (c && tc.id && c.id && tc.id !== c.id) {
    complain(m, 'id-changed-on-index');
    if (fn.name && isJsonObject(c.argumentsRaw)) c = undefined; // a new call on a used index
  }
  if (!c) {
    if (open.length && index !== open.at(-1).index + 1) complain(m, 'index-not-sequential');
    if (!open.length && index !== 0) complain(m, 'index-not-sequential');
    c = { id: tc.id ?? '', name: '', argumentsRaw: '', index, complete: false };
    open.push(c);
    byIndex.set(index, c);
    if (!tc.id) complain(m, 'first-delta-without-id');
    if (!fn.name) complain(m, 'first-delta-without-name');
    if (tc.type !== undefined && tc.type !== 'function') complain(m, 'call-type');
  } else {
    if (tc.id === '') complain(m, 'empty-id-on-continuation');
    if (fn.name === '') complain(m, 'empty-name-on-continuation');
    if (fn.name && c.name) complain(m, 'name-repeated');
  }
  if (!c.id && tc.id) c.id = tc.id;
  if (fn.name && !c.name) c.name = fn.name;
  if (typeof fn.arguments === 'string') c.argumentsRaw += fn.arguments;
  else if (fn.arguments !== undefined && fn.arguments !== null) {
    complain(m, 'arguments-not-string');
    c.argumentsRaw += JSON.stringify(fn.arguments);
  }
}

/** The one call of the `functions` of old: it has no id and no index. */
function legacyDelta(fn, byIndex, open) {
  let c = byIndex.get('legacy');
  if (!c) {
    c = { id: '', name: '', argumentsRaw: '', index: 0, complete: false, legacy: true };
    open.push(c);
    byIndex.set('legacy', c);
  }
  if (fn.name && !c.name) c.name = fn.name;
  if (typeof fn.arguments === 'string') c.argumentsRaw += fn.arguments;
}

function endAgreement(m) {
  const n = m.calls.length + (m.custom?.length ?? 0);
  if ((m.finish === 'tool_calls' || m.finish === 'function_call') && !n) complain(m, 'end.finish-without-calls');
  if (m.finish === 'stop' && n) complain(m, 'end.finish-contradicts-calls');
}

function body(m, o) {
  const ch = Array.isArray(o.choices) ? o.choices[0] : null;
  if (!ch || !isObject(ch.message)) return complain(m, 'no-choices');
  const msg = ch.message;
  m.text = contentText(msg.content);
  const r = msg.reasoning_content ?? msg.reasoning;
  if (typeof r === 'string') m.reasoning = r;
  m.finish = ch.finish_reason ?? null;
  if (m.finish !== null) m.finishes.push(m.finish);
  m.terminator = true;
  for (const [i, tc] of (Array.isArray(msg.tool_calls) ? msg.tool_calls : []).entries()) {
    if (tc.type === 'custom') {
      (m.custom ??= []).push(tc);
      continue;
    }
    const a = tc.function?.arguments;
    if (typeof a !== 'string') complain(m, 'arguments-not-string');
    m.calls.push({
      id: tc.id ?? '',
      name: tc.function?.name ?? '',
      argumentsRaw: typeof a === 'string' ? a : JSON.stringify(a ?? ''),
      index: i,
      complete: true,
    });
  }
  const old = msg.function_call;
  if (isObject(old))
    m.calls.push({ id: '', name: old.name ?? '', argumentsRaw: old.arguments ?? '', index: 0, complete: true, legacy: true });
  if (m.finish === null) complain(m, 'end.missing-finish');
  else if (!FINISHES.has(m.finish)) complain(m, 'end.unknown-finish:' + m.finish);
  endAgreement(m);
}

export const decodeChat = { stream, body };
