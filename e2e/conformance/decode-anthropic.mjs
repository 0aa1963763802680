// Anthropic Messages: one message_start, blocks opened and closed one after the other with indices 0,1,2…,
// one message_delta with a stop_reason after the last block, one message_stop, nothing behind it.
import { complain, errorOf } from './complain.mjs';
import { tryParse, isObject } from './util.mjs';

const STOPS = new Set(['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'pause_turn', 'refusal', 'model_context_window_exceeded']);
const DELTA_OF = {
  text: ['text_delta', 'citations_delta'],
  tool_use: ['input_json_delta'],
  server_tool_use: ['input_json_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
};

function stream(m, events) {
  const blocks = new Map();
  let started = 0;
  let stopped = 0;
  let openIndex = null;
  let nextIndex = 0;
  let deltaSeen = false;
  m.blockIndices = [];
  for (const ev of events) {
    if (ev.data === '') {
      complain(m, 'empty-data');
      continue;
    }
    const p = tryParse(ev.data);
    if (!p.ok || !isObject(p.value)) {
      complain(m, ev.event === 'ping' ? 'ping-invalid' : 'bad-json');
      continue;
    }
    const o = p.value;
    const type = o.type;
    m.eventTypes.push(type ?? '?');
    if (ev.event === null) complain(m, 'event-line-missing');
    else if (ev.event !== type) complain(m, 'event-line-mismatch');
    if (stopped && type !== 'ping') {
      complain(m, 'end.event-after-message-stop');
      continue;
    }
    if (m.errors.length && type !== 'ping' && type !== 'error' && type !== 'content_block_stop') complain(m, 'end.event-after-error');
    if (type === 'ping') continue;
    if (type === 'error' || (type === undefined && isObject(o.error))) {
      m.errors.push(errorOf('anthropic', p, 200));
      if (!m.errors.at(-1).shapeOk) complain(m, 'error-shape');
      continue;
    }
    if (type === 'message_start') {
      started++;
      if (started > 1) complain(m, 'second-message-start');
      if (!isObject(o.message)) complain(m, 'message-start-shape');
      continue;
    }
    if (!started) complain(m, 'no-message-start');
    if (type === 'content_block_start') {
      const b = isObject(o.content_block) ? o.content_block : {};
      const i = o.index;
      m.blockIndices.push(i);
      if (!Number.isInteger(i)) complain(m, 'block-without-index');
      if (openIndex !== null) complain(m, 'block-opened-inside-block');
      if (blocks.has(i)) complain(m, 'duplicate-block-index');
      else if (i !== nextIndex) complain(m, 'block-index-not-sequential');
      if (deltaSeen) complain(m, 'end.block-after-message-delta');
      nextIndex = Number.isInteger(i) ? i + 1 : nextIndex + 1;
      openIndex = i;
      const blk = { index: i, type: b.type, start: b, json: '', sawDelta: false };
      blocks.set(i, blk);
      if (b.type === 'text' && typeof b.text === 'string') m.text += b.text;
      if (b.type === 'thinking' && typeof b.thinking === 'string') m.reasoning += b.thinking;
      if (b.type === 'tool_use' || b.type === 'server_tool_use') {
        blk.call = {
          id: b.id ?? '',
          name: b.name ?? '',
          argumentsRaw: '',
          index: i,
          complete: false,
          server: b.type === 'server_tool_use',
        };
        m.calls.push(blk.call);
      }
    } else if (type === 'content_block_delta') {
      const d = isObject(o.delta) ? o.delta : {};
      let blk = blocks.get(o.index);
      if (!blk) {
        complain(m, o.index === undefined ? 'delta-without-index' : 'delta-without-block');
        if (o.index === undefined && openIndex !== null) blk = blocks.get(openIndex);
      } else if (o.index !== openIndex) complain(m, 'delta-on-closed-block');
      const bt = blk?.type;
      if (bt && DELTA_OF[bt] && !DELTA_OF[bt].includes(d.type)) complain(m, 'delta-type-mismatch'); // an empty delta of the block's own type is a keep-alive (3.4)
      if (d.type === 'text_delta') m.text += d.text ?? '';
      else if (d.type === 'thinking_delta') m.reasoning += d.thinking ?? '';
      else if (d.type === 'input_json_delta' && blk?.call) blk.json += d.partial_json ?? '';
      else if (d.type === 'input_json_delta') m.orphanJson = true;
    } else if (type === 'content_block_stop') {
      const i = o.index === undefined ? openIndex : o.index;
      if (o.index === undefined) complain(m, 'stop-without-index');
      const blk = blocks.get(i);
      if (!blk) complain(m, 'stop-without-block');
      else if (i !== openIndex) complain(m, 'stop-on-closed-block');
      openIndex = null;
      if (blk?.call) close(blk);
    } else if (type === 'message_delta') {
      const s = o.delta?.stop_reason;
      if (s !== null && s !== undefined) {
        // without a stop reason it is a keep-alive (3-wire 3.4)
        if (openIndex !== null) complain(m, 'end.block-not-closed');
        deltaSeen = true;
        m.finishes.push(s);
        if (m.finish !== null && m.finish !== s) complain(m, 'end.second-finish');
        m.finish = s;
        if (!STOPS.has(s)) complain(m, 'end.unknown-finish:' + s);
      }
      if (o.usage) m.usage = true;
    } else if (type === 'message_stop') {
      stopped++;
      m.terminator = true;
      if (!deltaSeen) complain(m, 'end.no-message-delta');
    } else complain(m, 'unknown-event:' + type);
  }
  for (const b of blocks.values()) if (b.call && !b.call.complete) b.call.argumentsRaw = b.json;
  if (openIndex !== null && !m.errors.length) complain(m, 'end.block-not-closed');
  if (!m.errors.length) {
    if (!started) complain(m, 'no-message-start');
    if (!stopped) complain(m, 'end.missing-message-stop');
    if (m.finish === null) complain(m, 'end.missing-finish');
    endAgreement(m);
  }
  m.blocks = [...blocks.values()].map((b) => ({ index: b.index, type: b.type }));
  m.stops = stopped;
}

function close(blk) {
  const c = blk.call;
  const seeded = isObject(blk.start.input) && Object.keys(blk.start.input).length;
  c.argumentsRaw = blk.json !== '' ? blk.json : seeded ? JSON.stringify(blk.start.input) : '{}';
  c.complete = true;
}

function endAgreement(m) {
  const n = m.calls.filter((c) => !c.server).length;
  if (m.finish === 'tool_use' && !n) complain(m, 'end.finish-without-calls');
  if (m.finish === 'end_turn' && n) complain(m, 'end.finish-contradicts-calls');
}

function body(m, o) {
  if (!Array.isArray(o.content)) return complain(m, 'no-content');
  if (o.type !== 'message') complain(m, 'message-type');
  m.terminator = true;
  m.finish = o.stop_reason ?? null;
  if (m.finish !== null) m.finishes.push(m.finish);
  for (const [i, b] of o.content.entries()) {
    if (b.type === 'text') m.text += b.text ?? '';
    else if (b.type === 'thinking') m.reasoning += b.thinking ?? '';
    else if (b.type === 'tool_use' || b.type === 'server_tool_use') {
      if (!isObject(b.input)) complain(m, 'input-not-object');
      m.calls.push({
        id: b.id ?? '',
        name: b.name ?? '',
        argumentsRaw: JSON.stringify(b.input ?? null),
        index: i,
        complete: true,
        server: b.type === 'server_tool_use',
      });
    }
  }
  if (m.finish === null) complain(m, 'end.missing-finish');
  else if (!STOPS.has(m.finish)) complain(m, 'end.unknown-finish:' + m.finish);
  endAgreement(m);
}

export const decodeAnthropic = { stream, body };
