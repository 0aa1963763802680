import { type JsonSpan, memberOf, parseWithSpans, rawOf } from '../../text/json-spans.ts';
import { WIRE_JSON_DEPTH, withMembers } from '../../text/json-members.ts';
import type { Usage } from '../../turn/turn.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import { isJsonObject, type Json } from '../../../../shared/json.ts';
import type { FrameEdit } from '../dialect.ts';
import type { ClientItem, ClientPart, ClientReply } from './client-reply.ts';
import { eventText, type EventWriter } from './event-writer.ts';
import { endOf, fitResponse, type ResponseEnd } from './fit-response.ts';
import { fitItem, objectText, quoted, startedItem, textChanges } from './item-text.ts';
import { callKindOf, type ReplyItem, ReplyItems } from './reply-items.ts';
import { indexOf, listOf, objectOf, readFrame, textOf, type WireEvent } from './wire-event.ts';

/** What left of an upstream item. */
interface Seen {
  client: ClientItem | undefined;
  /** Nothing of it leaves. */
  hidden: boolean;
}

type Item = ReplyItem<Seen>;
type Changes = Map<string, string>;

/** A frame while it is written; it may be written in several parts. */
interface Current {
  readonly sourced: Sourced;
  readonly event: WireEvent | undefined;
  readonly data: string;
  readonly item: Item | undefined;
  readonly outputs: readonly { readonly item: Item; readonly streamed: boolean }[];
  root: JsonSpan | undefined;
  /** Its text was told in parts: the rest of the frame's own text is not added again. */
  textTaken: boolean;
}

/** Nothing of the frame leaves. */
const GONE = '';

/**
 * Writes upstream frames into the client's view. `write` answers with the frame's text, `undefined` when its own bytes are right, ''
 * when nothing of it leaves; events that must come before it are left in the `EventWriter`.
 */
export class FrameWriter {
  private readonly view: ClientReply;
  private readonly writer: EventWriter;
  private items = new ReplyItems<Seen>(() => ({ client: undefined, hidden: false }));
  private current: Current | undefined;
  private continuation: { readonly dropReasoning: boolean; readonly firstUsage: Usage } | undefined;
  private closeFirst = false;

  constructor(view: ClientReply, writer: EventWriter) {
    this.view = view;
    this.writer = writer;
  }

  continueReply(options: { readonly dropReasoning: boolean; readonly firstUsage: Usage }): void {
    this.continuation = options;
    this.items = new ReplyItems<Seen>(() => ({ client: undefined, hidden: false }));
    this.current = undefined;
    this.closeFirst = true;
  }

  /** The frame does not leave: only what later frames refer to is kept. */
  drop(sourced: Sourced): void {
    const current = this.enter(sourced);
    if (current.event?.kind === 'opening') this.rememberOpening(current, current.event);
    if (current.event?.kind === 'item-done' && current.item !== undefined) current.item.done = true;
  }

  write(sourced: Sourced, edit: FrameEdit): string | undefined {
    const current = this.enter(sourced);
    const { event, item } = current;
    if (event === undefined) return undefined;
    if (this.view.ended) return GONE;
    if (event.kind === 'opening') return this.opening(current, event);
    if (!this.view.created) {
      this.view.numbered = typeof event.body['sequence_number'] === 'number';
      this.view.identify('', '', current.data);
      this.writer.create();
    }
    if (event.kind === 'terminal') return this.terminal(current, event, edit);
    if (event.kind === 'error') {
      this.view.ended = true;
      return this.main(current, new Map());
    }
    if (item === undefined) return this.main(current, new Map());
    if (this.hides(item, edit)) return GONE;
    return this.ofItem(current, event, item, edit);
  }

  private ofItem(current: Current, event: WireEvent, item: Item, edit: FrameEdit): string | undefined {
    switch (event.kind) {
      case 'item-added':
        return this.itemAdded(current, item);
      case 'part-added':
        return this.partAdded(current, event, item);
      case 'text-delta':
        return this.textDelta(current, event, item, edit);
      case 'text-done':
      case 'part-done':
        return this.partDone(current, event, item, edit);
      case 'arguments-delta':
        return this.argumentsDelta(current, event, item);
      case 'arguments-done':
        return this.argumentsDone(current, event, item);
      case 'item-done':
        return this.itemDone(current, item, edit);
      case 'reasoning-delta':
      case 'refusal':
      case 'other':
        return this.otherOfItem(current, item);
      case 'opening':
      case 'terminal':
      case 'error':
        return undefined;
    }
  }

  private enter(sourced: Sourced): Current {
    if (this.current?.sourced === sourced) return this.current;
    const read = readFrame(sourced.frame);
    const event = read.type === 'event' ? read.event : undefined;
    const terminal = event?.kind === 'terminal';
    const output = terminal ? listOf(objectOf(event.body['response'])?.['output']).map((element) => objectOf(element) ?? {}) : [];
    const item =
      event === undefined || terminal || event.kind === 'opening' || event.kind === 'error' ? undefined : this.items.of(event, []);
    this.current = {
      sourced,
      event,
      data: sourced.frame.data ?? '',
      item,
      outputs: this.items.ofTerminal(output),
      root: undefined,
      textTaken: false,
    };
    return this.current;
  }

  private hides(item: Item, edit: FrameEdit): boolean {
    if (edit.dropCalls?.has(item.key) && callKindOf(item.type) !== undefined) item.state.hidden = true;
    if (this.continuation?.dropReasoning && item.type === 'reasoning') item.state.hidden = true;
    return item.state.hidden;
  }

  private rememberOpening(current: Current, event: WireEvent): void {
    if (this.continuation !== undefined && this.view.responseText !== undefined) return;
    const response = objectOf(event.body['response']);
    const span = this.spanOf(current, 'response');
    this.view.numbered = typeof event.body['sequence_number'] === 'number';
    this.view.identify(textOf(response?.['id']), textOf(response?.['model']), current.data);
    if (span === undefined || span.kind !== 'object') return;
    const given = textOf(response?.['id']) !== '';
    this.view.responseText ??= given
      ? rawOf(current.data, span)
      : withMembers(current.data, span, new Map([['id', quoted(this.view.responseId)]]));
  }

  private opening(current: Current, event: WireEvent): string | undefined {
    if (this.continuation !== undefined) {
      this.rememberOpening(current, event);
      this.writer.create();
      return GONE;
    }
    const first = !this.view.created;
    if (first) {
      this.rememberOpening(current, event);
      if (event.type !== 'response.created') this.writer.create();
      this.view.created = true;
    } else if (event.type === 'response.created') return GONE;
    const changes: Changes = new Map();
    const response = objectOf(event.body['response']);
    if (first && textOf(response?.['id']) === '' && this.view.responseText !== undefined) changes.set('response', this.view.responseText);
    return this.main(current, changes);
  }

  private itemAdded(current: Current, item: Item): string | undefined {
    if (item.state.client !== undefined) return GONE;
    const span = this.spanOf(current, 'item');
    if (span === undefined) return GONE;
    this.closeEarlier();
    const id = this.view.freeId(item.id, prefixOf(item.type));
    const text = id === item.id ? rawOf(current.data, span) : withMembers(current.data, span, new Map([['id', quoted(id)]]));
    item.state.client = this.view.add(id, item.type, text);
    const changes: Changes = new Map();
    if (id !== item.id) changes.set('item', text);
    return this.main(current, changes);
  }

  private closeEarlier(): void {
    if (!this.closeFirst) return;
    this.closeFirst = false;
    this.writer.closeOpen();
  }

  /** The client's item; added now when the upstream (or an earlier drop) left its start out. `span` is its object, where one is told. */
  private ensure(current: Current, item: Item, span?: JsonSpan): ClientItem {
    if (item.state.client !== undefined) return item.state.client;
    this.closeEarlier();
    const id = this.view.freeId(item.id, prefixOf(item.type));
    const text = span === undefined ? emptyItem(item.type, id) : startedItem(current.data, span, item.type, id);
    item.state.client = this.writer.addItem(id, item.type, text);
    return item.state.client;
  }

  private partAdded(current: Current, event: WireEvent, item: Item): string | undefined {
    const client = this.ensure(current, item);
    if (client.done) return GONE;
    const part = objectOf(event.body['part']);
    if (item.type !== 'message' || part?.['type'] !== 'output_text') return this.main(current, new Map());
    const index = indexOf(event.body['content_index']) ?? 0;
    if (client.parts.get(index)?.added) return GONE;
    client.parts.set(index, { text: textOf(part['text']), added: true, textDone: false, partDone: false });
    return this.main(current, new Map());
  }

  private textDelta(current: Current, event: WireEvent, item: Item, edit: FrameEdit): string | undefined {
    const whole = textOf(event.body['delta']);
    const text = edit.text?.part ?? whole;
    if (text === '' && edit.text !== undefined && whole !== '') return GONE;
    let client = this.ensure(current, item);
    const index = indexOf(event.body['content_index']) ?? 0;
    if (client.done || client.parts.get(index)?.textDone) {
      // Its item was closed before a call: the text goes on in a new one.
      client = item.state.client = this.writer.addMessage();
    }
    const part = this.writer.part(client, index);
    part.text += text;
    const changes: Changes = new Map();
    if (text !== whole) {
      client.textChanged = true;
      changes.set('delta', quoted(text));
      if (event.body['logprobs'] !== undefined) changes.set('logprobs', '[]');
    }
    if (indexOf(event.body['content_index']) === undefined) changes.set('content_index', String(index));
    return this.main(current, changes);
  }

  /** `output_text.done` and `content_part.done`: both repeat the part's text. */
  private partDone(current: Current, event: WireEvent, item: Item, edit: FrameEdit): string | undefined {
    const index = indexOf(event.body['content_index']) ?? 0;
    const isPart = event.kind === 'part-done';
    const told = isPart ? objectOf(event.body['part']) : event.body;
    if (item.type !== 'message' || (isPart && told?.['type'] !== 'output_text')) return this.otherOfItem(current, item);
    if (this.tellRest(current, item, index, textOf(told?.['text']), edit)) return GONE;
    const client = item.state.client;
    const part = client?.parts.get(index);
    if (client === undefined || part === undefined || client.done || (isPart ? part.partDone : part.textDone)) return GONE;
    if (isPart && !part.textDone) this.writer.closeText(client, index, part);
    if (isPart) part.partDone = true;
    else part.textDone = true;
    return this.main(current, this.partChanges(current, told, part, isPart));
  }

  private partChanges(
    current: Current,
    told: { readonly [key: string]: Json | undefined } | undefined,
    part: ClientPart,
    isPart: boolean,
  ): Changes {
    const span = isPart ? this.spanOf(current, 'part') : this.rootOf(current);
    if (span === undefined || told?.['text'] === part.text) return new Map();
    const changes = textChanges(span, part.text);
    return isPart ? new Map([['part', withMembers(current.data, span, changes)]]) : changes;
  }

  /**
   * Text that only this closing frame tells. Unedited it needs no delta of its own where the part is still empty: the frame says it.
   * True when the frame has more parts to come and must not leave yet.
   */
  private tellRest(current: Current, item: Item, index: number, whole: string, edit: FrameEdit): boolean {
    const pending = pendingText(current.sourced);
    if (edit.text !== undefined) {
      current.textTaken = true;
      if (edit.text.part !== '') this.writer.text(this.ensure(current, item), index, edit.text.part);
      return !edit.text.last;
    }
    if (pending === '' || current.textTaken) return false;
    const client = this.ensure(current, item);
    const part = this.writer.part(client, index);
    if (part.text === '') part.text = whole;
    else if (whole.startsWith(part.text)) this.writer.text(client, index, whole.slice(part.text.length));
    return false;
  }

  private argumentsDelta(current: Current, event: WireEvent, item: Item): string | undefined {
    const client = this.ensure(current, item);
    if (client.done || client.argumentsDone) return GONE;
    client.arguments += textOf(event.body['delta']);
    return this.main(current, new Map());
  }

  private argumentsDone(current: Current, event: WireEvent, item: Item): string | undefined {
    const client = this.ensure(current, item);
    if (client.done || client.argumentsDone) return GONE;
    const member = item.type === 'custom_tool_call' ? 'input' : 'arguments';
    const whole = this.argumentText(current, this.rootOf(current), member) ?? client.arguments;
    client.arguments = whole;
    client.argumentsDone = true;
    return this.main(current, event.body[member] === whole ? new Map() : new Map([[member, quoted(whole)]]));
  }

  /** Text as it stands; an object's exact JSON (contract 2.4). */
  private argumentText(current: Current, object: JsonSpan | undefined, member: string): string | undefined {
    const value = memberOf(object, member)?.value;
    if (value === undefined) return undefined;
    const raw = rawOf(current.data, value);
    return value.kind === 'string' ? (JSON.parse(raw) as string) : raw === 'null' ? undefined : raw;
  }

  private itemDone(current: Current, item: Item, edit: FrameEdit): string | undefined {
    const span = this.spanOf(current, 'item');
    const wasAdded = item.added;
    item.done = true;
    if (span === undefined) return GONE;
    if (this.closeItem(current, item, span, edit, wasAdded)) return GONE;
    const client = item.state.client;
    if (client === undefined || client.done) return GONE;
    this.writer.closeParts(client);
    const text = fitItem(current.data, span, client);
    client.done = true;
    client.finalText = text;
    return this.main(current, text === rawOf(current.data, span) ? new Map() : new Map([['item', text]]));
  }

  /** Delivers what only the closing object tells. True when nothing more of the frame may leave now. */
  private closeItem(current: Current, item: Item, span: JsonSpan, edit: FrameEdit, wasAdded: boolean): boolean {
    const dropped = item.state.client === undefined && wasAdded;
    if (item.type === 'message') {
      if (dropped && pendingText(current.sourced) === '') return true;
      if (edit.text === undefined || edit.text.part !== '') this.ensure(current, item, span);
      return this.tellParts(current, item, span, edit);
    }
    const kind = callKindOf(item.type);
    if (dropped && kind !== undefined) return true;
    const client = this.ensure(current, item, span);
    if (kind === 'function' || kind === 'custom') {
      const told = this.argumentText(current, span, kind === 'custom' ? 'input' : 'arguments');
      const whole = told === undefined || told === '' ? client.arguments : told;
      this.writer.closeArguments(client, whole);
      client.arguments = whole;
    }
    return false;
  }

  private tellParts(current: Current, item: Item, span: JsonSpan, edit: FrameEdit): boolean {
    if (edit.text !== undefined) return this.tellRest(current, item, 0, '', edit);
    const client = item.state.client;
    if (client === undefined || client.done || pendingText(current.sourced) === '' || current.textTaken) return false;
    for (const [index, element] of (memberOf(span, 'content')?.value.items ?? []).entries()) {
      const text = memberOf(element, 'text')?.value;
      if (text?.kind !== 'string') continue;
      const whole = JSON.parse(rawOf(current.data, text)) as string;
      const before = client.parts.get(index)?.text ?? '';
      if (whole.startsWith(before)) this.writer.text(client, index, whole.slice(before.length));
    }
    return false;
  }

  private otherOfItem(current: Current, item: Item): string | undefined {
    if (item.state.client === undefined && item.added) return GONE;
    if (this.ensure(current, item).done) return GONE;
    return this.main(current, new Map());
  }

  private terminal(current: Current, event: WireEvent, edit: FrameEdit): string | undefined {
    const response = this.spanOf(current, 'response');
    const failed = event.type === 'response.failed' || event.type === 'response.cancelled';
    if (!failed && this.settleOutput(current, response, edit)) return GONE;
    if (!failed) this.writer.closeOpen();
    this.view.ended = true;
    const changes: Changes = new Map();
    let type = event.type;
    if (response !== undefined && response.kind === 'object') {
      const end = edit.finish === undefined || failed ? undefined : changedEnd(event, edit.finish);
      if (end !== undefined) type = `response.${end.status}`;
      const places = new Map(current.outputs.map(({ item }, place) => [item.state.client, place]));
      const fitted = fitResponse(current.data, response, this.view, {
        output: !failed,
        elementOf: (item) => places.get(item),
        end,
        firstUsage: this.continuation?.firstUsage,
        identity: this.continuation !== undefined,
      });
      if (fitted !== rawOf(current.data, response)) changes.set('response', fitted);
    }
    if (type !== event.type) changes.set('type', quoted(type));
    return this.main(current, changes, type);
  }

  /** Items that only the closing snapshot tells of, or closes. True when the frame has more text parts to come. */
  private settleOutput(current: Current, response: JsonSpan | undefined, edit: FrameEdit): boolean {
    const elements = memberOf(response, 'output')?.value.items ?? [];
    for (const [place, { item, streamed }] of current.outputs.entries()) {
      const span = elements[place];
      if (span === undefined || item.done || this.hides(item, edit)) continue;
      if (item.state.client === undefined && streamed && item.added) continue;
      if (this.closeItem(current, item, span, edit, false) && edit.text?.last === false) return true;
      item.done = true;
      const { client } = item.state;
      if (client !== undefined) this.writer.finishItem(client, fitClosed(this.writer, current.data, span, client));
    }
    return edit.text?.last === false;
  }

  private spanOf(current: Current, member: string): JsonSpan | undefined {
    return memberOf(this.rootOf(current), member)?.value;
  }

  private rootOf(current: Current): JsonSpan | undefined {
    if (current.root === undefined) {
      const spans = parseWithSpans(current.data, 0, { maxDepth: WIRE_JSON_DEPTH });
      if (spans.ok) current.root = spans.value.root;
    }
    return current.root;
  }

  /** The frame with its references as the client knows them, and with `changes`; undefined when that is what it says already. */
  private main(current: Current, changes: Changes, type?: string): string | undefined {
    const { event, item, sourced } = current;
    if (event === undefined) return undefined;
    const { body } = event;
    if (this.view.numbered) {
      const number = body['sequence_number'];
      const next = this.view.nextSequence(typeof number === 'number' ? number : undefined);
      if (next !== number) changes.set('sequence_number', String(next));
    }
    const client = item?.state.client;
    if (client !== undefined) {
      if (body['output_index'] !== client.index) changes.set('output_index', String(client.index));
      const named = event.kind === 'other' ? body['item_id'] !== undefined : event.kind !== 'item-added' && event.kind !== 'item-done';
      if (named && body['item_id'] !== client.id) changes.set('item_id', quoted(client.id));
    }
    if (typeof body['type'] !== 'string' && event.kind !== 'error') changes.set('type', quoted(event.type));
    const root = changes.size === 0 ? undefined : this.rootOf(current);
    if (root === undefined || !isJsonObject(body)) return undefined;
    return eventText(type ?? (sourced.frame.event || event.type), withMembers(current.data, root, changes));
  }
}

function fitClosed(writer: EventWriter, data: string, span: JsonSpan, client: ClientItem): string {
  writer.closeParts(client);
  return fitItem(data, span, client);
}

function changedEnd(event: WireEvent, finish: NonNullable<FrameEdit['finish']>): ResponseEnd | undefined {
  const end = endOf(finish);
  return `response.${end.status}` === event.type ? undefined : end;
}

/** The frame's text that no delta told before. */
function pendingText(sourced: Sourced): string {
  let text = '';
  for (const event of sourced.events) if (event.type === 'text-delta') text += event.text;
  return text;
}

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['message', 'msg'],
  ['function_call', 'fc'],
  ['custom_tool_call', 'ctc'],
  ['reasoning', 'rs'],
]);
const prefixOf = (type: string): string => PREFIXES.get(type) ?? 'item';

function emptyItem(type: string, id: string): string {
  const head: [string, string][] = [
    ['id', quoted(id)],
    ['type', quoted(type)],
  ];
  if (type === 'message') head.push(['status', '"in_progress"'], ['role', '"assistant"'], ['content', '[]']);
  if (type === 'reasoning') head.push(['summary', '[]']);
  if (type === 'function_call') head.push(['status', '"in_progress"'], ['arguments', '""'], ['call_id', '""'], ['name', '""']);
  return objectText(head);
}
