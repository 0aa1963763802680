import { isJsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH, withMembers } from '../../text/json-members.ts';
import { type JsonSpan, memberOf, parseWithSpans, rawOf } from '../../text/json-spans.ts';
import { objectsOf, parseObject } from '../wire-values.ts';
import { textOfParts } from './wire-types.ts';

/** One part of a text delta on its way out: see `FrameEdit.text`. */
export interface TextPart {
  readonly part: string;
  readonly first: boolean;
  readonly last: boolean;
}

/** What becomes of one `tool_calls` entry: dropped, or sent under this index. `more` entries need neither id nor name. */
export type EntryPlan = 'drop' | { readonly index: number; readonly stage: 'start' | 'named' | 'more' };

export interface ChoicePlan {
  readonly text: TextPart | undefined;
  readonly entries: readonly EntryPlan[];
  readonly dropLegacy: boolean;
  /** The word to send where the frame has a finish reason; null: none yet; undefined: as it came. */
  readonly finish: string | null | undefined;
  /** The role was sent before: a chunk that holds nothing else is empty. */
  readonly roleSent: boolean;
  readonly dropRole: boolean;
  readonly dropReasoning: boolean;
}

export interface ChunkPlan {
  /** Raw values of top-level members that must be those of the first reply. */
  readonly pinned: ReadonlyMap<string, string>;
  /** Output tokens of an earlier reply, added to this chunk's usage. */
  readonly addOutput: number | undefined;
  readonly keepUsage: boolean;
  /** Undefined: this choice does not leave with this part of the frame. */
  readonly choice: (index: number) => ChoicePlan | undefined;
}

/** The chunk under the plan; '' when nothing is left of it. Data that is no JSON object comes back as it is. */
export function rewriteChunk(data: string, plan: ChunkPlan): string {
  const parsed = parseWithSpans(data, 0, { maxDepth: WIRE_JSON_DEPTH });
  if (!parsed.ok || parsed.value.root.kind !== 'object') return data;
  const root = parsed.value.root;
  const changes = new Map<string, string | undefined>();
  for (const [key, raw] of plan.pinned) if (memberOf(root, key) !== undefined) changes.set(key, raw);
  const usage = memberOf(root, 'usage')?.value;
  const counted = usage?.kind === 'object' && plan.keepUsage;
  if (usage?.kind === 'object' && !plan.keepUsage) changes.set('usage', undefined);
  else if (usage?.kind === 'object' && plan.addOutput !== undefined) changes.set('usage', summedUsage(data, usage, plan.addOutput));
  const choices = memberOf(root, 'choices')?.value;
  if (choices?.kind === 'literal') changes.set('choices', '[]');
  if (choices?.kind === 'array' && choices.items.length > 0) {
    const kept = choices.items.map((item, place) => choiceText(data, item, place, plan)).filter((text) => text !== '');
    if (kept.length === 0 && !counted) return '';
    const same = kept.length === choices.items.length && kept.every((text, place) => text === rawOf(data, choices.items[place] ?? choices));
    if (!same) changes.set('choices', `[${kept.join(',')}]`);
  }
  return withMembers(data, root, changes);
}

function choiceText(data: string, span: JsonSpan, place: number, plan: ChunkPlan): string {
  const raw = rawOf(data, span);
  if (span.kind !== 'object') return raw;
  const value = parseObject(raw) ?? {};
  const index = Number.isInteger(value['index']) ? (value['index'] as number) : place;
  const how = plan.choice(index);
  if (how === undefined) return '';
  const changes = new Map<string, string | undefined>();
  if (value['index'] !== undefined && value['index'] !== index) changes.set('index', String(index));
  const finish = value['finish_reason'];
  const part = how.text !== undefined && !how.text.last;
  const said = typeof finish === 'string';
  const leaves = said && !part ? (how.finish === undefined ? finish : how.finish) : null;
  if (said && leaves !== finish) changes.set('finish_reason', JSON.stringify(leaves));
  const delta = memberOf(span, 'delta')?.value;
  const rewritten = delta?.kind === 'object' ? deltaText(data, delta, how) : { text: '{}', textChanged: false };
  if (delta?.kind === 'object' && rewritten.text !== rawOf(data, delta)) changes.set('delta', rewritten.text);
  if (rewritten.textChanged && isJsonObject(value['logprobs'])) changes.set('logprobs', 'null');
  if (changes.size > 0 && leaves === null && isBlank(rewritten.text, how.roleSent)) return '';
  return withMembers(data, span, changes);
}

const REASONING = ['reasoning_content', 'reasoning', 'reasoning_details'];

function deltaText(data: string, span: JsonSpan, how: ChoicePlan): { readonly text: string; readonly textChanged: boolean } {
  const changes = new Map<string, string | undefined>();
  const role = memberOf(span, 'role')?.value;
  if (role !== undefined && (how.dropRole || role.kind !== 'string')) changes.set('role', undefined);
  if (how.dropReasoning) for (const key of REASONING) removeWhereThere(span, key, changes);
  const calls = memberOf(span, 'tool_calls')?.value;
  if (calls !== undefined) changes.set('tool_calls', entriesText(data, calls, how.entries));
  if (how.dropLegacy) removeWhereThere(span, 'function_call', changes);
  const content = memberOf(span, 'content')?.value;
  const textChanged = how.text !== undefined && content !== undefined && splitDelta(data, span, content, how.text, changes);
  return { text: withMembers(data, span, changes), textChanged };
}

const removeWhereThere = (span: JsonSpan, key: string, changes: Map<string, string | undefined>): void => {
  if (memberOf(span, key) !== undefined) changes.set(key, undefined);
};

/** What stands before the text leaves with the first part, the calls with the last. True when the text is not the whole. */
function splitDelta(data: string, span: JsonSpan, content: JsonSpan, text: TextPart, changes: Map<string, string | undefined>): boolean {
  const raw = rawOf(data, content);
  const next = content.kind === 'array' ? partsText(data, content, text) : JSON.stringify(text.part);
  const whole = text.first && text.last && wholeText(raw) === text.part;
  if (next !== raw && !whole) changes.set('content', text.part === '' && !text.first && content.kind === 'string' ? undefined : next);
  for (const member of span.members) {
    const behind = member.key === 'tool_calls' || member.key === 'function_call';
    if (member.key !== 'content' && (behind ? !text.last : !text.first)) changes.set(member.key, undefined);
  }
  return !whole;
}

function wholeText(raw: string): unknown {
  const content: unknown = JSON.parse(raw);
  return Array.isArray(content) ? textOfParts(objectsOf(content)) : content;
}

/** A part list: what is no text goes first, and the text follows as one part. */
function partsText(data: string, content: JsonSpan, text: TextPart): string | undefined {
  const isText = (part: JsonSpan): boolean => {
    const type = memberOf(part, 'type')?.value;
    return type === undefined ? memberOf(part, 'text') !== undefined : rawOf(data, type) === '"text"';
  };
  const parts = text.first ? content.items.filter((part) => !isText(part)).map((part) => rawOf(data, part)) : [];
  if (text.part !== '') parts.push(JSON.stringify({ type: 'text', text: text.part }));
  return parts.length === 0 ? undefined : `[${parts.join(',')}]`;
}

/** The n-th object of the list is the n-th plan. Null and empty lists go: they say nothing and break strict clients. */
function entriesText(data: string, calls: JsonSpan, plans: readonly EntryPlan[]): string | undefined {
  const kept: string[] = [];
  for (const [place, entry] of calls.items.filter((item) => item.kind === 'object').entries()) {
    const plan = plans[place] ?? 'drop';
    if (plan !== 'drop') kept.push(entryText(data, entry, plan));
  }
  if (kept.length === 0) return undefined;
  const same = kept.length === calls.items.length && kept.every((text, place) => text === rawOf(data, calls.items[place] ?? calls));
  return same ? rawOf(data, calls) : `[${kept.join(',')}]`;
}

function entryText(data: string, entry: JsonSpan, plan: Exclude<EntryPlan, 'drop'>): string {
  const changes = new Map<string, string | undefined>();
  const index = memberOf(entry, 'index')?.value;
  if (index === undefined || rawOf(data, index) !== String(plan.index)) changes.set('index', String(plan.index));
  if (plan.stage === 'start') return withMembers(data, entry, changes);
  const more = plan.stage === 'more';
  const id = memberOf(entry, 'id')?.value;
  if (id !== undefined && (more || rawOf(data, id) === '""')) changes.set('id', undefined);
  const inner = memberOf(entry, 'function')?.value;
  const name = memberOf(inner, 'name')?.value;
  if (inner?.kind === 'object' && name !== undefined && (more || rawOf(data, name) === '""')) {
    changes.set('function', withMembers(data, inner, new Map([['name', undefined]])));
  }
  return withMembers(data, entry, changes);
}

/** Nothing in the delta tells the client anything. */
function isBlank(delta: string, roleSent: boolean): boolean {
  const value = parseObject(delta) ?? {};
  return Object.entries(value).every(([key, member]) => member === null || member === '' || (key === 'role' && roleSent));
}

/** Usage of a re-asked turn: the last request's input, the sum of outputs (wire 3.7). */
export function summedUsage(data: string, usage: JsonSpan, addOutput: number): string {
  const value = parseObject(rawOf(data, usage)) ?? {};
  const output = value['completion_tokens'];
  if (typeof output !== 'number') return rawOf(data, usage);
  const changes = new Map<string, string | undefined>([['completion_tokens', String(output + addOutput)]]);
  if (typeof value['total_tokens'] === 'number') changes.set('total_tokens', String(value['total_tokens'] + addOutput));
  return withMembers(data, usage, changes);
}
