import { isJsonObject, type Json } from '../../shared/json.ts';

/** The sentence in an endpoint's error body (`error.message` or `message`), for a line; anything else stays as it is. */
export function saidMessage(detail: string): string {
  if (!detail.startsWith('{') || detail.length > 16_384) return detail;
  let value: Json;
  try {
    value = JSON.parse(detail) as Json;
  } catch {
    return detail;
  }
  if (!isJsonObject(value)) return detail;
  const inner = value['error'];
  const message = isJsonObject(inner) ? inner['message'] : typeof inner === 'string' ? inner : value['message'];
  return typeof message === 'string' && message !== '' ? message : detail;
}
