import { describe, expect, test } from 'vitest';
import { play } from '../testing/playbook.ts';
import { requestOf } from '../testing/reply-builder.ts';

const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const cut = '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n';
const CLOSER = '</tool_call>';

/** What the journal says of a leak whose closer is missing: the request's stop sequences, and which one the upstream says it hit. */
function recovered(
  dialect: 'anthropic-messages' | 'openai-chat',
  asked: readonly string[],
  hit: string | number | null,
  streamed: boolean,
) {
  const request = { ...requestOf(dialect, [bash]), stream: streamed, [dialect === 'openai-chat' ? 'stop' : 'stop_sequences']: asked };
  const reply = streamed ? { stream: dialect === 'openai-chat' ? chat(hit) : anthropic(hit) } : { body: bodyOf(dialect, hit) };
  const again = { ...reply };
  return play({ dialect, request, replies: [reply, again, again] }).entries.some((entry) => entry.type === 'tool-call-recovered');
}

const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } };
const anthropic = (hit: string | number | null): readonly string[] => [
  event('message_start', { message: { ...message, content: [], stop_reason: null, stop_sequence: null } }),
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: cut } }),
  event('content_block_stop', { index: 0 }),
  event('message_delta', { delta: { stop_reason: 'stop_sequence', stop_sequence: hit }, usage: { output_tokens: 5 } }),
  event('message_stop', {}),
];
const choice = (part: object): string => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [part] })}\n\n`;
const chat = (hit: string | number | null): readonly string[] => [
  choice({ index: 0, delta: { role: 'assistant', content: cut }, finish_reason: null }),
  choice({ index: 0, delta: {}, finish_reason: 'stop', stop_reason: hit }),
  'data: [DONE]\n\n',
];
const bodyOf = (dialect: string, hit: string | number | null): string =>
  JSON.stringify(
    dialect === 'openai-chat'
      ? {
          id: 'c',
          object: 'chat.completion',
          choices: [{ index: 0, message: { role: 'assistant', content: cut }, finish_reason: 'stop', stop_reason: hit }],
        }
      : { ...message, content: [{ type: 'text', text: cut }], stop_reason: 'stop_sequence', stop_sequence: hit },
  );

describe.each([true, false])('a stop sequence that is the closer counts as it only when it was hit (streamed: %s)', (streamed) => {
  test.each([
    ['anthropic-messages', [CLOSER], CLOSER, true],
    ['anthropic-messages', ['###', CLOSER], CLOSER, true],
    ['anthropic-messages', [CLOSER, '###'], '###', false],
    ['anthropic-messages', ['###'], CLOSER, false],
    ['anthropic-messages', [CLOSER], null, true],
    ['anthropic-messages', [CLOSER, '###'], null, false],
    ['openai-chat', ['###', CLOSER], CLOSER, true],
    ['openai-chat', [CLOSER], null, false],
    ['openai-chat', [CLOSER], 151_645, false],
    ['openai-chat', [CLOSER, '###'], '###', false],
  ] as const)('%s, asked %j, hit %j: %s', (dialect, asked, hit, expected) => {
    expect(recovered(dialect, asked, hit, streamed)).toBe(expected);
  });
});
