import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts';

/** Reading wire values without trusting their kind. Keys are the dialect's own and never names of the prototype. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
export const objectOf = (value: Json | undefined): JsonObject | undefined => (isJsonObject(value) ? value : undefined);
export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
export const objectsOf = (value: Json | undefined): readonly JsonObject[] => listOf(value).filter(isJsonObject);
export const countOf = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);
export const indexOf = (value: Json | undefined): number | undefined => (Number.isInteger(value) ? (value as number) : undefined);

/** Parses JSON text that should hold an object; undefined when it does not. */
export function parseObject(data: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * One SSE frame. `event` '' and 'message' mean no event line; a line feed inside the data needs its own `data:` line. `kept`: further lines, each
 * with its line feed.
 */
export function sseFrame(data: string, event: string, kept = ''): string {
  const name = event === '' || event === 'message' ? '' : `event: ${event}\n`;
  return `${kept}${name}data: ${data.includes('\n') ? data.replaceAll('\n', '\ndata: ') : data}\n\n`;
}

/** Anthropic's `stop_sequence`, vLLM's and SGLang's `stop_reason` of a Chat choice: which stop sequence was hit (numbers there are token ids). */
export const hitStop = (value: Json | undefined): { readonly stopSequence?: string } =>
  typeof value === 'string' && value !== '' ? { stopSequence: value } : {};
