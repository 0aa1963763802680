import { isJsonObject, own, type Json, type JsonObject } from '../../../shared/json.ts';
import type { TurnRequest } from './turn.ts';

const OFF = new Set(['none', 'disabled', 'off']);

/**
 * Whether the model may think in this conversation: the request asks for it in one of the dialects' ways, or thinking stands in its history. An
 * assistant message that Signalbox makes has none, and some servers then refuse the history.
 */
export function asksThinking({ body, history }: TurnRequest): boolean {
  const template = own(body, 'chat_template_kwargs');
  const asked = ['thinking', 'reasoning', 'reasoning_effort', 'enable_thinking', 'thinking_budget'].some((key) => isOn(own(body, key)));
  if (asked || (isJsonObject(template) && (isOn(own(template, 'enable_thinking')) || isOn(own(template, 'thinking'))))) return true;
  return history.some((item) => item.type === 'assistant' && item.reasoning !== '');
}

function isOn(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === 0) return false;
  if (typeof value === 'string') return !OFF.has(value);
  return isJsonObject(value) ? isOnObject(value) : true;
}

function isOnObject(value: JsonObject): boolean {
  const enabled = own(value, 'enabled');
  if (enabled !== undefined) return enabled !== false;
  const word = own(value, 'type') ?? own(value, 'effort');
  return typeof word !== 'string' || !OFF.has(word);
}
