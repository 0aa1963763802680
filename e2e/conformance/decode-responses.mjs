// OpenAI Responses: created first, sequence numbers rising, item added → part added → deltas → done → item done,
// one terminal event whose output agrees with what was streamed.
import { complain, errorOf } from './complain.mjs';
import { tryParse, isObject } from './util.mjs';

const TERMINAL = {
  'response.completed': 'completed',
  'response.incomplete': 'incomplete',
  'response.failed': 'failed',
  'response.cancelled': 'cancelled',
};

function stream(m, events) {
  const items = new Map(); // output_index → item state
  let seq = null;
  let terminal = false;
  m.outputIndices = [];
  const at = (o, kind) => {
    let it = Number.isInteger(o.output_index) ? items.get(o.output_index) : undefined;
    if (!Number.isInteger(o.output_index)) {
      complain(m, 'output-index-missing');
      it = [...items.values()].at(-1);
    }
    if (!it) {
      complain(m, kind + '-before-item-added');
      it = { index: o.output_index ?? items.size, item: {}, text: '', args: '', done: false, parts: 0 };
      items.set(it.index, it);
    }
    if (o.item_id !== undefined && it.item.id !== undefined && o.item_id !== it.item.id) complain(m, 'item-id-mismatch');
    if (it.done) complain(m, 'event-after-item-done');
    return it;
  };
  for (const ev of events) {
    if (ev.data.trim() === '[DONE]') continue; // tolerated by the SDKs
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
    const type = o.type ?? (o.error ? 'error' : undefined);
    m.eventTypes.push(type ?? '?');
    if (ev.event === null) complain(m, 'event-line-missing');
    else if (ev.event !== type) complain(m, 'event-line-mismatch');
    if (m.eventTypes.length === 1 && type !== 'response.created' && type !== 'error') complain(m, 'first-event-not-created');
    const alive = type === 'response.in_progress' && m.responseId !== undefined; // 3.4: repeated while waiting, never a fault
    if (alive && (o.sequence_number === undefined || o.sequence_number <= seq)) m.keepAlives = (m.keepAlives ?? 0) + 1;
    else if (o.sequence_number === undefined) complain(m, 'sequence-missing');
    else {
      if (seq !== null && o.sequence_number <= seq) complain(m, 'sequence-not-rising');
      seq = o.sequence_number;
    }
    if (terminal) {
      complain(m, 'end.event-after-terminal');
      continue;
    }
    if (type === 'error') {
      m.errors.push(
        o.error
          ? errorOf('openai-responses', p, 200)
          : { status: 200, type: 'error', code: o.code ?? null, message: o.message ?? null, shapeOk: typeof o.message === 'string' },
      );
      if (!m.errors.at(-1).shapeOk) complain(m, 'error-shape');
      m.terminalType = 'error';
      continue;
    }
    if (type in TERMINAL) {
      terminal = true;
      m.terminator = true;
      m.terminalType = type;
      m.finish = o.response?.status ?? TERMINAL[type];
      m.finishes.push(m.finish);
      m.terminalResponse = o.response ?? {};
      if (!o.response?.id) complain(m, 'terminal-without-response-id');
      if (m.finish !== TERMINAL[type]) complain(m, 'end.status-contradicts-terminal');
      if (type === 'response.failed')
        m.errors.push({
          status: 200,
          type: null,
          code: o.response?.error?.code ?? null,
          message: o.response?.error?.message ?? null,
          shapeOk: typeof o.response?.error?.message === 'string',
        });
      if (o.response?.usage) m.usage = true;
      continue;
    }
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
      case 'response.queued':
        m.responseId = o.response?.id ?? m.responseId;
        break;
      case 'response.output_item.added': {
        if (!Number.isInteger(o.output_index)) complain(m, 'output-index-missing');
        const i = o.output_index ?? items.size;
        m.outputIndices.push(i);
        if (items.has(i)) complain(m, 'duplicate-output-index');
        else if (items.size && i !== Math.max(...items.keys()) + 1) complain(m, 'output-index-not-sequential');
        if (!o.item?.id) complain(m, 'item-without-id');
        items.set(i, { index: i, item: o.item ?? {}, text: '', args: '', done: false, parts: 0 });
        break;
      }
      case 'response.content_part.added': {
        const it = at(o, 'part');
        if (o.part?.type !== 'refusal') it.parts++; // refusal parts carry no text
        break;
      }
      case 'response.output_text.delta': {
        const it = at(o, 'delta');
        if (!it.parts) complain(m, 'text-delta-without-part');
        it.text += o.delta ?? '';
        m.text += o.delta ?? '';
        break;
      }
      case 'response.output_text.done': {
        const it = at(o, 'done');
        it.textDone = true;
        if (it.text === '' && o.text) m.text += o.text;
        else if (o.text !== it.text) complain(m, 'text-done-mismatch');
        it.text = o.text ?? it.text;
        break;
      }
      case 'response.content_part.done': {
        const it = at(o, 'done');
        it.partDone = true;
        if (o.part?.type === 'output_text' && o.part.text !== it.text) complain(m, 'part-done-mismatch');
        break;
      }
      case 'response.function_call_arguments.delta':
        at(o, 'delta').args += o.delta ?? '';
        break;
      case 'response.function_call_arguments.done': {
        const it = at(o, 'done');
        if (it.args !== '' && o.arguments !== it.args) complain(m, 'arguments-done-mismatch');
        it.argsDone = o.arguments ?? it.args;
        break;
      }
      case 'response.output_item.done': {
        const it = at(o, 'done');
        it.done = true;
        it.final = o.item ?? {};
        if (it.parts && !it.textDone) complain(m, 'text-done-missing');
        if (it.parts && !it.partDone) complain(m, 'part-done-missing');
        if (it.args !== '' && it.argsDone === undefined) complain(m, 'arguments-done-missing');
        if (it.final.type === 'function_call' && (it.argsDone ?? it.args) !== '' && it.final.arguments !== (it.argsDone ?? it.args))
          complain(m, 'arguments-done-mismatch');
        if (it.final.type === 'message') {
          const t = messageText(it.final);
          if (it.text === '' && t) {
            m.text += t;
            it.text = t;
          } else if (t !== it.text) complain(m, 'text-done-mismatch');
        }
        break;
      }
      default:
        if (/reasoning.*\.delta$/.test(type ?? '') && typeof o.delta === 'string') m.reasoning += o.delta;
    }
  }
  const closing = m.terminalResponse && Array.isArray(m.terminalResponse.output) ? m.terminalResponse.output : null;
  for (const it of [...items.values()].sort((a, b) => a.index - b.index)) {
    const src = it.final ?? it.item;
    if ((src.type ?? it.item.type) !== 'function_call') continue;
    const listed = closing?.find((x) => x.type === 'function_call' && x.call_id === src.call_id);
    m.calls.push({
      id: src.call_id ?? '',
      name: src.name ?? it.item.name ?? '',
      index: it.index,
      argumentsRaw: it.final?.arguments ?? it.argsDone ?? it.args,
      complete: Boolean(it.done || it.argsDone !== undefined || listed),
      itemId: src.id,
    });
  }
  if (closing && m.finish === 'completed') agree(m, closing, items);
  m.items = closing;
  if (!terminal && !m.errors.length) complain(m, 'end.missing-terminal');
  if (terminal) for (const it of items.values()) if (!it.done && m.finish === 'completed') complain(m, 'end.item-not-done');
}

const messageText = (item) => (item.content ?? []).map((p) => (p.type === 'output_text' ? (p.text ?? '') : '')).join('');

function agree(m, output, items) {
  const calls = output.filter((x) => x.type === 'function_call');
  if (calls.length !== m.calls.length) complain(m, 'end.completed-output-disagrees:calls');
  calls.forEach((c, i) => {
    if (m.calls[i] && (c.arguments !== m.calls[i].argumentsRaw || c.name !== m.calls[i].name))
      complain(m, 'end.completed-output-disagrees:arguments');
  });
  const text = output
    .filter((x) => x.type === 'message')
    .map(messageText)
    .join('');
  if (text !== m.text) complain(m, 'end.completed-output-disagrees:text');
  if (output.length !== items.size) complain(m, 'completed-output-length');
}

function body(m, o) {
  if (!Array.isArray(o.output)) return complain(m, 'no-output');
  m.terminator = true;
  m.finish = o.status ?? null;
  if (m.finish !== null) m.finishes.push(m.finish);
  m.items = o.output;
  for (const [i, it] of o.output.entries()) {
    if (it.type === 'message') m.text += messageText(it);
    else if (it.type === 'reasoning') m.reasoning += (it.content ?? it.summary ?? []).map((p) => p.text ?? '').join('');
    else if (it.type === 'function_call') {
      if (typeof it.arguments !== 'string') complain(m, 'arguments-not-string');
      m.calls.push({
        id: it.call_id ?? '',
        name: it.name ?? '',
        argumentsRaw: typeof it.arguments === 'string' ? it.arguments : JSON.stringify(it.arguments),
        index: i,
        complete: it.status !== 'incomplete',
        itemId: it.id,
      });
    }
  }
  if (m.finish === 'failed')
    m.errors.push({
      status: 200,
      type: null,
      code: o.error?.code ?? null,
      message: o.error?.message ?? null,
      shapeOk: typeof o.error?.message === 'string',
    });
  if (m.finish === null) complain(m, 'end.missing-finish');
}

export const decodeResponses = { stream, body };
