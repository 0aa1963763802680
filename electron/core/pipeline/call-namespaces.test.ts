import { describe, expect, it } from 'vitest';
import { play, type Played, type ScriptedReply } from '../testing/playbook.ts';
import { requestOf, streamOf } from '../testing/reply-builder.ts';
import { readResponsesStrictly } from '../testing/read-responses-strictly.ts';

const parameters = { type: 'object', properties: { task: { type: 'string' }, depth: { type: 'integer' } }, required: ['task'] };
const inner = { type: 'function', name: 'spawn_agent', parameters };
const leak = '<tool_call>\n{"name": "spawn_agent", "arguments": {"task": "look"}}\n</tool_call>';

function run(tools: readonly object[], replies: readonly ScriptedReply[]): Played {
  const request = { ...requestOf('openai-responses', []), tools };
  return play({ dialect: 'openai-responses', request, replies });
}
/** Each `function_call` object that the client sees, wherever it stands. */
const items = (played: Played): readonly { readonly namespace?: string }[] => {
  expect(readResponsesStrictly(played.sent).faults).toEqual([]);
  return [...played.sent.matchAll(/^data: (.*)$/gm)].flatMap(([, data = '{}']) => {
    const body = JSON.parse(data) as { item?: Item; response?: { output?: Item[] } };
    return [body.item, ...(body.response?.output ?? [])].filter((item): item is Item => item?.type === 'function_call');
  });
};
type Item = { readonly type?: string; readonly namespace?: string };
const nested = [{ type: 'namespace', name: 'agents', tools: [inner] }];

/** A native call of the namespaced tool. */
const native = (args: string): ScriptedReply => ({
  stream: streamOf('openai-responses', { calls: [{ id: 'call_1', name: 'spawn_agent', arguments: args }], finish: 'calls' }).map((frame) =>
    frame.replaceAll('"name":"spawn_agent"', '"name":"spawn_agent","namespace":"agents"'),
  ),
});

describe('calls of tools in a namespace, openai-responses', () => {
  it('a recovered call names it', () => {
    const played = run(nested, [{ stream: streamOf('openai-responses', { text: leak, finish: 'stop' }) }]);
    expect(played.lane.summary().outcome).toBe('recover');
    expect(items(played).map((item) => item.namespace)).toEqual(['agents', 'agents', 'agents']);
  });

  it('a healed and a repaired call keep it', () => {
    for (const args of ['{"task":"look","depth":"2"}', '```json\n{"task":"look"}\n```']) {
      const played = run(nested, [native(args)]);
      expect(played.lane.summary().outcome).toMatch(/heal|normalise/);
      expect(new Set(items(played).map((item) => item.namespace))).toEqual(new Set(['agents']));
    }
  });

  it('a call that is asked again is told with it', () => {
    const played = run(nested, [native('{"depth":1}'), native('{"task":"look"}')]);
    expect(played.reasks[0]).toContain('"namespace":"agents"');
  });

  it('a tool outside has none, and a name in two places is never recovered', () => {
    const top = run([inner], [{ stream: streamOf('openai-responses', { text: leak, finish: 'stop' }) }]);
    expect(top.sent).not.toContain('namespace');
    const twice = run(
      [...nested, inner],
      [{ stream: streamOf('openai-responses', { text: leak, finish: 'stop' }) }, native('{"task":"x"}')],
    );
    expect(twice.lane.summary().outcome).not.toBe('recover');
    expect(twice.entries.some((entry) => entry.type === 'tool-call-recovered')).toBe(false);
  });
});
