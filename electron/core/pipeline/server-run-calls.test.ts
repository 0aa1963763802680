import { describe, expect, test } from 'vitest';
import { play, type Played } from '../testing/playbook.ts';
import { requestOf } from '../testing/reply-builder.ts';

const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const LEAK = '<tool_call>\n{"name": "bash", "arguments": {"command": "ls -l"}}\n</tool_call>';

const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const types = (played: Played): readonly string[] => played.entries.map((entry) => entry.type);

/** A Messages reply with one call of `type` that has its result, then text. */
const messages = (type: 'server_tool_use' | 'tool_use'): readonly string[] => [
  event('message_start', {
    message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 1, output_tokens: 1 } },
  }),
  event('content_block_start', {
    index: 0,
    content_block: {
      type,
      id: type === 'tool_use' ? 'toolu_1' : 'srvtoolu_1',
      name: type === 'tool_use' ? 'bash' : 'web_search',
      input: {},
    },
  }),
  event('content_block_delta', {
    index: 0,
    delta: { type: 'input_json_delta', partial_json: type === 'tool_use' ? '{"command":"id"}' : '{"query":"x"}' },
  }),
  event('content_block_stop', { index: 0 }),
  event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
  event('content_block_delta', { index: 1, delta: { type: 'text_delta', text: LEAK } }),
  event('content_block_stop', { index: 1 }),
  event('message_delta', {
    delta: { stop_reason: type === 'tool_use' ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: 2 },
  }),
  event('message_stop', {}),
];
/** A Responses reply with one item of `type`, then a message. */
const responses = (type: string): readonly string[] => {
  const call = { id: 'x_1', type, status: 'completed' };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: LEAK, annotations: [] }],
  };
  const response = (more: object): object => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: 'm',
    status: 'in_progress',
    output: [],
    ...more,
  });
  return [
    event('response.created', { response: response({}) }),
    event('response.output_item.added', { output_index: 0, item: call }),
    event('response.output_item.done', { output_index: 0, item: call }),
    event('response.output_item.added', { output_index: 1, item: { ...message, status: 'in_progress', content: [] } }),
    event('response.content_part.added', {
      item_id: 'msg_1',
      output_index: 1,
      content_index: 0,
      part: { type: 'output_text', text: '', annotations: [] },
    }),
    event('response.output_text.delta', { item_id: 'msg_1', output_index: 1, content_index: 0, delta: LEAK }),
    event('response.output_text.done', { item_id: 'msg_1', output_index: 1, content_index: 0, text: LEAK }),
    event('response.content_part.done', { item_id: 'msg_1', output_index: 1, content_index: 0, part: message.content[0] }),
    event('response.output_item.done', { output_index: 1, item: message }),
    event('response.completed', { response: response({ status: 'completed', output: [call, message] }) }),
  ];
};

describe('a leaked call beside a call that nobody waits for', () => {
  const recovered = (played: Played): boolean => types(played).includes('tool-call-recovered');
  test.each([
    ['a server tool of Messages', 'anthropic-messages', messages('server_tool_use'), true],
    ['a function call of Messages', 'anthropic-messages', messages('tool_use'), false],
    ['a web search of Responses', 'openai-responses', responses('web_search_call'), true],
    ['a file search of Responses', 'openai-responses', responses('file_search_call'), true],
    ['a shell call that the client runs', 'openai-responses', responses('local_shell_call'), false],
    ['a computer call', 'openai-responses', responses('computer_call'), false],
  ] as const)('%s', (_what, dialect, stream, leaves) => {
    const played = play({ dialect, request: requestOf(dialect, [bash]), replies: [{ stream }] });
    expect(played.sent.includes('tool_call>')).toBe(false);
    expect(recovered(played)).toBe(leaves);
  });
});
