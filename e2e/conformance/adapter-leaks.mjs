// leaks rows {id, family, tools, text, reasoning?, finish_reason?, native_calls?, tool_choice?, parallel?, structured?, stop?, legacy?, expect}
// and bench rows. tool_choice is a word or {name}; stop is the request's list of stop sequences (stop_hit, else the first, is the one that
// was hit where finish_reason says so); legacy offers the tools as Chat's `functions`.
import { toRequest } from './dialects.mjs';

const FINISHES = { length: 'length', max_tokens: 'length', content_filter: 'filter', stop_sequence: 'stop_sequence' };

export function leakExchange({ row, caseId, opts, guises, replyScript }) {
  const gs = guises(caseId, opts.guises, opts.seed, { dialects: row.dialect ? [row.dialect] : opts.dialects });
  return gs.map((guise) => {
    const native = (row.native_calls ?? row.nativeCalls ?? []).map((c, i) => ({
      id: c.id ?? `call_nat${i + 1}`,
      name: c.name,
      arguments: typeof c.arguments === 'string' ? c.arguments : JSON.stringify(c.arguments ?? {}),
    }));
    const finish = FINISHES[row.finish_reason] ?? (native.length ? 'calls' : 'stop');
    const reply = {
      text: row.text ?? '',
      reasoning: row.reasoning ?? '',
      calls: native,
      finish,
      stopSequence: row.stop_hit ?? row.stop?.[0] ?? null,
    };
    const request = toRequest(guise.dialect, {
      tools: (row.tools ?? [])
        .map((t) => t.function ?? t)
        .map((t) => ({ name: t.name, description: t.description, parameters: t.parameters ?? t.input_schema })),
      messages: [{ role: 'user', text: row.user ?? 'Do the step.' }],
      stream: guise.stream,
      toolChoice: row.tool_choice,
      parallel: row.parallel,
      structured: row.structured,
      stop: row.stop,
      legacy: row.legacy,
    });
    return {
      guise,
      dialect: guise.dialect,
      expect: row.expect,
      row,
      reply,
      judge: 'leaks',
      steps: [{ request, stream: guise.stream, upstream: replyScript(guise.dialect, reply, guise) }],
    };
  });
}
