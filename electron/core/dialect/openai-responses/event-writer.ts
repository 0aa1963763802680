import type { NewCall } from '../../turn/turn.ts';
import type { ClientItem, ClientPart, ClientReply } from './client-reply.ts';
import { finishedItem, objectText, quoted, textPart } from './item-text.ts';

type Members = readonly (readonly [string, string])[];

/** The text of one SSE event. JSON may hold line ends between its tokens: each line then is a data line. `kept`: further lines of its frame. */
export function eventText(event: string, data: string, kept = ''): string {
  const lines = /[\r\n]/.test(data) ? data.split(/\r\n|\n|\r/).join('\ndata: ') : data;
  return `${kept}${event === '' ? '' : `event: ${event}\n`}data: ${lines}\n\n`;
}

/**
 * Writes events of Signalbox's own making and keeps the client's view. The life cycle is always whole: item added, part added, deltas,
 * dones, item done (contract of the dialect as strict clients read it).
 */
export class EventWriter {
  private readonly view: ClientReply;
  private parts: string[] = [];

  constructor(view: ClientReply) {
    this.view = view;
  }

  /** What was written since the last call. */
  take(): string {
    const text = this.parts.join('');
    this.parts = [];
    return text;
  }

  event(type: string, members: Members): void {
    const head: [string, string][] = [['type', quoted(type)]];
    if (this.view.numbered) head.push(['sequence_number', String(this.view.nextSequence(undefined))]);
    this.parts.push(eventText(type, objectText([...head, ...members])));
  }

  /** `response.created` where the upstream forgot it: clients throw on anything before it (agents.md). */
  create(): void {
    if (this.view.created) return;
    this.view.created = true;
    this.view.identify('', '', this.view.responseText ?? '');
    this.view.responseText ??= objectText([
      ['id', quoted(this.view.responseId)],
      ['object', '"response"'],
      ['created_at', '0'],
      ['status', '"in_progress"'],
      ['model', quoted(this.view.model)],
      ['output', '[]'],
    ]);
    this.event('response.created', [['response', this.view.responseText]]);
  }

  /** Adds an item; `text` is its object, still empty. */
  addItem(id: string, type: string, text: string, renamed = false): ClientItem {
    const item = this.view.add(id, type, text, renamed);
    this.event('response.output_item.added', [
      ['output_index', String(item.index)],
      ['item', text],
    ]);
    return item;
  }

  addMessage(): ClientItem {
    const id = this.view.freeId('', 'msg');
    return this.addItem(
      id,
      'message',
      objectText([
        ['id', quoted(id)],
        ['type', '"message"'],
        ['status', '"in_progress"'],
        ['role', '"assistant"'],
        ['content', '[]'],
      ]),
    );
  }

  /** The part of a message, added if the client does not have it yet. */
  part(item: ClientItem, index: number): ClientPart {
    const known = item.parts.get(index);
    if (known?.added) return known;
    const part: ClientPart = known ?? { text: '', other: undefined, added: true, textDone: false, partDone: false };
    part.added = true;
    item.parts.set(index, part);
    this.event('response.content_part.added', [...place(item, index), ['part', textPart('')]]);
    return part;
  }

  text(item: ClientItem, index: number, text: string): void {
    const part = this.part(item, index);
    if (text === '') return;
    part.text += text;
    this.event('response.output_text.delta', [...place(item, index), ['delta', quoted(text)], ['logprobs', '[]']]);
  }

  /** Closes the parts of a message that are still open. */
  closeParts(item: ClientItem): void {
    for (const [index, part] of item.parts) {
      if (part.other !== undefined) continue;
      this.closeText(item, index, part);
      if (!part.partDone) this.event('response.content_part.done', [...place(item, index), ['part', textPart(part.text)]]);
      part.partDone = true;
    }
  }

  closeText(item: ClientItem, index: number, part: ClientPart): void {
    if (part.textDone) return;
    part.textDone = true;
    this.event('response.output_text.done', [...place(item, index), ['text', quoted(part.text)], ['logprobs', '[]']]);
  }

  /** Arguments in one delta and their `done`, as far as they did not leave yet. */
  closeArguments(item: ClientItem, whole: string): void {
    if (item.argumentsDone) return;
    const [event, member] =
      item.type === 'custom_tool_call' ? ['custom_tool_call_input', 'input'] : ['function_call_arguments', 'arguments'];
    const at: Members = [
      ['item_id', quoted(item.id)],
      ['output_index', String(item.index)],
    ];
    const rest = whole.startsWith(item.arguments) ? whole.slice(item.arguments.length) : '';
    if (rest !== '') this.event(`response.${event}.delta`, [...at, ['delta', quoted(rest)]]);
    item.arguments = whole;
    item.argumentsDone = true;
    this.event(`response.${event}.done`, [...at, [member ?? 'arguments', quoted(whole)]]);
  }

  /** `output_item.done` with this object: agents run a call here. */
  finishItem(item: ClientItem, text: string): void {
    if (item.done) return;
    this.closeParts(item);
    item.done = true;
    item.finalText = text;
    this.event('response.output_item.done', [
      ['output_index', String(item.index)],
      ['item', text],
    ]);
  }

  /** Closes what is open. A call whose arguments are not whole stays open: its `done` would run it (contract 2.5). */
  closeOpen(): void {
    for (const item of this.view.items) {
      if (item.done || (isCall(item) && !item.argumentsDone)) continue;
      this.finishItem(item, finishedItem(item));
    }
  }

  call(call: NewCall): void {
    const id = this.view.freeId(`fc_${call.id.replace(/^call_/, '')}`, 'fc');
    const text = (status: string, args: string): string =>
      objectText([
        ['id', quoted(id)],
        ['type', '"function_call"'],
        ['status', quoted(status)],
        ['arguments', quoted(args)],
        ['call_id', quoted(call.id)],
        ['name', quoted(call.name)],
        ...(call.namespace === undefined ? [] : [['namespace', quoted(call.namespace)] as [string, string]]),
      ]);
    const item = this.addItem(id, 'function_call', text('in_progress', ''));
    this.closeArguments(item, call.arguments);
    this.finishItem(item, text('completed', call.arguments));
  }
}

const isCall = (item: ClientItem): boolean => item.type === 'function_call' || item.type === 'custom_tool_call';

const place = (item: ClientItem, index: number): Members => [
  ['item_id', quoted(item.id)],
  ['output_index', String(item.index)],
  ['content_index', String(index)],
];
