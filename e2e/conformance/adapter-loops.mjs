// loops rows {turns:[{call:{name,arguments}|null, result:{content,is_error}|null, text?, group?, user_before?,
//   context_compacted_before?, upstream_error?}], expect:{stuck, at_turn, at_turn_max?, kind, by?, warn_ok?}}.
// A turn is one call; calls with the same group are parallel calls of one message. The exchange plays the agent's
// requests with the history of the first k turns, for a few k; the model answers with the call of turn k+1.
import { toRequest } from './dialects.mjs';

export function loopExchange({ row, caseId, opts, guises, replyScript }) {
  const n = row.turns.length;
  const stuck = row.expect.stuck === true;
  const at = row.expect.at_turn ?? n;
  const max = Math.min(n, row.expect.at_turn_max ?? at);
  const bare = row.turns.some((t) => !t.call); // replies without a call: consecutive assistant messages, which Anthropic cannot carry
  const dialects = (row.dialect ? [row.dialect] : opts.dialects).filter((d) => !(bare && d === 'anthropic'));
  if (!dialects.length) return [];
  const gs = guises(caseId, Math.max(1, Math.ceil(opts.guises / 2)), opts.seed, { dialects });
  const up = (k) => {
    while (k < n && row.turns[k].group !== undefined && row.turns[k].group === row.turns[k - 1]?.group) k++;
    return k;
  };
  const down = (k) => {
    while (k > 0 && row.turns[k]?.group !== undefined && row.turns[k].group === row.turns[k - 1]?.group) k--;
    return k;
  };
  const ks = (stuck ? [down(at - 1), up(at), up(max)] : [up(Math.ceil(n / 2)), down(n - 1), n]).filter((k) => k >= 1);
  const family = row.family ?? row.expect.kind ?? (stuck ? 'stuck' : 'progress');
  return gs.map((guise) => {
    const base = { guise, dialect: guise.dialect, expect: row.expect, row, at, max, judge: 'loops', family };
    const tools = row.tools?.length ? row.tools.map((t) => t.function ?? t) : toolsFrom(row.turns);
    if (row.turns.every((t) => t.upstream_error)) {
      // The agent sends the same history again and again; the upstream refuses it each time.
      const request = toRequest(guise.dialect, { tools, messages: [{ role: 'user', text: 'Do the step.' }], stream: guise.stream });
      const steps = row.turns.map((t, i) => ({
        k: i + 1,
        request,
        stream: guise.stream,
        upstream: { status: 400, headers: { 'content-type': 'application/json' }, body_raw: t.result.content },
      }));
      return { ...base, bySurface: 'upstream_error', steps };
    }
    const steps = [...new Set(ks)]
      .sort((a, b) => a - b)
      .map((k) => {
        const messages = historyOf(row.turns.slice(0, k), guise.dialect);
        const group = [];
        for (let i = k; i < n && (i === k || (row.turns[i].group !== undefined && row.turns[i].group === row.turns[k].group)); i++)
          if (row.turns[i].call) group.push(callOf(row.turns[i], i, guise.dialect));
        const next = row.turns[k];
        const reply =
          group.length && !next.user_before
            ? { text: next.text ?? '', calls: group, finish: 'calls' }
            : { text: next && !next.call ? (next.text ?? '') : 'Done.', calls: [], finish: 'stop' };
        return {
          k,
          request: toRequest(guise.dialect, { tools, messages, stream: guise.stream }),
          stream: guise.stream,
          upstream: replyScript(guise.dialect, reply, guise),
        };
      });
    return { ...base, steps };
  });
}

const callOf = (t, i, dialect) => ({
  id: `${dialect === 'anthropic' ? 'toolu_' : 'call_'}l${i + 1}`,
  name: t.call.name,
  arguments: typeof t.call.arguments === 'string' ? t.call.arguments : JSON.stringify(t.call.arguments ?? {}),
});

export function historyOf(turns, dialect) {
  let messages = [{ role: 'user', text: 'Do the step.' }];
  for (let i = 0; i < turns.length; ) {
    const t = turns[i];
    if (t.context_compacted_before) messages = [{ role: 'user', text: 'Do the step. (Earlier messages were summarised.)' }];
    if (t.user_before) messages.push({ role: 'user', text: typeof t.user_before === 'string' ? t.user_before : 'Please continue.' });
    let j = i + 1;
    while (j < turns.length && t.group !== undefined && turns[j].group === t.group) j++;
    const part = turns.slice(i, j);
    const calls = part.map((x, d) => x.call && callOf(x, i + d, dialect)).filter(Boolean);
    messages.push({ role: 'assistant', text: t.text ?? (calls.length ? undefined : ''), calls });
    const results = part
      .map(
        (x, d) =>
          x.call &&
          x.result && {
            id: callOf(x, i + d, dialect).id,
            content: typeof x.result.content === 'string' ? x.result.content : JSON.stringify(x.result.content ?? ''),
            isError: x.result.is_error ?? undefined,
          },
      )
      .filter(Boolean);
    if (results.length) messages.push({ role: 'tool', results });
    i = j;
  }
  return messages;
}

function toolsFrom(turns) {
  const by = new Map();
  for (const t of turns) {
    if (!t.call) continue;
    const tool = by.get(t.call.name) ?? { name: t.call.name, parameters: { type: 'object', properties: {} } };
    let a = t.call.arguments;
    try {
      if (typeof a === 'string') a = JSON.parse(a);
    } catch {
      a = {};
    }
    for (const k of Object.keys(a ?? {})) tool.parameters.properties[k] ??= {};
    by.set(t.call.name, tool);
  }
  return [...by.values()];
}
