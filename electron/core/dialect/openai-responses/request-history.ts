import { isJsonObject, type Json, type JsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { type JsonPath, parseWithSpans, rawOf, spanAt } from '../../text/json-spans.ts';
import { type RawText, readRaw } from '../../turn/raw-text.ts';
import type { HistoryCall, HistoryItem } from '../../turn/turn.ts';
import { callKindOf } from './reply-items.ts';
import { listOf, objectOf, textOf } from './wire-event.ts';

/** The place of `instructions`, which stand outside `input`. */
const INSTRUCTIONS_INDEX = -1;

/**
 * The history of a request. Neighbouring items of the assistant (reasoning, messages, calls) are one entry with the place of the first;
 * every output is an entry of its own.
 */
export function historyOf(body: JsonObject, rawBody: RawText): HistoryItem[] {
  const history: HistoryItem[] = [];
  const instructions = textOf(body['instructions']);
  if (instructions !== '') history.push({ type: 'system', index: INSTRUCTIONS_INDEX, text: instructions });
  if (typeof body['input'] === 'string') return [...history, { type: 'user', index: 0, text: body['input'] }];
  const raw = rawReader(rawBody);
  let turn: Draft | undefined;
  for (const [index, item] of listOf(body['input']).entries()) {
    if (!isJsonObject(item)) continue;
    const part = assistantPart(item, index, raw);
    if (part !== undefined) {
      if (turn === undefined) {
        turn = { type: 'assistant', index, text: '', reasoning: '', calls: [] };
        history.push(turn);
      }
      turn.text = joined(turn.text, part.text ?? '');
      turn.reasoning = joined(turn.reasoning, part.reasoning ?? '');
      if (part.call !== undefined) turn.calls.push(part.call);
      continue;
    }
    const other = otherItem(item, index);
    if (other === undefined) continue;
    turn = undefined;
    history.push(other);
  }
  return history;
}

interface Draft {
  readonly type: 'assistant';
  readonly index: number;
  text: string;
  reasoning: string;
  readonly calls: HistoryCall[];
}

interface AssistantPart {
  readonly text?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly call?: HistoryCall | undefined;
}

function assistantPart(item: JsonObject, index: number, raw: RawReader): AssistantPart | undefined {
  const type = textOf(item['type']);
  if (item['role'] === 'assistant') return { text: contentText(item['content']) };
  if (type === 'reasoning')
    return { reasoning: [contentText(item['summary']), contentText(item['content'])].filter((text) => text !== '').join('\n') };
  const kind = callKindOf(type);
  if (kind === undefined) return undefined;
  const id = textOf(item['call_id']) || textOf(item['id']);
  const name = textOf(item['name']) || type;
  const member = kind === 'custom' ? 'input' : 'arguments';
  return { call: { id, name, kind, arguments: raw(['input', index, member], item[member]) } };
}

function otherItem(item: JsonObject, index: number): HistoryItem | undefined {
  const type = textOf(item['type']);
  if (type.endsWith('_call_output')) {
    return {
      type: 'results',
      index,
      results: [{ callId: textOf(item['call_id']), text: contentText(item['output']), isError: undefined }],
    };
  }
  const role = textOf(item['role']);
  if (role === 'system' || role === 'developer') return { type: 'system', index, text: contentText(item['content']) };
  return role === 'user' ? { type: 'user', index, text: contentText(item['content']) } : undefined;
}

/** A string, or the texts of a part list, one per line. */
function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  const texts = listOf(content).map((part) => objectOf(part)?.['text']);
  return texts.filter((text) => typeof text === 'string').join('\n');
}

const joined = (before: string, text: string): string => (before === '' || text === '' ? before + text : `${before}\n${text}`);

type RawReader = (path: JsonPath, value: Json | undefined) => string;

/** Arguments are text; where an agent sends another kind, its exact JSON is read (contract 2.4). Spans are made only then. */
function rawReader(rawBody: RawText): RawReader {
  let spans: ReturnType<typeof parseWithSpans> | undefined;
  return (path, value) => {
    if (typeof value === 'string') return value;
    if (value === undefined || value === null) return '';
    const text = readRaw(rawBody);
    spans ??= parseWithSpans(text, 0, { maxDepth: WIRE_JSON_DEPTH });
    const span = spans.ok ? spanAt(spans.value.root, path) : undefined;
    return span === undefined ? JSON.stringify(value) : rawOf(text, span);
  };
}
