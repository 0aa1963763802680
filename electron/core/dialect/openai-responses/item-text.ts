import { type JsonSpan, memberOf, parseWithSpans } from '../../text/json-spans.ts';
import { WIRE_JSON_DEPTH, withMembers } from '../../text/json-members.ts';
import type { ClientItem } from './client-reply.ts';

/** The JSON text of objects that Signalbox writes. Values are raw JSON; insertion order is kept. */
export const objectText = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([key, raw]) => `${JSON.stringify(key)}:${raw}`).join(',')}}`;

export const quoted = (text: string): string => JSON.stringify(text);

/** `text` is one JSON object: with changed members, all others byte for byte. */
export function changed(text: string, changes: ReadonlyMap<string, string | undefined>): string {
  const spans = parseWithSpans(text, 0, { maxDepth: WIRE_JSON_DEPTH });
  return spans.ok && spans.value.root.kind === 'object' ? withMembers(text, spans.value.root, changes) : text;
}

/** A text part with this text. */
export const textPart = (text: string): string => `{"type":"output_text","text":${quoted(text)},"annotations":[]}`;

/**
 * An item object as the client must see it: text and arguments are those that were delivered, everything else keeps its bytes.
 * `span` is the item in `text`.
 */
export function fitItem(text: string, span: JsonSpan, item: ClientItem): string {
  const changes = new Map<string, string>();
  if (item.type === 'message') {
    const content = memberOf(span, 'content')?.value;
    const fitted = fitContent(text, content, item);
    if (content === undefined || fitted !== text.slice(content.start, content.end)) changes.set('content', fitted);
  } else if (item.type === 'function_call' || item.type === 'custom_tool_call') {
    const member = item.type === 'function_call' ? 'arguments' : 'input';
    const value = memberOf(span, member)?.value;
    if (item.argumentsDone && (value === undefined || stringAt(text, value) !== item.arguments))
      changes.set(member, quoted(item.arguments));
  }
  const id = memberOf(span, 'id')?.value;
  const told = id === undefined ? '' : stringAt(text, id);
  // Signed reasoning belongs to its id; other items are told apart by it in some clients, so it must not change on the way.
  if (told === '' || (told !== item.id && (item.renamed || item.type !== 'reasoning'))) changes.set('id', quoted(item.id));
  return withMembers(text, span, changes);
}

function fitContent(text: string, content: JsonSpan | undefined, item: ClientItem): string {
  const elements = content?.items ?? [];
  const kept: string[] = [];
  let same = true;
  for (const [index, element] of elements.entries()) {
    const raw = text.slice(element.start, element.end);
    const type = memberOf(element, 'type')?.value;
    const part = item.parts.get(index);
    if (type === undefined || stringAt(text, type) !== 'output_text') {
      kept.push(raw);
      continue;
    }
    const value = memberOf(element, 'text')?.value;
    if (part !== undefined && value !== undefined && stringAt(text, value) === part.text) {
      kept.push(raw);
      continue;
    }
    same = false;
    if (part !== undefined) kept.push(withMembers(text, element, textChanges(element, part.text)));
  }
  for (const [index, part] of item.parts) {
    if (index < elements.length || part.other !== undefined) continue;
    same = false;
    kept.push(textPart(part.text));
  }
  return same && content !== undefined ? text.slice(content.start, content.end) : `[${kept.join(',')}]`;
}

/** Logprobs are tokens of the text as it was: they go with it (wire 3.7). */
export function textChanges(object: JsonSpan, text: string): Map<string, string> {
  const changes = new Map([['text', quoted(text)]]);
  if (memberOf(object, 'logprobs') !== undefined) changes.set('logprobs', '[]');
  return changes;
}

/** The value of a string span; undefined for other kinds. */
export function stringAt(text: string, span: JsonSpan): string | undefined {
  return span.kind === 'string' ? (JSON.parse(text.slice(span.start, span.end)) as string) : undefined;
}

/** The item object of `output_item.done` for an item whose own never left: made from what `added` said. */
export function finishedItem(item: ClientItem): string {
  const changes = new Map<string, string>([['status', quoted('completed')]]);
  if (item.type === 'message') {
    changes.set('content', contentOf(item));
  } else if (item.type === 'function_call') changes.set('arguments', quoted(item.arguments));
  else if (item.type === 'custom_tool_call') changes.set('input', quoted(item.arguments));
  else changes.delete('status');
  return changed(item.addedText, changes);
}

const contentOf = (item: ClientItem): string => `[${[...item.parts.values()].map((part) => part.other ?? textPart(part.text)).join(',')}]`;

/** The item object with what of it has left so far. */
export function itemSoFar(item: ClientItem): string {
  if (item.finalText !== undefined) return item.finalText;
  const changes = new Map<string, string>();
  const texts = (of: string, type: string): string => {
    const parts = [...item.reasoning].filter(([key]) => key.startsWith(of));
    return `[${parts.map(([, text]) => `{"type":"${type}","text":${quoted(text)}}`).join(',')}]`;
  };
  if (item.type === 'message') changes.set('content', contentOf(item));
  else if (item.type === 'function_call') changes.set('arguments', quoted(item.arguments));
  else if (item.type === 'custom_tool_call') changes.set('input', quoted(item.arguments));
  else if (item.type === 'reasoning') {
    changes.set('summary', texts('s', 'summary_text'));
    if (texts('c', '') !== '[]') changes.set('content', texts('c', 'reasoning_text'));
  }
  return changed(item.addedText, changes);
}

/** The item object of `output_item.added` for an item that only a closing event told of: the same, still empty. */
export function startedItem(text: string, span: JsonSpan, type: string, id: string): string {
  const changes = new Map<string, string>();
  if (type === 'message') changes.set('content', '[]');
  if (type === 'function_call') changes.set('arguments', '""');
  if (type === 'custom_tool_call') changes.set('input', '""');
  if (memberOf(span, 'status') !== undefined && changes.size > 0) changes.set('status', '"in_progress"');
  const own = memberOf(span, 'id')?.value;
  if (own === undefined || stringAt(text, own) !== id) changes.set('id', quoted(id));
  return withMembers(text, span, changes);
}
