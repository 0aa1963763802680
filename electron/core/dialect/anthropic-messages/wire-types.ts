import type { JsonObject } from '../../../../shared/json.ts';
import type { FinishReason } from '../../../../shared/vocabulary.ts';
import { textOf } from '../wire-values.ts';

/** What a content block is to the lanes. Server-side calls are recorded and never touched (contract 2.5.0). */
export type BlockKind = 'text' | 'thinking' | 'redacted' | 'call' | 'server-call' | 'other';

const KINDS: ReadonlyMap<string, BlockKind> = new Map([
  ['text', 'text'],
  ['thinking', 'thinking'],
  ['redacted_thinking', 'redacted'],
  ['tool_use', 'call'],
  ['server_tool_use', 'server-call'],
  ['mcp_tool_use', 'server-call'],
]);

export const blockKind = (type: string): BlockKind => KINDS.get(type) ?? 'other';
export const kindOfBlock = (block: JsonObject): BlockKind => blockKind(textOf(block['type']));

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['', 'missing'],
  ['end_turn', 'stop'],
  ['tool_use', 'calls'],
  ['max_tokens', 'length'],
  ['stop_sequence', 'stop_sequence'],
  ['pause_turn', 'pause'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context_exceeded'],
]);

/** `stop_reason` in the product's words; unknown ones are `other` and pass as they came (contract 2.4). */
export const finishOf = (raw: string): FinishReason => REASONS.get(raw) ?? 'other';

/** The wire's word; undefined for `missing`, and for `other` without a word of the upstream's own. */
export function finishWord(reason: FinishReason, current: string | undefined): string | undefined {
  if (reason === 'missing') return undefined;
  if (current !== undefined && current !== '' && finishOf(current) === reason) return current;
  if (reason === 'content_filter') return 'refusal';
  for (const [word, meaning] of REASONS) if (meaning === reason) return word;
  return current === '' ? undefined : current;
}

/** True when an object says something: `{}` in a block start is only the place where the deltas go. */
export const hasMembers = (object: JsonObject | undefined): boolean => object !== undefined && Object.keys(object).length > 0;
