import { framesOf } from './wire-frames.ts';

/** What a strict SDK makes of a stream. `complaints` names every breach of the dialect's grammar. */
export interface ClientView {
  text: string;
  reasoning: string;
  readonly calls: { id: string; name: string; arguments: string; index: number; closed: boolean }[];
  finish: string | undefined;
  ended: boolean;
  error: string | undefined;
  output: number | undefined;
  readonly complaints: string[];
}

type Wire = { readonly [key: string]: unknown };
const wire = (value: unknown): Wire => (typeof value === 'object' && value !== null ? value : {}) as Wire;
const empty = (): ClientView => ({
  text: '',
  reasoning: '',
  calls: [],
  finish: undefined,
  ended: false,
  error: undefined,
  output: undefined,
  complaints: [],
});

/** Chat Completions as the OpenAI and AI SDKs read it (choice 0). */
export function readChatStream(text: string): ClientView {
  const view = empty();
  for (const frame of framesOf(text)) {
    if (frame.data === undefined) continue;
    if (view.ended) view.complaints.push('data after the end');
    if (frame.data === '[DONE]') view.ended = true;
    else readChunk(wire(JSON.parse(frame.data)), view);
  }
  return view;
}

function readChunk(chunk: Wire, view: ClientView): void {
  if (chunk['error'] !== undefined) {
    view.error = String(wire(chunk['error'])['code']);
    view.ended = true;
    return;
  }
  if (!Array.isArray(chunk['choices'])) view.complaints.push('no choices');
  view.output = (wire(chunk['usage'])['completion_tokens'] as number | undefined) ?? view.output;
  for (const choice of (chunk['choices'] as unknown[] | null)?.map(wire) ?? []) {
    if (choice['index'] !== 0) continue;
    const delta = wire(choice['delta']);
    const entries = delta['tool_calls'];
    if (view.finish !== undefined && (delta['content'] || entries)) view.complaints.push('delta after finish');
    if (typeof delta['content'] === 'string') view.text += delta['content'];
    if (typeof delta['reasoning_content'] === 'string') view.reasoning += delta['reasoning_content'];
    if (entries !== undefined && !(Array.isArray(entries) && entries.length > 0)) view.complaints.push('empty tool_calls');
    for (const entry of Array.isArray(entries) ? entries.map(wire) : []) readEntry(entry, view);
    if (choice['finish_reason'] === '') view.complaints.push('empty finish');
    else if (typeof choice['finish_reason'] === 'string') {
      if (view.finish !== undefined) view.complaints.push('second finish');
      view.finish = choice['finish_reason'];
      for (const call of view.calls) call.closed = true;
    }
  }
}

function readEntry(entry: Wire, view: ClientView): void {
  const inner = wire(entry['function']);
  const index = entry['index'];
  let call = view.calls.find((known) => known.index === index);
  if (call === undefined) {
    if (index !== view.calls.length) view.complaints.push(`index ${String(index)} for call ${view.calls.length}`);
    if (!entry['id']) view.complaints.push('call without id');
    if (!inner['name']) view.complaints.push('call without name');
    call = { id: String(entry['id']), name: String(inner['name']), arguments: '', index: Number(index), closed: false };
    view.calls.push(call);
  } else {
    if (entry['id'] !== undefined && entry['id'] !== null && entry['id'] !== call.id) view.complaints.push('id changed');
    if (inner['name'] !== undefined && inner['name'] !== null) view.complaints.push('name repeated');
  }
  if (inner['arguments'] !== undefined && typeof inner['arguments'] !== 'string') view.complaints.push('arguments no string');
  call.arguments += String(inner['arguments'] ?? '');
}

interface OpenBlock {
  readonly index: number;
  readonly type: string;
}

const DELTAS: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
  server_tool_use: ['input_json_delta'],
};

/** Anthropic Messages as its SDK and Claude Code read it: blocks one after the other, indices 0, 1, 2 … */
export function readMessagesStream(text: string): ClientView {
  const view = empty();
  const state = { open: undefined as OpenBlock | undefined, next: 0, started: false };
  for (const frame of framesOf(text)) {
    if (frame.data === undefined) continue;
    const value = wire(JSON.parse(frame.data));
    if (frame.event !== value['type']) view.complaints.push(`event line ${frame.event} for ${String(value['type'])}`);
    if (view.ended && value['type'] !== 'ping') view.complaints.push(`${String(value['type'])} after the end`);
    readEvent(value, view, state);
  }
  return view;
}

function readEvent(value: Wire, view: ClientView, state: { open: OpenBlock | undefined; next: number; started: boolean }): void {
  const delta = wire(value['delta']);
  switch (value['type']) {
    case 'message_start':
      if (state.started) view.complaints.push('second start');
      state.started = true;
      return;
    case 'content_block_start': {
      const block = wire(value['content_block']);
      if (state.open !== undefined) view.complaints.push('block inside a block');
      if (value['index'] !== state.next) view.complaints.push(`block index ${String(value['index'])}, not ${state.next}`);
      if (view.finish !== undefined) view.complaints.push('block after finish');
      state.open = { index: state.next, type: String(block['type']) };
      state.next += 1;
      view.text += String(block['text'] ?? '');
      view.reasoning += String(block['thinking'] ?? '');
      if (block['type'] === 'tool_use') {
        view.calls.push({ id: String(block['id']), name: String(block['name']), arguments: '', index: state.open.index, closed: false });
      }
      return;
    }
    case 'content_block_delta': {
      if (value['index'] !== state.open?.index) view.complaints.push(`delta for block ${String(value['index'])}`);
      if (DELTAS[state.open?.type ?? '']?.includes(String(delta['type'])) === false)
        view.complaints.push(`${String(delta['type'])} in ${state.open?.type}`);
      view.text += String(delta['text'] ?? '');
      view.reasoning += String(delta['thinking'] ?? '');
      const call = view.calls[view.calls.length - 1];
      if (delta['type'] === 'input_json_delta' && state.open?.type === 'tool_use' && call !== undefined)
        call.arguments += String(delta['partial_json']);
      return;
    }
    case 'content_block_stop': {
      if (value['index'] !== state.open?.index) view.complaints.push(`stop of block ${String(value['index'])}`);
      const call = view.calls[view.calls.length - 1];
      if (state.open?.type === 'tool_use' && call !== undefined) call.closed = true;
      state.open = undefined;
      return;
    }
    case 'message_delta':
      view.output = (wire(value['usage'])['output_tokens'] as number | undefined) ?? view.output;
      if (typeof delta['stop_reason'] !== 'string') return;
      if (state.open !== undefined) view.complaints.push('finish inside a block');
      if (view.finish !== undefined && view.finish !== delta['stop_reason']) view.complaints.push('second finish');
      view.finish = delta['stop_reason'];
      return;
    case 'message_stop':
      if (view.finish === undefined) view.complaints.push('end without finish');
      view.ended = true;
      return;
    case 'error':
      view.error = String(wire(value['error'])['code'] ?? wire(value['error'])['type']);
      view.ended = true;
      return;
    default:
  }
}
