import type { FinishReason } from '../../../../shared/vocabulary.ts';
import { type JsonSpan, memberOf, parseWithSpans } from '../../text/json-spans.ts';
import { WIRE_JSON_DEPTH, withMembers } from '../../text/json-members.ts';
import type { Usage } from '../../turn/turn.ts';
import type { ClientItem, ClientReply } from './client-reply.ts';
import { finishedItem, fitItem, objectText, quoted, stringAt } from './item-text.ts';

/** How a turn ends in this dialect. */
export interface ResponseEnd {
  readonly status: 'completed' | 'incomplete';
  readonly reason: string | undefined;
}

export function endOf(finish: FinishReason | undefined): ResponseEnd {
  if (finish === 'length') return { status: 'incomplete', reason: 'max_output_tokens' };
  if (finish === 'content_filter') return { status: 'incomplete', reason: 'content_filter' };
  return { status: 'completed', reason: undefined };
}

/** What a `response` object must say besides its output. */
export interface ResponseFacts {
  /** False: the output is left as it came (a failed response). */
  readonly output: boolean;
  /** Element of the upstream's `output` per client item. */
  readonly elementOf: (item: ClientItem) => number | undefined;
  /** A status other than the upstream's own. */
  readonly end: ResponseEnd | undefined;
  /** Usage of the reply that this one continues. */
  readonly firstUsage: Usage | undefined;
  /** The reply continues another: id, model and creation time are those of the first. */
  readonly identity: boolean;
}

/**
 * The closing `response` object as the client must see it: its output is what was delivered (untouched items keep their bytes), its id
 * the one that was opened, its usage that of all requests (wire 3.7). Unknown members and their order stay.
 */
export function fitResponse(text: string, span: JsonSpan, view: ClientReply, facts: ResponseFacts): string {
  const changes = new Map<string, string>();
  const output = memberOf(span, 'output')?.value;
  const fitted = facts.output ? fitOutput(text, output, view, facts) : '';
  if (facts.output && (output === undefined || fitted !== text.slice(output.start, output.end))) changes.set('output', fitted);
  const convenience = memberOf(span, 'output_text')?.value;
  if (changes.has('output') && convenience !== undefined && stringAt(text, convenience) !== undefined)
    changes.set('output_text', quoted(textOfAll(view)));
  const id = memberOf(span, 'id')?.value;
  if (id === undefined || (stringAt(text, id) ?? '') === '' || (facts.identity && stringAt(text, id) !== view.responseId))
    changes.set('id', quoted(view.responseId));
  if (facts.identity) for (const [key, raw] of identityOf(view)) changes.set(key, raw);
  if (facts.end !== undefined) {
    changes.set('status', quoted(facts.end.status));
    changes.set('incomplete_details', facts.end.reason === undefined ? 'null' : objectText([['reason', quoted(facts.end.reason)]]));
  }
  const usage = facts.firstUsage === undefined ? undefined : fitUsage(text, memberOf(span, 'usage')?.value, facts.firstUsage);
  if (usage !== undefined) changes.set('usage', usage);
  return withMembers(text, span, changes);
}

function fitOutput(text: string, output: JsonSpan | undefined, view: ClientReply, facts: ResponseFacts): string {
  const elements = output?.items ?? [];
  const items: string[] = [];
  let same = output !== undefined;
  let next = 0;
  for (const item of view.items) {
    if (!item.done && !isShown(item)) continue;
    const place = facts.elementOf(item);
    const element = place === undefined ? undefined : elements[place];
    const raw = element === undefined ? (item.finalText ?? finishedItem(item)) : fitItem(text, element, item);
    if (element === undefined || place !== next || raw !== text.slice(element.start, element.end)) same = false;
    next += 1;
    items.push(raw);
  }
  if (same && output !== undefined && next === elements.length) return text.slice(output.start, output.end);
  return `[${items.join(',')}]`;
}

/** An item without its `done` is part of the answer where it holds what the client can read. */
const isShown = (item: ClientItem): boolean => item.type === 'message' && item.parts.size > 0;

const textOfAll = (view: ClientReply): string => view.items.flatMap((item) => [...item.parts.values()].map((part) => part.text)).join('');

function identityOf(view: ClientReply): Map<string, string> {
  const raw = view.responseText ?? '{}';
  const spans = parseWithSpans(raw, 0, { maxDepth: WIRE_JSON_DEPTH });
  const values = new Map<string, string>();
  for (const key of ['model', 'created_at']) {
    const value = spans.ok ? memberOf(spans.value.root, key)?.value : undefined;
    if (value !== undefined) values.set(key, raw.slice(value.start, value.end));
  }
  return values;
}

/** The last request's input, the sum of outputs (wire 3.7). */
function fitUsage(text: string, usage: JsonSpan | undefined, first: Usage): string | undefined {
  if (usage === undefined || usage.kind !== 'object') return undefined;
  const count = (key: string): number | undefined => {
    const value = memberOf(usage, key)?.value;
    return value?.kind === 'number' ? Number(text.slice(value.start, value.end)) : undefined;
  };
  const output = (count('output_tokens') ?? 0) + (first.output ?? 0);
  const changes = new Map([['output_tokens', String(output)]]);
  const input = count('input_tokens');
  if (count('total_tokens') !== undefined && input !== undefined) changes.set('total_tokens', String(input + output));
  return withMembers(text, usage, changes);
}
