// Decodes a reply of any of the three dialects, streaming or not, as a strict client would see it.
// Every breach of the dialect's own grammar becomes a code in protocolErrors ("kind" or "kind:detail").
// Kinds beginning with "end." concern the ending; the judge treats those as an invalid ending.
import { complain, errorOf } from './complain.mjs';
import { parseSse } from './sse.mjs';
import { decodeChat } from './decode-chat.mjs';
import { decodeAnthropic } from './decode-anthropic.mjs';
import { decodeResponses } from './decode-responses.mjs';
import { tryParse, isObject } from './util.mjs';

export function emptyModel(dialect, stream) {
  return {
    dialect,
    stream,
    text: '',
    reasoning: '',
    calls: [],
    finish: null,
    finishes: [],
    errors: [],
    terminator: false,
    protocolErrors: [],
    comments: 0,
    eventTypes: [],
    datas: [],
    items: null,
    usage: false,
    ids: {},
  };
}

const DECODERS = { 'openai-chat': decodeChat, anthropic: decodeAnthropic, 'openai-responses': decodeResponses };

/**
 * bytes: the body after content decoding; head: {status, contentType}; stream: what was asked for.
 * Whether it is read as SSE follows the content type where it is clear, else what was asked for.
 */
export function decode(dialect, bytes, { status = 200, contentType = '', stream = false } = {}) {
  const m = emptyModel(dialect, stream);
  m.status = status;
  const asSse = /event-stream/.test(contentType) ? true : /json|html|plain/.test(contentType) ? false : stream;
  m.sse = asSse;
  if (status >= 400 || status === 0) {
    m.errors.push(errorOf(dialect, tryParse(bytes.toString('utf8')), status, bytes));
    if (!m.errors[0].shapeOk) complain(m, 'error-shape');
    return m;
  }
  if (asSse) {
    const { events, parser } = parseSse(bytes);
    m.comments = parser.comments;
    m.emptyDispatches = parser.emptyDispatches;
    if (parser.unterminated) complain(m, 'sse-last-event-unterminated');
    if (parser.stray.length) complain(m, 'sse-stray-line');
    for (const e of events) m.datas.push(e.data);
    DECODERS[dialect].stream(m, events);
    if (!stream) complain(m, 'content-type:sse-for-json-request');
  } else {
    const p = tryParse(bytes.toString('utf8'));
    if (!p.ok || !isObject(p.value)) {
      complain(m, 'body-not-json');
    } else if (p.value.error && isObject(p.value.error)) {
      m.errors.push(errorOf(dialect, p, status, bytes));
      complain(m, 'error-under-200');
    } else {
      DECODERS[dialect].body(m, p.value);
    }
    if (stream) complain(m, 'content-type:json-for-stream-request');
  }
  finishUp(m);
  return m;
}

function finishUp(m) {
  const seen = new Set();
  m.calls.forEach((c, i) => {
    c.order = i;
    if (c.server) return;
    if (!c.id && !c.legacy) complain(m, 'call-without-id');
    else if (c.id && seen.has(c.id)) complain(m, 'duplicate-call-id');
    seen.add(c.id);
    if (!c.name) complain(m, 'call-without-name');
  });
}

/** Calls that an agent would run: complete, and not a server-side call. */
export const dispatched = (m) => m.calls.filter((c) => c.complete && !c.server);

/** One word for how the reply ended, over all dialects: calls | stop | length | error | other | none. */
export function endKind(m) {
  if (m.finish === null) return m.errors.length ? 'error' : 'none';
  if (['tool_calls', 'tool_use', 'function_call'].includes(m.finish)) return 'calls';
  if (['stop', 'end_turn', 'stop_sequence'].includes(m.finish)) return 'stop';
  if (['length', 'max_tokens', 'incomplete'].includes(m.finish)) return 'length';
  if (m.finish === 'completed') return dispatched(m).length ? 'calls' : 'stop';
  if (['failed', 'cancelled', 'error'].includes(m.finish)) return 'error';
  return 'other';
}
