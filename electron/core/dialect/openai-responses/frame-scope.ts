import { type JsonSpan } from '../../text/json-spans.ts';
import { withMembers } from '../../text/json-members.ts';
import type { Usage } from '../../turn/turn.ts';
import type { FrameEdit } from '../dialect.ts';
import { keptLines } from '../kept-lines.ts';
import type { ClientItem, ClientReply } from './client-reply.ts';
import { type Changes, type CurrentFrame, type Seen, type SeenItem } from './current-frame.ts';
import { eventText, type EventWriter } from './event-writer.ts';
import { objectText, quoted, startedItem } from './item-text.ts';
import { callKindOf, ReplyItems } from './reply-items.ts';
import type { WireEvent } from './wire-event.ts';

export interface Continuation {
  readonly dropReasoning: boolean;
  readonly firstUsage: Usage;
}

/** What all writers of upstream frames share: the two views of the reply, and how a frame's references are mapped from one to the other. */
export class FrameScope {
  readonly view: ClientReply;
  readonly writer: EventWriter;
  items = new ReplyItems<Seen>(nothingSeen);
  continuation: Continuation | undefined;
  private closeFirst = false;

  constructor(view: ClientReply, writer: EventWriter) {
    this.view = view;
    this.writer = writer;
  }

  continueReply(continuation: Continuation): void {
    this.continuation = continuation;
    this.items = new ReplyItems<Seen>(nothingSeen);
    this.closeFirst = true;
  }

  /** True when nothing of the item leaves; a dropped call stays dropped. */
  hides(item: SeenItem, edit: FrameEdit): boolean {
    if (edit.dropCalls?.has(item.key) && callKindOf(item.type) !== undefined) item.state.hidden = true;
    if (this.continuation?.dropReasoning && item.type === 'reasoning') item.state.hidden = true;
    return item.state.hidden;
  }

  /** Takes the item into the client's view under the number and id that are free there. `text` is its object as it will leave. */
  open(item: SeenItem, textFor: (id: string) => string): ClientItem {
    this.closeEarlier();
    const id = this.view.freeId(item.id, prefixOf(item.type));
    return (item.state.client = this.view.add(id, item.type, textFor(id), id !== item.id));
  }

  /** The client's item; added now when the upstream (or an earlier drop) left its start out. `span` is its object, where one is told. */
  ensure(current: CurrentFrame, item: SeenItem, span?: JsonSpan): ClientItem {
    if (item.state.client !== undefined) return item.state.client;
    this.closeEarlier();
    const id = this.view.freeId(item.id, prefixOf(item.type));
    const text = span === undefined ? emptyItem(item.type, id) : startedItem(current.data, span, item.type, id);
    return (item.state.client = this.writer.addItem(id, item.type, text, id !== item.id));
  }

  /** The frame with its references as the client knows them, and with `changes`; undefined when that is what it says already. */
  main(current: CurrentFrame, changes: Changes = new Map(), type?: string): string | undefined {
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
      if (namesItem(event) && body['item_id'] !== client.id) changes.set('item_id', quoted(client.id));
    }
    if (typeof body['type'] !== 'string' && event.kind !== 'error') changes.set('type', quoted(event.type));
    const root = changes.size === 0 ? undefined : current.root;
    if (root === undefined) return undefined;
    return eventText(type ?? (sourced.frame.event || event.type), withMembers(current.data, root, changes), keptLines(sourced.frame.raw));
  }

  /** What an earlier reply left open is closed before anything of this one begins. */
  private closeEarlier(): void {
    if (!this.closeFirst) return;
    this.closeFirst = false;
    this.writer.closeOpen();
  }
}

const nothingSeen = (): Seen => ({ client: undefined, hidden: false });

function namesItem({ kind, body }: WireEvent): boolean {
  return kind === 'other' ? body['item_id'] !== undefined : kind !== 'item-added' && kind !== 'item-done';
}

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['message', 'msg'],
  ['function_call', 'fc'],
  ['custom_tool_call', 'ctc'],
  ['reasoning', 'rs'],
]);
const prefixOf = (type: string): string => PREFIXES.get(type) ?? 'item';

/** The object of an item of which nothing is told but its type. */
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
