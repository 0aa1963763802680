// errors rows {tool, args, tools?, content, is_error_flag, surface?, expect:{category, alt?, never?, none_kind?, facts?, fp?}}.
//   surface none          : the text is a tool result in the history; the same request goes twice.
//   surface upstream_error: the text is the body of an HTTP error of the upstream.
//   surface assistant_text: the text is the model's reply (args.native_calls beside it); then the agent's next request.
import { toRequest } from './dialects.mjs';
import { isObject, tryParse } from './util.mjs';

const permissive = (name, args) => ({
  name,
  parameters: { type: 'object', properties: Object.fromEntries(Object.keys(isObject(args) ? args : {}).map((k) => [k, {}])) },
});

export function toolsOf(row) {
  const tools = (row.tools ?? []).map((t) => ({
    name: t.name,
    description: t.description,
    parameters: t.parameters ?? { type: 'object' },
  }));
  const cats = [row.expect.category, ...(row.expect.alt ?? [])].join(' ');
  const named = /^[A-Za-z0-9_.:-]+$/.test(row.tool ?? '');
  if (named && !tools.some((t) => t.name === row.tool) && !/UNKNOWN_TOOL/.test(cats)) tools.push(permissive(row.tool, row.args));
  if (!tools.length) tools.push(permissive('other_tool', {}));
  return tools;
}

export function errorExchange({ row, caseId, opts, guises, replyScript }) {
  const raw = typeof row.args === 'string';
  const dialects = (opts.dialects ?? []).filter((d) => !(raw && d === 'anthropic') || row.surface);
  const gs = guises(caseId, opts.guises, opts.seed, { dialects: dialects.length ? dialects : ['openai-chat'] });
  return gs.map((guise) => {
    const base = { guise, dialect: guise.dialect, expect: row.expect, row, judge: 'errors', surface: row.surface ?? 'tool_result' };
    const plain = replyScript(guise.dialect, { text: 'Understood.', calls: [], finish: 'stop' }, guise);
    const tools = toolsOf(row);
    const neutral = (messages) => toRequest(guise.dialect, { tools, messages, stream: guise.stream });
    const id = guise.dialect === 'anthropic' ? 'toolu_e1' : 'call_e1';
    if (row.surface === 'upstream_error') {
      const p = tryParse(row.content);
      const code = Number(row.expect.facts?.status ?? (p.ok ? (p.value?.error?.code ?? p.value?.code ?? p.value?.status) : NaN));
      const status =
        row.status ??
        (code >= 400 && code < 600
          ? code
          : /rate|quota|too many|throttl/i.test(row.content) && !/context|prompt is too long/i.test(row.content)
            ? 429
            : 400);
      const body =
        p.ok && isObject(p.value)
          ? row.content
          : JSON.stringify(
              guise.dialect === 'anthropic'
                ? { type: 'error', error: { type: 'invalid_request_error', message: row.content } }
                : { error: { message: row.content, type: 'invalid_request_error' } },
            );
      const script = { status, headers: { 'content-type': 'application/json' }, body_raw: body };
      return {
        ...base,
        status,
        steps: [{ request: neutral([{ role: 'user', text: 'Do the step.' }]), stream: guise.stream, upstream: script }],
      };
    }
    if (row.surface === 'assistant_text') {
      const native = (isObject(row.args) ? (row.args.native_calls ?? []) : []).map((c, i) => ({
        id: `${id}${i}`,
        name: c.name,
        arguments: JSON.stringify(c.arguments ?? {}),
      }));
      const reply = { text: row.content, reasoning: '', calls: native, finish: native.length ? 'calls' : 'stop' };
      const first = {
        request: neutral([{ role: 'user', text: 'Do the step.' }]),
        stream: guise.stream,
        upstream: replyScript(guise.dialect, reply, guise),
      };
      const next = (done) => {
        const got = done[0].result;
        const calls = got.calls.filter((c) => c.complete && !c.server).map((c) => ({ id: c.id, name: c.name, arguments: c.argumentsRaw }));
        if (!calls.length) return null;
        return {
          request: neutral([
            { role: 'user', text: 'Do the step.' },
            { role: 'assistant', text: got.text || undefined, calls },
            { role: 'tool', results: calls.map((c) => ({ id: c.id, content: 'ok, 3 passed' })) },
          ]),
          stream: guise.stream,
          upstream: plain,
        };
      };
      return { ...base, reply, steps: native.length ? [first, next] : [first] };
    }
    const args = raw ? row.args : JSON.stringify(row.args ?? {});
    const messages = [
      { role: 'user', text: 'Do the step.' },
      { role: 'assistant', calls: [{ id, name: row.tool, arguments: args }] },
      { role: 'tool', results: [{ id, content: row.content, isError: row.is_error_flag }] },
    ];
    const step = { request: neutral(messages), stream: guise.stream, upstream: plain };
    return { ...base, callId: id, steps: [step, step] };
  });
}
