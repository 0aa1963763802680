import type { JsonObject } from '../../../shared/json.ts';
import { withMembers } from '../text/json-members.ts';
import { memberOf, rawOf } from '../text/json-spans.ts';
import { type EntryPlan, planEdits, sameRef } from './edit-plan.ts';
import type { DialectHistory } from './dialect-history.ts';
import type { EditOf } from './history-edit.ts';
import type { CallNode, HistoryNode, NodeRef, ResultNode } from './history-node.ts';
import { type MessageList, spansOf } from './message-list.ts';
import { blocksBehind, changedContent, isEmptyContent, textsOf } from './result-content.ts';

/**
 * Histories of Responses: calls and outputs are items of their own, paired by `call_id`. The server takes an output anywhere behind its
 * call; one that words of a user came before is moved up. Only `function_call` and its output are ever changed.
 */
export const responsesHistory: DialectHistory = {
  key: 'input',
  callsShareEntry: false,
  resultsInMessage: false,
  uniqueIds: true,
  argumentsAsText: true,
  windowOf: (node, before) => (node.role === 'user' || node.role === 'system' ? node.ref.at : before),
  read,
  apply,
};

function read(value: JsonObject, ref: NodeRef): HistoryNode {
  const type = typeof value['type'] === 'string' ? value['type'] : '';
  return {
    ref,
    role: roleOf(type, value),
    get text() {
      return textsOf(value['content']).join('\n');
    },
    calls: callsOf(type, value, ref),
    results: type === 'function_call_output' ? [resultOf(value, ref)] : [],
    flaws: [],
  };
}

function roleOf(type: string, value: JsonObject): HistoryNode['role'] {
  if (type.endsWith('_call_output')) return 'tool';
  if (type === '' || type === 'message') {
    const { role } = value;
    if (role === 'developer' || role === 'system') return 'system';
    return role === 'user' || role === 'assistant' ? role : 'other';
  }
  return type === 'reasoning' || type.endsWith('_call') ? 'assistant' : 'other';
}

function callsOf(type: string, value: JsonObject, ref: NodeRef): CallNode[] {
  if (!type.endsWith('_call')) return [];
  const kind = type === 'function_call' ? 'function' : type === 'custom_tool_call' ? 'custom' : 'server';
  const { call_id: id, name } = value;
  return [
    {
      ref,
      place: 0,
      id: typeof id === 'string' ? id : '',
      name: typeof name === 'string' ? name : type,
      kind,
      input: kind === 'function' ? value['arguments'] : undefined,
    },
  ];
}

const resultOf = (value: JsonObject, ref: NodeRef): ResultNode => ({
  ref,
  place: 0,
  callId: typeof value['call_id'] === 'string' ? value['call_id'] : '',
  get text() {
    return textsOf(value['output']).join('\n');
  },
  isError: undefined,
  get blocks() {
    return textsOf(value['output']);
  },
  empty: isEmptyContent(value['output']),
});

function apply(list: MessageList, edits: Parameters<DialectHistory['apply']>[1]): void {
  const plan = planEdits(edits);
  const inserts: { readonly at: number; readonly raw: string }[] = [];
  for (const { behind, results } of plan.placed.values()) {
    for (const result of results) inserts.push({ at: behind.at, raw: placedResult(list, result) });
  }
  const inPlace = new Map<EntryPlan, string>();
  for (const words of plan.words) {
    if (words.type !== 'result-to-text') {
      inserts.push({ at: words.behind.at, raw: messageOf(words.type === 'add-user-text' ? 'user' : 'assistant', words.text) });
      continue;
    }
    const raw = resultAsMessage(list.raw(words.result), words.note);
    const own = plan.entries.get(`${words.result.at}+${words.result.extra}`);
    if (own !== undefined && sameRef(words.result, words.behind)) inPlace.set(own, raw);
    else inserts.push({ at: words.behind.at, raw });
  }
  for (const entry of plan.entries.values()) {
    const result = entry.results.get(0);
    const text = inPlace.get(entry);
    if (text !== undefined) list.replace(entry.ref, text);
    else if (result?.dropped === true || result?.note !== undefined) list.drop(entry.ref);
    else list.replace(entry.ref, changedItem(list.raw(entry.ref), entry));
  }
  for (const { at, raw } of inserts) list.insertBehind(at, raw);
  list.dropMembers(plan.members);
}

const messageOf = (role: 'user' | 'assistant', text: string): string =>
  `{"type":"message","role":"${role}","content":[{"type":"${role === 'user' ? 'input_text' : 'output_text'}","text":${JSON.stringify(text)}}]}`;

function placedResult(list: MessageList, { from, callId }: EditOf<'place-result'>): string {
  if ('text' in from) return `{"type":"function_call_output","call_id":${JSON.stringify(callId)},"output":${JSON.stringify(from.text)}}`;
  const raw = list.raw(from);
  const root = spansOf(raw);
  const id = memberOf(root, 'call_id')?.value;
  if (id !== undefined && rawOf(raw, id) === JSON.stringify(callId)) return raw;
  return withMembers(raw, root, new Map([['call_id', JSON.stringify(callId)]]));
}

function resultAsMessage(raw: string, note: string): string {
  const output = memberOf(spansOf(raw), 'output')?.value;
  return `{"type":"message","role":"user","content":[${blocksBehind(note, raw, output, 'input_text').join(',')}]}`;
}

function changedItem(raw: string, entry: EntryPlan): string {
  const root = spansOf(raw);
  const members = new Map<string, string | undefined>();
  const result = entry.results.get(0);
  const call = entry.calls.get(0);
  if (result?.id !== undefined) members.set('call_id', JSON.stringify(result.id));
  if (result !== undefined && result.texts.size + result.added.length > 0)
    members.set('output', changedContent(raw, memberOf(root, 'output')?.value, result.texts, result.added, 'input_text'));
  if (call?.id !== undefined) members.set('call_id', JSON.stringify(call.id));
  if (call?.arguments !== undefined) {
    const value = memberOf(root, 'arguments')?.value;
    const text = typeof call.arguments === 'string' ? call.arguments : value === undefined ? '{}' : rawOf(raw, value);
    members.set('arguments', JSON.stringify(text));
  }
  return withMembers(raw, root, members);
}
