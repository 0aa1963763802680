import type { JsonObject } from '../../../../shared/json.ts';
import type { FinishReason } from '../../../../shared/vocabulary.ts';
import type { NewCall, Usage } from '../../turn/turn.ts';
import type { Sourced, TurnEvent, WireFrame } from '../../turn/turn-event.ts';
import type { FrameEdit, GatewayError, OutChunk, ReplyEncoder } from '../dialect.ts';
import { FrameTail } from '../frame-tail.ts';
import { keptLines } from '../kept-lines.ts';
import { indexOf, objectOf, parseObject, sseFrame, textOf } from '../wire-values.ts';
import { errorObject } from './encode-error.ts';
import { callFrames, eventFrame, noOpFrame } from './own-events.ts';
import { type EventChanges, rewriteEvent } from './rewrite-event.ts';
import { dropsCall, hasOddLine, isOdd, isUseless, lacksType, shapedError, typeOf, usageOf } from './sourced-frame.ts';
import { finishWord, kindOfBlock } from './wire-types.ts';

/** A block of the upstream, or one of Signalbox's own, as the client sees it. */
interface Slot {
  /** Undefined while the block does not leave. */
  index: number | undefined;
  readonly type: string;
}

type Changes = EventChanges[number][];

/** Keeps the client's view of an Anthropic Messages stream and writes what Signalbox changes in it. */
export function createStreamEncoder(): ReplyEncoder {
  return new AnthropicStreamEncoder();
}

class AnthropicStreamEncoder implements ReplyEncoder {
  readonly #slots = new Map<number, Slot>();
  readonly #tail = new FrameTail();
  #changed = false;
  #started = false;
  #finished = false;
  #over = false;
  #next = 0;
  /** The block that is open at the client. */
  #open: Slot | undefined;
  /** The block that the upstream has open: frames without index mean it. */
  #current: Slot | undefined;
  #output = 0;
  #second: { readonly dropReasoning: boolean; readonly addOutput: number | undefined; input: number | undefined } | undefined;

  get changed(): boolean {
    return this.#changed;
  }

  pass(sourced: Sourced): OutChunk {
    return this.#send(sourced, isOdd(sourced.events) ? EMPTY_EDIT : undefined);
  }

  edit(sourced: Sourced, edit: FrameEdit): OutChunk {
    return this.#send(sourced, edit);
  }

  drop(sourced: Sourced): void {
    if (sourced.frame.data === undefined) return;
    this.#changed = true;
    if (typeOf(sourced) !== 'content_block_start') return;
    const value = parseObject(sourced.frame.data) ?? {};
    this.#track(value, { index: undefined, type: blockType(value) });
  }

  calls(_choice: number, calls: readonly NewCall[]): OutChunk {
    let out = calls.length === 0 ? '' : this.#closeOpen();
    for (const call of calls) {
      out += callFrames(this.#next, call);
      this.#next += 1;
    }
    return this.#made(out);
  }

  text(_choice: number, text: string): OutChunk {
    if (text === '') return '';
    const out = this.#openText();
    return this.#made(out + this.#textDelta(text));
  }

  keepAlive(): string {
    return this.#started && !this.#over ? this.#tail.before(noOpFrame(this.#open, this.#finished)) : '';
  }

  error(error: GatewayError): OutChunk {
    if (this.#over) return '';
    this.#over = true;
    return this.#made(sseFrame(errorObject(error), 'error'));
  }

  close(finish: FinishReason | undefined): OutChunk {
    if (this.#over || !this.#started) return '';
    let out = this.#closeOpen();
    const word = this.#finished || finish === undefined ? undefined : finishWord(finish, undefined);
    if (word !== undefined) {
      this.#finished = true;
      out += eventFrame('message_delta', { delta: { stop_reason: word, stop_sequence: null }, usage: { output_tokens: this.#output } });
    }
    this.#over = true;
    return this.#made(out + eventFrame('message_stop', {}));
  }

  continueReply(options: { readonly dropReasoning: boolean; readonly firstUsage: Usage }): void {
    this.#changed = true;
    this.#second = { dropReasoning: options.dropReasoning, addOutput: options.firstUsage.output, input: undefined };
    this.#slots.clear();
    this.#current = undefined;
  }

  body(): string {
    return '';
  }

  #send(sourced: Sourced, edit: FrameEdit | undefined): OutChunk {
    const { frame, events } = sourced;
    if (frame.data === undefined) return this.#tail.sent(frame.raw);
    this.#noteUsage(events);
    if (edit !== undefined && isUseless(events)) return this.#made('');
    switch (typeOf(sourced)) {
      case 'message_start':
        return this.#messageStart(sourced, edit);
      case 'content_block_start':
        return this.#blockStart(sourced, edit);
      case 'content_block_delta':
        return this.#delta(sourced, edit);
      case 'content_block_stop':
        return this.#blockStop(sourced, edit);
      case 'message_delta':
        return this.#messageDelta(sourced, edit);
      case 'message_stop':
        return this.#messageStop(sourced, edit);
      case 'error':
        this.#over = true;
        return this.#error(sourced, edit);
      default:
        return this.#write(sourced, edit, '', []);
    }
  }

  #messageStart(sourced: Sourced, edit: FrameEdit | undefined): OutChunk {
    if (this.#started && (edit !== undefined || this.#second !== undefined)) {
      if (this.#second !== undefined) this.#second.input = usageOf(sourced.events)?.input;
      return this.#made('');
    }
    this.#started = true;
    return this.#write(sourced, edit, '', []);
  }

  #blockStart(sourced: Sourced, edit: FrameEdit | undefined): OutChunk {
    if (edit?.text !== undefined && !edit.text.first) return this.#laterPart(edit.text.part);
    const value = parseObject(sourced.frame.data ?? '') ?? {};
    const kind = kindOfBlock(objectOf(value['content_block']) ?? {});
    const thought = this.#second?.dropReasoning === true && (kind === 'thinking' || kind === 'redacted');
    if (thought || dropsCall(sourced.events, 'call-start', edit)) {
      this.#track(value, { index: undefined, type: blockType(value) });
      return this.#made('');
    }
    const wanted = indexOf(value['index']);
    const touched = this.#changed || (edit !== undefined && sourced.events.some((event) => event.type === 'oddity'));
    const prefix = touched ? this.#closeOpen() : '';
    const slot: Slot = { index: touched || wanted === undefined ? this.#next : wanted, type: blockType(value) };
    this.#next = (slot.index ?? 0) + 1;
    this.#open = slot;
    this.#track(value, slot);
    const changes: Changes = wanted === slot.index ? [] : [{ path: ['index'], raw: String(slot.index) }];
    const whole = textOf(objectOf(value['content_block'])?.['text']);
    if (edit?.text !== undefined && edit.text.part !== whole)
      changes.push({ path: ['content_block', 'text'], raw: JSON.stringify(edit.text.part) });
    return this.#write(sourced, edit, prefix, wanted === undefined && !touched ? [] : changes);
  }

  #track(value: JsonObject, slot: Slot): void {
    this.#slots.set(indexOf(value['index']) ?? this.#slots.size, slot);
    this.#current = slot;
  }

  /** Untouched streams are not parsed here: only block starts are, once a block. */
  #delta(sourced: Sourced, edit: FrameEdit | undefined): OutChunk {
    if (!this.#changed && edit === undefined) return this.#tail.sent(sourced.frame.raw);
    const value = parseObject(sourced.frame.data ?? '') ?? {};
    const wanted = indexOf(value['index']);
    const slot = wanted === undefined ? this.#current : this.#slots.get(wanted);
    if (dropsCall(sourced.events, 'call-delta', edit)) return this.#made('');
    const whole = sourced.events.find((event) => event.type === 'text-delta');
    const text = whole?.type === 'text-delta' ? whole.text : '';
    if (edit?.text !== undefined && (edit.text.part !== text || !edit.text.first)) {
      if (edit.text.part === '') return this.#made('');
    } else if (slot?.index === undefined && text === '') {
      // Arguments of no block: clients that count places would put them into another call.
      const lost = slot !== undefined || (edit !== undefined && textOf(objectOf(value['delta'])?.['type']) === 'input_json_delta');
      return lost ? this.#made('') : this.#write(sourced, edit, '', []);
    }
    const prefix = whole !== undefined && (slot === undefined || slot.index === undefined || slot !== this.#open) ? this.#reopen(slot) : '';
    const index = whole !== undefined ? this.#open?.index : slot?.index;
    const changes: Changes = wanted === index || index === undefined ? [] : [{ path: ['index'], raw: String(index) }];
    if (edit?.text !== undefined && edit.text.part !== text) changes.push({ path: ['delta', 'text'], raw: JSON.stringify(edit.text.part) });
    return this.#write(sourced, edit, prefix, changes);
  }

  /** Text of a block that the client has not open (dropped at its start, or closed for a call) goes into a new block. */
  #reopen(slot: Slot | undefined): string {
    const out = this.#openText();
    if (slot !== undefined && this.#open !== undefined) {
      slot.index = this.#open.index;
      this.#open = slot;
    }
    return out;
  }

  #blockStop(sourced: Sourced, edit: FrameEdit | undefined): OutChunk {
    if (!this.#changed && edit === undefined) {
      this.#open = undefined;
      return this.#tail.sent(sourced.frame.raw);
    }
    const wanted = indexOf(parseObject(sourced.frame.data ?? '')?.['index']);
    const slot = wanted === undefined ? this.#current : this.#slots.get(wanted);
    if (slot !== undefined && (slot.index === undefined || slot !== this.#open)) return this.#made('');
    if (slot === undefined) return edit === undefined ? this.#tail.sent(sourced.frame.raw) : this.#made('');
    this.#open = undefined;
    return this.#write(sourced, edit, '', wanted === slot.index ? [] : [{ path: ['index'], raw: String(slot.index) }]);
  }

  #messageDelta(sourced: Sourced, edit: FrameEdit | undefined): OutChunk {
    const said = sourced.events.find((event) => event.type === 'finish');
    const before = this.#finished;
    const reason = said?.type === 'finish' ? (edit?.finish ?? said.reason) : 'missing';
    if (reason !== 'missing') this.#finished = true;
    if (!this.#changed && edit === undefined) return this.#tail.sent(sourced.frame.raw);
    if (before && said !== undefined && edit !== undefined) return this.#made('');
    const prefix = reason === 'missing' ? '' : this.#closeOpen();
    const changes: Changes = [];
    if (said?.type === 'finish' && edit !== undefined) {
      const word = finishWord(reason, said.raw);
      if (word !== said.raw) changes.push({ path: ['delta', 'stop_reason'], raw: JSON.stringify(word ?? null) });
    }
    changes.push(...this.#summed(sourced.frame));
    return this.#write(sourced, edit, prefix, changes);
  }

  #summed(frame: WireFrame): Changes {
    const usage = objectOf(parseObject(frame.data ?? '')?.['usage']);
    if (this.#second === undefined || usage === undefined) return [];
    const changes: Changes = [];
    const output = usage['output_tokens'];
    if (typeof output === 'number' && this.#second.addOutput !== undefined) {
      changes.push({ path: ['usage', 'output_tokens'], raw: String(output + this.#second.addOutput) });
    }
    if (this.#second.input !== undefined) changes.push({ path: ['usage', 'input_tokens'], raw: String(this.#second.input) });
    return changes;
  }

  #messageStop(sourced: Sourced, edit: FrameEdit | undefined): OutChunk {
    if (this.#over && edit !== undefined) return this.#made('');
    this.#over = true;
    return this.#write(sourced, edit, this.#changed ? this.#closeOpen() : '', []);
  }

  #error(sourced: Sourced, edit: FrameEdit | undefined): OutChunk {
    const shaped = edit === undefined ? undefined : shapedError(sourced.events);
    return shaped === undefined ? this.#write(sourced, edit, '', []) : this.#made(sseFrame(shaped, 'error', keptLines(sourced.frame.raw)));
  }

  /** The raw frame where nothing changes; an edit also mends the event line and a missing type. */
  #write(sourced: Sourced, edit: FrameEdit | undefined, prefix: string, changes: Changes): OutChunk {
    const { frame, events } = sourced;
    const type = typeOf(sourced);
    const line = edit !== undefined && hasOddLine(events);
    if (prefix === '' && changes.length === 0 && !line) return this.#tail.sent(frame.raw);
    const typed: Changes = line && lacksType(events) ? [{ path: ['type'], raw: JSON.stringify(type) }] : [];
    return this.#made(prefix + sseFrame(rewriteEvent(frame.data ?? '', [...typed, ...changes]), type, keptLines(frame.raw)));
  }

  #noteUsage(events: readonly TurnEvent[]): void {
    const usage = usageOf(events);
    if (usage?.output !== undefined) this.#output = usage.output + (this.#second?.addOutput ?? 0);
  }

  /** A later part of text that stood in a block's start. */
  #laterPart(part: string): OutChunk {
    if (part === '') return '';
    return this.text(0, part);
  }

  #openText(): string {
    if (this.#open?.type === 'text' && this.#open.index !== undefined) return '';
    const out = this.#closeOpen();
    this.#open = { index: this.#next, type: 'text' };
    this.#next += 1;
    return out + eventFrame('content_block_start', { index: this.#open.index, content_block: { type: 'text', text: '' } });
  }

  #textDelta(text: string): string {
    return eventFrame('content_block_delta', { index: this.#open?.index, delta: { type: 'text_delta', text } });
  }

  #closeOpen(): string {
    const index = this.#open?.index;
    this.#open = undefined;
    return index === undefined ? '' : eventFrame('content_block_stop', { index });
  }

  #made(out: string): string {
    this.#changed = true;
    return this.#tail.before(out);
  }
}

const EMPTY_EDIT: FrameEdit = {};
const blockType = (value: JsonObject): string => textOf(objectOf(value['content_block'])?.['type']);
