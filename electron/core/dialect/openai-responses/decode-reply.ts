import type { Json, JsonObject } from '../../../../shared/json.ts';
import type { FinishReason } from '../../../../shared/vocabulary.ts';
import { parseWithSpans, rawOf, spanAt } from '../../text/json-spans.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import type { TurnEvent, WireFrame } from '../../turn/turn-event.ts';
import type { ReplyDecoder } from '../dialect.ts';
import { type ToldError, toldError } from '../told-error.ts';
import { callKindOf, type ItemOddity, type ReplyItem, ReplyItems } from './reply-items.ts';
import { indexOf, listOf, objectOf, readFrame, reasoningPart, textOf, type WireEvent } from './wire-event.ts';

const CHOICE = 0;
const NONE: readonly TurnEvent[] = [];
const EMPTY: readonly TurnEvent[] = [{ type: 'oddity', change: 'empty-data', choice: CHOICE, key: undefined }];
/** `[DONE]` in front of the end: clients read no further, and would miss what follows. */
const EARLY_DONE: readonly TurnEvent[] = [{ type: 'oddity', change: 'done-before-end', choice: CHOICE, key: undefined }];
const NO_WORDS: ToldError = { message: '', code: '' };

/** What the decoder keeps per item. */
interface Told {
  /** Text per content index, as told by the deltas. */
  readonly parts: Map<number, string>;
  textStarted: boolean;
  textEnded: boolean;
  reasoned: boolean;
  callStarted: boolean;
  callEnded: boolean;
  callId: string;
  name: string;
  arguments: string;
  /** Arguments as a closing event stated them. */
  stated: string | undefined;
}

const nothingTold = (): Told => ({
  parts: new Map(),
  textStarted: false,
  textEnded: false,
  reasoned: false,
  callStarted: false,
  callEnded: false,
  callId: '',
  name: '',
  arguments: '',
  stated: undefined,
});

/**
 * Reads a Responses stream. One message item is one text block: `text-start` comes with its `output_item.added`, `text-end` with its
 * `output_item.done`; its part events are empty deltas of the block, so that whoever drops a block drops all of its frames. A call
 * ends with `output_item.done`, where agents run it (agents.md), or with the reply if only `arguments.done` came.
 */
export class ResponsesDecoder implements ReplyDecoder {
  private readonly items = new ReplyItems<Told>(nothingTold);
  private out: TurnEvent[] = [];
  private data = '';
  private opened = false;
  private refused = false;
  private ended = false;
  private sequence = -1;

  push(frame: WireFrame): readonly TurnEvent[] {
    const read = readFrame(frame);
    if (read.type === 'nothing') return frame.data === '' ? EMPTY : frame.data === undefined || this.ended ? NONE : EARLY_DONE;
    if (read.type === 'unreadable') return [{ type: 'unreadable', detail: read.detail }];
    if (this.ended) return NONE;
    this.out = [];
    this.data = frame.data ?? '';
    this.checkOrder(read.event);
    this.read(read.event);
    return this.out;
  }

  end(): readonly TurnEvent[] {
    this.out = [];
    if (!this.ended) this.endStatedCalls();
    return this.out;
  }

  private checkOrder({ kind, body }: WireEvent): void {
    if (typeof body['type'] !== 'string' && kind !== 'error') this.odd('type-missing');
    if (!this.opened && kind !== 'opening' && kind !== 'error') {
      this.opened = true;
      this.odd('created-missing');
    }
    const sequence = body['sequence_number'];
    if (typeof sequence !== 'number') return;
    if (sequence <= this.sequence) this.odd('sequence-not-rising');
    this.sequence = Math.max(sequence, this.sequence);
  }

  private read(event: WireEvent): void {
    const { kind, body } = event;
    if (kind === 'opening') return this.opening(body);
    if (kind === 'terminal') return this.terminal(event);
    if (kind === 'error') return this.failed(event);
    const oddities: ItemOddity[] = [];
    const item = this.items.of(event, oddities);
    if (item !== undefined) this.readItem(item, event);
    for (const change of oddities) this.odd(change);
  }

  private readItem(item: ReplyItem<Told>, event: WireEvent): void {
    const { kind, body } = event;
    switch (kind) {
      case 'item-added':
        return this.itemAdded(item, objectOf(body['item']) ?? {});
      case 'item-done':
        return this.itemDone(item, objectOf(body['item']) ?? {}, ['item']);
      case 'part-added':
        return this.partAdded(item, body);
      case 'text-delta':
        return this.textDelta(item, indexOf(body['content_index']) ?? 0, textOf(body['delta']));
      case 'text-done':
        return this.textWhole(item, indexOf(body['content_index']) ?? 0, body['text']);
      case 'part-done':
        return this.partDone(item, body);
      case 'arguments-delta':
        return this.argumentsDelta(item, textOf(body['delta']));
      case 'arguments-done':
        return this.argumentsDone(item, body);
      case 'reasoning-delta':
        return this.reasoning(item, reasoningPart(event), textOf(body['delta']), false);
      case 'refusal':
        return this.refuse();
      case 'reasoning-part':
      case 'other':
        return this.other(item);
      case 'opening':
      case 'terminal':
      case 'error':
        return;
    }
  }

  private opening(body: JsonObject): void {
    if (this.opened) return;
    this.opened = true;
    const response = objectOf(body['response']);
    this.out.push({ type: 'turn-start', id: textOf(response?.['id']), model: textOf(response?.['model']) });
  }

  private itemAdded(item: ReplyItem<Told>, object: JsonObject): void {
    if (item.type === 'message') this.startText(item);
    this.startCall(item, object);
    if (item.state.callStarted) item.state.arguments ||= textOf(object['arguments']) || textOf(object['input']);
  }

  private startText(item: ReplyItem<Told>): void {
    if (item.state.textStarted) return;
    item.state.textStarted = true;
    this.out.push({ type: 'text-start', choice: CHOICE, block: item.key });
  }

  private partAdded(item: ReplyItem<Told>, body: JsonObject): void {
    if (item.type !== 'message') return;
    const part = objectOf(body['part']);
    if (part?.['type'] === 'refusal') return this.refuse();
    const index = indexOf(body['content_index']) ?? 0;
    if (!item.state.parts.has(index)) item.state.parts.set(index, '');
    this.tellText(item, index, textOf(part?.['text']));
  }

  private textDelta(item: ReplyItem<Told>, index: number, text: string): void {
    const { parts } = item.state;
    const before = parts.get(index);
    if (before === undefined) this.odd('part-not-added');
    parts.set(index, (before ?? '') + text);
    this.startText(item);
    this.out.push({ type: 'text-delta', choice: CHOICE, block: item.key, text });
  }

  /** Text that a closing event states whole: what the deltas did not tell is told now. */
  private textWhole(item: ReplyItem<Told>, index: number, whole: Json | undefined): void {
    const before = item.state.parts.get(index);
    if (typeof whole !== 'string' || whole === (before ?? '')) return this.tellText(item, index, '');
    if (before === undefined) this.odd('part-not-added');
    this.odd((before ?? '') === '' ? 'text-without-delta' : 'text-done-differs');
    this.tellText(item, index, whole.startsWith(before ?? '') ? whole.slice((before ?? '').length) : '');
  }

  private tellText(item: ReplyItem<Told>, index: number, text: string): void {
    this.startText(item);
    item.state.parts.set(index, (item.state.parts.get(index) ?? '') + text);
    this.out.push({ type: 'text-delta', choice: CHOICE, block: item.key, text });
  }

  private partDone(item: ReplyItem<Told>, body: JsonObject): void {
    if (item.type !== 'message') return;
    const part = objectOf(body['part']);
    if (part?.['type'] === 'output_text') return this.textWhole(item, indexOf(body['content_index']) ?? 0, part['text']);
    if (part?.['type'] === 'refusal') this.refuse();
  }

  private other(item: ReplyItem<Told>): void {
    if (item.type === 'message') this.tellText(item, 0, '');
    else if (item.state.callStarted) this.out.push({ type: 'call-delta', choice: CHOICE, key: item.key, text: '' });
  }

  private itemDone(item: ReplyItem<Told>, object: JsonObject, path: readonly (string | number)[]): void {
    item.done = true;
    if (item.type === 'message') return this.messageDone(item, object);
    if (item.type === 'reasoning') return this.reasoningDone(item, object);
    const kind = callKindOf(item.type);
    if (kind === undefined) return;
    this.startCall(item, object);
    const named = textOf(object['name']);
    const callId = textOf(object['call_id']);
    if ((named !== '' && named !== item.state.name) || (kind !== 'server' && callId !== '' && callId !== item.state.callId)) {
      item.state.name = named || item.state.name;
      item.state.callId = callId || item.state.callId;
      this.out.push({ type: 'call-named', choice: CHOICE, key: item.key, id: item.state.callId, name: item.state.name });
    }
    const member = kind === 'custom' ? 'input' : 'arguments';
    const stated = kind === 'server' ? undefined : this.argumentText(object[member], [...path, member], item);
    this.endCall(item, stated);
  }

  private messageDone(item: ReplyItem<Told>, object: JsonObject): void {
    for (const [index, part] of listOf(object['content']).entries()) {
      const type = objectOf(part)?.['type'];
      if (type === 'refusal') this.refuse();
      const text = objectOf(part)?.['text'];
      if (type === 'output_text' && text !== (item.state.parts.get(index) ?? '')) this.textWhole(item, index, text);
    }
    this.startText(item);
    if (item.state.textEnded) return;
    item.state.textEnded = true;
    this.out.push({ type: 'text-end', choice: CHOICE, block: item.key });
  }

  private reasoningDone(item: ReplyItem<Told>, object: JsonObject): void {
    if (!item.state.reasoned) {
      for (const part of [...listOf(object['summary']), ...listOf(object['content'])]) {
        const text = textOf(objectOf(part)?.['text']);
        if (text !== '') this.reasoning(item, item.key, text, false);
      }
    }
    // Also when it is not signed: a re-ask copies the item from this frame.
    this.reasoning(item, 'end', '', textOf(object['encrypted_content']) !== '');
  }

  private reasoning(item: ReplyItem<Told>, part: string, text: string, signed: boolean): void {
    item.state.reasoned = true;
    this.out.push({ type: 'reasoning-delta', choice: CHOICE, block: `${item.key}:${part}`, text, signed });
  }

  private refuse(): void {
    if (this.refused) return;
    this.refused = true;
    this.out.push({ type: 'refusal', choice: CHOICE });
  }

  private startCall(item: ReplyItem<Told>, object: JsonObject): void {
    const kind = callKindOf(item.type);
    if (kind === undefined || item.state.callStarted) return;
    item.state.callStarted = true;
    item.state.callId = textOf(object['call_id']) || (kind === 'server' ? item.id : '');
    item.state.name = textOf(object['name']) || (kind === 'server' ? item.type : '');
    const namespace = textOf(object['namespace']) || undefined;
    this.out.push({
      type: 'call-start',
      choice: CHOICE,
      key: item.key,
      id: item.state.callId,
      name: item.state.name,
      kind,
      ...(namespace === undefined ? {} : { namespace }),
    });
  }

  private argumentsDelta(item: ReplyItem<Told>, text: string): void {
    this.startCall(item, {});
    item.state.arguments += text;
    this.out.push({ type: 'call-delta', choice: CHOICE, key: item.key, text });
  }

  private argumentsDone(item: ReplyItem<Told>, body: JsonObject): void {
    this.startCall(item, body);
    const member = item.type === 'custom_tool_call' ? 'input' : 'arguments';
    const stated = this.argumentText(body[member], [member], item);
    item.state.stated = stated ?? item.state.stated;
    if (stated !== undefined && item.state.arguments !== '' && stated !== item.state.arguments) this.odd('arguments-differ', item.key);
    // Ties the frame to its call.
    this.out.push({ type: 'call-delta', choice: CHOICE, key: item.key, text: '' });
  }

  /** Arguments are text. Where a server sends an object, its exact JSON is read (contract 2.4: raw, never re-serialised). */
  private argumentText(value: Json | undefined, path: readonly (string | number)[], item: ReplyItem<Told>): string | undefined {
    if (typeof value === 'string') return value;
    if (value === undefined || value === null) return undefined;
    this.odd('arguments-not-text', item.key);
    const spans = parseWithSpans(this.data, 0, { maxDepth: WIRE_JSON_DEPTH });
    const span = spans.ok ? spanAt(spans.value.root, path) : undefined;
    return span === undefined ? JSON.stringify(value) : rawOf(this.data, span);
  }

  private endCall(item: ReplyItem<Told>, stated: string | undefined): void {
    const { state } = item;
    if (state.callEnded || !state.callStarted) return;
    state.callEnded = true;
    const before = state.stated ?? (state.arguments === '' ? undefined : state.arguments);
    // An empty text in the last event beside real arguments before it is a server's omission, not a correction.
    const text = stated === undefined || (stated === '' && before !== undefined) ? before : stated;
    if (stated !== undefined && before !== undefined && stated !== before) this.odd('arguments-differ', item.key);
    this.out.push({ type: 'call-end', choice: CHOICE, key: item.key, arguments: text });
  }

  private endStatedCalls(): void {
    for (const item of this.items.all) if (item.state.stated !== undefined && !item.state.callEnded) this.endCall(item, item.state.stated);
  }

  private terminal({ type, body }: WireEvent): void {
    const response = objectOf(body['response']) ?? {};
    const failed = type === 'response.failed' || response['status'] === 'failed';
    if (!failed) this.settleItems(response);
    this.endStatedCalls();
    const usage = objectOf(response['usage']);
    if (usage !== undefined)
      this.out.push({ type: 'usage', usage: { input: indexOf(usage['input_tokens']), output: indexOf(usage['output_tokens']) } });
    if (failed) this.out.push({ type: 'upstream-error', ...(toldError({ error: objectOf(response['error']) ?? {} }) ?? NO_WORDS) });
    else {
      if (textOf(response['id']) === '') this.odd('response-id-missing');
      const { reason, raw } = this.finish(type, response);
      this.out.push({ type: 'finish', choice: CHOICE, reason, raw });
    }
    this.ended = true;
    this.out.push({ type: 'turn-end' });
  }

  /** Items that only the closing snapshot tells of, or that it closes. */
  private settleItems(response: JsonObject): void {
    const output = listOf(response['output']);
    if (output.length === 0 && this.items.all.some((item) => item.done || item.state.parts.size > 0)) this.odd('output-missing');
    const objects = output.map((element) => objectOf(element) ?? {});
    for (const [place, { item, streamed }] of this.items.ofTerminal(objects).entries()) {
      if (item.done) continue;
      this.itemDone(item, objects[place] ?? {}, ['response', 'output', place]);
      this.odd(streamed ? 'item-not-done' : 'item-only-in-output');
    }
  }

  private finish(type: string, response: JsonObject): { readonly reason: FinishReason; readonly raw: string } {
    const status = textOf(response['status']) || type.slice('response.'.length);
    if (status !== 'completed') {
      const raw = textOf(objectOf(response['incomplete_details'])?.['reason']) || status;
      return {
        reason:
          raw === 'max_output_tokens' || raw === 'max_tokens' || raw === 'length'
            ? 'length'
            : raw === 'content_filter'
              ? 'content_filter'
              : 'other',
        raw,
      };
    }
    if (this.refused) return { reason: 'refusal', raw: status };
    const called = this.items.all.some((item) => item.type === 'function_call' || item.type === 'custom_tool_call');
    return { reason: called ? 'calls' : 'stop', raw: status };
  }

  /** An `error` event; one in another shape than the dialect's is put into it. */
  private failed({ body }: WireEvent): void {
    if (body['type'] !== 'error') this.odd('error-shape');
    this.out.push({ type: 'upstream-error', ...(toldError(body) ?? NO_WORDS) });
  }

  private odd(change: string, key?: string): void {
    this.out.push({ type: 'oddity', change, choice: CHOICE, key });
  }
}
