// Reads the history out of a forwarded request body of any dialect, for the judges of errors, loops and dangling calls.
import { isObject } from './util.mjs';

const blocksOf = (c) =>
  typeof c === 'string' ? [{ type: 'text', text: c }] : Array.isArray(c) ? c : c === null || c === undefined ? [] : [c];
export const textOf = (c) =>
  blocksOf(c)
    .map((b) => (typeof b === 'string' ? b : typeof b.text === 'string' ? b.text : typeof b.content === 'string' ? b.content : ''))
    .join('');

/** A flat list of entries in order: {kind:'text'|'call'|'result', role, id, name, arguments, content, isError, message(index)} */
export function flatten(dialect, body) {
  const out = [];
  if (dialect === 'openai-responses') {
    (Array.isArray(body.input) ? body.input : []).forEach((x, message) => {
      if (x.type === 'function_call')
        out.push({ kind: 'call', role: 'assistant', id: x.call_id, name: x.name, arguments: x.arguments, message });
      else if (x.type === 'function_call_output')
        out.push({ kind: 'result', role: 'tool', id: x.call_id, content: textOf(x.output), message });
      else out.push({ kind: 'text', role: x.role ?? x.type, content: textOf(x.content), message });
    });
    return out;
  }
  (Array.isArray(body.messages) ? body.messages : []).forEach((x, message) => {
    if (dialect === 'openai-chat') {
      if (x.role === 'tool') return out.push({ kind: 'result', role: 'tool', id: x.tool_call_id, content: textOf(x.content), message });
      const t = textOf(x.content);
      if (t || !Array.isArray(x.tool_calls)) out.push({ kind: 'text', role: x.role, content: t, message });
      for (const c of Array.isArray(x.tool_calls) ? x.tool_calls : [])
        out.push({ kind: 'call', role: 'assistant', id: c.id, name: c.function?.name, arguments: c.function?.arguments, message });
      return undefined;
    }
    for (const b of blocksOf(x.content)) {
      if (b.type === 'tool_use')
        out.push({ kind: 'call', role: x.role, id: b.id, name: b.name, arguments: JSON.stringify(b.input), input: b.input, message });
      else if (b.type === 'server_tool_use') out.push({ kind: 'server', role: x.role, id: b.id, message });
      else if (b.type === 'tool_result')
        out.push({ kind: 'result', role: x.role, id: b.tool_use_id, content: textOf(b.content), isError: b.is_error, message });
      else out.push({ kind: 'text', role: x.role, type: b.type, content: typeof b.text === 'string' ? b.text : '', message });
    }
    return undefined;
  });
  return out;
}

/** What a server of this dialect would reject in a history; [] when it is valid. */
export function historyFaults(dialect, body) {
  const faults = [];
  const list = flatten(dialect, body);
  const calls = list.filter((x) => x.kind === 'call');
  const results = list.filter((x) => x.kind === 'result');
  const dup = (xs) => xs.filter((x, i) => xs.indexOf(x) !== i);
  const callIds = calls.map((c) => c.id);
  for (const c of calls) {
    if (typeof c.id !== 'string' || !c.id) faults.push('call-without-id');
    if (typeof c.name !== 'string' || !c.name) faults.push('call-without-name');
    if (dialect !== 'anthropic') {
      let v;
      try {
        v = JSON.parse(c.arguments);
      } catch {
        v = undefined;
      }
      if (!isObject(v)) faults.push('malformed-arguments:' + c.id);
    } else if (!isObject(c.input)) faults.push('input-not-object:' + c.id);
  }
  for (const id of new Set(dup(callIds))) faults.push('duplicate-call-id:' + id);
  for (const id of new Set(dup(results.map((x) => x.id)))) faults.push('duplicate-result:' + id);
  for (const x of results) if (!callIds.includes(x.id)) faults.push('orphan-result:' + x.id);
  for (const c of calls) {
    const x = results.find((y) => y.id === c.id);
    if (!x) {
      faults.push('dangling-call:' + c.id);
      continue;
    }
    if (list.indexOf(x) < list.indexOf(c)) faults.push('result-before-call:' + c.id);
    else if (!adjacent(dialect, list, c, x)) faults.push('result-not-adjacent:' + c.id);
  }
  if (dialect === 'anthropic') {
    const ms = Array.isArray(body.messages) ? body.messages : [];
    ms.forEach((m, i) => {
      if (i && ms[i - 1].role === m.role) faults.push('roles-not-alternating:' + i);
      const bs = blocksOf(m.content);
      const k = bs.findIndex((b) => b.type !== 'tool_result');
      if (k >= 0 && bs.slice(k).some((b) => b.type === 'tool_result')) faults.push('result-after-text:' + i);
      if (Array.isArray(m.content) && !m.content.length) faults.push('empty-content:' + i);
    });
  }
  if (dialect === 'openai-chat')
    (body.messages ?? []).forEach((m, i) => {
      if (Array.isArray(m.tool_calls) && !m.tool_calls.length) faults.push('empty-tool-calls:' + i);
    });
  return faults;
}

/** Between a call and its result only calls and results of the same assistant message may stand. */
function adjacent(dialect, list, call, result) {
  if (dialect === 'anthropic') return result.message === call.message + 1;
  const between = list.slice(list.indexOf(call) + 1, list.indexOf(result));
  return between.every((x) => x.kind === 'result' || (x.kind === 'call' && (dialect === 'openai-responses' || x.message === call.message)));
}

/** The same bytes, apart from the step's own case id where that had to travel in the body (client.mjs, idIn). */
export function sameBytes(ex, a, b) {
  if (a.equals(b)) return true;
  const bare = (x) => x.toString('utf8').replaceAll(new RegExp(ex.id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + '~\\d+', 'g'), 'ID');
  return bare(a) === bare(b);
}

/** The raw text of each entry of the top-level array `key` of a JSON object, cache_control taken out; null if there is none. */
export function rawItems(text, key) {
  const out = [];
  let depth = 0;
  let start = -1;
  let inside = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"') {
      const from = i;
      for (i++; text[i] !== '"' && i < text.length; i++) if (text[i] === '\\') i++;
      if (depth === 1 && !inside && text.slice(from + 1, i) === key && /^\s*:\s*\[/.test(text.slice(i + 1, i + 20))) {
        i = text.indexOf('[', i);
        depth = 2;
        inside = true;
        start = i + 1;
      }
    } else if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') {
      depth--;
      if (inside && depth === 1) {
        if (text.slice(start, i).trim()) out.push(text.slice(start, i).trim());
        return out.map((x) =>
          x.replace(/"cache_control"\s*:\s*\{[^{}]*\}\s*,\s*/g, '').replace(/\s*,\s*"cache_control"\s*:\s*\{[^{}]*\}/g, ''),
        );
      }
    } else if (c === ',' && inside && depth === 2) {
      out.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return null;
}
