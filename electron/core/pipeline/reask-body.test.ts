import { describe, expect, it } from 'vitest';
import { play, type ScriptedReply } from '../testing/playbook.ts';
import { requestOf, streamOf } from '../testing/reply-builder.ts';

/** A re-ask gives thinking, signatures and server-side blocks back as they came (wire 3.7): an endpoint with thinking refuses the request otherwise. */
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const leak = '<tool_call>\n{"name": "bash", "argum';
const answer = (dialect: 'anthropic-messages' | 'openai-responses'): ScriptedReply => ({
  stream: streamOf(dialect, { text: 'Fine.', finish: 'stop' }),
});
const event = (type: string, more: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;

describe('what a re-ask gives back, anthropic-messages', () => {
  const blocks: readonly (readonly [start: object, ...deltas: object[]])[] = [
    [
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: 'I think.' },
      { type: 'signature_delta', signature: 'c2ln' },
    ],
    [{ type: 'redacted_thinking', data: 'b3BhcXVl' }],
    [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
      { type: 'input_json_delta', partial_json: '{"query":"x"}' },
    ],
    [{ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }],
  ];
  const stream = (last: readonly [start: object, delta: object], reason: string, before = blocks): readonly string[] => [
    event('message_start', {
      message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: 1 } },
    }),
    ...[...before, last].flatMap(([start, ...deltas], index) => [
      event('content_block_start', { index, content_block: start }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 3 } }),
    event('message_stop', {}),
  ];
  const thought = [
    { type: 'thinking', thinking: 'I think.', signature: 'c2ln' },
    { type: 'redacted_thinking', data: 'b3BhcXVl' },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
  ];
  const contentOf = (body: string | undefined): unknown =>
    (JSON.parse(body ?? '') as { messages: { role: string; content: unknown }[] }).messages.at(-2)?.content;

  it.each([
    [
      'a leak',
      stream(
        [
          { type: 'text', text: '' },
          { type: 'text_delta', text: leak },
        ],
        'end_turn',
        blocks.slice(0, 2),
      ),
      [...thought.slice(0, 2), { type: 'text', text: leak }],
    ],
    [
      'a call',
      stream(
        [
          { type: 'tool_use', id: 'toolu_1', name: 'bash', input: {} },
          { type: 'input_json_delta', partial_json: '{"command":x}' },
        ],
        'tool_use',
      ),
      [...thought, { type: 'tool_use', id: 'toolu_1', name: 'bash', input: { INVALID_JSON: '{"command":x}' } }],
    ],
  ])('%s', (_, faulty, given) => {
    const dialect = 'anthropic-messages';
    const played = play({ dialect, request: requestOf(dialect, [bash]), replies: [{ stream: faulty }, answer(dialect)] });
    expect(contentOf(played.reasks[0])).toEqual(given);
  });
});

describe('what a re-ask gives back, openai-responses', () => {
  it('a reasoning item of a reply that broke off', () => {
    const dialect = 'openai-responses';
    const reasoning = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'b3BhcXVl' };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
    const call = { id: 'fc_1', type: 'function_call', status: 'in_progress', call_id: 'call_1', name: 'bash', arguments: '' };
    const part = { type: 'output_text', text: '', annotations: [] };
    const frames = [
      event('response.created', { response: { id: 'resp_1', object: 'response', status: 'in_progress', output: [] } }),
      event('response.output_item.added', { output_index: 0, item: { ...reasoning, encrypted_content: '' } }),
      event('response.output_item.done', { output_index: 0, item: reasoning }),
      event('response.output_item.added', { output_index: 1, item: message }),
      event('response.content_part.added', { output_index: 1, content_index: 0, item_id: 'msg_1', part }),
      event('response.output_text.delta', { output_index: 1, content_index: 0, item_id: 'msg_1', delta: 'I look.' }),
      event('response.output_item.added', { output_index: 2, item: call }),
      event('response.function_call_arguments.delta', { output_index: 2, item_id: 'fc_1', delta: '{"comm' }),
    ];
    const request = { ...requestOf(dialect, [bash]), store: false };
    const played = play({ dialect, request, replies: [{ stream: frames, end: 'reset' }, answer(dialect)] });
    expect(played.reasks[0]).toContain(JSON.stringify(reasoning));
  });
});
