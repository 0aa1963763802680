import type { JsonObject } from '../../../../shared/json.ts';
import { JsonBalance } from '../../text/json-balance.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { type JsonPath, parseWithSpans, rawOf, spanAt } from '../../text/json-spans.ts';
import type { TurnEvent, WireFrame } from '../../turn/turn-event.ts';
import { DeltaTemplate } from '../delta-template.ts';
import type { ReplyDecoder } from '../dialect.ts';
import { toldError, toldInWords } from '../told-error.ts';
import { countOf, hitStop, indexOf, objectOf, parseObject, textOf } from '../wire-values.ts';
import { typeOfValue } from './sourced-frame.ts';
import { type BlockKind, finishOf, hasMembers, kindOfBlock } from './wire-types.ts';

const NONE: readonly TurnEvent[] = [];
/** Where a delta that says nothing else has its text. */
const TEXT_PLACES: readonly JsonPath[] = [
  ['delta', 'text'],
  ['delta', 'thinking'],
];

interface Block {
  readonly key: string;
  readonly index: number;
  readonly kind: BlockKind;
  /** Input that came whole in the block's start; deltas replace it. */
  readonly seed: string | undefined;
  readonly balance: JsonBalance;
  json: string;
  ended: boolean;
}

/**
 * Reads an Anthropic Messages stream. Oddities without a key are mended by the encoder as the frame leaves; those
 * with a call's key ask for that call to be written anew.
 */
export function createStreamDecoder(): ReplyDecoder {
  return new AnthropicStreamDecoder();
}

class AnthropicStreamDecoder implements ReplyDecoder {
  readonly #blocks = new Map<number, Block>();
  readonly #ids = new Set<string>();
  readonly #template = new DeltaTemplate();
  #open: Block | undefined;
  #count = 0;
  #started = false;
  #ended = false;
  #stopReason: string | undefined;
  #input: number | undefined;
  #output: number | undefined;

  push(frame: WireFrame): readonly TurnEvent[] {
    return this.#template.tell(frame, this.#read, TEXT_PLACES);
  }

  /** Bound once: it is handed over with each frame. */
  readonly #read = (frame: WireFrame): readonly TurnEvent[] => {
    if (frame.data === undefined) return NONE;
    if (frame.data === '') return [odd('empty-data')];
    const value = parseObject(frame.data);
    if (value === undefined) return notRead(frame.event, frame.data);
    const type = typeOfValue(value, frame.event);
    const events: TurnEvent[] = [];
    if (frame.event === '' || frame.event === 'message') events.push(odd('event-line-missing'));
    else if (frame.event !== type) events.push(odd('event-line-mismatch'));
    else if (typeof value['type'] !== 'string') events.push(odd('type-missing'));
    this.#event(type, value, frame, events);
    return events;
  };

  end(): readonly TurnEvent[] {
    return NONE;
  }

  #event(type: string, value: JsonObject, frame: WireFrame, events: TurnEvent[]): void {
    if (type === 'ping') return;
    if (this.#ended) {
      events.push(odd(type === 'message_stop' ? 'second-message-stop' : 'event-after-end'));
      return;
    }
    switch (type) {
      case 'message_start':
        this.#start(objectOf(value['message']) ?? {}, events);
        return;
      case 'content_block_start':
        this.#blockStart(value, frame, events);
        return;
      case 'content_block_delta':
        this.#delta(value, frame, events);
        return;
      case 'content_block_stop':
        this.#blockStop(value, events);
        return;
      case 'message_delta':
        this.#messageDelta(value, events);
        return;
      case 'message_stop':
        this.#ended = true;
        events.push({ type: 'turn-end' });
        return;
      case 'error':
        upstreamError(value, events);
        return;
      default:
    }
  }

  #start(message: JsonObject, events: TurnEvent[]): void {
    if (this.#started) {
      events.push(odd('second-message-start'));
      return;
    }
    this.#started = true;
    events.push({ type: 'turn-start', id: textOf(message['id']), model: textOf(message['model']) });
    this.#usage(objectOf(message['usage']), events);
  }

  #usage(usage: JsonObject | undefined, events: TurnEvent[]): void {
    if (usage === undefined) return;
    this.#input = countOf(usage['input_tokens']) ?? this.#input;
    this.#output = countOf(usage['output_tokens']) ?? this.#output;
    events.push({ type: 'usage', usage: { input: this.#input, output: this.#output } });
  }

  #blockStart(value: JsonObject, frame: WireFrame, events: TurnEvent[]): void {
    const content = objectOf(value['content_block']) ?? {};
    const place = this.#count;
    const wanted = indexOf(value['index']);
    if (wanted === undefined) events.push(odd('index-missing'));
    else if (wanted !== place) events.push(odd(this.#blocks.has(wanted) ? 'index-reused' : 'index-not-sequential'));
    this.#closeOpen(events);
    this.#count += 1;
    const seed =
      hasMembers(objectOf(content['input'])) || typeof content['input'] === 'string' ? rawAt(frame, ['content_block', 'input']) : undefined;
    const block: Block = {
      key: `block/${place}`,
      index: wanted ?? place,
      kind: kindOfBlock(content),
      seed,
      balance: new JsonBalance(),
      json: '',
      ended: false,
    };
    this.#blocks.set(block.index, block);
    this.#open = block;
    this.#opened(block, content, events);
  }

  /**
   * A block that the next one, or the finish, comes over: the dialect never interleaves, so it is over; a call only if its JSON is. One
   * that is not may go on: clients follow the index.
   */
  #closeOpen(events: TurnEvent[]): void {
    const block = this.#open;
    if (block === undefined) return;
    events.push(odd('block-not-closed'));
    if (block.kind !== 'call' || block.balance.closed(block.json)) this.#closed(block, events);
  }

  /** The finish comes over calls that went on behind the start of another block. */
  #closeOthers(events: TurnEvent[]): void {
    for (const block of this.#blocks.values())
      if (block.kind === 'call' && !block.ended && block.balance.closed(block.json)) this.#closed(block, events);
  }

  #opened(block: Block, content: JsonObject, events: TurnEvent[]): void {
    const key = block.key;
    switch (block.kind) {
      case 'text':
        events.push({ type: 'text-start', choice: 0, block: key });
        if (textOf(content['text']) !== '') events.push({ type: 'text-delta', choice: 0, block: key, text: textOf(content['text']) });
        return;
      case 'thinking':
      case 'redacted': {
        const text = textOf(content['thinking']);
        const signed = block.kind === 'redacted' || textOf(content['signature']) !== '';
        if (text !== '' || signed) events.push({ type: 'reasoning-delta', choice: 0, block: key, text, signed });
        return;
      }
      case 'call':
      case 'server-call':
        this.#callStart(block, content, events);
        return;
      case 'other':
    }
  }

  #callStart(block: Block, content: JsonObject, events: TurnEvent[]): void {
    const id = textOf(content['id']);
    const name = textOf(content['name']);
    const server = block.kind === 'server-call';
    events.push({ type: 'call-start', choice: 0, key: block.key, id, name, kind: server ? 'server' : 'function' });
    if (server) return;
    if (id === '') events.push(odd('id-missing', block.key));
    else if (this.#ids.has(id)) events.push(odd('id-duplicate', block.key));
    if (name === '') events.push(odd('name-missing', block.key));
    this.#ids.add(id);
  }

  #delta(value: JsonObject, frame: WireFrame, events: TurnEvent[]): void {
    const delta = objectOf(value['delta']) ?? {};
    const wanted = indexOf(value['index']);
    const block = wanted === undefined ? this.#open : this.#blocks.get(wanted);
    if (wanted === undefined) events.push(odd('index-missing'));
    if (block === undefined || block !== this.#open) events.push(odd('delta-without-block'));
    const key = block?.key ?? 'block/none';
    switch (textOf(delta['type'])) {
      case 'text_delta':
        if (textOf(delta['text']) !== '') events.push({ type: 'text-delta', choice: 0, block: key, text: textOf(delta['text']) });
        return;
      case 'thinking_delta':
        if (textOf(delta['thinking']) !== '')
          events.push({ type: 'reasoning-delta', choice: 0, block: key, text: textOf(delta['thinking']), signed: false });
        return;
      case 'signature_delta':
        events.push({ type: 'reasoning-delta', choice: 0, block: key, text: '', signed: true });
        return;
      case 'input_json_delta':
        if (block?.kind === 'call' || block?.kind === 'server-call') this.#inputDelta(block, delta, frame, events);
        return;
      default:
    }
  }

  #inputDelta(block: Block, delta: JsonObject, frame: WireFrame, events: TurnEvent[]): void {
    const part = delta['partial_json'];
    if (typeof part !== 'string' && part !== undefined && part !== null) events.push(odd('arguments-not-string', block.key));
    const text = typeof part === 'string' ? part : part === undefined || part === null ? '' : rawAt(frame, ['delta', 'partial_json']);
    if (block !== this.#open && block.kind === 'call' && text !== '') events.push(odd('block-interleaved', block.key));
    block.json += text;
    events.push({ type: 'call-delta', choice: 0, key: block.key, text });
  }

  #blockStop(value: JsonObject, events: TurnEvent[]): void {
    const wanted = indexOf(value['index']);
    if (wanted === undefined) events.push(odd('index-missing'));
    const block = wanted === undefined ? this.#open : this.#blocks.get(wanted);
    if (block !== undefined && block === this.#open) return this.#closed(block, events);
    events.push(odd('stop-without-block'));
    if (block?.kind === 'call' && !block.ended) this.#closed(block, events);
  }

  /** A call without deltas has the input of its start: some agents drop that one, so it is written anew as a delta. */
  #closed(block: Block, events: TurnEvent[]): void {
    if (this.#open === block) this.#open = undefined;
    block.ended = true;
    if (block.kind === 'text') events.push({ type: 'text-end', choice: 0, block: block.key });
    if (block.kind !== 'call' && block.kind !== 'server-call') return;
    if (block.json === '' && block.seed !== undefined && block.kind === 'call') events.push(odd('input-in-start', block.key));
    events.push({ type: 'call-end', choice: 0, key: block.key, arguments: block.json === '' ? (block.seed ?? '{}') : undefined });
  }

  #messageDelta(value: JsonObject, events: TurnEvent[]): void {
    const delta = objectOf(value['delta']);
    const raw = delta?.['stop_reason'];
    if (typeof raw === 'string') {
      this.#closeOpen(events);
      this.#closeOthers(events);
      if (raw === '') events.push(odd('finish-empty'));
      else if (this.#stopReason !== undefined && this.#stopReason !== raw) events.push(odd('finish-repeated'));
      if (raw !== '') this.#stopReason = raw;
      events.push({ type: 'finish', choice: 0, reason: finishOf(raw), raw, ...hitStop(delta?.['stop_sequence']) });
    }
    this.#usage(objectOf(value['usage']), events);
  }
}

const odd = (change: string, key?: string): TurnEvent => ({ type: 'oddity', change, choice: 0, key });

function upstreamError(value: JsonObject, events: TurnEvent[]): void {
  const error = objectOf(value['error']);
  const shaped = value['type'] === 'error' && textOf(error?.['type']) !== '' && typeof error?.['message'] === 'string';
  if (!shaped) events.push(odd('error-shape'));
  const told = toldError(value) ?? { message: textOf(value['message']) || JSON.stringify(value), code: '' };
  events.push({ type: 'upstream-error', message: told.message, code: textOf(error?.['type']) || told.code });
}

/** Data that is no JSON object. */
function notRead(event: string, data: string): readonly TurnEvent[] {
  if (event === 'ping') return [odd('ping-invalid')];
  if (event === 'error') return [odd('error-shape'), { type: 'upstream-error', ...toldInWords(data) }];
  return [{ type: 'unreadable', detail: data.slice(0, 200) }];
}

function rawAt(frame: WireFrame, path: JsonPath): string {
  const parsed = parseWithSpans(frame.data ?? '', 0, { maxDepth: WIRE_JSON_DEPTH });
  const span = parsed.ok ? spanAt(parsed.value.root, path) : undefined;
  return span === undefined ? '' : rawOf(frame.data ?? '', span);
}
