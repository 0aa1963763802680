#!/usr/bin/env node
// Scripted fake LLM upstream. No dependencies, binds 127.0.0.1 only.
//
// Speaks, streaming and non-streaming, decided by the request's own `stream` field:
//   POST */chat/completions          OpenAI Chat Completions
//   POST */messages                  Anthropic Messages  (+ */messages/count_tokens)
//   POST */responses                 OpenAI Responses
//   GET  */models                    model list;  HEAD|GET / -> 200
//   GET  /__state                    run state (requests, turn cursor, per-request summary)
//   POST /__scenario                 replace the scenario (JSON body) and reset the cursor
//
// Usage: node server.mjs --scenario FILE.json [--port 0] [--log DIR] [--port-file FILE] [--model NAME]
// Prints one line {"listening":"http://127.0.0.1:PORT"} on stdout when ready; SIGTERM ends it.
// Every request is written to DIR/N.json (headers, raw body, what was answered, how the exchange ended).
// The scenario file format is described in README.md beside this file.
import http from 'node:http';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const argv = process.argv.slice(2);
const opt = (name, dflt) => {
  const i = argv.indexOf('--' + name);
  return i >= 0 ? argv[i + 1] : dflt;
};
const LOG = opt('log', '');
if (LOG) fs.mkdirSync(LOG, { recursive: true });
const MODEL = opt('model', '');
let scenario = loadScenario(opt('scenario', ''));
let state = freshState();

function freshState() {
  return { n: 0, main: 0, side: 0, requests: [] };
}
function loadScenario(file) {
  if (!file) return { name: 'default', turns: [{ text: 'TASK-COMPLETE' }] };
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
let idSeq = 0;
const newId = (p) => `${p}${String(++idSeq).padStart(4, '0')}${Math.random().toString(36).slice(2, 10)}`;

// ---------------------------------------------------------------- request reading
function dialectOf(p) {
  if (/\/chat\/completions$/.test(p)) return 'chat';
  if (/\/messages\/count_tokens$/.test(p)) return 'count_tokens';
  if (/\/messages$/.test(p)) return 'anthropic';
  if (/\/responses$/.test(p)) return 'responses';
  if (/\/models(\/[^/]+)?$/.test(p)) return 'models';
  return 'other';
}
function decodeBody(buf, enc) {
  try {
    if (enc === 'gzip') return zlib.gunzipSync(buf).toString('utf8');
    if (enc === 'br') return zlib.brotliDecompressSync(buf).toString('utf8');
    if (enc === 'deflate') return zlib.inflateSync(buf).toString('utf8');
  } catch {
    /* fall through to raw */
  }
  return buf.toString('utf8');
}
// One shape for advertised tools whatever the dialect: {name, kind, schema}
function toolsOf(dialect, body) {
  const out = [];
  for (const t of body?.tools ?? []) {
    if (t?.type === 'namespace') {
      // OpenAI Responses tool namespaces
      for (const s of t.tools ?? []) out.push({ name: s.name, namespace: t.name, kind: s.type ?? 'function', schema: s.parameters ?? {} });
    } else if (dialect === 'chat')
      out.push({ name: t?.function?.name, kind: t?.type ?? 'function', schema: t?.function?.parameters ?? {} });
    else if (dialect === 'anthropic') out.push({ name: t?.name, kind: t?.type ?? 'function', schema: t?.input_schema ?? {} });
    else out.push({ name: t?.name ?? t?.type, kind: t?.type, schema: t?.parameters ?? {} });
  }
  return out;
}

// ---------------------------------------------------------------- abstract tool uses -> this agent's own tool
const FAMILIES = {
  shell: {
    tools: [
      'bash',
      'Bash',
      'exec_command',
      'shell',
      'shell_command',
      'local_shell',
      'run_shell_command',
      'run_terminal_cmd',
      'run_command',
      'run_commands',
      'execute_command',
      'run_terminal_command',
      'execute_bash',
      'terminal',
      'bash_exec',
    ],
    keys: ['command', 'cmd', 'commands', 'script'],
  },
  read: {
    tools: ['read', 'Read', 'read_file', 'ReadFile', 'view_file', 'view', 'read_files', 'open_file'],
    keys: ['file_path', 'filePath', 'absolute_path', 'filepath', 'path', 'paths', 'file', 'files'],
  },
  write: {
    tools: ['write', 'Write', 'write_file', 'write_to_file', 'create_file', 'editor'],
    keys: ['file_path', 'filePath', 'path', 'filepath'],
  },
};
function setByType(prop, value) {
  if (!prop) return value;
  const types = [].concat(prop.type ?? (prop.anyOf ?? prop.oneOf ?? []).map((x) => x.type)).filter(Boolean);
  if (Array.isArray(value)) return value;
  if (types.includes('string') || types.length === 0) return value;
  if (types.includes('array')) {
    const item = prop.items ?? {};
    if (item.type === 'object') {
      const k = Object.keys(item.properties ?? { path: 1 })[0];
      return [{ [k]: value }];
    }
    return [value];
  }
  return value;
}
function filler(prop) {
  if (!prop) return 'x';
  if (prop.enum) return prop.enum[0];
  if (prop.default !== undefined) return prop.default;
  const t = [].concat(prop.type ?? (prop.anyOf ?? prop.oneOf ?? [])[0]?.type ?? 'string')[0];
  return { string: 'scripted step', number: 1, integer: 1, boolean: false, array: [], object: {} }[t] ?? 'x';
}
function resolveTool(call, tools) {
  if (call.name) return tools.find((t) => t.name === call.name) ?? { name: call.name, kind: 'function', schema: {} };
  const fam = FAMILIES[call.use];
  if (!fam) throw new Error(`unknown tool family ${call.use}`);
  for (const n of fam.tools) {
    const t = tools.find((x) => x.name === n);
    if (t) return t;
  }
  return { name: `__agent_has_no_${call.use}_tool`, kind: 'function', schema: {}, missing: true };
}
function buildArgs(call, tool, spec) {
  const fam = FAMILIES[call.use] ?? { keys: [] };
  const props = tool.schema?.properties ?? {};
  const key = fam.keys.find((k) => k in props) ?? fam.keys[0];
  const value = spec.command ?? spec.path;
  const args = {};
  if (key !== undefined && value !== undefined) args[key] = setByType(props[key], value);
  if (spec.content !== undefined) args[Object.keys(props).find((k) => /content|text/i.test(k)) ?? 'content'] = spec.content;
  for (const r of tool.schema?.required ?? []) if (!(r in args)) args[r] = filler(props[r]);
  Object.assign(args, spec.args ?? {});
  if (spec.omit_main && key !== undefined) delete args[key]; // leave the family's main parameter out
  if (spec.main_as_object && key !== undefined) args[key] = { command: args[key] }; // wrong type
  for (const o of spec.omit ?? []) delete args[o];
  return args;
}
// -> {id, name, namespace?, argsText, custom}
function realiseCall(call, tools, cwd) {
  const tool = resolveTool(call, tools);
  const sub = (s) => (typeof s === 'string' ? s.replaceAll('$CWD', cwd ?? '.') : s);
  const spec = { ...call, command: sub(call.command), path: sub(call.path) };
  let text;
  if (call.raw_args !== undefined) text = sub(call.raw_args);
  else if (call.concat)
    text = call.concat.map((c) => JSON.stringify(buildArgs(call, tool, { ...c, command: sub(c.command), path: sub(c.path) }))).join('');
  else text = JSON.stringify(buildArgs(call, tool, spec));
  if (call.truncate_args) text = text.slice(0, Math.max(0, text.length - call.truncate_args));
  if (call.suffix_args) text += call.suffix_args;
  let name = tool.name;
  if (call.rename) name = call.rename;
  if (call.case === 'upper') name = name.toUpperCase();
  if (call.case === 'swap') name = /[A-Z]/.test(name) ? name.toLowerCase() : name.charAt(0).toUpperCase() + name.slice(1);
  return {
    id: call.id ?? newId(call.id_prefix ?? 'call_'),
    name,
    namespace: tool.namespace,
    argsText: text,
    custom: tool.kind === 'custom',
  };
}
// The agent's working directory, if it told the model (some agents want absolute paths): the first path in the request that
// stands near such a word and is a directory on this machine. --cwd overrides it.
function cwdOf(raw) {
  if (opt('cwd')) return opt('cwd');
  for (const m of raw.matchAll(/(?:[Ww]orking [Dd]irectory|<cwd>|cwd|[Dd]irectory)[^\/\n]{0,60}?(\/[^\s"'`<>\\,)]+)/g)) {
    const p = m[1].replace(/[.;:]+$/, '');
    try {
      if (p !== '/' && fs.statSync(p).isDirectory()) return p;
    } catch {
      /* not it */
    }
  }
  return undefined;
}
const pieces = (s, size) => {
  const out = [];
  for (let i = 0; i < s.length; i += size) out.push(s.slice(i, i + size));
  return out.length ? out : [''];
};

// ---------------------------------------------------------------- dialect writers: arrays of wire events
// An event is {ev?, data} ; mark 'mid_tool' = half of the first tool call's arguments are out, 'tool_done' = args all out, no finish yet,
// 'mid_text' = half of the text is out.
function chatEvents(turn, calls, body, size) {
  const id = newId('chatcmpl-'),
    model = MODEL || body.model || 'fake',
    created = 1700000000;
  const mk = (delta, finish = null, extra = {}) => ({
    data: {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...extra,
    },
  });
  const ev = [mk({ role: 'assistant', content: '' })];
  if (turn.reasoning) for (const p of pieces(turn.reasoning, size)) ev.push(mk({ reasoning_content: p }));
  if (turn.text) {
    const ps = pieces(turn.text, size);
    ps.forEach((p, i) => {
      const e = mk({ content: p });
      if (i === Math.floor((ps.length - 1) / 2)) e.mark = 'mid_text';
      ev.push(e);
    });
  }
  calls.forEach((c, index) => {
    ev.push(mk({ tool_calls: [{ index, id: c.id, type: 'function', function: { name: c.name, arguments: '' } }] }));
    const ps = pieces(c.argsText, size);
    ps.forEach((p, i) => {
      const e = mk({ tool_calls: [{ index, function: { arguments: p } }] });
      if (index === 0 && i === Math.floor((ps.length - 1) / 2)) e.mark = 'mid_tool';
      if (index === calls.length - 1 && i === ps.length - 1) e.mark2 = 'tool_done';
      ev.push(e);
    });
  });
  ev.push(mk({}, turn.finish_reason ?? (calls.length ? 'tool_calls' : 'stop')));
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  if (body.stream_options?.include_usage) ev.push({ data: { id, object: 'chat.completion.chunk', created, model, choices: [], usage } });
  ev.push({ data: '[DONE]' });
  const whole = {
    id,
    object: 'chat.completion',
    created,
    model,
    usage,
    choices: [
      {
        index: 0,
        logprobs: null,
        finish_reason: turn.finish_reason ?? (calls.length ? 'tool_calls' : 'stop'),
        message: {
          role: 'assistant',
          content: turn.text ?? null,
          refusal: null,
          ...(turn.reasoning ? { reasoning_content: turn.reasoning } : {}),
          ...(calls.length
            ? { tool_calls: calls.map((c) => ({ id: c.id, type: 'function', function: { name: c.name, arguments: c.argsText } })) }
            : {}),
        },
      },
    ],
  };
  return { ev, whole };
}
function anthropicEvents(turn, calls, body, size) {
  const id = newId('msg_'),
    model = MODEL || body.model || 'fake';
  const E = (type, rest) => ({ ev: type, data: { type, ...rest } });
  const ev = [
    E('message_start', {
      message: {
        id,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
      },
    }),
    E('ping', {}),
  ];
  const content = [];
  let index = 0;
  if (turn.reasoning) {
    ev.push(E('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } }));
    for (const p of pieces(turn.reasoning, size))
      ev.push(E('content_block_delta', { index, delta: { type: 'thinking_delta', thinking: p } }));
    ev.push(
      E('content_block_delta', { index, delta: { type: 'signature_delta', signature: 'ZmFrZQ==' } }),
      E('content_block_stop', { index }),
    );
    content.push({ type: 'thinking', thinking: turn.reasoning, signature: 'ZmFrZQ==' });
    index++;
  }
  if (turn.text) {
    ev.push(E('content_block_start', { index, content_block: { type: 'text', text: '' } }));
    const ps = pieces(turn.text, size);
    ps.forEach((p, i) => {
      const e = E('content_block_delta', { index, delta: { type: 'text_delta', text: p } });
      if (i === Math.floor((ps.length - 1) / 2)) e.mark = 'mid_text';
      ev.push(e);
    });
    ev.push(E('content_block_stop', { index }));
    content.push({ type: 'text', text: turn.text });
    index++;
  }
  calls.forEach((c, ci) => {
    const tid = c.id.replace(/^call_/, 'toolu_');
    ev.push(E('content_block_start', { index, content_block: { type: 'tool_use', id: tid, name: c.name, input: {} } }));
    const ps = pieces(c.argsText, size);
    ps.forEach((p, i) => {
      const e = E('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: p } });
      if (ci === 0 && i === Math.floor((ps.length - 1) / 2)) e.mark = 'mid_tool';
      if (ci === calls.length - 1 && i === ps.length - 1) e.mark2 = 'tool_done';
      ev.push(e);
    });
    ev.push(E('content_block_stop', { index }));
    index++;
    let input;
    try {
      input = JSON.parse(c.argsText);
    } catch {
      input = c.argsText;
    }
    content.push({ type: 'tool_use', id: tid, name: c.name, input });
  });
  const stop_reason = turn.stop_reason ?? (calls.length ? 'tool_use' : 'end_turn');
  ev.push(E('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } }), E('message_stop', {}));
  const whole = {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  };
  return { ev, whole };
}
function responsesEvents(turn, calls, body, size) {
  const id = newId('resp_'),
    model = MODEL || body.model || 'fake';
  let sequence_number = 0;
  const E = (type, rest) => ({ ev: type, data: { type, sequence_number: sequence_number++, ...rest } });
  const base = {
    id,
    object: 'response',
    created_at: 1700000000,
    status: 'in_progress',
    model,
    output: [],
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: 1,
    top_p: 1,
    tool_choice: 'auto',
    tools: [],
    usage: null,
    store: false,
    previous_response_id: body.previous_response_id ?? null,
  };
  const ev = [E('response.created', { response: base }), E('response.in_progress', { response: base })];
  const output = [];
  if (turn.text) {
    const item = { id: newId('msg_'), type: 'message', role: 'assistant', status: 'in_progress', content: [] },
      oi = output.length;
    ev.push(
      E('response.output_item.added', { output_index: oi, item }),
      E('response.content_part.added', {
        item_id: item.id,
        output_index: oi,
        content_index: 0,
        part: { type: 'output_text', text: '', annotations: [] },
      }),
    );
    const ps = pieces(turn.text, size);
    ps.forEach((p, i) => {
      const e = E('response.output_text.delta', { item_id: item.id, output_index: oi, content_index: 0, delta: p, logprobs: [] });
      if (i === Math.floor((ps.length - 1) / 2)) e.mark = 'mid_text';
      ev.push(e);
    });
    const done = { ...item, status: 'completed', content: [{ type: 'output_text', text: turn.text, annotations: [], logprobs: [] }] };
    ev.push(
      E('response.output_text.done', { item_id: item.id, output_index: oi, content_index: 0, text: turn.text, logprobs: [] }),
      E('response.content_part.done', { item_id: item.id, output_index: oi, content_index: 0, part: done.content[0] }),
      E('response.output_item.done', { output_index: oi, item: done }),
    );
    output.push(done);
  }
  calls.forEach((c, ci) => {
    const oi = output.length,
      iid = newId(c.custom ? 'ctc_' : 'fc_');
    const ns = c.namespace ? { namespace: c.namespace } : {};
    const item = c.custom
      ? { id: iid, type: 'custom_tool_call', status: 'in_progress', call_id: c.id, name: c.name, input: '', ...ns }
      : { id: iid, type: 'function_call', status: 'in_progress', call_id: c.id, name: c.name, arguments: '', ...ns };
    ev.push(E('response.output_item.added', { output_index: oi, item }));
    const t = c.custom ? 'response.custom_tool_call_input' : 'response.function_call_arguments';
    const ps = pieces(c.argsText, size);
    ps.forEach((p, i) => {
      const e = E(`${t}.delta`, { item_id: iid, output_index: oi, delta: p });
      if (ci === 0 && i === Math.floor((ps.length - 1) / 2)) e.mark = 'mid_tool';
      ev.push(e);
    });
    const done = { ...item, status: 'completed', ...(c.custom ? { input: c.argsText } : { arguments: c.argsText }) };
    ev.push(
      E(`${t}.done`, { item_id: iid, output_index: oi, ...(c.custom ? { input: c.argsText } : { arguments: c.argsText, name: c.name }) }),
    );
    const e = E('response.output_item.done', { output_index: oi, item: done });
    if (ci === calls.length - 1) e.mark2 = 'tool_done';
    ev.push(e);
    output.push(done);
  });
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  };
  const whole = { ...base, status: 'completed', output, usage };
  ev.push(E('response.completed', { response: whole }));
  return { ev, whole };
}
const WRITERS = { chat: chatEvents, anthropic: anthropicEvents, responses: responsesEvents };
const ERRORS = {
  chat: (s, m) => ({ error: { message: m, type: s >= 500 ? 'server_error' : 'invalid_request_error', param: null, code: null } }),
  responses: (s, m) => ({ error: { message: m, type: s >= 500 ? 'server_error' : 'invalid_request_error', param: null, code: null } }),
  anthropic: (s, m) => ({
    type: 'error',
    error: {
      type: s === 529 ? 'overloaded_error' : s === 429 ? 'rate_limit_error' : s >= 500 ? 'api_error' : 'invalid_request_error',
      message: m,
    },
    request_id: 'req_fake',
  }),
};

// ---------------------------------------------------------------- answering
async function answer(req, res, rec, body, raw) {
  const d = rec.dialect;
  let tools = toolsOf(d, body);
  // a continuation of server-held history (Anthropic message threads, Responses previous_response_id) may leave the tools out
  const continues = body?.thread?.type === 'continue' || !!body?.previous_response_id;
  const isMain = scenario.main === 'all' ? true : tools.length > 0 || continues;
  if (isMain && tools.length) state.tools = tools;
  else if (continues) tools = state.tools ?? [];
  rec.kind = isMain ? 'main' : 'side';
  rec.tools = tools.map((t) => t.name);
  let turn;
  if (isMain) {
    const turns = scenario.turns;
    const cursor = state.main++;
    // a turn with "repeat": N is served N times
    let k = cursor,
      i = 0;
    while (i < turns.length - 1 && k >= (turns[i].repeat ?? 1)) {
      k -= turns[i].repeat ?? 1;
      i++;
    }
    turn = turns[i];
    rec.turn = i;
  } else {
    state.side++;
    turn = scenario.side ?? { text: 'side answer' };
    rec.turn = 'side';
  }

  const stream = body?.stream === true;
  rec.stream = stream;
  rec.answer = { status: 200, events: 0, end: 'complete' };
  const ka = turn.keepalive ?? {};
  if (turn.wait_ms && !turn.after_first_event) {
    if (ka.every_ms && stream) {
      // headers now, then keep-alives until the wait is over
      head(res, d, rec, turn);
      await beat(res, ka, turn.wait_ms, d);
    } else if (turn.headers_first && stream) {
      head(res, d, rec, turn);
      res.flushHeaders();
      await sleep(turn.wait_ms);
    } else await sleep(turn.wait_ms); // silent: no headers either
  }
  if (res.destroyed) return;
  if (turn.drop) {
    rec.answer.end = 'dropped before headers';
    res.socket.destroy();
    return;
  }
  if (turn.status && turn.status !== 200) {
    rec.answer.status = turn.status;
    const b =
      turn.body !== undefined
        ? typeof turn.body === 'string'
          ? turn.body
          : JSON.stringify(turn.body)
        : JSON.stringify((ERRORS[d] ?? ERRORS.chat)(turn.status, turn.message ?? 'scripted upstream failure'));
    res.writeHead(turn.status, {
      'content-type': turn.content_type ?? (b.startsWith('{') ? 'application/json' : 'text/html'),
      ...(turn.headers ?? {}),
    });
    res.end(b);
    return;
  }
  const cwd = cwdOf(raw);
  const calls = (turn.tool_calls ?? []).map((c) => realiseCall(c, tools, cwd));
  rec.answer.calls = calls.map((c) => ({ id: c.id, name: c.name, args: c.argsText }));
  rec.answer.text = turn.text;
  const { ev, whole } = WRITERS[d](turn, calls, body, turn.chunk_size ?? 12);
  if (!stream) {
    if (turn.cut) {
      const s = JSON.stringify(whole);
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(s) });
      res.write(s.slice(0, s.length >> 1));
      rec.answer.end = 'cut (non-stream body)';
      await sleep(20);
      res.socket.destroy();
      return;
    }
    res.writeHead(200, { 'content-type': 'application/json', ...(turn.headers ?? {}) });
    res.end(JSON.stringify(whole));
    return;
  }
  if (!res.headersSent) head(res, d, rec, turn);
  let first = true;
  for (const e of ev) {
    if (res.destroyed) return;
    const data = typeof e.data === 'string' ? e.data : JSON.stringify(e.data);
    if (turn.no_done && data === '[DONE]') continue;
    res.write((e.ev ? `event: ${e.ev}\n` : '') + `data: ${data}\n\n`);
    rec.answer.events++;
    if (first && turn.after_first_event && turn.wait_ms) {
      if (ka.every_ms) await beat(res, ka, turn.wait_ms, d);
      else await sleep(turn.wait_ms);
    }
    first = false;
    if (turn.delay_ms) await sleep(turn.delay_ms);
    if (turn.stall_at && (e.mark === turn.stall_at || e.mark2 === turn.stall_at)) {
      if (ka.every_ms) await beat(res, ka, turn.stall_ms, d);
      else await sleep(turn.stall_ms ?? 0);
    }
    if (turn.cut && (e.mark === turn.cut || e.mark2 === turn.cut)) {
      await sleep(30);
      if (turn.error_event) {
        // upstream reports the failure in-band, then ends the stream
        const err = ERRORS[d](turn.error_event.status ?? 500, turn.error_event.message ?? 'scripted mid-stream failure');
        if (d === 'anthropic') res.write(`event: error\ndata: ${JSON.stringify(err)}\n\n`);
        else if (d === 'responses')
          res.write(
            `event: response.failed\ndata: ${JSON.stringify({ type: 'response.failed', sequence_number: 999, response: { ...whole, status: 'failed', output: [], usage: null, error: { code: 'server_error', message: err.error.message } } })}\n\n`,
          );
        else res.write(`data: ${JSON.stringify(err)}\n\n`);
        rec.answer.end = `error event at ${turn.cut}`;
        res.end();
        return;
      }
      rec.answer.end = `cut at ${turn.cut} (${turn.cut_mode ?? 'fin'})`;
      if (turn.cut_mode === 'rst') res.socket.resetAndDestroy();
      else if (turn.cut_mode === 'clean') res.end();
      else res.socket.destroy();
      return;
    }
  }
  res.end();
}
function head(res, d, rec, turn) {
  res.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    connection: 'keep-alive',
    ...(d === 'anthropic' ? { 'request-id': 'req_fake' } : { 'x-request-id': 'req_fake' }),
    ...(turn.headers ?? {}),
  });
  rec.answer.head_ms = Date.now() - rec.t0;
}
// keep-alives: kind "comment" (": keep-alive"), "ping" (a real event the dialect allows), or a literal string
async function beat(res, ka, total, d) {
  const end = Date.now() + total;
  const line =
    ka.kind === 'ping'
      ? {
          anthropic: 'event: ping\ndata: {"type":"ping"}\n\n',
          chat: 'data: {"id":"chatcmpl-ka","object":"chat.completion.chunk","created":1700000000,"model":"fake","choices":[]}\n\n',
          responses: 'event: keepalive\ndata: {"type":"keepalive"}\n\n',
        }[d]
      : ka.kind === 'comment' || !ka.kind
        ? ': keep-alive\n\n'
        : ka.kind;
  while (Date.now() < end && !res.destroyed) {
    res.write(line);
    await sleep(Math.min(ka.every_ms, Math.max(1, end - Date.now())));
  }
}

const server = http.createServer(async (req, res) => {
  const url = new URL(req.url, 'http://127.0.0.1');
  if (url.pathname === '/__state') {
    res.setHeader('content-type', 'application/json');
    return res.end(JSON.stringify({ scenario: scenario.name, ...state, tools: undefined }));
  }
  const chunks = [];
  try {
    for await (const c of req) chunks.push(c);
  } catch {
    return;
  }
  const buf = Buffer.concat(chunks);
  if (url.pathname === '/__scenario') {
    scenario = JSON.parse(buf.toString());
    state = freshState();
    return res.end('ok');
  }
  const raw = decodeBody(buf, req.headers['content-encoding']);
  let body;
  try {
    body = JSON.parse(raw);
  } catch {
    body = undefined;
  }
  const rec = {
    n: ++state.n,
    t0: Date.now(),
    at: new Date().toISOString(),
    method: req.method,
    url: req.url,
    dialect: dialectOf(url.pathname),
    kind: 'other',
    http: req.httpVersion,
    headers: req.headers,
    raw_headers: req.rawHeaders,
    body: body ?? raw,
  };
  state.requests.push(rec);
  const write = () => {
    if (LOG) fs.writeFileSync(path.join(LOG, `${rec.n}.json`), JSON.stringify(rec, null, 1));
  };
  write();
  let closed = false;
  const done = (how) => {
    if (closed) return;
    closed = true;
    rec.ms = Date.now() - rec.t0;
    if (how) rec.answer = { ...(rec.answer ?? {}), end: how };
    write();
  };
  res.on('finish', () => done());
  res.on('close', () =>
    done(res.writableFinished || /cut|dropped/.test(rec.answer?.end ?? '') ? undefined : 'client closed the connection first'),
  );
  res.on('error', () => {});
  try {
    if (rec.dialect === 'models') {
      res.setHeader('content-type', 'application/json');
      return res.end(
        JSON.stringify({
          object: 'list',
          data: [
            { id: MODEL || 'fake-model', object: 'model', created: 1700000000, owned_by: 'fake', type: 'model', display_name: 'Fake' },
          ],
          models: [],
          has_more: false,
        }),
      );
    }
    if (rec.dialect === 'count_tokens') {
      res.setHeader('content-type', 'application/json');
      return res.end('{"input_tokens":100}');
    }
    if (rec.dialect === 'other' || !body) {
      res.statusCode = rec.url === '/' ? 200 : 404;
      res.setHeader('content-type', 'application/json');
      return res.end('{"error":{"message":"not found","type":"not_found_error"}}');
    }
    await answer(req, res, rec, body, raw);
  } catch (e) {
    rec.answer = { ...(rec.answer ?? {}), end: 'server bug: ' + e.stack };
    write();
    if (!res.headersSent) res.statusCode = 500;
    res.end();
  }
});
server.requestTimeout = 0;
server.headersTimeout = 0;
server.keepAliveTimeout = 5000;
server.on('upgrade', (req, sock) => {
  // e.g. a WebSocket try: log, refuse
  const rec = { n: ++state.n, t0: Date.now(), method: req.method, url: req.url, dialect: 'upgrade', kind: 'other', headers: req.headers };
  state.requests.push(rec);
  if (LOG) fs.writeFileSync(path.join(LOG, `${rec.n}.json`), JSON.stringify(rec, null, 1));
  sock.end('HTTP/1.1 426 Upgrade Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
});
server.listen(Number(opt('port', 0)), '127.0.0.1', () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  if (opt('port-file')) fs.writeFileSync(opt('port-file'), base);
  console.log(JSON.stringify({ listening: base, scenario: scenario.name }));
});
for (const s of ['SIGTERM', 'SIGINT']) process.on(s, () => process.exit(0));
