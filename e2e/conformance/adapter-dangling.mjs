// dangling rows {dialect:'openai'|'anthropic'|…, api?:'responses', messages, tools?, expect:{repaired_messages | accept | rules, unchanged?, provider?}}.
// Step 1: the history as the agent sends it. Step 2: the same again (same bytes out?). Step 3: what went out, sent in
// again (idempotent: it must leave unchanged).
const KEY = { 'openai-chat': 'messages', anthropic: 'messages', 'openai-responses': 'input' };
const dialectOf = (row) => (row.api === 'responses' ? 'openai-responses' : row.dialect === 'openai' ? 'openai-chat' : row.dialect);

export function danglingExchange({ row, caseId, opts, guises, replyScript }) {
  const d = dialectOf(row);
  if (!opts.dialects.includes(d)) return [];
  return guises(caseId, 1, opts.seed, { dialects: [d] }).map((guise) => {
    const tools = (row.tools ?? toolsFrom(row.messages)).map((t) => wire(d, t.function ?? t));
    const request = {
      model: 'm',
      stream: guise.stream,
      ...(d === 'anthropic' ? { max_tokens: 1024 } : {}),
      [KEY[d]]: row.messages,
      ...(tools.length ? { tools } : {}),
    };
    const upstream = replyScript(d, { text: 'Understood.', calls: [], finish: 'stop' }, guise);
    const step = { request, stream: guise.stream, upstream };
    const again = (done) => {
      const out = done[0].requests.at(-1);
      return out?.body ? { rawBody: out.raw, stream: guise.stream, upstream } : null;
    };
    return {
      guise,
      dialect: d,
      expect: row.expect,
      row,
      key: KEY[d],
      judge: 'dangling',
      family: row.family ?? d,
      steps: [step, step, again],
    };
  });
}

function wire(d, { name, parameters, input_schema }) {
  const schema = parameters ?? input_schema ?? { type: 'object' };
  return d === 'openai-chat'
    ? { type: 'function', function: { name, parameters: schema } }
    : d === 'anthropic'
      ? { name, input_schema: schema }
      : { type: 'function', name, parameters: schema };
}

function toolsFrom(list) {
  const names = new Set();
  for (const m of Array.isArray(list) ? list : []) {
    for (const c of Array.isArray(m.tool_calls) ? m.tool_calls : []) if (c?.function?.name) names.add(c.function.name);
    for (const b of Array.isArray(m.content) ? m.content : []) if (b?.type === 'tool_use' && b.name) names.add(b.name);
    if (m.type === 'function_call' && m.name) names.add(m.name);
    if (m.function_call?.name) names.add(m.function_call.name);
  }
  return [...names].map((name) => ({ name, parameters: { type: 'object' } }));
}
