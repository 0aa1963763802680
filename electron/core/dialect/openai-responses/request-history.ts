import { isJsonObject, type Json, type JsonObject } from '../../../../shared/json.ts';
import type { HistoryCall, HistoryItem } from '../../turn/turn.ts';
import { KnownBeginnings } from '../known-beginnings.ts';
import { type RawEntry, rawInside, textOrRaw } from '../raw-entries.ts';
import { callKindOf } from './reply-items.ts';
import { listOf, objectOf, textOf } from './wire-event.ts';

/** The place of `instructions`, which stand outside `input`. */
const INSTRUCTIONS_INDEX = -1;

/**
 * The history of a request. Neighbouring items of the assistant (reasoning, messages, calls) are one entry with the place of the first;
 * every output is an entry of its own.
 */
export function historyOf(body: JsonObject, rawEntry: RawEntry): readonly HistoryItem[] {
  const instructions = textOf(body['instructions']);
  const first: readonly HistoryItem[] = instructions === '' ? [] : [{ type: 'system', index: INSTRUCTIONS_INDEX, text: instructions }];
  if (typeof body['input'] === 'string') return [...first, { type: 'user', index: 0, text: body['input'] }];
  let turn: Draft | undefined;
  const items = known.read(
    listOf(body['input']),
    (item, index, history) => {
      if (!isJsonObject(item)) return;
      const part = assistantPart(item, index, rawEntry);
      if (part !== undefined) {
        if (turn === undefined) {
          turn = { type: 'assistant', index, text: '', reasoning: '', calls: [] };
          history.push(turn);
        }
        turn.text = joined(turn.text, part.text ?? '');
        turn.reasoning = joined(turn.reasoning, part.reasoning ?? '');
        if (part.call !== undefined) turn.calls.push(part.call);
        return;
      }
      const other = otherItem(item, index);
      if (other === undefined) return;
      turn = undefined;
      history.push(other);
    },
    // An entry of the assistant is complete only when something else stands behind its last part.
    () => turn === undefined,
  );
  return first.length === 0 ? items : [...first, ...items];
}

const known = new KnownBeginnings<HistoryItem>();

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

function assistantPart(item: JsonObject, index: number, rawEntry: RawEntry): AssistantPart | undefined {
  const type = textOf(item['type']);
  if (item['role'] === 'assistant') return { text: contentText(item['content']) };
  if (type === 'reasoning')
    return { reasoning: [contentText(item['summary']), contentText(item['content'])].filter((text) => text !== '').join('\n') };
  const kind = callKindOf(type);
  if (kind === undefined) return undefined;
  const id = textOf(item['call_id']) || textOf(item['id']);
  const name = textOf(item['name']) || type;
  const member = kind === 'custom' ? 'input' : 'arguments';
  const inside = rawInside(item, () => rawEntry(index));
  return { call: { id, name, kind, arguments: textOrRaw(item[member], inside, [member]) } };
}

const isOutput = (item: JsonObject): boolean => textOf(item['type']).endsWith('_call_output');

function otherItem(item: JsonObject, index: number): HistoryItem | undefined {
  if (isOutput(item)) {
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
