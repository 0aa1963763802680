import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts';
import { stableHash } from '../turn/stable-hash.ts';

/** Stands for the parts of a result that are no text (pictures, files): '' where there are none. `list`: the request's messages. */
export function mediaIn(list: Json | undefined, index: number, callId: string): string {
  const entry = Array.isArray(list) ? (list as readonly Json[])[index] : undefined;
  if (!isJsonObject(entry)) return '';
  const parts = partsOf(entry, callId).filter((part) => !isJsonObject(part) || typeof part['text'] !== 'string');
  return parts.length === 0 ? '' : stableHash(JSON.stringify(parts));
}

function partsOf(entry: JsonObject, callId: string): readonly Json[] {
  const own = listOf(entry['content'] ?? entry['output']);
  const blocks = own.filter((block): block is JsonObject => isJsonObject(block) && block['type'] === 'tool_result');
  if (blocks.length === 0) return entry['role'] === 'user' ? [] : own;
  return blocks.filter((block) => block['tool_use_id'] === callId).flatMap((block) => listOf(block['content']));
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
