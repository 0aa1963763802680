import { isJsonObject, type Json, type JsonObject, own } from '../../../shared/json.ts';

/** One message as a person reads it, whatever the dialect. */
export interface ReadMessage {
  readonly who: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  /** For tool results: whose result, and whether the dialect says it is an error. */
  readonly result?: { readonly callId: string; readonly error: boolean } | undefined;
}

/** Reads the messages of a request body of any of the three dialects; what is not understood is left out, never guessed. */
export function readConversation(body: string): readonly ReadMessage[] {
  let parsed: Json;
  try {
    parsed = JSON.parse(body) as Json;
  } catch {
    return [];
  }
  if (!isJsonObject(parsed)) return [];
  const messages: ReadMessage[] = [];
  const system = own(parsed, 'system') ?? own(parsed, 'instructions');
  if (system !== undefined) messages.push({ who: 'system', text: textOf(system), calls: [] });
  const list = own(parsed, 'messages') ?? own(parsed, 'input');
  if (typeof list === 'string') messages.push({ who: 'user', text: list, calls: [] });
  if (Array.isArray(list)) for (const item of list as readonly Json[]) if (isJsonObject(item)) messages.push(...readItem(item));
  return messages;
}

function readItem(item: JsonObject): readonly ReadMessage[] {
  const type = own(item, 'type');
  if (type === 'function_call' || type === 'custom_tool_call') {
    return [
      {
        who: 'assistant',
        text: '',
        calls: [
          { id: str(own(item, 'call_id')), name: str(own(item, 'name')), arguments: str(own(item, 'arguments') ?? own(item, 'input')) },
        ],
      },
    ];
  }
  if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    return [
      { who: 'tool', text: textOf(own(item, 'output') ?? ''), calls: [], result: { callId: str(own(item, 'call_id')), error: false } },
    ];
  }
  const role = own(item, 'role');
  if (role === 'tool' || role === 'function') {
    return [
      {
        who: 'tool',
        text: textOf(own(item, 'content') ?? ''),
        calls: [],
        result: { callId: str(own(item, 'tool_call_id')), error: false },
      },
    ];
  }
  if (role === 'system' || role === 'developer') return [{ who: 'system', text: textOf(own(item, 'content') ?? ''), calls: [] }];
  if (role === 'assistant') return [{ who: 'assistant', text: textOf(own(item, 'content') ?? ''), calls: callsOf(item) }];
  return role === 'user' ? readUser(own(item, 'content') ?? '') : [];
}

/** Anthropic carries results inside a user message: each becomes its own line. */
function readUser(content: Json): readonly ReadMessage[] {
  if (!Array.isArray(content)) return [{ who: 'user', text: textOf(content), calls: [] }];
  const out: ReadMessage[] = [];
  for (const block of content as readonly Json[]) {
    if (isJsonObject(block) && own(block, 'type') === 'tool_result') {
      out.push({
        who: 'tool',
        text: textOf(own(block, 'content') ?? ''),
        calls: [],
        result: { callId: str(own(block, 'tool_use_id')), error: own(block, 'is_error') === true },
      });
    } else out.push({ who: 'user', text: textOf([block]), calls: [] });
  }
  return out;
}

function callsOf(item: JsonObject): ReadMessage['calls'] {
  const calls: { id: string; name: string; arguments: string }[] = [];
  const chat = own(item, 'tool_calls');
  for (const call of Array.isArray(chat) ? (chat as readonly Json[]) : []) {
    const inner = isJsonObject(call) ? own(call, 'function') : undefined;
    if (isJsonObject(call) && isJsonObject(inner))
      calls.push({ id: str(own(call, 'id')), name: str(own(inner, 'name')), arguments: str(own(inner, 'arguments')) });
  }
  const content = own(item, 'content');
  for (const block of Array.isArray(content) ? (content as readonly Json[]) : []) {
    if (isJsonObject(block) && own(block, 'type') === 'tool_use')
      calls.push({ id: str(own(block, 'id')), name: str(own(block, 'name')), arguments: JSON.stringify(own(block, 'input') ?? {}) });
  }
  return calls;
}

const str = (value: Json | undefined): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));

function textOf(content: Json): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly Json[])
    .map((block) => {
      if (typeof block === 'string') return block;
      if (!isJsonObject(block)) return '';
      const type = str(own(block, 'type'));
      if (type === 'tool_use' || type === 'tool_result') return '';
      const text = own(block, 'text') ?? own(block, 'thinking');
      return typeof text === 'string' ? text : `[${type || 'part'}]`;
    })
    .filter((text) => text !== '')
    .join('\n');
}
