import type { NewCall } from '../../turn/turn.ts';
import type { OwnReply } from '../dialect.ts';
import { eventText } from './event-writer.ts';

const USAGE = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};

/** A whole response that no model wrote, with the complete life cycle of each item. */
export function encodeReply({ id, created, model, text, calls }: OwnReply, stream: boolean): string {
  const items = [...(text === '' ? [] : [messageItem(id, text)]), ...calls.map((call, index) => callItem(id, index, call))];
  const response = (status: string, output: readonly object[], usage: object | null): object => ({
    id: `resp_${id}`,
    object: 'response',
    created_at: created,
    status,
    error: null,
    incomplete_details: null,
    model,
    output,
    parallel_tool_calls: true,
    usage,
  });
  const whole = response(
    'completed',
    items.map(({ done }) => done),
    USAGE,
  );
  if (!stream) return JSON.stringify(whole);
  const events: readonly OwnEvent[] = [
    ['response.created', { response: response('in_progress', [], null) }],
    ['response.in_progress', { response: response('in_progress', [], null) }],
    ...items.flatMap(({ id: item, added, between, done }, index): OwnEvent[] => [
      ['response.output_item.added', { output_index: index, item: added }],
      ...between.map(([type, members]): OwnEvent => [type, { item_id: item, output_index: index, ...members }]),
      ['response.output_item.done', { output_index: index, item: done }],
    ]),
    ['response.completed', { response: whole }],
  ];
  return events
    .map(([type, members], sequence) => eventText(type, JSON.stringify({ type, sequence_number: sequence, ...members })))
    .join('');
}

type OwnEvent = readonly [type: string, members: object];

/** An item as it is announced, what is told of it, and as it is in the end. */
interface OwnItem {
  readonly id: string;
  readonly added: object;
  readonly between: readonly OwnEvent[];
  readonly done: object;
}

function messageItem(reply: string, text: string): OwnItem {
  const head = { id: `msg_${reply}`, type: 'message', role: 'assistant' };
  const part = { type: 'output_text', text, annotations: [], logprobs: [] };
  return {
    id: head.id,
    added: { ...head, status: 'in_progress', content: [] },
    between: [
      ['response.content_part.added', { content_index: 0, part: { ...part, text: '' } }],
      ['response.output_text.delta', { content_index: 0, delta: text, logprobs: [] }],
      ['response.output_text.done', { content_index: 0, text, logprobs: [] }],
      ['response.content_part.done', { content_index: 0, part }],
    ],
    done: { ...head, status: 'completed', content: [part] },
  };
}

function callItem(reply: string, index: number, call: NewCall): OwnItem {
  const head = { id: `fc_${reply}${index}`, type: 'function_call', call_id: call.id, name: call.name };
  return {
    id: head.id,
    added: { ...head, status: 'in_progress', arguments: '' },
    between: [
      ['response.function_call_arguments.delta', { delta: call.arguments }],
      ['response.function_call_arguments.done', { arguments: call.arguments }],
    ],
    done: { ...head, status: 'completed', arguments: call.arguments },
  };
}
