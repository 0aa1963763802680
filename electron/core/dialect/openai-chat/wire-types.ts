import type { JsonObject } from '../../../../shared/json.ts';
import type { FinishReason } from '../../../../shared/vocabulary.ts';
import type { WireFrame } from '../../turn/turn-event.ts';
import { objectsOf, textOf } from '../wire-values.ts';

export const DONE = '[DONE]';
export const isDone = (frame: WireFrame): boolean => frame.data !== undefined && frame.data.length < 16 && frame.data.trim() === DONE;

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['', 'missing'],
  ['stop', 'stop'],
  ['tool_calls', 'calls'],
  ['function_call', 'calls'],
  ['length', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'content_filter'],
  ['refusal', 'refusal'],
]);

/** The request's tools are the `functions` of old: its client reads one `function_call` in a message, and no `tool_calls`. */
export const offersFunctions = (body: JsonObject): boolean =>
  objectsOf(body['functions']).length > 0 && objectsOf(body['tools']).length === 0;

/** `finish_reason` in the product's words; unknown ones are `other` and pass as they came (contract 2.4). */
export const finishOf = (raw: string): FinishReason => REASONS.get(raw) ?? 'other';

/**
 * The wire's word for a finish reason. `current` is what the frame says: a word that already means the same stays.
 * Undefined for `missing`, and for reasons that this dialect has no word for.
 */
export function finishWord(reason: FinishReason, current: string | undefined, legacy: boolean): string | undefined {
  if (current !== undefined && current !== '' && finishOf(current) === reason) return current;
  switch (reason) {
    case 'calls':
      return legacy ? 'function_call' : 'tool_calls';
    case 'stop':
    case 'stop_sequence':
    case 'pause':
      return 'stop';
    case 'length':
    case 'context_exceeded':
      return 'length';
    case 'refusal':
    case 'content_filter':
      return 'content_filter';
    case 'other':
      return current === '' ? undefined : current;
    case 'missing':
      return undefined;
  }
}

/** The text of a part list, as an agent assembles it. */
export const textOfParts = (parts: readonly JsonObject[]): string =>
  parts.map((part) => (part['type'] === 'text' || part['type'] === undefined ? textOf(part['text']) : '')).join('');
