import type { Json, JsonObject } from '../../../../shared/json.ts';
import { countOf, objectOf, objectsOf, parseObject, textOf } from '../wire-values.ts';

interface Choice {
  readonly message: Map<string, Json>;
  readonly calls: Map<number, Map<string, Json>>;
  finish: Json;
}

/** The JSON body that a finished stream stands for: deltas put together, usage of the last chunk that has one. */
export function bodyOfStream(data: readonly string[]): string | undefined {
  const head = new Map<string, Json>();
  const choices = new Map<number, Choice>();
  for (const chunk of data.map(parseObject)) {
    if (chunk === undefined) continue;
    if (objectOf(chunk['error']) !== undefined) return undefined;
    for (const [key, value] of Object.entries(chunk)) {
      if (key !== 'choices' && value !== undefined && value !== null) head.set(key, value);
    }
    for (const part of objectsOf(chunk['choices'])) takeChoice(part, choices);
  }
  if (choices.size === 0 || [...choices.values()].some((choice) => choice.finish === null)) return undefined;
  head.set('object', 'chat.completion');
  const ordered = [...choices].sort(([a], [b]) => a - b);
  return JSON.stringify({ ...Object.fromEntries(head), choices: ordered.map(([index, choice]) => choiceOf(index, choice)) });
}

function takeChoice(part: JsonObject, choices: Map<number, Choice>): void {
  const index = countOf(part['index']) ?? 0;
  const choice: Choice = choices.get(index) ?? { message: new Map(), calls: new Map(), finish: null };
  choices.set(index, choice);
  if (textOf(part['finish_reason']) !== '') choice.finish = textOf(part['finish_reason']);
  for (const [key, value] of Object.entries(objectOf(part['delta']) ?? {})) {
    if (key === 'tool_calls') for (const call of objectsOf(value)) takeCall(call, choice.calls);
    else if (value !== undefined && value !== null)
      choice.message.set(key, key === 'role' ? value : joined(choice.message.get(key), value));
  }
}

/** Text is continued; the first value of anything else stands until another comes. */
const joined = (before: Json | undefined, value: Json): Json =>
  typeof before === 'string' && typeof value === 'string' ? before + value : value;

function takeCall(part: JsonObject, calls: Map<number, Map<string, Json>>): void {
  const index = countOf(part['index']) ?? calls.size;
  const call = calls.get(index) ?? new Map<string, Json>();
  calls.set(index, call);
  for (const [key, value] of Object.entries(part)) {
    if (key === 'index' || value === undefined || value === null) continue;
    const inner = objectOf(value);
    if (inner === undefined) call.set(key, value);
    else call.set(key, innerOf(objectOf(call.get(key)) ?? {}, inner));
  }
}

/** A name comes whole and may be repeated; arguments and input come in pieces. */
function innerOf(before: JsonObject, piece: JsonObject): JsonObject {
  const inner = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(piece)) {
    if (value !== undefined && value !== null) inner.set(key, key === 'name' ? value : joined(inner.get(key) ?? undefined, value));
  }
  return Object.fromEntries(inner);
}

function choiceOf(index: number, { message, calls, finish }: Choice): JsonObject {
  const ordered = [...calls].sort(([a], [b]) => a - b).map(([, call]): JsonObject => ({ type: 'function', ...Object.fromEntries(call) }));
  const rest = { role: 'assistant', content: null, ...Object.fromEntries(message) };
  return { index, message: ordered.length > 0 ? { ...rest, tool_calls: ordered } : rest, finish_reason: finish };
}
