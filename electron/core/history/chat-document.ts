import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts';
import { withMembers } from '../text/json-members.ts';
import { type JsonSpan, memberOf, rawOf } from '../text/json-spans.ts';
import { spliceText, type TextEdit } from '../text/splice-text.ts';
import { type CallChange, type EntryPlan, planEdits, sameRef } from './edit-plan.ts';
import type { DialectHistory } from './dialect-history.ts';
import type { EditOf } from './history-edit.ts';
import type { CallNode, HistoryNode, NodeRef, ResultNode } from './history-node.ts';
import { type MessageList, spansOf } from './message-list.ts';
import { blocksBehind, changedContent, isEmptyContent, stringBehind, textsOf } from './result-content.ts';

/**
 * Histories of Chat Completions: a result is a message of its own, and all results of a message stand right behind it. Ids may repeat in
 * later turns. Legacy `function_call` messages pair by name and are left alone.
 */
export const chatHistory: DialectHistory = {
  key: 'messages',
  callsShareEntry: true,
  resultsInMessage: false,
  uniqueIds: false,
  argumentsAsText: true,
  windowOf: (node, before) => (node.role === 'tool' ? before : node.ref.at),
  read,
  apply,
};

function read(value: JsonObject, ref: NodeRef): HistoryNode {
  const role = roleOf(value['role']);
  return {
    ref,
    role,
    get text() {
      return textsOf(value['content']).join('\n');
    },
    calls: role === 'assistant' ? callsOf(value['tool_calls'], ref) : [],
    results: role === 'tool' ? [resultOf(value, ref)] : [],
    flaws: role === 'assistant' && Array.isArray(value['tool_calls']) && value['tool_calls'].length === 0 ? [{ type: 'empty-calls' }] : [],
  };
}

function roleOf(role: Json | undefined): HistoryNode['role'] {
  if (role === 'developer') return 'system';
  return role === 'system' || role === 'user' || role === 'assistant' || role === 'tool' ? role : 'other';
}

function callsOf(list: Json | undefined, ref: NodeRef): CallNode[] {
  const calls: CallNode[] = [];
  if (!Array.isArray(list)) return calls;
  for (const [place, call] of (list as readonly Json[]).entries()) {
    if (!isJsonObject(call)) continue;
    const inner = isJsonObject(call['function']) ? call['function'] : undefined;
    const custom = isJsonObject(call['custom']) ? call['custom'] : undefined;
    calls.push({
      ref,
      place,
      id: typeof call['id'] === 'string' ? call['id'] : '',
      name: String((inner ?? custom)?.['name'] ?? ''),
      kind: inner === undefined ? 'custom' : 'function',
      input: inner?.['arguments'],
    });
  }
  return calls;
}

const resultOf = (value: JsonObject, ref: NodeRef): ResultNode => ({
  ref,
  place: 0,
  callId: typeof value['tool_call_id'] === 'string' ? value['tool_call_id'] : '',
  get text() {
    return textsOf(value['content']).join('\n');
  },
  isError: undefined,
  get blocks() {
    return textsOf(value['content']);
  },
  empty: isEmptyContent(value['content']),
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
      inserts.push({
        at: words.behind.at,
        raw: `{"role":"${words.type === 'add-user-text' ? 'user' : 'assistant'}","content":${JSON.stringify(words.text)}}`,
      });
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
    else list.replace(entry.ref, changedMessage(list.raw(entry.ref), entry));
  }
  for (const { at, raw } of inserts) list.insertBehind(at, raw);
  list.dropMembers(plan.members);
}

function placedResult(list: MessageList, { from, callId }: EditOf<'place-result'>): string {
  if ('text' in from) return `{"role":"tool","tool_call_id":${JSON.stringify(callId)},"content":${JSON.stringify(from.text)}}`;
  const raw = list.raw(from);
  const root = spansOf(raw);
  const id = memberOf(root, 'tool_call_id')?.value;
  if (id !== undefined && rawOf(raw, id) === JSON.stringify(callId)) return raw;
  return withMembers(raw, root, new Map([['tool_call_id', JSON.stringify(callId)]]));
}

function resultAsMessage(raw: string, note: string): string {
  const content = memberOf(spansOf(raw), 'content')?.value;
  const body = content?.kind === 'array' ? `[${blocksBehind(note, raw, content, 'text').join(',')}]` : stringBehind(note, raw, content);
  return `{"role":"user","content":${body}}`;
}

function changedMessage(raw: string, entry: EntryPlan): string {
  const root = spansOf(raw);
  const members = new Map<string, string | undefined>();
  const result = entry.results.get(0);
  if (result?.id !== undefined) members.set('tool_call_id', JSON.stringify(result.id));
  const content = memberOf(root, 'content')?.value;
  if (result !== undefined && result.texts.size + result.added.length > 0)
    members.set('content', changedContent(raw, content, result.texts, result.added, 'text'));
  if (entry.text !== undefined) members.set('content', JSON.stringify(entry.text));
  const calls = memberOf(root, 'tool_calls')?.value;
  if (entry.dropCalls) members.set('tool_calls', undefined);
  else if (entry.calls.size > 0 && calls !== undefined) members.set('tool_calls', changedCalls(raw, calls, entry.calls));
  return withMembers(raw, root, members);
}

function changedCalls(raw: string, calls: JsonSpan, changes: EntryPlan['calls']): string {
  const edits: TextEdit[] = [];
  for (const [place, change] of changes) {
    const span = calls.items[place];
    if (span === undefined) throw new RangeError(`no call ${place}`);
    edits.push({ start: span.start - calls.start, end: span.end - calls.start, text: changedCall(raw, span, change) });
  }
  return spliceText(rawOf(raw, calls), edits);
}

function changedCall(raw: string, span: JsonSpan, change: CallChange): string {
  const members = new Map<string, string | undefined>();
  if (change.id !== undefined) members.set('id', JSON.stringify(change.id));
  const inner = memberOf(span, 'function')?.value;
  if (change.arguments !== undefined && inner !== undefined) {
    const text = typeof change.arguments === 'string' ? change.arguments : rawMember(raw, inner, 'arguments');
    members.set('function', withMembers(raw, inner, new Map([['arguments', JSON.stringify(text)]])));
  }
  return withMembers(raw, span, members);
}

function rawMember(raw: string, object: JsonSpan, name: string): string {
  const value = memberOf(object, name)?.value;
  return value === undefined ? '{}' : rawOf(raw, value);
}
