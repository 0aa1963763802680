import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts';
import { withMembers } from '../text/json-members.ts';
import { type JsonSpan, memberOf, rawOf } from '../text/json-spans.ts';
import { type EditPlan, type EntryPlan, keyOf, planEdits, type ResultChange, sameRef } from './edit-plan.ts';
import type { DialectHistory } from './dialect-history.ts';
import type { EditOf, PartRef } from './history-edit.ts';
import type { CallNode, HistoryNode, NodeFlaw, NodeRef, ResultNode } from './history-node.ts';
import { type MessageList, spansOf } from './message-list.ts';
import { blocksBehind, changedContent, isEmptyContent, textBlock, textsOf } from './result-content.ts';

/** Written where a message of the user would be left without content: roles have to alternate. */
const MOVED = '(This message held only tool results; each stands with its call, or had none.)';

/**
 * Histories of Anthropic Messages: all results of a message stand first in the one user message behind it; ids are unique; input is an
 * object. Server-side blocks, thinking and marks keep their bytes.
 */
export const anthropicHistory: DialectHistory = {
  key: 'messages',
  callsShareEntry: true,
  resultsInMessage: true,
  uniqueIds: true,
  argumentsAsText: false,
  windowOf: (node) => (node.role === 'user' ? node.ref.at - 1 : node.ref.at),
  read,
  apply,
};

function read(value: JsonObject, ref: NodeRef): HistoryNode {
  const { role, content } = value;
  const blocks = Array.isArray(content) ? (content as readonly Json[]) : [];
  const results = role === 'user' ? resultsOf(blocks, ref) : [];
  return {
    ref,
    role: role === 'user' || role === 'assistant' || role === 'system' ? role : 'other',
    get text() {
      return typeof content === 'string'
        ? content
        : textsOf(blocks.filter((block) => isJsonObject(block) && block['type'] === 'text')).join('\n');
    },
    calls: role === 'assistant' ? callsOf(blocks, ref) : [],
    results,
    flaws: flawsOf(blocks, results),
  };
}

function callsOf(blocks: readonly Json[], ref: NodeRef): CallNode[] {
  const calls: CallNode[] = [];
  for (const [place, block] of blocks.entries()) {
    if (!isJsonObject(block) || typeof block['type'] !== 'string' || !block['type'].endsWith('tool_use')) continue;
    const id = typeof block['id'] === 'string' ? block['id'] : '';
    const server = block['type'] !== 'tool_use' || id.startsWith('srvtoolu_');
    const name = typeof block['name'] === 'string' ? block['name'] : '';
    calls.push({ ref, place, id, name, kind: server ? 'server' : 'function', input: block['input'] });
  }
  return calls;
}

function resultsOf(blocks: readonly Json[], ref: NodeRef): ResultNode[] {
  const results: ResultNode[] = [];
  for (const [place, block] of blocks.entries()) {
    if (!isJsonObject(block) || block['type'] !== 'tool_result') continue;
    const { tool_use_id: id, content, is_error: isError } = block;
    results.push({
      ref,
      place,
      callId: typeof id === 'string' ? id : '',
      get text() {
        return textsOf(content).join('\n');
      },
      isError: typeof isError === 'boolean' ? isError : undefined,
      get blocks() {
        return textsOf(content);
      },
      empty: isEmptyContent(content),
    });
  }
  return results;
}

function flawsOf(blocks: readonly Json[], results: readonly ResultNode[]): readonly NodeFlaw[] {
  const flaws: NodeFlaw[] = [];
  for (const [place, block] of blocks.entries()) {
    if (blocks.length > 1 && isJsonObject(block) && block['type'] === 'text' && block['text'] === '')
      flaws.push({ type: 'empty-text', place });
  }
  if (results.some((result, index) => result.place !== index)) flaws.push({ type: 'results-not-first' });
  return flaws;
}

/** A user message taken apart. */
interface Parts {
  readonly results: readonly string[];
  readonly others: readonly string[];
}

function apply(list: MessageList, edits: Parameters<DialectHistory['apply']>[1]): void {
  const plan = planEdits(edits);
  const arrivals = arrivalsOf(list, plan);
  const words = wordsOf(list, plan);
  const merged = new Set<string>();
  const touched = new Map<string, NodeRef>();
  for (const entry of plan.entries.values()) touched.set(keyOf(entry.ref), entry.ref);
  for (const { target } of arrivals.values()) touched.set(keyOf(target), target);
  for (const [key, { ref }] of words.inside) touched.set(key, ref);
  const written: { readonly ref: NodeRef; readonly raw: string | undefined }[] = [];
  for (const [key, ref] of touched) {
    if (merged.has(key)) continue;
    const arrived = arrivals.get(key);
    const followers = arrived === undefined ? [] : followersOf(list, ref, arrived.sources);
    for (const follower of followers) merged.add(keyOf(follower));
    const more = followers.map((follower) => partsOf(list.raw(follower), plan.entries.get(keyOf(follower))));
    const raw = list.raw(ref);
    const entry = plan.entries.get(key);
    const tail = words.inside.get(key)?.texts ?? [];
    if (arrived === undefined && tail.length === 0 && !reorders(entry)) {
      written.push({ ref, raw: inPlace(raw, entry) });
      continue;
    }
    const own = partsOf(raw, entry);
    const results = [...own.results, ...(arrived?.blocks ?? []), ...more.flatMap((parts) => parts.results)];
    const others = [...own.others, ...more.flatMap((parts) => parts.others), ...tail.map((text) => textBlock('text', text))];
    written.push({ ref, raw: rebuilt(list, ref, raw, [...results, ...others], words.ends) });
  }
  for (const { ref, raw } of written) {
    if (merged.has(keyOf(ref))) continue;
    if (raw === undefined) list.drop(ref);
    else list.replace(ref, raw);
  }
  for (const key of merged) {
    const ref = touched.get(key);
    if (ref !== undefined) list.drop(ref);
  }
  for (const { at, raw } of words.behind) list.insertBehind(at, raw);
  list.dropMembers(plan.members);
}

interface Arrival {
  readonly target: NodeRef;
  readonly blocks: readonly string[];
  /** Messages that results came from. */
  readonly sources: readonly NodeRef[];
}

/** Results for the user message behind their call; where there is none, a new one is noted. */
function arrivalsOf(list: MessageList, plan: EditPlan): Map<string, Arrival> {
  const arrivals = new Map<string, Arrival>();
  for (const { behind, results } of plan.placed.values()) {
    const target = joinedBy(list, behind, results);
    if (target === undefined) continue;
    const sources = results.flatMap(({ from }) => ('at' in from ? [from] : []));
    arrivals.set(keyOf(target), { target, blocks: results.map((result) => placedBlock(list, result)), sources });
  }
  return arrivals;
}

/** The user message behind the call that placed results join: none where they went out as the end of a request. */
function joinedBy(list: MessageList, behind: NodeRef, results: readonly EditOf<'place-result'>[]): NodeRef | undefined {
  const target = list.next(behind);
  return target !== undefined && isUser(list.value(target)) && results.every(({ alone }) => alone !== true) ? target : undefined;
}

interface Words {
  /** Texts that go into a message of the user. */
  readonly inside: Map<string, { readonly ref: NodeRef; readonly texts: string[] }>;
  /** New messages. */
  readonly behind: { readonly at: number; readonly raw: string }[];
  /** Entries behind which a new message of the user will stand. */
  readonly ends: Set<number>;
}

function wordsOf(list: MessageList, plan: EditPlan): Words {
  const words: Words = { inside: new Map(), behind: [], ends: new Set() };
  for (const { behind, results } of plan.placed.values()) {
    if (joinedBy(list, behind, results) !== undefined) continue;
    words.ends.add(behind.at);
    words.behind.push({
      at: behind.at,
      raw: messageOf(
        'user',
        results.map((result) => placedBlock(list, result)),
      ),
    });
  }
  for (const word of plan.words) {
    if (word.type === 'result-to-text') continue;
    if (word.type === 'add-user-text' && isUser(list.value(word.behind))) {
      const here = words.inside.get(keyOf(word.behind)) ?? { ref: word.behind, texts: [] };
      here.texts.push(word.text);
      words.inside.set(keyOf(word.behind), here);
    } else
      words.behind.push({
        at: word.behind.at,
        raw: messageOf(word.type === 'add-user-text' ? 'user' : 'assistant', [textBlock('text', word.text)]),
      });
  }
  return words;
}

const messageOf = (role: 'user' | 'assistant', blocks: readonly string[]): string => `{"role":"${role}","content":[${blocks.join(',')}]}`;
const isUser = (value: Json | undefined): boolean => isJsonObject(value) && value['role'] === 'user';

function placedBlock(list: MessageList, { from, callId }: EditOf<'place-result'>): string {
  if ('text' in from)
    return `{"type":"tool_result","tool_use_id":${JSON.stringify(callId)},"content":${JSON.stringify(from.text)},"is_error":true}`;
  return changedResult(...blockAt(list, from), { id: callId, dropped: false, texts: new Map(), added: [] });
}

function blockAt(list: MessageList, part: PartRef): [raw: string, span: JsonSpan] {
  const raw = list.raw(part);
  const span = memberOf(spansOf(raw), 'content')?.value.items[part.place];
  if (span === undefined) throw new RangeError(`no block ${part.place}`);
  return [raw, span];
}

/** User messages right behind `target` that gave all or some of their results to it: what is left of them joins it. */
function followersOf(list: MessageList, target: NodeRef, sources: readonly NodeRef[]): NodeRef[] {
  const followers: NodeRef[] = [];
  for (let next = list.next(target); next !== undefined; next = list.next(next)) {
    const here = next;
    if (!sources.some((source) => sameRef(source, here))) break;
    followers.push(here);
  }
  return followers;
}

const reorders = (entry: EntryPlan | undefined): boolean =>
  entry !== undefined &&
  (entry.resultsFirst ||
    entry.droppedTexts.size > 0 ||
    [...entry.results.values()].some((result) => result.dropped || result.note !== undefined));

/** The message with some blocks changed where they stand. */
function inPlace(raw: string, entry: EntryPlan | undefined): string {
  const root = spansOf(raw);
  const content = memberOf(root, 'content')?.value;
  if (entry === undefined || content?.kind !== 'array') return raw;
  let changed = raw;
  for (const [place, span] of [...content.items.entries()].reverse()) {
    const text = changedBlock(raw, span, place, entry);
    if (text !== undefined) changed = changed.slice(0, span.start) + text + changed.slice(span.end);
  }
  return changed;
}

function changedBlock(raw: string, span: JsonSpan, place: number, entry: EntryPlan): string | undefined {
  const call = entry.calls.get(place);
  if (call !== undefined) {
    const members = new Map<string, string | undefined>();
    if (call.id !== undefined) members.set('id', JSON.stringify(call.id));
    if (typeof call.arguments === 'string') members.set('input', call.arguments);
    return withMembers(raw, span, members);
  }
  const result = entry.results.get(place);
  return result === undefined ? undefined : changedResult(raw, span, result);
}

function changedResult(raw: string, span: JsonSpan, change: ResultChange): string {
  const members = new Map<string, string | undefined>();
  const id = memberOf(span, 'tool_use_id')?.value;
  if (change.id !== undefined && (id === undefined || rawOf(raw, id) !== JSON.stringify(change.id)))
    members.set('tool_use_id', JSON.stringify(change.id));
  if (change.texts.size + change.added.length > 0)
    members.set('content', changedContent(raw, memberOf(span, 'content')?.value, change.texts, change.added, 'text'));
  return withMembers(raw, span, members);
}

function partsOf(raw: string, entry: EntryPlan | undefined): Parts {
  const content = memberOf(spansOf(raw), 'content')?.value;
  if (content?.kind === 'string')
    return { results: [], others: rawOf(raw, content) === '""' ? [] : [`{"type":"text","text":${rawOf(raw, content)}}`] };
  const results: string[] = [];
  const others: string[] = [];
  for (const [place, span] of (content?.items ?? []).entries()) {
    const change = entry?.results.get(place);
    if (change?.dropped === true || entry?.droppedTexts.has(place) === true) continue;
    const text = (entry === undefined ? undefined : changedBlock(raw, span, place, entry)) ?? rawOf(raw, span);
    const type = memberOf(span, 'type')?.value;
    if (change?.note !== undefined) others.push(...blocksBehind(change.note, raw, memberOf(span, 'content')?.value, 'text'));
    else if (type !== undefined && rawOf(raw, type) === '"tool_result"') results.push(text);
    else others.push(text);
  }
  return { results, others };
}

/** The message with these blocks; undefined when nothing is left of it and it may go. */
function rebuilt(list: MessageList, ref: NodeRef, raw: string, blocks: readonly string[], ends: ReadonlySet<number>): string | undefined {
  const root = spansOf(raw);
  if (blocks.length > 0) return withMembers(raw, root, new Map([['content', `[${blocks.join(',')}]`]]));
  const previous = list.previous(ref);
  // Depends on nothing behind it: what was sent stays as it was when the history grows.
  if (previous !== undefined && (isUser(list.value(previous)) || ends.has(previous.at))) return undefined;
  return withMembers(raw, root, new Map([['content', `[${textBlock('text', MOVED)}]`]]));
}
