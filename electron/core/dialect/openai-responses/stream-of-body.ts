import { isJsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH, withMembers } from '../../text/json-members.ts';
import { type JsonSpan, memberOf, parseWithSpans, rawOf } from '../../text/json-spans.ts';
import { eventText } from './event-writer.ts';
import { objectText, quoted, startedItem, stringAt } from './item-text.ts';

type Members = readonly (readonly [string, string])[];

const ENDINGS = new Map([
  ['completed', 'response.completed'],
  ['incomplete', 'response.incomplete'],
]);

/** The events that a response stands for, with the whole life cycle of each item. */
export function streamOfBody(rawBody: string): string | undefined {
  const spans = parseWithSpans(rawBody, 0, { maxDepth: WIRE_JSON_DEPTH });
  if (!spans.ok || !isJsonObject(spans.value.value)) return undefined;
  const { root, value } = spans.value;
  const output = memberOf(root, 'output')?.value;
  const ending = ENDINGS.get(typeof value['status'] === 'string' ? value['status'] : 'completed');
  if (output?.kind !== 'array' || ending === undefined || output.items.some((item) => item.kind !== 'object')) return undefined;
  const begun = withMembers(
    rawBody,
    root,
    new Map<string, string | undefined>([
      ['status', '"in_progress"'],
      ['output', '[]'],
      ['usage', 'null'],
    ]),
  );
  const events: (readonly [string, Members])[] = [
    ['response.created', [['response', begun]]],
    ['response.in_progress', [['response', begun]]],
    ...output.items.flatMap((item, index) => itemEvents(rawBody, item, index)),
    [ending, [['response', rawOf(rawBody, root)]]],
  ];
  return events
    .map(([type, members], sequence) =>
      eventText(type, objectText([['type', quoted(type)], ['sequence_number', String(sequence)], ...members])),
    )
    .join('');
}

function itemEvents(text: string, item: JsonSpan, index: number): (readonly [string, Members])[] {
  const type = stringOf(text, item, 'type');
  const id = stringOf(text, item, 'id') || `item_${index}`;
  const place: Members = [['output_index', String(index)]];
  const named: Members = [['item_id', quoted(id)], ...place];
  const raw = rawOf(text, item);
  return [
    ['response.output_item.added', [...place, ['item', startedItem(text, item, type, id)]]],
    ...(type === 'message'
      ? (memberOf(item, 'content')?.value.items ?? []).flatMap((part, content) =>
          partEvents(text, part, [...named, ['content_index', String(content)]]),
        )
      : []),
    ...(type === 'function_call' ? argumentEvents(text, item, named) : []),
    ['response.output_item.done', [...place, ['item', raw]]],
  ];
}

function partEvents(text: string, part: JsonSpan, at: Members): (readonly [string, Members])[] {
  const raw = rawOf(text, part);
  const own = memberOf(part, 'text')?.value;
  const told = stringOf(text, part, 'type') === 'output_text' && own?.kind === 'string';
  const begun = told ? withMembers(text, part, new Map([['text', '""']])) : raw;
  const words: (readonly [string, Members])[] = told
    ? [
        ['response.output_text.delta', [...at, ['delta', rawOf(text, own)], ['logprobs', '[]']]],
        ['response.output_text.done', [...at, ['text', rawOf(text, own)], ['logprobs', '[]']]],
      ]
    : [];
  return [['response.content_part.added', [...at, ['part', begun]]], ...words, ['response.content_part.done', [...at, ['part', raw]]]];
}

function argumentEvents(text: string, item: JsonSpan, at: Members): (readonly [string, Members])[] {
  const args = memberOf(item, 'arguments')?.value;
  if (args?.kind !== 'string') return [];
  return [
    ['response.function_call_arguments.delta', [...at, ['delta', rawOf(text, args)]]],
    ['response.function_call_arguments.done', [...at, ['arguments', rawOf(text, args)]]],
  ];
}

function stringOf(text: string, span: JsonSpan, key: string): string {
  const value = memberOf(span, key)?.value;
  return value === undefined ? '' : (stringAt(text, value) ?? '');
}
