// leaks rows {id, family, tools, text, reasoning?, finish_reason?, native_calls?, tool_choice?, expect} and bench rows.
import { toRequest } from './dialects.mjs';

export function leakExchange({ row, caseId, opts, guises, replyScript }) {
  const gs = guises(caseId, opts.guises, opts.seed, { dialects: row.dialect ? [row.dialect] : opts.dialects });
  return gs.map((guise) => {
    const native = (row.native_calls ?? row.nativeCalls ?? []).map((c, i) => ({
      id: c.id ?? `call_nat${i + 1}`,
      name: c.name,
      arguments: typeof c.arguments === 'string' ? c.arguments : JSON.stringify(c.arguments ?? {}),
    }));
    const finish = ['length', 'max_tokens'].includes(row.finish_reason) ? 'length' : native.length ? 'calls' : 'stop';
    const reply = { text: row.text ?? '', reasoning: row.reasoning ?? '', calls: native, finish };
    const request = toRequest(guise.dialect, {
      tools: (row.tools ?? [])
        .map((t) => t.function ?? t)
        .map((t) => ({ name: t.name, description: t.description, parameters: t.parameters ?? t.input_schema })),
      messages: [{ role: 'user', text: row.user ?? 'Do the step.' }],
      stream: guise.stream,
      toolChoice: row.tool_choice,
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
