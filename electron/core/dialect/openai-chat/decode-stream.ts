import { isJsonObject, type Json, type JsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { type JsonPath, parseWithSpans, rawOf, spanAt } from '../../text/json-spans.ts';
import type { TurnEvent, WireFrame } from '../../turn/turn-event.ts';
import { DeltaTemplate } from '../delta-template.ts';
import type { ReplyDecoder } from '../dialect.ts';
import { type ToldError, toldError, toldInWords } from '../told-error.ts';
import { ChoiceCalls } from './choice-calls.ts';
import { countOf, hitStop, listOf, objectOf, objectsOf, parseObject, textOf } from '../wire-values.ts';
import { finishOf, isDone, textOfParts } from './wire-types.ts';

const NONE: readonly TurnEvent[] = [];
/** Where a chunk that says nothing else has its text. */
const TEXT_PLACES: readonly JsonPath[] = ['content', 'reasoning_content', 'reasoning'].map((field) => ['choices', 0, 'delta', field]);

interface Choice {
  readonly index: number;
  readonly block: string;
  readonly calls: ChoiceCalls;
  textStarted: boolean;
  finished: boolean;
}

/**
 * Reads a Chat Completions stream. One chunk may say several things: text, then calls, then the finish, then usage. Oddities without a
 * key are mended by the encoder as the frame leaves; those with a call's key ask for that call to be written anew.
 */
export function createStreamDecoder(): ReplyDecoder {
  return new ChatStreamDecoder();
}

class ChatStreamDecoder implements ReplyDecoder {
  readonly #choices = new Map<number, Choice>();
  readonly #template = new DeltaTemplate();
  #started = false;

  push(frame: WireFrame): readonly TurnEvent[] {
    return this.#template.tell(frame, this.#read, TEXT_PLACES);
  }

  /** Bound once: it is handed over with each frame. */
  readonly #read = (frame: WireFrame): readonly TurnEvent[] => {
    if (frame.data === undefined) return NONE;
    if (isDone(frame)) return this.#done();
    if (frame.data === '') return [{ type: 'oddity', change: 'empty-data', choice: 0, key: undefined }];
    const chunk = parseObject(frame.data);
    if (chunk === undefined) {
      if (frame.event === 'error') return [SHAPE, { type: 'upstream-error', ...toldInWords(frame.data) }];
      return [{ type: 'unreadable', detail: frame.data.slice(0, 200) }];
    }
    const events: TurnEvent[] = [];
    this.#chunk(chunk, frame, events);
    return events;
  };

  end(): readonly TurnEvent[] {
    const events: TurnEvent[] = [];
    this.#close(events);
    return events;
  }

  #done(): readonly TurnEvent[] {
    const events: TurnEvent[] = [];
    this.#close(events);
    events.push({ type: 'turn-end' });
    return events;
  }

  #close(events: TurnEvent[]): void {
    for (const choice of this.#choices.values()) choice.calls.close(events);
  }

  #chunk(chunk: JsonObject, frame: WireFrame, events: TurnEvent[]): void {
    const failed = errorOf(chunk, frame.event);
    const choices = chunk['choices'];
    if (failed !== undefined && !Array.isArray(choices)) {
      if (textOf(objectOf(chunk['error'])?.['message']) === '') events.push(SHAPE);
      events.push({ type: 'upstream-error', ...failed });
      return;
    }
    if (!this.#started && Array.isArray(choices)) {
      this.#started = true;
      events.push({ type: 'turn-start', id: textOf(chunk['id']), model: textOf(chunk['model']) });
    }
    if (choices === null) events.push({ type: 'oddity', change: 'null-choices', choice: 0, key: undefined });
    const list = listOf(choices);
    for (let place = 0; place < list.length; place += 1) {
      const choice = list[place];
      if (isJsonObject(choice)) this.#choice(choice, place, frame, failed, events);
    }
    if (failed !== undefined && !events.some((event) => event.type === 'upstream-error'))
      events.push({ type: 'upstream-error', ...failed });
    const usage = objectOf(chunk['usage']);
    if (usage !== undefined)
      events.push({ type: 'usage', usage: { input: countOf(usage['prompt_tokens']), output: countOf(usage['completion_tokens']) } });
  }

  #choice(raw: JsonObject, place: number, frame: WireFrame, failed: ToldError | undefined, events: TurnEvent[]): void {
    const index = Number.isInteger(raw['index']) ? (raw['index'] as number) : place;
    const choice = this.#of(index);
    // Clients that go by the index would read it as another choice's, or no one's.
    if (raw['index'] !== undefined && index !== raw['index'])
      events.push({ type: 'oddity', change: 'choice-index', choice: index, key: undefined });
    const delta = raw['delta'];
    if (isJsonObject(delta)) this.#delta(choice, delta, ['choices', place, 'delta'], frame, events);
    const error = objectOf(raw['error']);
    const finish = raw['finish_reason'];
    if (error !== undefined || finish === 'error') {
      // Clients look for an error at the top of a chunk only.
      if (failed === undefined) events.push(SHAPE);
      const told = error === undefined ? failed : toldError({ error });
      events.push({
        type: 'upstream-error',
        message: told?.message || 'the upstream ended the choice with an error',
        code: told?.code ?? '',
      });
    } else if (typeof finish === 'string') this.#finish(choice, finish, raw['stop_reason'], events);
  }

  #delta(choice: Choice, delta: JsonObject, path: JsonPath, frame: WireFrame, events: TurnEvent[]): void {
    const at = choice.index;
    reasoning(delta, at, events);
    if (typeof delta['content'] === 'string') this.#text(choice, delta['content'], events);
    else if (delta['content'] !== undefined && delta['content'] !== null) this.#parts(choice, objectsOf(delta['content']), events);
    if (typeof delta['refusal'] === 'string' && delta['refusal'] !== '') events.push({ type: 'refusal', choice: at });
    const calls = delta['tool_calls'];
    if (calls !== undefined) this.#entries(choice, calls, path, frame, events);
    const legacy = objectOf(delta['function_call']);
    if (legacy !== undefined) choice.calls.legacy(legacy, () => rawAt(frame, [...path, 'function_call', 'arguments']), events);
  }

  #text(choice: Choice, text: string, events: TurnEvent[]): void {
    if (text === '') return;
    if (!choice.textStarted) events.push({ type: 'text-start', choice: choice.index, block: choice.block });
    choice.textStarted = true;
    events.push({ type: 'text-delta', choice: choice.index, block: choice.block, text });
  }

  /** Content as a part list (Mistral): text parts are text, thinking parts are reasoning; everything else passes unread. */
  #parts(choice: Choice, parts: readonly JsonObject[], events: TurnEvent[]): void {
    for (const part of parts) {
      if (part['type'] !== 'thinking') continue;
      const thinking = part['thinking'];
      const text =
        typeof thinking === 'string'
          ? thinking
          : objectsOf(thinking)
              .map((piece) => textOf(piece['text']))
              .join('');
      if (text !== '') events.push(reasoningEvent(choice.index, text, false));
    }
    this.#text(choice, textOfParts(parts), events);
  }

  #entries(choice: Choice, calls: Json, path: JsonPath, frame: WireFrame, events: TurnEvent[]): void {
    const entries = listOf(calls);
    if (entries.length === 0 || !entries.every(isJsonObject))
      events.push({ type: 'oddity', change: 'empty-tool-calls', choice: choice.index, key: undefined });
    for (const [place, entry] of entries.entries()) {
      if (!isJsonObject(entry)) continue;
      const owner = objectOf(entry['custom']) === undefined ? ['function', 'arguments'] : ['custom', 'input'];
      choice.calls.entry(entry, () => rawAt(frame, [...path, 'tool_calls', place, ...owner]), events);
    }
  }

  /** An empty reason is none: some servers send it with every chunk. A call that goes on behind a finish is an oddity of the call. */
  #finish(choice: Choice, raw: string, stop: Json | undefined, events: TurnEvent[]): void {
    if (raw === '') {
      events.push({ type: 'oddity', change: 'finish-empty', choice: choice.index, key: undefined });
      return;
    }
    if (choice.finished) events.push({ type: 'oddity', change: 'finish-repeated', choice: choice.index, key: undefined });
    choice.finished = true;
    choice.calls.finish(events);
    events.push({ type: 'finish', choice: choice.index, reason: finishOf(raw), raw, ...hitStop(stop) });
  }

  #of(index: number): Choice {
    const known = this.#choices.get(index);
    if (known !== undefined) return known;
    const choice: Choice = { index, block: `${index}/text`, calls: new ChoiceCalls(index), textStarted: false, finished: false };
    this.#choices.set(index, choice);
    return choice;
  }
}

const reasoningEvent = (choice: number, text: string, signed: boolean): TurnEvent => ({
  type: 'reasoning-delta',
  choice,
  block: `${choice}/reasoning`,
  text,
  signed,
});

/** Reasoning is mirrored in several fields by some servers: it is counted once. Signatures ride in `reasoning_details`. */
export function reasoning(owner: JsonObject, choice: number, events: TurnEvent[]): void {
  const details = owner['reasoning_details'];
  const plain = textOf(owner['reasoning_content']) || textOf(owner['reasoning']);
  if (plain === '' && details === undefined) return;
  const list = details === undefined ? [] : objectsOf(details);
  const text = plain || list.map((detail) => textOf(detail['text']) || textOf(detail['summary'])).join('');
  const signed = list.some((detail) => textOf(detail['signature']) !== '' || textOf(detail['data']) !== '');
  if (text !== '' || signed) events.push(reasoningEvent(choice, text, signed));
}

/** An error inside a 200. Beside choices only `error` counts: the chunk is one of a reply. */
export function errorOf(chunk: JsonObject, event: string): ToldError | undefined {
  if (Array.isArray(chunk['choices'])) return isJsonObject(chunk['error']) || textOf(chunk['error']) !== '' ? toldError(chunk) : undefined;
  if (objectOf(chunk['usage']) !== undefined && chunk['error'] === undefined) return undefined;
  return toldError(chunk) ?? (event === 'error' ? { message: textOf(chunk['message']) || JSON.stringify(chunk), code: '' } : undefined);
}

const SHAPE: TurnEvent = { type: 'oddity', change: 'error-shape', choice: 0, key: undefined };

function rawAt(frame: WireFrame, path: JsonPath): string {
  const parsed = parseWithSpans(frame.data ?? '', 0, { maxDepth: WIRE_JSON_DEPTH });
  const span = parsed.ok ? spanAt(parsed.value.root, path) : undefined;
  return span === undefined ? '' : rawOf(frame.data ?? '', span);
}
