import { isJsonObject } from '../../../../shared/json.ts';
import { isWholeJson, scanJson } from '../../text/json-scanner.ts';
import { WIRE_JSON_DEPTH, withMembers } from '../../text/json-members.ts';
import { type JsonSpan, memberOf, parseWithSpans, rawOf } from '../../text/json-spans.ts';
import { spliceText } from '../../text/splice-text.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import type { Reply, ReplyCall } from '../../turn/turn.ts';
import type { ReaskReply } from '../dialect.ts';
import { objectText, quoted, stringAt } from './item-text.ts';

/**
 * The request with the faulty reply and the guidance behind its `input` (wire 3.7); every other byte stays. Items of the reply are
 * copied whole where the upstream told them whole: reasoning must come back unchanged. A text input becomes its one user message.
 */
export function encodeReask(rawBody: string, reask: ReaskReply): string {
  const spans = parseWithSpans(rawBody, 0, { maxDepth: WIRE_JSON_DEPTH });
  const input = spans.ok ? memberOf(spans.value.root, 'input')?.value : undefined;
  if (!spans.ok || input === undefined) return rawBody;
  const stored = memberOf(spans.value.root, 'store')?.value;
  const items = [...replyItems(reask, stored === undefined || rawOf(rawBody, stored) !== 'false'), ...answerItems(reask)];
  if (items.length === 0) return rawBody;
  if (input.kind === 'string') {
    const user = objectText([
      ['role', '"user"'],
      ['content', rawOf(rawBody, input)],
    ]);
    return spliceText(rawBody, [{ start: input.start, end: input.end, text: `[${[user, ...items].join(',')}]` }]);
  }
  if (input.kind !== 'array') return rawBody;
  const end = input.items.at(-1)?.end ?? input.start + 1;
  return spliceText(rawBody, [{ start: end, end, text: `${input.items.length > 0 ? ',' : ''}${items.join(',')}` }]);
}

/** The assistant's items in the order of the reply. */
function replyItems({ reply, sources, answers }: ReaskReply, serverStores: boolean): string[] {
  const answered = new Set(answers.map((answer) => answer.callId));
  const calls = reply.calls.filter((call) => call.kind !== 'server' && answered.has(call.id));
  const left = new Set(calls);
  const items: string[] = [];
  let message = false;
  for (const { text, span } of toldItems(sources)) {
    const type = stringOf(text, span, 'type');
    if (type === 'reasoning') {
      if (serverStores || stringOf(text, span, 'encrypted_content') !== '' || (memberOf(span, 'content')?.value.items.length ?? 0) > 0)
        items.push(rawOf(text, span));
    } else if (type === 'message') {
      message = true;
      items.push(rawOf(text, span));
    } else if (type === 'function_call' || type === 'custom_tool_call') {
      const call = calls.find((each) => left.has(each) && each.id === stringOf(text, span, 'call_id'));
      if (call === undefined) continue;
      left.delete(call);
      items.push(withMembers(text, span, callChanges(text, span, call)));
    } else items.push(rawOf(text, span));
  }
  if (!message && reply.text !== '') items.push(assistantMessage(reply));
  for (const call of left) items.push(callItem(call));
  return items;
}

/** Item objects as the upstream closed them: from the terminal snapshot, else from their own closing events. */
function toldItems(sources: readonly Sourced[]): readonly { readonly text: string; readonly span: JsonSpan }[] {
  const done: { text: string; span: JsonSpan }[] = [];
  for (const { frame } of sources) {
    const text = frame.data ?? '';
    if (!text.includes('"response.')) continue;
    const spans = parseWithSpans(text, 0, { maxDepth: WIRE_JSON_DEPTH });
    if (!spans.ok) continue;
    const { root } = spans.value;
    const type = stringOf(text, root, 'type') || frame.event;
    const item = memberOf(root, 'item')?.value;
    if (type === 'response.output_item.done' && item?.kind === 'object') done.push({ text, span: item });
    if (type !== 'response.completed' && type !== 'response.incomplete') continue;
    const output = memberOf(memberOf(root, 'response')?.value, 'output')?.value.items.filter((each) => each.kind === 'object') ?? [];
    if (output.length >= done.length && output.length > 0) return output.map((span) => ({ text, span }));
  }
  return done;
}

/** Arguments that are no JSON object would be refused in history: they go wrapped, verbatim (wire 3.6). */
function callChanges(text: string, span: JsonSpan, call: ReplyCall): Map<string, string> {
  if (call.kind === 'custom') return new Map();
  const sound = soundArguments(call.arguments);
  return stringOf(text, span, 'arguments') === sound ? new Map() : new Map([['arguments', quoted(sound)]]);
}

function soundArguments(args: string): string {
  if (args.trim() === '') return '{}';
  const start = scanJson(args, 0, { maxDepth: WIRE_JSON_DEPTH });
  const object =
    start.status === 'complete' &&
    args[start.start] === '{' &&
    isWholeJson(args, { maxDepth: WIRE_JSON_DEPTH }) &&
    isJsonObject(JSON.parse(args));
  return object ? args : JSON.stringify({ INVALID_JSON: args });
}

function callItem(call: ReplyCall): string {
  const custom = call.kind === 'custom';
  return objectText([
    ['type', custom ? '"custom_tool_call"' : '"function_call"'],
    ['call_id', quoted(call.id)],
    ['name', quoted(call.name)],
    ...(call.namespace === undefined ? [] : [['namespace', quoted(call.namespace)] as [string, string]]),
    custom ? ['input', quoted(call.arguments)] : ['arguments', quoted(soundArguments(call.arguments))],
  ]);
}

const assistantMessage = (reply: Reply): string =>
  objectText([
    ['type', '"message"'],
    ['role', '"assistant"'],
    ['content', `[{"type":"output_text","text":${quoted(reply.text)}}]`],
  ]);

function answerItems({ reply, answers, userText }: ReaskReply): string[] {
  const items = answers.map((answer) => {
    const custom = reply.calls.some((call) => call.id === answer.callId && call.kind === 'custom');
    return objectText([
      ['type', custom ? '"custom_tool_call_output"' : '"function_call_output"'],
      ['call_id', quoted(answer.callId)],
      ['output', quoted(answer.text)],
    ]);
  });
  if (userText !== undefined) {
    items.push(
      objectText([
        ['role', '"user"'],
        ['content', quoted(userText)],
      ]),
    );
  }
  return items;
}

function stringOf(text: string, span: JsonSpan, key: string): string {
  const value = memberOf(span, key)?.value;
  return value === undefined ? '' : (stringAt(text, value) ?? '');
}
