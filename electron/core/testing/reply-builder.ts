import type { Dialect } from '../../../shared/vocabulary.ts';

/** A reply in neutral words, to be written in any dialect. */
export interface BuiltReply {
  readonly text?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[] | undefined;
  readonly finish?: 'stop' | 'calls' | 'length' | undefined;
}

/** How a text is cut into deltas. */
export type Cut = (text: string) => readonly string[];

export const wholeText: Cut = (text) => (text === '' ? [] : [text]);
export const everyCharacter: Cut = (text) => [...text];

/** The SSE events of a reply, one string an event, as a well-behaved upstream sends them. */
export function streamOf(dialect: Dialect, reply: BuiltReply, cut: Cut = wholeText): readonly string[] {
  switch (dialect) {
    case 'openai-chat':
      return chatStream(reply, cut);
    case 'anthropic-messages':
      return anthropicStream(reply, cut);
    case 'openai-responses':
      return responsesStream(reply, cut);
  }
}

/** A request that advertises the given tools. */
export function requestOf(
  dialect: Dialect,
  tools: readonly { readonly name: string; readonly parameters: object }[],
  stream = true,
): Record<string, unknown> {
  switch (dialect) {
    case 'openai-chat':
      return {
        model: 'm',
        stream,
        messages: [{ role: 'user', content: 'Do it.' }],
        tools: tools.map((tool) => ({ type: 'function', function: tool })),
      };
    case 'anthropic-messages':
      return {
        model: 'm',
        max_tokens: 100,
        stream,
        messages: [{ role: 'user', content: 'Do it.' }],
        tools: tools.map((tool) => ({ name: tool.name, input_schema: tool.parameters })),
      };
    case 'openai-responses':
      return {
        model: 'm',
        stream,
        input: [{ role: 'user', content: 'Do it.' }],
        tools: tools.map((tool) => ({ type: 'function', ...tool })),
      };
  }
}

function chatStream(reply: BuiltReply, cut: Cut): readonly string[] {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' };
  const event = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const calls = reply.calls ?? [];
  const finish = reply.finish === 'length' ? 'length' : calls.length > 0 && reply.finish !== 'stop' ? 'tool_calls' : 'stop';
  return [
    event({ role: 'assistant', content: '' }),
    ...cut(reply.reasoning ?? '').map((text) => event({ reasoning_content: text })),
    ...cut(reply.text ?? '').map((text) => event({ content: text })),
    ...calls.flatMap((call, index) => [
      event({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] }),
      ...cut(call.arguments).map((text) => event({ tool_calls: [{ index, function: { arguments: text } }] })),
    ]),
    event({}, finish),
    'data: [DONE]\n\n',
  ];
}

function anthropicStream(reply: BuiltReply, cut: Cut): readonly string[] {
  const event = (type: string, rest: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
  const calls = reply.calls ?? [];
  let index = 0;
  const block = (content: object, deltas: readonly object[]): readonly string[] => {
    const at = index++;
    return [
      event('content_block_start', { index: at, content_block: content }),
      ...deltas.map((delta) => event('content_block_delta', { index: at, delta })),
      event('content_block_stop', { index: at }),
    ];
  };
  const finish = reply.finish === 'length' ? 'max_tokens' : calls.length > 0 && reply.finish !== 'stop' ? 'tool_use' : 'end_turn';
  return [
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        usage: { input_tokens: 5, output_tokens: 1 },
      },
    }),
    ...(reply.reasoning === undefined
      ? []
      : block({ type: 'thinking', thinking: '', signature: '' }, [
          ...cut(reply.reasoning).map((text) => ({ type: 'thinking_delta', thinking: text })),
          { type: 'signature_delta', signature: 'c2ln' },
        ])),
    ...(reply.text === undefined || reply.text === ''
      ? []
      : block(
          { type: 'text', text: '' },
          cut(reply.text).map((text) => ({ type: 'text_delta', text })),
        )),
    ...calls.flatMap((call) =>
      block(
        { type: 'tool_use', id: call.id, name: call.name, input: {} },
        cut(call.arguments).map((text) => ({ type: 'input_json_delta', partial_json: text })),
      ),
    ),
    event('message_delta', { delta: { stop_reason: finish, stop_sequence: null }, usage: { output_tokens: 7 } }),
    event('message_stop', {}),
  ];
}

function responsesStream(reply: BuiltReply, cut: Cut): readonly string[] {
  let sequence = 0;
  const event = (type: string, rest: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...rest })}\n\n`;
  const response = (status: string, output: readonly object[]): object => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status,
    model: 'm',
    output,
  });
  const output: object[] = [];
  const events = [event('response.created', { response: response('in_progress', []) })];
  if (reply.text !== undefined && reply.text !== '') events.push(...messageEvents(reply.text, cut, output, event));
  for (const call of reply.calls ?? []) {
    const at = { item_id: `fc_${output.length}`, output_index: output.length };
    const item = {
      id: at.item_id,
      type: 'function_call',
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
      status: 'completed',
    };
    events.push(
      event('response.output_item.added', { output_index: at.output_index, item: { ...item, arguments: '', status: 'in_progress' } }),
    );
    for (const delta of cut(call.arguments)) events.push(event('response.function_call_arguments.delta', { ...at, delta }));
    events.push(
      event('response.function_call_arguments.done', { ...at, arguments: call.arguments }),
      event('response.output_item.done', { output_index: at.output_index, item }),
    );
    output.push(item);
  }
  const short = reply.finish === 'length';
  events.push(
    event(short ? 'response.incomplete' : 'response.completed', {
      response: {
        ...response(short ? 'incomplete' : 'completed', output),
        ...(short ? { incomplete_details: { reason: 'max_output_tokens' } } : {}),
      },
    }),
  );
  return events;
}

function messageEvents(text: string, cut: Cut, output: object[], event: (type: string, rest: object) => string): readonly string[] {
  const at = { item_id: 'msg_1', output_index: output.length };
  const part = { type: 'output_text', text, annotations: [] };
  const item = { id: at.item_id, type: 'message', role: 'assistant', status: 'completed', content: [part] };
  output.push(item);
  return [
    event('response.output_item.added', { output_index: at.output_index, item: { ...item, status: 'in_progress', content: [] } }),
    event('response.content_part.added', { ...at, content_index: 0, part: { ...part, text: '' } }),
    ...cut(text).map((delta) => event('response.output_text.delta', { ...at, content_index: 0, delta })),
    event('response.output_text.done', { ...at, content_index: 0, text }),
    event('response.content_part.done', { ...at, content_index: 0, part }),
    event('response.output_item.done', { output_index: at.output_index, item }),
  ];
}
