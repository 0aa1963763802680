import type { FinishReason } from '../../../shared/vocabulary.ts';
import type { LeakScanner } from '../leak/leak-verdict.ts';
import { TextLog } from '../text/text-log.ts';
import type { ReplyCall, Usage } from '../turn/turn.ts';
import type { TurnEvent } from '../turn/turn-event.ts';

/** A native call while it arrives. `parts` are joined once, at the end. */
export interface CallState {
  readonly key: string;
  readonly choice: number;
  readonly kind: 'function' | 'custom' | 'server';
  id: string;
  name: string;
  readonly namespace: string | undefined;
  readonly parts: string[];
  closed: boolean;
  /** Arguments as the closing frame states them whole, where it does. */
  stated: string | undefined;
  /** Framing that the client would misread: the call is written anew (outcome `normalise`). */
  readonly oddities: string[];
  /** Already released by `calls.hold` off or perCall. */
  released: boolean;
}

/** One choice of a reply while it arrives. Only Chat Completions has more than one. */
export interface ChoiceState {
  readonly choice: number;
  readonly scanner: LeakScanner | undefined;
  readonly text: TextLog;
  /** How much of the text may leave (code units). */
  releasable: number;
  blank: boolean;
  readonly reasoning: string[];
  signed: boolean;
  finish: FinishReason | undefined;
  stopSequence: string | undefined;
  refusal: boolean;
}

/** Folds the events of one reply. Mutable on purpose: it is private to the lane and on the hot path. */
export interface ReplyState {
  readonly choices: Map<number, ChoiceState>;
  readonly calls: Map<string, CallState>;
  usage: Usage;
  /** The reply's own id; '' where none is told. */
  id: string;
  ended: boolean;
  error: { readonly message: string; readonly code: string } | undefined;
  /** Framing oddities by name, each once. */
  readonly changes: Set<string>;
  readonly unreadable: string[];
}

export function createReplyState(): ReplyState {
  return {
    choices: new Map(),
    calls: new Map(),
    usage: { input: undefined, output: undefined },
    id: '',
    ended: false,
    error: undefined,
    changes: new Set(),
    unreadable: [],
  };
}

/** The state of a choice, made at its first event. */
export function choiceOf(state: ReplyState, choice: number, createScanner: () => LeakScanner | undefined): ChoiceState {
  const known = state.choices.get(choice);
  if (known !== undefined) return known;
  const scanner = createScanner();
  const fresh: ChoiceState = {
    choice,
    scanner,
    text: scanner?.text ?? new TextLog(),
    releasable: 0,
    blank: true,
    reasoning: [],
    signed: false,
    finish: undefined,
    stopSequence: undefined,
    refusal: false,
  };
  state.choices.set(choice, fresh);
  return fresh;
}

/** Applies one event that is not text (text needs the scanner and is folded by the lane). */
export function foldEvent(state: ReplyState, event: TurnEvent, choice: ChoiceState | undefined): void {
  switch (event.type) {
    case 'reasoning-delta':
      choice?.reasoning.push(event.text);
      if (event.signed && choice !== undefined) choice.signed = true;
      return;
    case 'call-start':
      state.calls.set(event.key, {
        key: event.key,
        choice: event.choice,
        kind: event.kind,
        id: event.id,
        name: event.name,
        namespace: event.namespace,
        parts: [],
        closed: false,
        stated: undefined,
        oddities: [],
        released: false,
      });
      return;
    case 'call-named': {
      const call = state.calls.get(event.key);
      if (call === undefined) return;
      call.id = event.id;
      call.name = event.name;
      return;
    }
    case 'call-delta':
      state.calls.get(event.key)?.parts.push(event.text);
      return;
    case 'call-end': {
      const call = state.calls.get(event.key);
      if (call === undefined) return;
      call.closed = true;
      call.stated = event.arguments;
      return;
    }
    case 'finish':
      if (choice !== undefined) {
        choice.finish = event.reason;
        choice.stopSequence = event.stopSequence;
      }
      return;
    case 'usage':
      state.usage = { input: event.usage.input ?? state.usage.input, output: event.usage.output ?? state.usage.output };
      return;
    case 'refusal':
      if (choice !== undefined) choice.refusal = true;
      return;
    case 'turn-end':
      state.ended = true;
      return;
    case 'upstream-error':
      state.error ??= { message: event.message, code: event.code };
      return;
    case 'oddity': {
      state.changes.add(event.change);
      if (event.key !== undefined) state.calls.get(event.key)?.oddities.push(event.change);
      return;
    }
    case 'unreadable':
      state.unreadable.push(event.detail);
      return;
    case 'turn-start':
      if (state.id === '') state.id = event.id;
      return;
    case 'text-start':
    case 'text-delta':
    case 'text-end':
      return;
  }
}

/** The whole argument text of a call: what the closing frame states wins over the deltas. */
export const argumentsOf = (call: CallState): string => call.stated ?? call.parts.join('');

/** A call after assembly. */
export const replyCallOf = (call: CallState): ReplyCall => ({
  key: call.key,
  choice: call.choice,
  id: call.id,
  name: call.name,
  namespace: call.namespace,
  kind: call.kind,
  arguments: argumentsOf(call),
  complete: call.closed,
});
