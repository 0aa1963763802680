import { isJsonObject } from '../../../../shared/json.ts';
import type { FinishReason } from '../../../../shared/vocabulary.ts';
import { WIRE_JSON_DEPTH, withMembers } from '../../text/json-members.ts';
import { type JsonSpan, memberOf, parseWithSpans, rawOf } from '../../text/json-spans.ts';
import type { NewCall, TurnRequest, Usage } from '../../turn/turn.ts';
import type { Sourced, TurnEvent } from '../../turn/turn-event.ts';
import type { FrameEdit, GatewayError, OutChunk, ReplyEncoder } from '../dialect.ts';
import { errorObject } from './encode-error.ts';
import { summedUsage } from './rewrite-chunk.ts';
import { parseObject, textOf } from '../wire-values.ts';
import { finishWord, offersFunctions } from './wire-types.ts';

interface Choice {
  /** Text that leaves, in pieces. */
  readonly text: string[];
  /** Text as it came: what `text` is compared with. */
  source: string;
  /** The text frame that `source` already holds: it may leave in several parts. */
  sourced: Sourced | undefined;
  /** Raw `tool_calls` entries that leave. */
  readonly calls: string[];
  callsChanged: boolean;
  legacy: 'none' | 'kept' | 'dropped';
  /** A call of ours for a client that knows `function_call` only. */
  functionCall: string | undefined;
  finish: FinishReason | undefined;
  finishRaw: string;
}

/**
 * Re-assembles a Chat completion from the lane's calls. Nothing leaves before `body()`; a body that nobody changed is the same text.
 * After a re-ask the second body is the base, with the head and what already left of the first.
 */
export function createBodyEncoder(rawBody: string, request?: TurnRequest): ReplyEncoder {
  return new ChatBodyEncoder(rawBody, request !== undefined && offersFunctions(request.body));
}

class ChatBodyEncoder implements ReplyEncoder {
  readonly #firstBody: string;
  /** The client knows `function_call` only. */
  readonly #functions: boolean;
  #base: string;
  readonly #choices = new Map<number, Choice>();
  #changed = false;
  #error: string | undefined;
  #second: { readonly dropReasoning: boolean; readonly addOutput: number | undefined } | undefined;

  constructor(rawBody: string, functions: boolean) {
    this.#functions = functions;
    this.#firstBody = rawBody;
    this.#base = rawBody;
  }

  get changed(): boolean {
    return this.#changed || [...this.#choices.values()].some(textChanged);
  }

  pass(sourced: Sourced): OutChunk {
    return this.edit(sourced, {});
  }

  edit(sourced: Sourced, edit: FrameEdit): OutChunk {
    this.#start(sourced);
    for (const event of sourced.events) this.#take(event, sourced, edit);
    return '';
  }

  drop(sourced: Sourced): void {
    this.#start(sourced);
    for (const event of sourced.events) {
      if (event.type === 'text-delta') this.#arrived(event.choice, event.text, sourced);
      else if (event.type === 'call-start') this.#dropCall(event.choice, event.key);
    }
  }

  calls(choice: number, calls: readonly NewCall[]): OutChunk {
    const state = this.#of(choice);
    for (const { id, name, arguments: text } of calls) {
      this.#changed = true;
      if (this.#functions) {
        state.functionCall = JSON.stringify({ name, arguments: text });
        continue;
      }
      state.calls.push(JSON.stringify({ id, type: 'function', function: { name, arguments: text } }));
      state.callsChanged = true;
    }
    return '';
  }

  text(choice: number, text: string): OutChunk {
    this.#of(choice).text.push(text);
    return '';
  }

  keepAlive(): string {
    return '';
  }

  error(error: GatewayError): OutChunk {
    this.#changed = true;
    this.#error = errorObject(error);
    return '';
  }

  close(finish: FinishReason | undefined): OutChunk {
    for (const choice of this.#choices.values()) {
      if (finish === undefined || (choice.finish !== undefined && choice.finish !== 'missing')) continue;
      choice.finish = finish;
      this.#changed = true;
    }
    return '';
  }

  continueReply(options: { readonly dropReasoning: boolean; readonly firstUsage: Usage }): void {
    this.#changed = true;
    this.#second = { dropReasoning: options.dropReasoning, addOutput: options.firstUsage.output };
    for (const choice of this.#choices.values()) {
      choice.source = '';
      choice.sourced = undefined;
      if (choice.calls.length > 0) choice.callsChanged = true;
      choice.finish = undefined;
      choice.finishRaw = '';
      choice.legacy = 'none';
    }
  }

  body(): string {
    if (!this.changed) return this.#firstBody;
    if (this.#error !== undefined) return this.#error;
    const parsed = parseWithSpans(this.#base, 0, { maxDepth: WIRE_JSON_DEPTH });
    if (!parsed.ok || parsed.value.root.kind !== 'object') return this.#base;
    const root = parsed.value.root;
    const changes = new Map<string, string | undefined>();
    if (this.#second !== undefined) this.#continued(root, changes);
    const choices = memberOf(root, 'choices')?.value;
    if (choices?.kind === 'array') {
      changes.set('choices', `[${choices.items.map((item, place) => this.#choiceText(item, place)).join(',')}]`);
    }
    return withMembers(this.#base, root, changes);
  }

  #start(sourced: Sourced): void {
    if (sourced.frame.event === 'start' && sourced.frame.data !== undefined) this.#base = sourced.frame.data;
  }

  #take(event: TurnEvent, sourced: Sourced, edit: FrameEdit): void {
    if (event.type === 'text-delta') this.#takeText(event.choice, event.text, edit, sourced);
    else if (event.type === 'finish') this.#setFinish(event.choice, event.reason, event.raw, edit.finish);
    else if (event.type === 'call-start') {
      if (edit.dropCalls?.has(event.key) === true) this.#dropCall(event.choice, event.key);
      else if (isLegacy(event.key)) this.#of(event.choice).legacy = 'kept';
      else this.#of(event.choice).calls.push(sourced.frame.data ?? '');
    }
  }

  #setFinish(choice: number, reason: FinishReason, raw: string, wanted: FinishReason | undefined): void {
    const state = this.#of(choice);
    state.finish = wanted ?? reason;
    state.finishRaw = raw;
    if (state.finish !== reason) this.#changed = true;
  }

  #takeText(choice: number, text: string, edit: FrameEdit, sourced: Sourced): void {
    this.#arrived(choice, text, sourced);
    const part = edit.text?.choice === choice ? edit.text.part : text;
    this.#of(choice).text.push(part);
  }

  #arrived(choice: number, text: string, sourced: Sourced): void {
    const state = this.#of(choice);
    if (state.sourced === sourced) return;
    state.sourced = sourced;
    state.source += text;
  }

  #dropCall(choice: number, key: string): void {
    if (isLegacy(key)) this.#of(choice).legacy = 'dropped';
    else this.#of(choice).callsChanged = true;
    this.#changed = true;
  }

  #continued(root: JsonSpan, changes: Map<string, string | undefined>): void {
    const first = parseObject(this.#firstBody) ?? {};
    for (const key of ['id', 'created', 'model']) if (first[key] !== undefined) changes.set(key, JSON.stringify(first[key]));
    const usage = memberOf(root, 'usage')?.value;
    if (usage?.kind === 'object' && this.#second?.addOutput !== undefined)
      changes.set('usage', summedUsage(this.#base, usage, this.#second.addOutput));
  }

  #choiceText(span: JsonSpan, place: number): string {
    const raw = rawOf(this.#base, span);
    const value = parseObject(raw);
    const state = this.#choices.get(Number.isInteger(value?.['index']) ? (value?.['index'] as number) : place);
    if (value === undefined || state === undefined) return raw;
    const changes = new Map<string, string | undefined>();
    const message = memberOf(span, 'message')?.value;
    if (message?.kind === 'object') changes.set('message', this.#messageText(message, state));
    const word =
      state.finish === undefined
        ? undefined
        : finishWord(
            state.finish,
            state.finishRaw,
            (state.legacy === 'kept' || state.functionCall !== undefined) && state.calls.length === 0,
          );
    if (word !== undefined && word !== value['finish_reason']) changes.set('finish_reason', JSON.stringify(word));
    if (textChanged(state) && isJsonObject(value['logprobs'])) changes.set('logprobs', 'null');
    return withMembers(this.#base, span, changes);
  }

  #messageText(span: JsonSpan, state: Choice): string {
    const changes = new Map<string, string | undefined>();
    if (textChanged(state)) {
      const text = state.text.join('');
      const content = memberOf(span, 'content')?.value;
      const parts = content?.kind === 'array' ? otherParts(this.#base, content) : [];
      if (parts.length > 0)
        changes.set('content', `[${[...parts, ...(text === '' ? [] : [JSON.stringify({ type: 'text', text })])].join(',')}]`);
      else
        changes.set('content', text === '' && (state.calls.length > 0 || state.functionCall !== undefined) ? 'null' : JSON.stringify(text));
    }
    if (state.callsChanged) changes.set('tool_calls', state.calls.length === 0 ? undefined : `[${state.calls.join(',')}]`);
    if (state.functionCall !== undefined) changes.set('function_call', state.functionCall);
    else if (state.legacy === 'dropped') changes.set('function_call', undefined);
    if (this.#second?.dropReasoning === true)
      for (const key of ['reasoning_content', 'reasoning', 'reasoning_details']) changes.set(key, undefined);
    return withMembers(this.#base, span, changes);
  }

  #of(index: number): Choice {
    const known = this.#choices.get(index);
    if (known !== undefined) return known;
    const choice: Choice = {
      text: [],
      source: '',
      sourced: undefined,
      calls: [],
      callsChanged: false,
      legacy: 'none',
      functionCall: undefined,
      finish: undefined,
      finishRaw: '',
    };
    this.#choices.set(index, choice);
    return choice;
  }
}

const textChanged = (choice: Choice): boolean => choice.text.join('') !== choice.source;
const isLegacy = (key: string): boolean => key.endsWith('/legacy');

/** Parts of a content list that are no text: they stay, in front. */
function otherParts(base: string, content: JsonSpan): string[] {
  return content.items.map((item) => rawOf(base, item)).filter((raw) => textOf(parseObject(raw)?.['type']) !== 'text');
}
