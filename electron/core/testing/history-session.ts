import type { Json, JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';

/** What happens in a made-up session, dialect-free. */
export type SessionStep =
  | { readonly type: 'user'; readonly text: string }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'calls'; readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[] }
  | { readonly type: 'result'; readonly id: string; readonly text: string };

const OBJECT = /^\s*\{/;

/** The messages that an agent would send for each step, in order. */
export function messagesOf(dialect: Dialect, steps: readonly SessionStep[]): JsonObject[] {
  if (dialect === 'openai-responses') return steps.flatMap(responsesItems);
  if (dialect === 'openai-chat') return steps.map(chatMessage);
  const messages: JsonObject[] = [];
  for (const step of steps) messages.push(anthropicMessage(step));
  return messages;
}

function responsesItems(step: SessionStep): JsonObject[] {
  switch (step.type) {
    case 'user':
      return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: step.text }] }];
    case 'say':
      return [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: step.text }] }];
    case 'calls':
      return step.calls.map(({ id, name, arguments: text }) => ({ type: 'function_call', call_id: id, name, arguments: text }));
    case 'result':
      return [{ type: 'function_call_output', call_id: step.id, output: step.text }];
  }
}

function chatMessage(step: SessionStep): JsonObject {
  switch (step.type) {
    case 'user':
      return { role: 'user', content: step.text };
    case 'say':
      return { role: 'assistant', content: step.text };
    case 'calls':
      return {
        role: 'assistant',
        content: null,
        tool_calls: step.calls.map(({ id, name, arguments: text }) => ({ id, type: 'function', function: { name, arguments: text } })),
      };
    case 'result':
      return { role: 'tool', tool_call_id: step.id, content: step.text };
  }
}

function anthropicMessage(step: SessionStep): JsonObject {
  switch (step.type) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: step.text }] };
    case 'say':
      return { role: 'assistant', content: [{ type: 'text', text: step.text }] };
    case 'calls':
      return {
        role: 'assistant',
        content: step.calls.map(({ id, name, arguments: text }) => ({ type: 'tool_use', id, name, input: inputOf(text) })),
      };
    case 'result':
      return { role: 'user', content: [{ type: 'tool_result', tool_use_id: step.id, content: step.text }] };
  }
}

function inputOf(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    return OBJECT.test(text) ? value : text;
  } catch {
    return text;
  }
}

/** What a server of this dialect would refuse in a history (errors.md part C1); a pairing law written apart from the repair. */
export function pairingFaults(dialect: Dialect, messages: readonly JsonObject[]): string[] {
  if (dialect === 'openai-chat') return chatFaults(messages);
  return dialect === 'anthropic-messages' ? anthropicFaults(messages) : responsesFaults(messages);
}

const listAt = (object: JsonObject | undefined, key: string): readonly JsonObject[] => {
  const value = object?.[key];
  return Array.isArray(value) ? (value as readonly JsonObject[]) : [];
};

function chatFaults(messages: readonly JsonObject[]): string[] {
  const faults: string[] = [];
  let awaited: string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message['role'] === 'tool') {
      const id = String(message['tool_call_id']);
      if (awaited.includes(id)) awaited = awaited.filter((other) => other !== id);
      else faults.push(`result ${id} at ${index} has no call`);
      continue;
    }
    if (awaited.length > 0) faults.push(`calls ${awaited.join()} before ${index} have no result`);
    const calls = listAt(message, 'tool_calls');
    awaited = calls.map((call) => String(call['id']));
    if (new Set(awaited).size < awaited.length) faults.push(`ids repeat at ${index}`);
    for (const call of calls) if (!isObjectText((call['function'] as JsonObject)['arguments'])) faults.push(`arguments at ${index}`);
  }
  if (awaited.length > 0) faults.push(`calls ${awaited.join()} have no result`);
  return faults;
}

function anthropicFaults(messages: readonly JsonObject[]): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  let awaited: string[] = [];
  for (const [index, message] of messages.entries()) {
    const blocks = listAt(message, 'content');
    const results = blocks.filter((block) => block['type'] === 'tool_result').map((block) => String(block['tool_use_id']));
    if (results.length < awaited.length || results.some((id) => !awaited.includes(id)) || new Set(results).size < results.length)
      faults.push(`at ${index}: results ${results.join()} for calls ${awaited.join()}`);
    if (
      blocks.findIndex((block) => block['type'] !== 'tool_result') < results.length &&
      blocks.length > results.length &&
      results.length > 0
    )
      faults.push(`results of ${index} are not first`);
    if (blocks.length === 0) faults.push(`nothing in ${index}`);
    const calls = blocks.filter((block) => block['type'] === 'tool_use');
    awaited = calls.map((call) => String(call['id']));
    for (const call of calls) {
      if (ids.has(String(call['id'])) || call['id'] === '') faults.push(`id ${String(call['id'])} repeats`);
      ids.add(String(call['id']));
      if (typeof call['input'] !== 'object' || call['input'] === null) faults.push(`input at ${index}`);
    }
  }
  if (awaited.length > 0) faults.push(`calls ${awaited.join()} have no result`);
  return faults;
}

function responsesFaults(items: readonly JsonObject[]): string[] {
  const faults: string[] = [];
  const open = new Set<string>();
  const ids = new Set<string>();
  for (const [index, item] of items.entries()) {
    const id = String(item['call_id']);
    if (item['type'] === 'function_call') {
      if (ids.has(id) || id === '') faults.push(`id ${id} repeats`);
      ids.add(id);
      open.add(id);
      if (!isObjectText(item['arguments'])) faults.push(`arguments at ${index}`);
    } else if (item['type'] === 'function_call_output') {
      if (!open.delete(id)) faults.push(`output ${id} at ${index} has no call`);
    } else if (item['role'] === 'user' && open.size > 0) faults.push(`calls ${[...open].join()} before ${index} have no output`);
  }
  if (open.size > 0) faults.push(`calls ${[...open].join()} have no output`);
  return faults;
}

function isObjectText(text: Json | undefined): boolean {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
