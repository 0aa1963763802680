import type { FinishReason } from '../../../../shared/vocabulary.ts';
import type { NewCall, TurnRequest, Usage } from '../../turn/turn.ts';
import type { Sourced, TurnEvent, WireFrame } from '../../turn/turn-event.ts';
import type { FrameEdit, GatewayError, OutChunk, ReplyEncoder } from '../dialect.ts';
import { errorObject } from './encode-error.ts';
import { type ChoicePlan, type EntryPlan, rewriteChunk, type TextPart } from './rewrite-chunk.ts';
import { FrameTail } from '../frame-tail.ts';
import { UNSAID } from '../told-error.ts';
import { keptLines } from '../kept-lines.ts';
import { parseObject, sseFrame } from '../wire-values.ts';
import { DONE, finishWord, isDone, offersFunctions } from './wire-types.ts';

interface Choice {
  nextCall: number;
  /** Index under which a call of the upstream leaves. */
  readonly indexOf: Map<string, number>;
  legacy: boolean;
  finished: boolean;
}

const EMPTY_EDIT: FrameEdit = {};
const NO_PINS: ReadonlyMap<string, string> = new Map();
const HEAD = ['id', 'object', 'created', 'model', 'system_fingerprint'];
const PINNED = ['id', 'created', 'model'];

/** Keeps the client's view of a Chat Completions stream and writes what Signalbox changes in it. */
export function createStreamEncoder(request?: TurnRequest): ReplyEncoder {
  return new ChatStreamEncoder(request !== undefined && offersFunctions(request.body));
}

class ChatStreamEncoder implements ReplyEncoder {
  readonly #choices = new Map<number, Choice>();
  readonly #tail = new FrameTail();
  #changed = false;
  #first: WireFrame | undefined;
  #head: ReadonlyMap<string, string> | undefined;
  /** A chunk has left, and with it the role. */
  #begun = false;
  #over = false;
  readonly #functions: boolean;
  #second: { readonly dropReasoning: boolean; readonly addOutput: number | undefined } | undefined;

  /** `functions`: the client knows `function_call` only. */
  constructor(functions: boolean) {
    this.#functions = functions;
  }

  get changed(): boolean {
    return this.#changed;
  }

  pass(sourced: Sourced): OutChunk {
    if (isOdd(sourced.events)) return this.edit(sourced, EMPTY_EDIT);
    this.#note(sourced.events, undefined);
    this.#remember(sourced);
    if (this.#second === undefined && !this.#moves(sourced.events)) {
      this.#begun ||= sourced.frame.data !== undefined;
      return this.#tail.sent(sourced.frame.raw);
    }
    return this.#rewrite(sourced, EMPTY_EDIT);
  }

  edit(sourced: Sourced, edit: FrameEdit): OutChunk {
    this.#remember(sourced);
    if (edit.text === undefined || edit.text.last) {
      const finished = new Set([...this.#choices].filter(([, choice]) => choice.finished).map(([index]) => index));
      this.#note(sourced.events, edit);
      return this.#rewrite(sourced, edit, finished);
    }
    return this.#rewrite(sourced, edit);
  }

  drop(sourced: Sourced): void {
    this.#remember(sourced);
    if (sourced.frame.data !== undefined) this.#changed = true;
  }

  calls(choice: number, calls: readonly NewCall[]): OutChunk {
    const state = this.#of(choice);
    let out = '';
    for (const call of calls) {
      if (this.#functions) {
        state.legacy = true;
        out += this.#chunk(choice, { function_call: { name: call.name, arguments: call.arguments } }, null);
        continue;
      }
      const entry = { index: state.nextCall, id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } };
      state.nextCall += 1;
      out += this.#chunk(choice, { tool_calls: [entry] }, null);
    }
    return out;
  }

  text(choice: number, text: string): OutChunk {
    return text === '' ? '' : this.#chunk(choice, { content: text }, null);
  }

  /** The comment has no blank line of its own: some readers dispatch an empty event for one. */
  keepAlive(): string {
    return this.#over ? '' : this.#tail.before(`: keep-alive\n${sseFrame(this.#object('[]'), '')}`);
  }

  /** No `[DONE]` behind it: a client that overlooks the error must not take the stream for complete. */
  error(error: GatewayError): OutChunk {
    if (this.#over) return '';
    this.#over = true;
    return this.#leave(sseFrame(errorObject(error), ''));
  }

  close(finish: FinishReason | undefined): OutChunk {
    if (this.#over) return '';
    let out = '';
    if (this.#choices.size === 0) this.#of(0);
    for (const [index, choice] of this.#choices) {
      const word =
        finish === undefined || choice.finished ? undefined : finishWord(finish, undefined, choice.legacy && choice.nextCall === 0);
      if (word === undefined) continue;
      choice.finished = true;
      out += this.#chunk(index, {}, word);
    }
    this.#over = true;
    return out + this.#leave(sseFrame(DONE, ''));
  }

  continueReply(options: { readonly dropReasoning: boolean; readonly firstUsage: Usage }): void {
    this.#second = { dropReasoning: options.dropReasoning, addOutput: options.firstUsage.output };
    this.#changed = true;
    for (const choice of this.#choices.values()) choice.indexOf.clear();
  }

  body(): string {
    return '';
  }

  #remember(sourced: Sourced): void {
    if (this.#first === undefined && sourced.events.some((event) => event.type === 'turn-start')) this.#first = sourced.frame;
  }

  /** Books of what leaves with a frame. Dropped calls get no index. */
  #note(events: readonly TurnEvent[], edit: FrameEdit | undefined): void {
    for (const event of events) {
      if (event.type === 'text-delta' || event.type === 'reasoning-delta') this.#of(event.choice);
      else if (event.type === 'call-start') this.#noteCall(event.choice, event.key, edit);
      else if (event.type === 'finish' && edit?.finish !== 'missing') this.#of(event.choice).finished = true;
      else if (event.type === 'turn-end' || event.type === 'upstream-error') this.#over = true;
    }
  }

  #noteCall(choice: number, key: string, edit: FrameEdit | undefined): void {
    const state = this.#of(choice);
    if (edit?.dropCalls?.has(key) === true) return;
    // A finish in front of a call was none: the one behind it is the reply's.
    state.finished = false;
    if (isLegacy(key)) {
      state.legacy = true;
      return;
    }
    state.indexOf.set(key, state.nextCall);
    state.nextCall += 1;
  }

  /** True when a call in this frame leaves under another index than the one it came with. */
  #moves(events: readonly TurnEvent[]): boolean {
    if (!this.#changed) return false;
    for (const event of events) {
      if (
        event.type === 'call-delta' &&
        !isLegacy(event.key) &&
        this.#choices.get(event.choice)?.indexOf.get(event.key) !== placeOf(event.key)
      )
        return true;
    }
    return false;
  }

  #rewrite(sourced: Sourced, edit: FrameEdit, finished?: ReadonlySet<number>): OutChunk {
    const { frame, events } = sourced;
    if (frame.data === undefined || isDone(frame)) return this.#tail.sent(frame.raw);
    if (events.some((event) => event.type === 'oddity' && event.change === 'empty-data')) return this.#leave('');
    const shaped = errorShape(events);
    if (shaped !== undefined) return this.#leave(sseFrame(shaped, '', keptLines(frame.raw)));
    const data = rewriteChunk(frame.data, {
      pinned: this.#second === undefined ? NO_PINS : this.#pins(),
      addOutput: this.#second?.addOutput,
      keepUsage: edit.text?.last !== false,
      choice: (index) => this.#plan(index, events, edit, finished?.has(index) === true),
    });
    if (data === frame.data) {
      this.#begun = true;
      return this.#tail.sent(frame.raw);
    }
    return this.#leave(data === '' ? '' : sseFrame(data, frame.event, keptLines(frame.raw)));
  }

  #leave(out: string): string {
    this.#changed = true;
    if (out !== '') this.#begun = true;
    return this.#tail.before(out);
  }

  /** With a text edit of one choice, the others leave whole, with the last part. */
  #plan(index: number, events: readonly TurnEvent[], edit: FrameEdit, finished: boolean): ChoicePlan | undefined {
    if (edit.text !== undefined && edit.text.choice !== index && !edit.text.last) return undefined;
    const text: TextPart | undefined = edit.text?.choice === index ? edit.text : undefined;
    return {
      text,
      entries: this.#entries(index, events, edit),
      dropLegacy: edit.dropCalls?.has(`${index}/legacy`) === true,
      finish: finished ? null : this.#finish(index, events, edit),
      roleSent: this.#begun,
      dropRole: this.#second !== undefined && this.#begun,
      dropReasoning: this.#second?.dropReasoning === true,
    };
  }

  #finish(index: number, events: readonly TurnEvent[], edit: FrameEdit): string | null | undefined {
    const said = events.find((event) => event.type === 'finish' && event.choice === index);
    if (said?.type !== 'finish') return events.some((event) => isEmptyFinish(event, index)) ? null : undefined;
    if (edit.finish === undefined) return undefined;
    const state = this.#choices.get(index);
    return (
      finishWord(
        edit.finish,
        said.raw,
        state?.legacy === true && state.nextCall === 0 && (edit.dropCalls === undefined || this.#functions),
      ) ?? null
    );
  }

  /** One plan an entry: each ends with its call-delta. */
  #entries(index: number, events: readonly TurnEvent[], edit: FrameEdit): EntryPlan[] {
    const plans: EntryPlan[] = [];
    let stage: 'start' | 'named' | 'more' = 'more';
    for (const event of events) {
      if (event.type === 'call-start' && event.choice === index) stage = 'start';
      else if (event.type === 'call-named' && event.choice === index) stage = 'named';
      if (event.type !== 'call-delta' || event.choice !== index || isLegacy(event.key)) continue;
      const place = this.#choices.get(index)?.indexOf.get(event.key);
      plans.push(place === undefined || edit.dropCalls?.has(event.key) === true ? 'drop' : { index: place, stage });
      stage = 'more';
    }
    return plans;
  }

  #pins(): ReadonlyMap<string, string> {
    return new Map([...this.#headOf()].filter(([key]) => PINNED.includes(key)));
  }

  /** Raw values of the first chunk's head. */
  #headOf(): ReadonlyMap<string, string> {
    if (this.#head !== undefined) return this.#head;
    const chunk = parseObject(this.#first?.data ?? '') ?? {};
    const head = new Map(HEAD.flatMap((key) => (chunk[key] === undefined ? [] : [[key, JSON.stringify(chunk[key])] as const])));
    if (this.#first !== undefined) this.#head = head;
    return head;
  }

  #object(choices: string): string {
    const members = [...this.#headOf()].map(([key, raw]) => `"${key}":${raw}`);
    return `{${[...members, `"choices":${choices}`].join(',')}}`;
  }

  #chunk(choice: number, delta: Readonly<Record<string, unknown>>, finish: string | null): string {
    const whole = this.#begun ? delta : { role: 'assistant', ...delta };
    return this.#leave(sseFrame(this.#object(`[${JSON.stringify({ index: choice, delta: whole, finish_reason: finish })}]`), ''));
  }

  #of(index: number): Choice {
    const known = this.#choices.get(index);
    if (known !== undefined) return known;
    const choice: Choice = { nextCall: 0, indexOf: new Map(), legacy: false, finished: false };
    this.#choices.set(index, choice);
    return choice;
  }
}

/** An upstream's error in another shape than the dialect's, put into it. */
function errorShape(events: readonly TurnEvent[]): string | undefined {
  const failed = events.find((event) => event.type === 'upstream-error');
  if (failed?.type !== 'upstream-error' || !events.some((event) => event.type === 'oddity' && event.change === 'error-shape'))
    return undefined;
  return JSON.stringify({ error: { message: failed.message || UNSAID, type: 'server_error', param: null, code: failed.code || null } });
}

/** Oddities that the encoder mends by itself; those of a call are the lane's (it writes the call anew). */
const isOdd = (events: readonly TurnEvent[]): boolean => events.some((event) => event.type === 'oddity' && event.key === undefined);
const isEmptyFinish = (event: TurnEvent, choice: number): boolean =>
  event.type === 'oddity' && event.change === 'finish-empty' && event.choice === choice;
const isLegacy = (key: string): boolean => key.endsWith('/legacy');
const placeOf = (key: string): number => Number(key.slice(key.indexOf('/') + 1));
