// From a neutral request / reply to the three dialects, and back (history of a forwarded body).
// Neutral tool: {name, description?, parameters}. Neutral message:
//   {role:'system'|'user', text} · {role:'assistant', text?, reasoning?, calls:[{id,name,arguments(string)}]}
//   · {role:'tool', results:[{id, content, isError}]}
// Neutral reply: {text, reasoning, calls:[{id,name,arguments(string)}], finish:'stop'|'calls'|'length'|'filter'|'stop_sequence', stopSequence?}
// Options of a request: toolChoice (a word or {name}), parallel: false, structured: true, stop: [text], legacy: true (Chat's `functions`).
import { splitText } from './split.mjs';
import { tryParse, isObject } from './util.mjs';

export const DIALECTS = ['openai-chat', 'anthropic', 'openai-responses'];
export const PATHS = { 'openai-chat': '/v1/chat/completions', anthropic: '/v1/messages', 'openai-responses': '/v1/responses' };
export const dialectOfPath = (p) =>
  /\/chat\/completions$/.test(p) ? 'openai-chat' : /\/messages$/.test(p) ? 'anthropic' : /\/responses$/.test(p) ? 'openai-responses' : null;

// The model's name in requests and replies (some gateways choose their rules by it).
let MODEL = 'm';
export const setModel = (m) => {
  MODEL = m;
};
export const currentModel = () => MODEL;

const parsed = (s) => {
  const p = tryParse(s);
  return p.ok && isObject(p.value) ? p.value : { raw: s };
};

export function toRequest(dialect, options) {
  const body = { ...plainRequest(dialect, options), ...extras(dialect, options) };
  if (options.legacy && body.tools) {
    body.functions = body.tools.map((t) => t.function);
    delete body.tools;
  }
  return body;
}

/** What a request may carry besides messages and tools, in the dialect's own words. */
function extras(dialect, { toolChoice, parallel, structured, stop }) {
  const out = {};
  const name = toolChoice?.name;
  if (name !== undefined) {
    out.tool_choice =
      dialect === 'openai-chat' ? { type: 'function', function: { name } } : { type: dialect === 'anthropic' ? 'tool' : 'function', name };
  }
  if (parallel === false) {
    if (dialect === 'anthropic') out.tool_choice = { ...(out.tool_choice ?? { type: 'auto' }), disable_parallel_tool_use: true };
    else out.parallel_tool_calls = false;
  }
  if (structured) {
    const schema = { type: 'object' };
    if (dialect === 'openai-chat') out.response_format = { type: 'json_schema', json_schema: { name: 'answer', schema } };
    else if (dialect === 'anthropic') out.output_config = { format: { type: 'json_schema', schema } };
    else out.text = { format: { type: 'json_schema', name: 'answer', schema } };
  }
  if (stop && dialect !== 'openai-responses') out[dialect === 'anthropic' ? 'stop_sequences' : 'stop'] = stop;
  return out;
}

function plainRequest(dialect, { tools = [], messages, stream, toolChoice: choice, model = MODEL }) {
  const toolChoice = typeof choice === 'string' ? choice : undefined;
  const sys = messages
    .filter((x) => x.role === 'system')
    .map((x) => x.text)
    .join('\n');
  const rest = messages.filter((x) => x.role !== 'system');
  if (dialect === 'openai-chat') {
    const out = sys ? [{ role: 'system', content: sys }] : [];
    for (const x of rest) {
      if (x.role === 'user') out.push({ role: 'user', content: x.text });
      else if (x.role === 'assistant') {
        const msg = { role: 'assistant', content: x.text ?? null };
        if (x.calls?.length)
          msg.tool_calls = x.calls.map((c) => ({ id: c.id, type: 'function', function: { name: c.name, arguments: c.arguments } }));
        out.push(msg);
      } else for (const r of x.results) out.push({ role: 'tool', tool_call_id: r.id, content: r.content });
    }
    return {
      model,
      stream,
      messages: out,
      ...(tools.length
        ? {
            tools: tools.map((t) => ({
              type: 'function',
              function: { name: t.name, ...(t.description ? { description: t.description } : {}), parameters: t.parameters },
            })),
          }
        : {}),
      ...(toolChoice ? { tool_choice: toolChoice } : {}),
    };
  }
  if (dialect === 'anthropic') {
    const out = [];
    const push = (role, blocks) => {
      if (out.at(-1)?.role === role) out.at(-1).content.push(...blocks);
      else out.push({ role, content: blocks });
    };
    for (const x of rest) {
      if (x.role === 'user') push('user', [{ type: 'text', text: x.text }]);
      else if (x.role === 'assistant')
        push('assistant', [
          ...(x.text ? [{ type: 'text', text: x.text }] : []),
          ...(x.calls ?? []).map((c) => ({ type: 'tool_use', id: c.id, name: c.name, input: parsed(c.arguments) })),
        ]);
      else
        push(
          'user',
          x.results.map((r) => ({
            type: 'tool_result',
            tool_use_id: r.id,
            content: r.content,
            ...(r.isError === true ? { is_error: true } : r.isError === false ? { is_error: false } : {}),
          })),
        );
    }
    const choice =
      toolChoice === 'none' ? { type: 'none' } : toolChoice === 'required' ? { type: 'any' } : toolChoice ? { type: 'auto' } : null;
    return {
      model,
      max_tokens: 1024,
      stream,
      ...(sys ? { system: sys } : {}),
      messages: out,
      ...(tools.length
        ? {
            tools: tools.map((t) => ({
              name: t.name,
              ...(t.description ? { description: t.description } : {}),
              input_schema: t.parameters,
            })),
          }
        : {}),
      ...(choice ? { tool_choice: choice } : {}),
    };
  }
  const input = [];
  for (const x of rest) {
    if (x.role === 'user') input.push({ role: 'user', content: x.text });
    else if (x.role === 'assistant') {
      if (x.text) input.push({ role: 'assistant', content: x.text });
      for (const c of x.calls ?? []) input.push({ type: 'function_call', call_id: c.id, name: c.name, arguments: c.arguments });
    } else for (const r of x.results) input.push({ type: 'function_call_output', call_id: r.id, output: r.content });
  }
  return {
    model,
    stream,
    ...(sys ? { instructions: sys } : {}),
    input,
    ...(tools.length
      ? {
          tools: tools.map((t) => ({
            type: 'function',
            name: t.name,
            ...(t.description ? { description: t.description } : {}),
            parameters: t.parameters,
          })),
        }
      : {}),
    ...(toolChoice ? { tool_choice: toolChoice } : {}),
  };
}

/** The reply as SSE event strings. textMode and argsMode say how text and arguments are cut into deltas. */
export function toStream(dialect, reply, { textMode = 'whole', argsMode = 'random', r }) {
  return { 'openai-chat': chatStream, anthropic: anthropicStream, 'openai-responses': responsesStream }[dialect](reply, {
    text: splitText(reply.text ?? '', textMode, r),
    reasoning: splitText(reply.reasoning ?? '', textMode, r),
    args: (s) => splitText(s, argsMode, r),
  });
}

export function toBody(dialect, reply) {
  const calls = reply.calls ?? [];
  if (dialect === 'openai-chat') {
    const message = {
      role: 'assistant',
      content: reply.text || (calls.length ? null : ''),
      ...(reply.reasoning ? { reasoning_content: reply.reasoning } : {}),
    };
    if (calls.length)
      message.tool_calls = calls.map((c) => ({ id: c.id, type: 'function', function: { name: c.name, arguments: c.arguments } }));
    return {
      id: 'chatcmpl-h1',
      object: 'chat.completion',
      created: 1700000000,
      model: reply.model ?? MODEL,
      choices: [{ index: 0, message, finish_reason: FIN.chat(reply), ...(hitStop(reply) ? { stop_reason: hitStop(reply) } : {}) }],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    };
  }
  if (dialect === 'anthropic') {
    const content = [
      ...(reply.reasoning ? [{ type: 'thinking', thinking: reply.reasoning, signature: 'c2ln' }] : []),
      ...(reply.text ? [{ type: 'text', text: reply.text }] : []),
      ...calls.map((c) => ({ type: 'tool_use', id: c.id, name: c.name, input: parsed(c.arguments) })),
    ];
    return {
      id: 'msg_h1',
      type: 'message',
      role: 'assistant',
      model: reply.model ?? MODEL,
      content,
      stop_reason: FIN.anthropic(reply),
      stop_sequence: hitStop(reply),
      usage: { input_tokens: 11, output_tokens: 7 },
    };
  }
  return responseObject(reply, 'completed');
}

const OWN = {
  chat: { length: 'length', filter: 'content_filter', stop_sequence: 'stop' },
  anthropic: { length: 'max_tokens', filter: 'refusal', stop_sequence: 'stop_sequence' },
};
const FIN = {
  chat: (x) => OWN.chat[x.finish] ?? ((x.calls ?? []).length && x.finish !== 'stop' ? 'tool_calls' : 'stop'),
  anthropic: (x) => OWN.anthropic[x.finish] ?? ((x.calls ?? []).length && x.finish !== 'stop' ? 'tool_use' : 'end_turn'),
};
const hitStop = (x) => (x.finish === 'stop_sequence' ? (x.stopSequence ?? null) : null);

function chatStream(reply, cut) {
  const head = { id: 'chatcmpl-h1', object: 'chat.completion.chunk', created: 1700000000, model: reply.model ?? MODEL };
  const ev = (delta, finish_reason = null, extra = {}) =>
    'data: ' + JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }], ...extra }) + '\n\n';
  const out = [ev({ role: 'assistant', content: '' })];
  for (const t of cut.reasoning) out.push(ev({ reasoning_content: t }));
  for (const t of cut.text) out.push(ev({ content: t }));
  (reply.calls ?? []).forEach((c, index) => {
    out.push(ev({ tool_calls: [{ index, id: c.id, type: 'function', function: { name: c.name, arguments: '' } }] }));
    for (const a of cut.args(c.arguments)) out.push(ev({ tool_calls: [{ index, function: { arguments: a } }] }));
  });
  const end = { delta: {}, finish_reason: FIN.chat(reply), index: 0, ...(hitStop(reply) ? { stop_reason: hitStop(reply) } : {}) };
  out.push(ev({}, null, { choices: [end] }));
  out.push(
    'data: ' + JSON.stringify({ ...head, choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } }) + '\n\n',
  );
  out.push('data: [DONE]\n\n');
  return out;
}

function anthropicStream(reply, cut) {
  const ev = (type, o = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...o })}\n\n`;
  const out = [
    ev('message_start', {
      message: {
        id: 'msg_h1',
        type: 'message',
        role: 'assistant',
        model: reply.model ?? MODEL,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 11, output_tokens: 1 },
      },
    }),
  ];
  let i = 0;
  const block = (content_block, deltas) => {
    out.push(ev('content_block_start', { index: i, content_block }));
    for (const d of deltas) out.push(ev('content_block_delta', { index: i, delta: d }));
    out.push(ev('content_block_stop', { index: i++ }));
  };
  if (reply.reasoning)
    block({ type: 'thinking', thinking: '', signature: '' }, [
      ...cut.reasoning.map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: 'c2ln' },
    ]);
  if (reply.text)
    block(
      { type: 'text', text: '' },
      cut.text.map((text) => ({ type: 'text_delta', text })),
    );
  for (const c of reply.calls ?? [])
    block(
      { type: 'tool_use', id: c.id, name: c.name, input: {} },
      cut.args(c.arguments).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    );
  out.push(
    ev('message_delta', { delta: { stop_reason: FIN.anthropic(reply), stop_sequence: hitStop(reply) }, usage: { output_tokens: 7 } }),
    ev('message_stop'),
  );
  return out;
}

function responseItems(reply) {
  const out = [];
  if (reply.reasoning)
    out.push({ id: 'rs_h1', type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: reply.reasoning }] });
  if (reply.text)
    out.push({
      id: 'msg_h1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: reply.text, annotations: [] }],
    });
  (reply.calls ?? []).forEach((c, i) =>
    out.push({ id: 'fc_h' + (i + 1), type: 'function_call', call_id: c.id, name: c.name, arguments: c.arguments, status: 'completed' }),
  );
  return out;
}

function responseObject(reply, status) {
  const short = reply.finish === 'length' || reply.finish === 'filter';
  return {
    id: 'resp_h1',
    object: 'response',
    created_at: 1700000000,
    status: short ? 'incomplete' : status,
    model: reply.model ?? MODEL,
    ...(short ? { incomplete_details: { reason: reply.finish === 'filter' ? 'content_filter' : 'max_output_tokens' } } : {}),
    output: responseItems(reply),
    usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
  };
}

function responsesStream(reply, cut) {
  let n = 0;
  const ev = (type, o = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: n++, ...o })}\n\n`;
  const out = [
    ev('response.created', {
      response: {
        id: 'resp_h1',
        object: 'response',
        created_at: 1700000000,
        status: 'in_progress',
        model: reply.model ?? MODEL,
        output: [],
      },
    }),
  ];
  responseItems(reply).forEach((item, output_index) => {
    const at = { item_id: item.id, output_index };
    if (item.type === 'reasoning') {
      out.push(ev('response.output_item.added', { output_index, item: { ...item, content: [] } }));
      for (const delta of cut.reasoning) out.push(ev('response.reasoning_text.delta', { ...at, content_index: 0, delta }));
      out.push(ev('response.reasoning_text.done', { ...at, content_index: 0, text: reply.reasoning }));
    } else if (item.type === 'message') {
      const part = { type: 'output_text', text: '', annotations: [] };
      out.push(ev('response.output_item.added', { output_index, item: { ...item, status: 'in_progress', content: [] } }));
      out.push(ev('response.content_part.added', { ...at, content_index: 0, part }));
      for (const delta of cut.text) out.push(ev('response.output_text.delta', { ...at, content_index: 0, delta }));
      out.push(ev('response.output_text.done', { ...at, content_index: 0, text: reply.text }));
      out.push(ev('response.content_part.done', { ...at, content_index: 0, part: { ...part, text: reply.text } }));
    } else {
      out.push(ev('response.output_item.added', { output_index, item: { ...item, arguments: '', status: 'in_progress' } }));
      for (const delta of cut.args(item.arguments)) out.push(ev('response.function_call_arguments.delta', { ...at, delta }));
      out.push(ev('response.function_call_arguments.done', { ...at, arguments: item.arguments }));
    }
    out.push(ev('response.output_item.done', { output_index, item }));
  });
  const r = responseObject(reply, 'completed');
  out.push(ev(r.status === 'incomplete' ? 'response.incomplete' : 'response.completed', { response: r }));
  return out;
}
