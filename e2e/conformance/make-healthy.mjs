#!/usr/bin/env node
// node make-healthy.mjs --seed N > healthy.jsonl : realistic healthy exchanges (suite `healthy`, 7-numbers 16 and 17).
// The shared file was made with --seed 16, the hidden one with a seed that is not told here; the same seed gives the same bytes.
//   {id, family, dialect, stream, request_raw, upstream:{status, headers, sse|body_raw}, live?}   bytes in = bytes out
//   {id, family:'growing', dialect, stream, clean?, head, list, cuts}                             a session that grows
import { rng } from './util.mjs';

const seed = Number(process.argv[process.argv.indexOf('--seed') + 1] || 16);
const r = rng(`healthy-${seed}`);
const D = ['openai-chat', 'anthropic', 'openai-responses'];
const rows = [];
let tag = '';
const hex = (n) => Array.from({ length: n }, () => r.int(0, 15).toString(16)).join('');
tag = hex(4);
const b62 = (n) => Array.from({ length: n }, () => r.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'])).join('');

// ------------------------------------------------------------------ serialisers: compact, Python's, pretty; raw JSON text may be embedded
class Raw {
  constructor(text) {
    this.text = text;
  }
}
const embed = (v, raws) =>
  v instanceof Raw
    ? `@@R${raws.push(v.text) - 1}@@`
    : Array.isArray(v)
      ? v.map((x) => embed(x, raws))
      : v && typeof v === 'object'
        ? Object.fromEntries(
            Object.entries(v)
              .filter(([, x]) => x !== undefined)
              .map(([k, x]) => [k, embed(x, raws)]),
          )
        : v;
const ascii = (s) => s.replace(/[\u007f-\uffff]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
function json(v, style = 'compact') {
  const raws = [];
  const x = embed(v, raws);
  const py = (y) =>
    Array.isArray(y)
      ? `[${y.map(py).join(', ')}]`
      : y && typeof y === 'object'
        ? `{${Object.entries(y)
            .map(([k, z]) => `${ascii(JSON.stringify(k))}: ${py(z)}`)
            .join(', ')}}`
        : ascii(JSON.stringify(y));
  const out = style === 'py' ? py(x) : style === 'pretty' ? JSON.stringify(x, null, 2) : JSON.stringify(x);
  return out.replace(/"@@R(\d+)@@"/g, (_, i) => raws[i]);
}

// ------------------------------------------------------------------ words
const W = {
  noun: [
    'parser',
    'cache',
    'router',
    'scheduler',
    'session store',
    'migration',
    'build step',
    'index',
    'worker pool',
    'retry loop',
    'config loader',
    'renderer',
    'lexer',
    'rate limiter',
    'feature flag',
    'webhook',
  ],
  verb: ['normalises', 'drops', 'reads', 'flushes', 'validates', 'rebuilds', 'skips', 'locks', 'merges', 'forwards'],
  file: [
    'src/app.ts',
    'lib/cache.py',
    'cmd/main.go',
    'server/routes.rb',
    'crates/core/src/lib.rs',
    'web/index.html',
    'docs/usage.md',
    'Makefile',
    'pkg/queue/queue.go',
    'tests/test_io.py',
  ],
  name: ['Ines', 'Jürgen', '小林', 'Ōtani', 'Zoë', 'Nnamdi', 'Łukasz', 'Amélie'],
  city: ['Oslo', 'São Paulo', 'Łódź', '東京', 'Reykjavík', 'Zürich'],
};
const pick = (k) => r.pick(W[k]);
const sentence = () =>
  r.pick([
    () => `The ${pick('noun')} ${pick('verb')} the ${pick('noun')} before the ${pick('noun')} starts.`,
    () => `I checked \`${pick('file')}\` and the ${pick('noun')} is fine; nothing there needs to change.`,
    () => `That took ${r.int(2, 900)} ms, down from ${r.int(901, 4000)} ms, so the "${pick('noun')}" theory holds.`,
    () => `There is one caveat: if x < ${r.int(2, 9)} && y > ${r.int(10, 99)}, the ${pick('noun')} ${pick('verb')} twice.`,
    () =>
      `Generics such as Map<string, Array<${r.pick(['number', 'Buffer', 'T'])}>> keep their types here — even with [brackets] and {braces}.`,
    () => `${pick('name')} asked about ${pick('city')}; it's in the README, section ${r.int(1, 9)}.${r.int(1, 9)}.`,
    () => `You could call it a tool, but the function ${r.pick(['parse', 'flush', 'resolve'])}(x, y) is only a helper.`,
    () => `See https://example.org/${hex(6)}?a=1&b=[2] for the details (it's short).`,
  ])();
const para = (n = r.int(2, 5)) => Array.from({ length: n }, sentence).join(' ');
const id = () =>
  `${r.pick(['load', 'parse', 'merge', 'fetch', 'render', 'split'])}${r.pick(['Config', 'Token', 'Page', 'User', 'Chunk'])}${r.int(1, 99)}`;

// ------------------------------------------------------------------ listings: what a coding assistant writes all day
const L = {
  js: () =>
    `\`\`\`js\nexport async function ${id()}(input, { signal } = {}) {\n  if (!input?.length) return [];\n  const rows = await Promise.all(input.map((x) => fetch(\`/api/\${x.id}\`, { signal })));\n  return rows.filter((x) => x.ok).map(({ status }) => ({ name: 'row', arguments: [status, ${r.int(1, 99)}] }));\n}\n\`\`\``,
  tsx: () =>
    `\`\`\`tsx\nexport function ${id()}({ items }: { items: Item[] }) {\n  return (\n    <Panel title="Tools">\n      <tool name="x" />\n      {items.map((i) => <Row key={i.id} invoke={() => run(i)}><function>{i.label}</function></Row>)}\n      <parameter name="depth">${r.int(1, 9)}</parameter>\n    </Panel>\n  );\n}\n\`\`\``,
  xml: () =>
    `\`\`\`xml\n<?xml version="1.0"?>\n<project name="${hex(5)}">\n  <parameter name="level">${r.int(1, 9)}</parameter>\n  <invoke target="build"><arg value="&lt;all&gt;"/></invoke>\n  <tools><tool id="${r.int(1, 99)}"/></tools>\n</project>\n\`\`\``,
  html: () =>
    `\`\`\`html\n<form method="post"><input name="arguments" value='{"name":"${hex(4)}"}'><button>Call</button></form>\n<script>const f = (a) => a << ${r.int(1, 8)};</script>\n\`\`\``,
  python: () =>
    `\`\`\`python\ndef ${id().toLowerCase()}(path: str, *, limit: int = ${r.int(2, 99)}) -> list[dict]:\n    """Read JSON lines. Example: read_file(path="a.txt")"""\n    with open(path, encoding="utf-8") as f:\n        return [json.loads(l) for l in f][:limit]\n\nprint(get_weather(city='${pick('city')}'))\n\`\`\``,
  shell: () =>
    `\`\`\`sh\ngit diff --stat HEAD~${r.int(1, 9)} | tail -1\ncurl -s localhost:${r.int(3000, 9999)}/v1/models | jq '.data[] | {name: .id}'\nrm -rf "./build-${hex(4)}" && mkdir -p out\n\`\`\``,
  diff: () =>
    `\`\`\`diff\n--- a/${pick('file')}\n+++ b/${pick('file')}\n@@ -${r.int(1, 99)},3 +${r.int(1, 99)},4 @@\n-  return call(name, arguments);\n+  if (!name) return null;\n+  return call(name, args);\n   }\n\`\`\``,
  json: () =>
    `\`\`\`json\n{\n  "name": "${id()}",\n  "arguments": { "path": "${pick('file')}", "limit": ${r.int(1, 500)} },\n  "note": "the record as our log stores it"\n}\n\`\`\`\n\nThe two keys above are what the log viewer groups by.`,
  openapi: () =>
    `\`\`\`yaml\nopenapi: 3.1.0\npaths:\n  /tools/{name}/invoke:\n    post:\n      operationId: ${id()}\n      parameters:\n        - { name: name, in: path, required: true, schema: { type: string } }\n      requestBody:\n        content:\n          application/json:\n            schema: { $ref: '#/components/schemas/Call${r.int(1, 99)}' }\n\`\`\``,
  schema: () =>
    `\`\`\`json\n{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"name":{"type":"string"},"arguments":{"type":"object"},"n":{"type":"integer","maximum":${r.int(9, 999)}}},"required":["name","arguments"]}\n\`\`\`\n\nNote that \`additionalProperties\` is left open.`,
  template: () =>
    `\`\`\`jinja\n{%- if tools %}\n{{- '<|im_start|>system\\n# Tools\\n<tools>\\n' }}{% for t in tools %}{{ t | tojson }}\\n{% endfor %}{{- '</tools>\\n' }}\n{%- endif %}\n{%- for c in message.tool_calls %}<tool_call>\\n{"name": "{{ c.name }}", "arguments": {{ c.arguments | tojson }}}\\n</tool_call>{% endfor %}\n{{- '<|im_end|>\\n' }}\n\`\`\`\n\nThe template is rendered once per turn; revision ${hex(7)}.`,
};
const TOOLS_USED = ['bash', 'read_file', 'write_file', 'search'];
const QUOTES = [
  (t) =>
    `Hermes-style models wrap a call like this:\n\n\`\`\`\n<tool_call>\n{"name": "${t}", "arguments": {"${argOf(t)}": "ls"}}\n</tool_call>\n\`\`\`\n\nand the server turns it into a native call. ${sentence()}`,
  (t) => `Qwen-Coder writes \`<function=${t}><parameter=${argOf(t)}>x</parameter></function>\` instead. ${sentence()}`,
  (t) =>
    `> <invoke name="${t}">\n> <parameter name="${argOf(t)}">a</parameter>\n> </invoke>\n\nThe block above is quoted from the vendor's guide; it is not something I run. ${sentence()}`,
  (t) =>
    `In the log you will see "[TOOL_CALLS]${t}{\\"${argOf(t)}\\": \\"x\\"}" once per turn, which is Mistral's own marker. ${sentence()}`,
  (t) =>
    `~~~~md\n\`\`\`xml\n<function_calls><invoke name="${t}"></invoke></function_calls>\n\`\`\`\n~~~~\n\nA fence inside a fence, so that the docs show the backticks. ${sentence()}`,
  (t) =>
    `DeepSeek's tokens are \`<｜tool▁calls▁begin｜>\` and \`<｜tool▁calls▁end｜>\`; Kimi has \`<|tool_calls_section_begin|>\`. Neither ends with \`${t}\`. ${para(2)}`,
  (t) =>
    `ReAct prompts look different:\n\n\`\`\`text\nThought: list it\nAction: ${t}\nAction Input: {"${argOf(t)}": "x"}\nObservation: …\n\`\`\`\n\n${sentence()}`,
  (t) => `The Python form \`${t}(${argOf(t)}='x')\` is what Llama 4 prints between \`<|python_start|>\` and \`<|python_end|>\`. ${para(2)}`,
];
const argOf = (t) => ({ bash: 'command', read_file: 'path', write_file: 'path', search: 'query' })[t];
const ESSAY = () =>
  `## ${r.pick(['What changed', 'Findings', 'Plan', 'Review'])} ${r.int(1, 99)}\n\n${para()}\n\n${Array.from({ length: r.int(2, 4) }, () => `- **${pick('noun')}** — ${sentence()}`).join('\n')}\n\n`;

// ------------------------------------------------------------------ tools
const P = (o, required = []) => ({ type: 'object', properties: o, required });
const S = { type: 'string' };
const TOOLS = [
  {
    name: 'bash',
    description: 'Run a command.',
    parameters: P({ command: S, timeout: { type: 'integer' }, background: { type: 'boolean' } }, ['command']),
  },
  {
    name: 'read_file',
    description: 'Read a file.',
    parameters: P({ path: S, offset: { type: ['integer', 'null'] }, limit: { type: ['integer', 'null'] } }, ['path']),
  },
  { name: 'write_file', parameters: P({ path: S, content: S }, ['path', 'content']) },
  {
    name: 'search',
    parameters: P({ query: S, filters: { type: 'object' }, sort: { type: 'string', enum: ['asc', 'desc', 'Relevance'] } }, ['query']),
  },
  { name: 'get_time', parameters: P({}) },
  { name: 'list_issues', parameters: P({ state: { type: ['string', 'null'] }, page: { type: 'integer' } }) },
  { name: 'update_row', parameters: P({ id: { type: 'integer' }, values: { type: 'array', items: { type: 'object' } } }, ['id']) },
];
const toolsFor = (d, tools = TOOLS) =>
  tools.map((t) =>
    t.raw
      ? t.raw
      : d === 'openai-chat'
        ? { type: 'function', function: { name: t.name, description: t.description, parameters: t.parameters } }
        : d === 'anthropic'
          ? { name: t.name, description: t.description, input_schema: t.parameters }
          : { type: 'function', name: t.name, description: t.description, parameters: t.parameters, strict: false },
  );
const callId = (d) => (d === 'anthropic' ? 'toolu_01' + b62(22) : 'call_' + b62(24));
// neutral history → messages / input of the dialect
function historyOf(d, turns) {
  const out = [];
  const anth = (role, blocks) => {
    if (out.at(-1)?.role === role) out.at(-1).content.push(...blocks);
    else out.push({ role, content: blocks });
  };
  for (const t of turns) {
    if (d === 'openai-chat') {
      if (t.user !== undefined) out.push({ role: 'user', content: t.user });
      if (t.text !== undefined || t.calls)
        out.push({
          role: 'assistant',
          content: t.text ?? null,
          ...(t.reasoning ? { reasoning_content: t.reasoning } : {}),
          ...(t.calls
            ? { tool_calls: t.calls.map((c) => ({ id: c.id, type: 'function', function: { name: c.name, arguments: c.args } })) }
            : {}),
        });
      for (const x of t.results ?? []) out.push({ role: 'tool', tool_call_id: x.id, content: x.content });
    } else if (d === 'anthropic') {
      if (t.user !== undefined) anth('user', [{ type: 'text', text: t.user }]);
      if (t.text !== undefined || t.calls)
        anth('assistant', [
          ...(t.reasoning ? [{ type: 'thinking', thinking: t.reasoning, signature: t.sig }] : []),
          ...(t.text ? [{ type: 'text', text: t.text }] : []),
          ...(t.calls ?? []).map((c) => ({ type: 'tool_use', id: c.id, name: c.name, input: c.bad ? {} : new Raw(c.args) })),
        ]);
      if (t.results)
        anth(
          'user',
          t.results.map((x) => ({
            type: 'tool_result',
            tool_use_id: x.id,
            content: x.blocks ? [{ type: 'text', text: x.content }] : x.content,
            ...(x.err ? { is_error: true } : {}),
          })),
        );
    } else {
      if (t.user !== undefined) out.push({ role: 'user', content: [{ type: 'input_text', text: t.user }] });
      if (t.reasoning)
        out.push({
          type: 'reasoning',
          id: 'rs_' + hex(12),
          summary: [{ type: 'summary_text', text: t.reasoning }],
          encrypted_content: b62(40),
        });
      if (t.text) out.push({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: t.text }] });
      for (const c of t.calls ?? []) out.push({ type: 'function_call', call_id: c.id, name: c.name, arguments: c.args });
      for (const x of t.results ?? []) out.push({ type: 'function_call_output', call_id: x.id, output: x.content });
    }
  }
  return out;
}
const keyOf = (d) => (d === 'openai-responses' ? 'input' : 'messages');
function requestOf(d, stream, turns, extra = {}, tools = TOOLS) {
  const base =
    d === 'anthropic'
      ? {
          model: 'claude-x',
          max_tokens: 8192,
          system: [{ type: 'text', text: 'You are a coding agent.', cache_control: { type: 'ephemeral' } }],
        }
      : { model: d === 'openai-chat' ? r.pick(['gpt-x', 'qwen3-coder', 'deepseek-chat']) : 'gpt-x-codex' };
  return {
    ...base,
    stream,
    [keyOf(d)]: historyOf(d, turns),
    ...(tools ? { tools: toolsFor(d, tools) } : {}),
    ...(d === 'openai-chat' && stream ? { stream_options: { include_usage: true } } : {}),
    ...(d === 'openai-responses' ? { store: false, include: ['reasoning.encrypted_content'] } : {}),
    ...extra,
  };
}

// ------------------------------------------------------------------ replies, in the skins of several servers
const cutText = (t) => {
  const out = [];
  const cps = Array.from(t);
  for (let i = 0; i < cps.length; ) {
    const n = r.int(8, Math.max(30, Math.ceil(cps.length / 25)));
    out.push(cps.slice(i, i + n).join(''));
    i += n;
  }
  return out;
};
function chatReply(stream, x) {
  const skin = x.skin ?? r.pick(['openai', 'vllm', 'openrouter', 'deepseek']);
  const style = skin === 'vllm' ? 'py' : 'compact';
  const head = {
    id: (skin === 'vllm' ? 'chatcmpl-' : 'gen-') + b62(20),
    object: stream ? 'chat.completion.chunk' : 'chat.completion',
    created: 1760000000 + r.int(0, 9e6),
    model: 'm-' + hex(4),
    ...(skin === 'openai'
      ? { service_tier: 'default', system_fingerprint: 'fp_' + hex(10) }
      : skin === 'openrouter'
        ? { provider: 'P' + hex(3) }
        : {}),
  };
  const rk = skin === 'openrouter' ? 'reasoning' : 'reasoning_content';
  const usage = {
    prompt_tokens: r.int(100, 90000),
    completion_tokens: r.int(10, 900),
    total_tokens: 0,
    prompt_tokens_details: { cached_tokens: r.int(0, 99), audio_tokens: 0 },
  };
  usage.total_tokens = usage.prompt_tokens + usage.completion_tokens;
  const finish = x.finish ?? (x.calls?.length ? 'tool_calls' : 'stop');
  const lp = (t) =>
    x.logprobs
      ? {
          logprobs: {
            content: [{ token: t, logprob: new Raw('-1.0e-05'), bytes: [...Buffer.from(t)].slice(0, 8), top_logprobs: [] }],
            refusal: null,
          },
        }
      : skin === 'openai'
        ? { logprobs: null }
        : {};
  const tc = (c, i) =>
    c.custom
      ? { ...(stream ? { index: i } : {}), id: c.id, type: 'custom', custom: { name: c.name, input: c.args } }
      : { ...(stream ? { index: i } : {}), id: c.id, type: 'function', function: { name: c.name, arguments: c.args } };
  const choices = x.choices ?? [x];
  if (!stream) {
    return (
      json(
        {
          ...head,
          choices: choices.map((c, index) => ({
            index,
            message: {
              role: 'assistant',
              content: c.text ?? null,
              refusal: c.refusal ?? null,
              ...(c.reasoning ? { [rk]: c.reasoning } : {}),
              ...(c.calls ? { tool_calls: c.calls.map(tc) } : {}),
              ...(skin === 'openai' ? { annotations: [] } : {}),
            },
            ...lp('x'),
            finish_reason: c.finish ?? finish,
          })),
          usage,
        },
        skin === 'openai' ? 'pretty' : style,
      ) + (skin === 'openai' ? '\n' : '')
    );
  }
  const ev = (delta, index = 0, fin = null, t) =>
    `data: ${json({ ...head, choices: [{ index, delta, ...(t === undefined ? lp('') : lp(t)), finish_reason: fin, ...(skin === 'vllm' ? { stop_reason: null } : {}) }] }, style)}\n\n`;
  const out = skin === 'openrouter' ? [': OPENROUTER PROCESSING\n\n', ': OPENROUTER PROCESSING\n\n'] : [];
  choices.forEach((_, i) => out.push(ev({ role: 'assistant', content: '', ...(skin === 'openai' ? { refusal: null } : {}) }, i)));
  const lists = choices.map((c, i) => [
    ...cutText(c.reasoning ?? '').map((t) => ev({ [rk]: t, ...(skin === 'openrouter' ? { content: '' } : {}) }, i)),
    ...cutText(c.text ?? '').map((t) => ev({ content: t }, i, null, t)),
    ...cutText(c.refusal ?? '').map((t) => ev({ refusal: t }, i)),
    ...(c.calls ?? []).flatMap((k, n) =>
      k.custom
        ? [
            ev({ tool_calls: [{ ...tc({ ...k, args: '' }, n) }] }, i),
            ...cutText(k.args).map((a) => ev({ tool_calls: [{ index: n, custom: { input: a } }] }, i)),
          ]
        : [
            ev({ tool_calls: [tc({ ...k, args: '' }, n)] }, i),
            ...cutText(k.args).map((a) => ev({ tool_calls: [{ index: n, function: { arguments: a } }] }, i)),
          ],
    ),
  ]);
  while (lists.some((l) => l.length)) for (const l of lists) if (l.length) out.push(l.shift());
  choices.forEach((c, i) => out.push(ev({}, i, c.finish ?? finish)));
  out.push(`data: ${json({ ...head, choices: [], usage }, style)}\n\n`, 'data: [DONE]\n\n');
  return out;
}
function anthropicReply(stream, x) {
  const usage = {
    input_tokens: r.int(3, 900),
    cache_creation_input_tokens: r.int(0, 900),
    cache_read_input_tokens: r.int(0, 90000),
    output_tokens: r.int(5, 900),
    service_tier: 'standard',
  };
  const stop = x.finish ?? (x.calls?.some((c) => !c.server) ? 'tool_use' : 'end_turn');
  const blocks = x.blocks ?? [
    ...(x.reasoning ? [{ type: 'thinking', thinking: x.reasoning, signature: x.sig ?? 'Er' + b62(80) + '==' }] : []),
    ...(x.redacted ? [{ type: 'redacted_thinking', data: b62(60) }] : []),
    ...(x.text ? [{ type: 'text', text: x.text }] : []),
    ...(x.calls ?? []).flatMap((c) =>
      c.server
        ? [{ type: 'server_tool_use', id: 'srvtoolu_01' + b62(20), name: c.name, args: c.args }, ...(c.result ? [c.result] : [])]
        : [{ type: 'tool_use', id: c.id, name: c.name, args: c.args }],
    ),
  ];
  const msg = {
    id: 'msg_01' + b62(22),
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const seq = stop === 'stop_sequence' ? '###' : null;
  if (!stream)
    return json({
      ...msg,
      content: blocks.map(({ args, ...b }) => (args === undefined ? b : { ...b, input: new Raw(args) })),
      stop_reason: stop,
      stop_sequence: seq,
    });
  const ev = (type, o) => `event: ${type}\ndata: ${json({ type, ...o })}\n\n`;
  const out = [ev('message_start', { message: msg })];
  blocks.forEach((b, index) => {
    const { args, ...rest } = b;
    const start =
      args !== undefined
        ? { ...rest, input: {} }
        : b.type === 'text'
          ? { ...b, text: '' }
          : b.type === 'thinking'
            ? { ...b, thinking: '', signature: '' }
            : b;
    out.push(ev('content_block_start', { index, content_block: start }));
    if (index === 0) out.push('event: ping\ndata: {"type": "ping"}\n\n');
    const d = (delta) => out.push(ev('content_block_delta', { index, delta }));
    if (args !== undefined) {
      d({ type: 'input_json_delta', partial_json: '' });
      if (args !== '{}' || r.next() < 0.5) cutText(args).forEach((partial_json) => d({ type: 'input_json_delta', partial_json }));
    }
    if (b.type === 'text') cutText(b.text).forEach((text) => d({ type: 'text_delta', text }));
    if (b.type === 'thinking') {
      cutText(b.thinking).forEach((thinking) => d({ type: 'thinking_delta', thinking }));
      d({ type: 'signature_delta', signature: b.signature });
    }
    out.push(ev('content_block_stop', { index }));
  });
  out.push(
    ev('message_delta', { delta: { stop_reason: stop, stop_sequence: seq }, usage: { output_tokens: usage.output_tokens } }),
    ev('message_stop', {}),
  );
  return out;
}
function responsesReply(stream, x) {
  const rid = 'resp_' + hex(32);
  const items = x.items ?? [
    ...(x.reasoning
      ? [
          {
            id: 'rs_' + hex(20),
            type: 'reasoning',
            summary: [{ type: 'summary_text', text: x.reasoning }],
            encrypted_content: 'gAAAA' + b62(60),
          },
        ]
      : []),
    ...(x.text !== undefined
      ? [
          {
            id: 'msg_' + hex(20),
            type: 'message',
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', annotations: [], logprobs: [], text: x.text }],
          },
        ]
      : []),
    ...(x.refusal
      ? [
          {
            id: 'msg_' + hex(20),
            type: 'message',
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'refusal', refusal: x.refusal }],
          },
        ]
      : []),
    ...(x.calls ?? []).map((c) =>
      c.custom
        ? { id: 'ctc_' + hex(20), type: 'custom_tool_call', status: 'completed', call_id: c.id, name: c.name, input: c.args }
        : {
            id: 'fc_' + hex(20),
            type: 'function_call',
            status: 'completed',
            arguments: c.args,
            call_id: c.id,
            name: c.name,
            ...(c.namespace ? { namespace: c.namespace } : {}),
          },
    ),
  ];
  const status = x.finish === 'length' ? 'incomplete' : 'completed';
  const obj = (s, output) => ({
    id: rid,
    object: 'response',
    created_at: 1760000000 + r.int(0, 9),
    status: s,
    error: null,
    incomplete_details: s === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model: 'gpt-x-codex',
    output,
    parallel_tool_calls: true,
    previous_response_id: x.previous ?? null,
    store: false,
    temperature: new Raw('1.0'),
    usage:
      s === 'in_progress'
        ? null
        : { input_tokens: 100, output_tokens: 20, total_tokens: 120, output_tokens_details: { reasoning_tokens: 0 } },
  });
  if (!stream) return json(obj(status, items), 'pretty');
  let n = 0;
  const ev = (type, o) => `event: ${type}\ndata: ${json({ type, sequence_number: n++, ...o })}\n\n`;
  const out = [
    ev('response.created', { response: obj('in_progress', []) }),
    ev('response.in_progress', { response: obj('in_progress', []) }),
  ];
  items.forEach((it, output_index) => {
    const at = { item_id: it.id, output_index };
    const obf = () => ({ obfuscation: b62(r.int(4, 14)) });
    const part = it.content?.[0];
    out.push(
      ev('response.output_item.added', {
        output_index,
        item:
          it.type === 'message'
            ? { ...it, status: 'in_progress', content: [] }
            : it.type === 'function_call'
              ? { ...it, status: 'in_progress', arguments: '' }
              : it.type === 'custom_tool_call'
                ? { ...it, status: 'in_progress', input: '' }
                : it.type === 'reasoning'
                  ? { ...it, summary: [] }
                  : { ...it, status: 'in_progress' },
      }),
    );
    if (it.type === 'reasoning') {
      const p = { type: 'summary_text', text: '' };
      out.push(
        ev('response.reasoning_summary_part.added', { ...at, summary_index: 0, part: p }),
        ...cutText(it.summary[0].text).map((delta) =>
          ev('response.reasoning_summary_text.delta', { ...at, summary_index: 0, delta, ...obf() }),
        ),
        ev('response.reasoning_summary_text.done', { ...at, summary_index: 0, text: it.summary[0].text }),
        ev('response.reasoning_summary_part.done', { ...at, summary_index: 0, part: it.summary[0] }),
      );
    } else if (part?.type === 'output_text') {
      out.push(
        ev('response.content_part.added', { ...at, content_index: 0, part: { ...part, text: '' } }),
        ...cutText(part.text).map((delta) => ev('response.output_text.delta', { ...at, content_index: 0, delta, logprobs: [], ...obf() })),
        ev('response.output_text.done', { ...at, content_index: 0, text: part.text, logprobs: [] }),
        ev('response.content_part.done', { ...at, content_index: 0, part }),
      );
    } else if (part?.type === 'refusal') {
      out.push(
        ev('response.content_part.added', { ...at, content_index: 0, part: { type: 'refusal', refusal: '' } }),
        ...cutText(part.refusal).map((delta) => ev('response.refusal.delta', { ...at, content_index: 0, delta })),
        ev('response.refusal.done', { ...at, content_index: 0, refusal: part.refusal }),
        ev('response.content_part.done', { ...at, content_index: 0, part }),
      );
    } else if (it.type === 'function_call')
      out.push(
        ...cutText(it.arguments).map((delta) => ev('response.function_call_arguments.delta', { ...at, delta, ...obf() })),
        ev('response.function_call_arguments.done', { ...at, arguments: it.arguments }),
      );
    else if (it.type === 'custom_tool_call')
      out.push(
        ...cutText(it.input).map((delta) => ev('response.custom_tool_call_input.delta', { ...at, delta, ...obf() })),
        ev('response.custom_tool_call_input.done', { ...at, input: it.input }),
      );
    else if (it.type === 'web_search_call')
      out.push(
        ev('response.web_search_call.in_progress', at),
        ev('response.web_search_call.searching', at),
        ev('response.web_search_call.completed', at),
      );
    else if (it.type === 'mcp_call')
      out.push(
        ev('response.mcp_call.in_progress', at),
        ev('response.mcp_call_arguments.delta', { ...at, delta: it.arguments }),
        ev('response.mcp_call_arguments.done', { ...at, arguments: it.arguments }),
        ev('response.mcp_call.completed', at),
      );
    out.push(ev('response.output_item.done', { output_index, item: it }));
  });
  out.push(ev(status === 'incomplete' ? 'response.incomplete' : 'response.completed', { response: obj(status, items) }));
  return out;
}
const REPLY = { 'openai-chat': chatReply, anthropic: anthropicReply, 'openai-responses': responsesReply };

// ------------------------------------------------------------------ rows
let n = 0;
function add(family, make, { dialects = D, count = 1, streams = [true, true, false] } = {}) {
  for (let i = 0; i < count; i++) {
    const d = dialects[i % dialects.length];
    const stream = streams[(i + Math.floor(i / dialects.length)) % streams.length];
    const m = make(d, i, stream);
    const request =
      m.request ?? requestOf(d, stream, m.turns ?? [{ user: m.user ?? sentence() }], m.extra, m.tools === undefined ? TOOLS : m.tools);
    const got = REPLY[d](stream, m.reply);
    const upstream = stream
      ? {
          status: 200,
          headers: { 'content-type': r.pick(['text/event-stream', 'text/event-stream; charset=utf-8']), 'x-request-id': 'req_' + hex(12) },
          sse: got,
        }
      : { status: 200, headers: { 'content-type': 'application/json', 'x-request-id': 'req_' + hex(12) }, body_raw: got };
    rows.push({
      id: `h${tag}-${String(++n).padStart(3, '0')}-${family}`,
      family,
      dialect: d,
      stream,
      ...(m.live && stream ? { live: true } : {}),
      request_raw: json(request, m.style ?? r.pick(['compact', 'compact', 'py'])),
      upstream,
    });
  }
}
const calls = (d, ...list) => list.map(([name, args]) => ({ id: callId(d), name, args }));

add('prose', () => ({ reply: { text: `${para(r.int(3, 9))}\n\n${para()}` }, live: true }), { count: 15 });
const kinds = Object.keys(L);
add(
  'markdown',
  (d, i) => ({
    reply: {
      text:
        ESSAY() +
        L[kinds[i % kinds.length]]() +
        '\n\n' +
        para() +
        '\n\n' +
        L[kinds[(i * 5 + 3) % kinds.length]]() +
        (i % 3 ? '\n\n' + sentence() : ''),
    },
  }),
  { count: 24 },
);
add(
  'tool-docs',
  (d, i) => ({
    user: 'Explain how these models write tool calls.',
    reply: {
      text:
        ESSAY() +
        QUOTES[i % QUOTES.length](r.pick(TOOLS_USED)) +
        '\n\n' +
        QUOTES[(i + 3) % QUOTES.length](r.pick(TOOLS_USED)) +
        '\n\n' +
        para(),
    },
  }),
  { count: 14 },
);
add(
  'native',
  (d) => ({
    reply: {
      text: r.next() < 0.6 ? sentence() : undefined,
      calls: calls(
        d,
        r.pick([
          ['bash', `{"command":"git status --short && ls ${hex(3)}"}`],
          ['read_file', `{"path": "${pick('file')}", "offset": ${r.int(1, 90)}}`],
          ['search', `{"query":"${pick('noun')} ${hex(3)}","sort":"desc"}`],
        ]),
      ),
    },
  }),
  { count: 9 },
);
add(
  'native-parallel',
  (d) => ({
    reply: {
      text: sentence(),
      calls: calls(
        d,
        ['read_file', `{"path":"${pick('file')}"}`],
        ['read_file', `{"path":"${pick('file')}"}`],
        ['bash', `{"command":"echo ${hex(4)}"}`],
        ['get_time', '{}'],
      ).slice(0, r.int(2, 4)),
    },
  }),
  { count: 8 },
);
const EDGE = [
  () => ['update_row', `{"id":9007199254740${r.int(993, 999)},"values":[{"a":1.0,"b":1e-07},{"c":123456789012345678901234567890}]}`],
  () => ['write_file', `{"path":"a${hex(2)}.ts","content":"const s = \\"a\\\\n\\\\\\"b\\\\\\"\\";\\n\\tlet t = '\\\\u0041\\/';\\n"}`],
  () => ['write_file', `{"path":"ü/${hex(2)}.md","content":"${pick('city')} \\u00e9 é 😀 \\ud83d\\ude00 \\u2028 ‮"}`],
  () => ['get_time', '{}'],
  () => ['list_issues', `{"state": null, "page": ${r.int(1, 9)}}`],
  () => ['read_file', `{"path":"${pick('file')}","offset":null,"limit":null}`],
  () => ['search', `{"query":"x","sort":"Relevance","extra_${hex(2)}":{"deep":[[],{}]}}`],
  () => [
    'search',
    `{"query":"<tool_call>{\\"name\\":\\"bash\\"}</tool_call>","filters":{"n":${r.int(1, 9)},"b":[true,false,null],"o":{"p":{"q":"[1]"}}}}`,
  ],
  () => ['bash', `{"command":"python - <<'EOF'\\nprint({'name': 'x', \\"arguments\\": [1]})\\nEOF\\n# ${hex(4)}"}`],
  () => ['write_file', `{"path":"t.json","content":"{\\"name\\":\\"${hex(3)}\\",\\"arguments\\":{\\"a\\":1,}}"}`],
  () => [
    'write_file',
    `{  "path" : "p.xml" ,\n  "content":"<invoke name=\\"a\\"><parameter name=\\"b\\">&amp;amp;</parameter></invoke> ${hex(3)}"  }`,
  ],
  () => ['bash', `{"command":"false","background":false,"timeout":${r.int(1, 9)}000}`],
];
add('native-arguments', (d, i) => ({ reply: { calls: calls(d, EDGE[i % EDGE.length]()) } }), {
  count: 24,
  streams: [true, true, true, false, true],
});
add(
  'reasoning',
  (d) => ({
    reply: {
      reasoning: `${para(3)} Perhaps <tool_call> is needed? ${sentence()}`,
      text: para(2),
      calls: r.next() < 0.6 ? calls(d, ['bash', `{"command":"make ${hex(3)}"}`]) : undefined,
      redacted: d === 'anthropic' && r.next() < 0.4,
    },
    extra: d === 'anthropic' ? { thinking: { type: 'enabled', budget_tokens: 4096 } } : {},
  }),
  { count: 11 },
);
add(
  'endings',
  (d, i) => ({
    reply:
      d === 'anthropic'
        ? { text: para(2), finish: ['refusal', 'max_tokens', 'stop_sequence', 'pause_turn'][i % 4] }
        : d === 'openai-chat'
          ? i % 2
            ? { text: para(1), finish: 'length' }
            : {
                text: i % 4 ? para(1) : null,
                refusal: i % 4 ? undefined : "I'm sorry, I can't help with that.",
                finish: i % 4 ? 'content_filter' : 'stop',
                skin: 'openai',
              }
          : i % 2
            ? { text: para(2), finish: 'length' }
            : { refusal: "I can't assist with that request." },
  }),
  { count: 9 },
);
add('logprobs', () => ({ reply: { text: para(1), logprobs: true, skin: 'openai' }, extra: { logprobs: true, top_logprobs: 2 } }), {
  count: 3,
  dialects: ['openai-chat'],
});
add('choices', () => ({ reply: { choices: [{ text: para(2) }, { text: para(2) }], skin: 'openai' }, extra: { n: 2 } }), {
  count: 3,
  dialects: ['openai-chat'],
});
const patch = () =>
  `*** Begin Patch\n*** Update File: ${pick('file')}\n@@ def ${id()}():\n-    return {"name": 1}\n+    return {"name": ${r.int(2, 99)},}\n*** End Patch\n`;
add(
  'custom-tool',
  (d) => ({
    tools: [
      ...TOOLS,
      {
        raw:
          d === 'openai-chat'
            ? {
                type: 'custom',
                custom: { name: 'apply_patch', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: /.+/' } } },
              }
            : {
                type: 'custom',
                name: 'apply_patch',
                description: 'Edit files.',
                format: { type: 'grammar', syntax: 'lark', definition: 'start: begin_patch hunk+ end_patch' },
              },
      },
    ],
    reply: { text: sentence(), calls: [{ id: callId(d), name: 'apply_patch', args: patch(), custom: true }], skin: 'openai' },
  }),
  { count: 5, dialects: ['openai-responses', 'openai-responses', 'openai-chat'] },
);
add(
  'namespace',
  (d) => ({
    tools: [
      ...TOOLS,
      {
        raw: {
          type: 'namespace',
          name: 'github',
          description: 'GitHub',
          tools: [{ type: 'function', name: 'get_issue', parameters: P({ number: { type: 'integer' } }, ['number']) }],
        },
      },
      { raw: { type: 'web_search' } },
    ],
    reply: { text: sentence(), calls: [{ id: callId(d), name: 'get_issue', args: `{"number":${r.int(1, 9999)}}`, namespace: 'github' }] },
  }),
  { count: 2, dialects: ['openai-responses'] },
);
add(
  'server-tools',
  (d) =>
    d === 'anthropic'
      ? {
          tools: [...TOOLS, { raw: { type: 'web_search_20250305', name: 'web_search', max_uses: 3 } }],
          reply: {
            calls: [{ server: true, name: 'web_search', args: `{"query":"${pick('noun')} ${hex(3)}"}`, result: undefined }],
            blocks: (() => {
              const s = 'srvtoolu_01' + b62(20);
              return [
                { type: 'text', text: sentence() },
                { type: 'server_tool_use', id: s, name: 'web_search', args: `{"query": "${pick('noun')}"}` },
                {
                  type: 'web_search_tool_result',
                  tool_use_id: s,
                  content: [
                    {
                      type: 'web_search_result',
                      url: 'https://example.org/' + hex(5),
                      title: 'T',
                      encrypted_content: b62(30),
                      page_age: null,
                    },
                  ],
                },
                { type: 'text', text: para(2) },
              ];
            })(),
            finish: 'end_turn',
          },
        }
      : {
          tools: [
            ...TOOLS,
            { raw: { type: 'web_search' } },
            { raw: { type: 'mcp', server_label: 'deepwiki', server_url: 'https://example.org/mcp', require_approval: 'never' } },
          ],
          reply: {
            items: [
              { id: 'ws_' + hex(16), type: 'web_search_call', status: 'completed', action: { type: 'search', query: pick('noun') } },
              {
                id: 'mcp_' + hex(16),
                type: 'mcp_call',
                status: 'completed',
                server_label: 'deepwiki',
                name: 'ask',
                arguments: `{"q":"${hex(4)}"}`,
                output: 'error: none\n' + sentence(),
                error: null,
                approval_request_id: null,
              },
              {
                id: 'msg_' + hex(16),
                type: 'message',
                status: 'completed',
                role: 'assistant',
                content: [{ type: 'output_text', annotations: [], logprobs: [], text: para(2) }],
              },
            ],
          },
        },
  { count: 6, dialects: ['anthropic', 'openai-responses'] },
);
add(
  'typed-tools',
  (d) => ({
    tools: [
      ...TOOLS,
      { raw: { type: 'bash_20250124', name: 'shell' } },
      { raw: { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 10000 } },
      { raw: { type: 'memory_20250818', name: 'memory' } },
    ],
    reply: {
      text: sentence(),
      calls: calls(
        d,
        r.pick([
          ['shell', `{"command":"ls ${hex(3)}"}`],
          ['shell', '{"restart":true}'],
          ['str_replace_based_edit_tool', `{"command":"view","path":"/repo/${hex(4)}","view_range":[1,-1]}`],
        ]),
      ),
    },
  }),
  { count: 4, dialects: ['anthropic'] },
);
add(
  'server-held',
  (d, i, stream) => {
    const prev = 'resp_' + hex(32);
    return {
      request: {
        model: 'gpt-x-codex',
        stream,
        store: true,
        ...(i % 2 ? { previous_response_id: prev } : { conversation: 'conv_' + hex(20) }),
        input: [{ type: 'function_call_output', call_id: callId(d), output: 'total 0\n' }],
        tools: toolsFor(d),
      },
      reply: { previous: i % 2 ? prev : undefined, text: sentence(), calls: calls(d, ['bash', `{"command":"wc -l ${hex(3)}"}`]) },
    };
  },
  { count: 5, dialects: ['openai-responses'], streams: [true, true, false] },
);
add(
  'structured',
  (d) => {
    const text = `{"name":"${id()}","arguments":{"path":"${pick('file')}"},"score":${r.int(1, 99)}.0}`;
    const schema = P({ name: S, arguments: { type: 'object' }, score: { type: 'number' } }, ['name']);
    return {
      tools: TOOLS,
      extra:
        d === 'openai-chat'
          ? { response_format: { type: 'json_schema', json_schema: { name: 'rec', strict: false, schema } } }
          : d === 'anthropic'
            ? { output_config: { format: { type: 'json_schema', schema } } }
            : { text: { format: { type: 'json_schema', name: 'rec', strict: false, schema } } },
      reply: { text },
    };
  },
  { count: 6 },
);
const FINE = [
  () =>
    `src/a.ts:${r.int(1, 99)}:  throw new Error("Missing value for required parameter 'path'");\nsrc/b.ts:${r.int(1, 99)}:  // Unknown tool: x\n`,
  () => `0 errors, 0 warnings\nTests: ${r.int(2, 999)} passed, 0 failed\n`,
  () =>
    `# Troubleshooting\n\n"Error: ENOENT: no such file or directory" means the path is wrong. Invalid JSON arguments are explained in section ${r.int(2, 9)}.`,
  () => `commit ${hex(40)}\n    fix: tool not found error when args are null\n\n    Error: Invalid arguments for tool was shown twice.\n`,
  () => `{"errors": [], "error": null, "message": "ok ${hex(3)}"}`,
  () => `[2026-01-0${r.int(1, 9)}] WARN retry after timeout; ERROR count=0; all ${r.int(2, 99)} jobs done`,
  () => `diff --git a/x b/x\n-raise ValueError("validation error: field required")\n+return None\n`,
];
add(
  'result-words',
  (d, i) => {
    const c = calls(
      d,
      r.pick([
        ['bash', `{"command":"grep -rn Error src/${hex(2)}"}`],
        ['read_file', `{"path":"${pick('file')}"}`],
        ['search', `{"query":"error ${hex(2)}"}`],
      ]),
    );
    return {
      turns: [
        { user: para(1) },
        { text: sentence(), calls: c },
        { results: [{ id: c[0].id, content: FINE[i % FINE.length](), blocks: i % 2 === 0 }] },
      ],
      reply: { text: para(2) },
    };
  },
  { count: 14 },
);
add(
  'multi-turn',
  (d) => {
    const turns = [{ user: para(1) }];
    for (let k = 0; k < r.int(2, 6); k++) {
      const c = calls(
        d,
        ['read_file', `{"path":"${pick('file')}","limit":${r.int(10, 99)}}`],
        ['bash', `{"command":"sed -n ${k},9p ${hex(3)}"}`],
      ).slice(0, r.int(1, 2));
      turns.push(
        { text: sentence(), reasoning: r.next() < 0.4 ? sentence() : undefined, sig: 'Er' + b62(40), calls: c },
        { results: c.map((x) => ({ id: x.id, content: para(1), blocks: r.next() < 0.5 })) },
      );
      if (r.next() < 0.4) turns.push({ text: para(1) }, { user: sentence() });
    }
    return {
      turns: turns,
      reply:
        r.next() < 0.5
          ? { text: ESSAY() + L[r.pick(kinds)]() + '\n\n' + sentence() }
          : { text: sentence(), calls: calls(d, ['bash', `{"command":"true ${hex(3)}"}`]) },
    };
  },
  { count: 9 },
);
add(
  'no-tools',
  (d, i) => ({
    tools: i % 2 ? TOOLS : null,
    extra: i % 2 ? { tool_choice: d === 'anthropic' ? { type: 'none' } : 'none' } : {},
    reply: { text: `${sentence()}\n\n<read_file>\n<path>${pick('file')}</path>\n</read_file>` },
  }),
  { count: 4 },
);

// ------------------------------------------------------------------ growing sessions: each request extends the last
const FAULT = [
  (d) => ['read_file', '{}', "Error: Missing value for required parameter 'path'."],
  () => ['bash', `{"command":"cat nope_${hex(3)}"}`, `cat: nope: No such file or directory`],
  () => ['write_file', `{"path":"a","content":1}`, 'InputValidationError: content must be string'],
  () => ['launch_missiles', '{}', 'Error: No such tool available: launch_missiles'],
];
function growing(d, turns, clean) {
  const t = [{ user: para(2) }];
  const marks = [];
  const say = () => marks.push(t.length);
  say();
  const step = (name, args, content, more = {}) => {
    const c = [{ id: callId(d), name, args, ...more.call }];
    t.push({ text: r.next() < 0.5 ? sentence() : undefined, calls: c });
    if (!more.dangling) t.push({ results: [{ id: c[0].id, content, err: more.err }] });
    else t.push({ user: r.pick(['Stop. Do the other thing.', sentence()]) });
    say();
  };
  for (let k = 0; k < turns; ) {
    const dice = clean ? 0 : r.next();
    if (dice < 0.6) {
      step(
        ...r.pick([
          ['bash', `{"command":"step ${k} ${hex(3)}"}`, para(1)],
          ['read_file', `{"path":"${pick('file')}","offset":${k}}`, para(2)],
        ]),
      );
      k++;
    } else if (dice < 0.72) {
      const [a, b, c] = r.pick(FAULT)(d);
      step(a, b, c, { err: true });
      k++;
    } else if (dice < 0.8) {
      step(
        'bash',
        r.pick(['{"command": "ls', '', "{'command': 'ls'}", '{"command":"a"}{"command":"b"}']),
        'Error: invalid JSON arguments',
        { err: true, call: { bad: true } },
      );
      k++;
    } else if (dice < 0.88) {
      step('bash', `{"command":"sleep ${k}"}`, '', { dangling: true });
      k++;
    } else if (dice < 0.95) {
      const same = `{"command":"make ${hex(3)}"}`;
      for (let j = 0; j < r.int(3, 6); j++, k++) step('bash', same, 'make: *** [all] Error 2', { err: true });
    } else {
      t.push({ text: para(1) }, { user: sentence() });
      say();
      k++;
    }
  }
  // message counts of each request
  const list = historyOf(d, t);
  const cuts = marks.map((m) => historyOf(d, t.slice(0, m)).length);
  const head = requestOf(d, true, [], {}, TOOLS);
  rows.push({
    id: `h${tag}-${String(++n).padStart(3, '0')}-growing`,
    family: 'growing',
    dialect: d,
    stream: true,
    ...(clean ? { clean: true } : {}),
    head: JSON.parse(json(head)),
    list: JSON.parse(json(list)),
    cuts,
  });
}
growing('openai-chat', 60, false);
growing('anthropic', 60, false);
growing('openai-responses', 60, false);
growing('openai-chat', 200, false);
growing('anthropic', 120, false);
growing('openai-responses', 90, false);
growing(r.pick(D), 40, true);
growing(r.pick(D), 50, true);

process.stdout.write(rows.map((x) => JSON.stringify(x)).join('\n') + '\n');
