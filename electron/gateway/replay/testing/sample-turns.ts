import { everyCharacter, requestOf, streamOf } from '../../../core/testing/reply-builder.ts';
import type { Dialect } from '../../../../shared/vocabulary.ts';
import type { ScriptedTurn } from './recorded-session.ts';

const tools = [
  { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } },
  { name: 'read_file', parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } },
];
export const leak = (command: string): string => `<tool_call>\n${JSON.stringify({ name: 'bash', arguments: { command } })}\n</tool_call>`;
/** A call in a fence that is the whole reply: held as `common`. */
export const heldLeak = '```json\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n```';

export const bodyOf = (dialect: Dialect, text = 'Do it.', stream = true): Record<string, unknown> => {
  const body = requestOf(dialect, tools, stream);
  const key = dialect === 'openai-responses' ? 'input' : 'messages';
  return { ...body, [key]: [{ role: 'user', content: text }] };
};

export const turnOf = (
  dialect: Dialect,
  text: string,
  replies: ScriptedTurn['replies'],
  more: Partial<ScriptedTurn> = {},
): ScriptedTurn => ({
  dialect,
  session: `session-${dialect}`,
  body: bodyOf(dialect, text),
  replies,
  ...more,
});

/** One session with every kind of outcome that a replay has to reproduce. */
export function sampleTurns(dialect: Dialect): readonly ScriptedTurn[] {
  const text = (reply: string, cut = false) => ({
    sse: streamOf(dialect, { text: reply, finish: 'stop' }, cut ? everyCharacter : undefined),
  });
  const native = (args: string) => ({
    sse: streamOf(dialect, { calls: [{ id: 'call_1', name: 'bash', arguments: args }], finish: 'calls' }),
  });
  return [
    turnOf(dialect, 'plain', [text('Nothing to do.')]),
    turnOf(dialect, 'leak', [text(leak('ls -la'), true)]),
    turnOf(dialect, 'native', [native('{"command":"ls"}')]),
    turnOf(dialect, 'broken native, mended', [native("{'command': 'ls'}")]),
    turnOf(dialect, 'missing parameter, asked again', [native('{}'), native('{"command":"pwd"}')]),
    turnOf(dialect, 'unadvertised, asked again, text', [text(leak('x').replace('"bash"', '"launch"')), text('I can not do that.')]),
    turnOf(dialect, 'held and approved', [text(heldLeak)], { verdict: { verdict: 'approve' } }),
    turnOf(dialect, 'held and overridden', [text(heldLeak)], { verdict: { verdict: 'override', arguments: { path: 'b.ts' } } }),
    turnOf(dialect, 'held and passed as text', [text(heldLeak)], { verdict: { verdict: 'text' } }),
    turnOf(dialect, 'held and nobody there', [text(heldLeak), text('Then not.')]),
    turnOf(dialect, 'quoted', [text(`Write it like this:\n\n> ${leak('ls').replaceAll('\n', '\n> ')}\n\nThat is the syntax.`)]),
    turnOf(dialect, 'cut', [{ sse: streamOf(dialect, { text: 'Half a' }).slice(0, 2), reset: true }]),
    turnOf(dialect, 'refused by the upstream', [{ json: { error: { type: 'rate_limit_error', message: 'slow down' } }, status: 429 }]),
  ];
}

/** A history that is too long, then a shorter one, which the guide goes with, and the next turn, which repeats it. */
export function overflowTurns(): readonly ScriptedTurn[] {
  const history = (result: string, ...more: readonly object[]): Record<string, unknown> => ({
    ...bodyOf('openai-chat'),
    messages: [
      { role: 'user', content: 'Do it.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: result },
      ...more,
    ],
  });
  const said = { sse: streamOf('openai-chat', { text: 'Done.', finish: 'stop' }) };
  const tooLong = { json: { error: { message: 'prompt is too long: 213462 tokens > 200000 maximum' } }, status: 400 };
  const turn = { dialect: 'openai-chat', session: 'overflow' } as const;
  return [
    { ...turn, body: history('x'.repeat(20_000)), replies: [tooLong] },
    { ...turn, body: history('cleared'), replies: [said] },
    { ...turn, body: history('cleared', { role: 'assistant', content: 'Done.' }, { role: 'user', content: 'More.' }), replies: [said] },
  ];
}

/** The same call fails again and again, the history grows: guidance, then an open circuit, then the same request once more. */
export function stuckTurns(count: number): readonly ScriptedTurn[] {
  const call = (index: number) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name: 'read_file', arguments: '{"path":"x.ts"}' },
  });
  const steps = Array.from({ length: count }, (_, index) => [
    { role: 'assistant', content: null, tool_calls: [call(index)] },
    { role: 'tool', tool_call_id: `call_${index}`, content: "ENOENT: no such file or directory, open 'x.ts'" },
  ]);
  const turnAt = (index: number): ScriptedTurn => ({
    dialect: 'openai-chat',
    session: 'stuck',
    body: {
      ...requestOf('openai-chat', tools),
      messages: [{ role: 'user', content: 'Read x.ts.' }, ...steps.slice(0, index).flat()],
    },
    replies: [
      {
        sse: streamOf('openai-chat', {
          calls: [{ id: `call_${index}`, name: 'read_file', arguments: '{"path":"x.ts"}' }],
          finish: 'calls',
        }),
      },
    ],
  });
  return [...steps.map((_, index) => turnAt(index)), turnAt(count), turnAt(count)];
}
