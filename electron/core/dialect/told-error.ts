import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts';
import { textOf } from './wire-values.ts';

/** An upstream's error inside a 200. `message` may be '' where it says nothing. */
export interface ToldError {
  readonly message: string;
  readonly code: string;
}

/**
 * The error that an object is, in whatever shape: `{"error":…}` with an object, a text or a list; vLLM's `{"object":"error"}`; `{"type":"error"}`;
 * FastAPI's `{"detail":…}`; `{"errors":[…]}`; a `message` or `title` beside a code or status. Undefined: it is none. Not for objects that have the
 * dialect's own members of a reply: there only `error` counts.
 */
export function toldError(body: JsonObject): ToldError | undefined {
  const error = body['error'];
  if (isJsonObject(error)) return fromObject(error);
  if (isSaid(error)) return { message: wordsOf(error), code: codeOf(body) };
  const { errors, detail, message } = body;
  if (body['object'] === 'error' || body['type'] === 'error') return { message: wordsOf(message ?? detail), code: codeOf(body) };
  if (isSaid(body['error_message'])) return { message: wordsOf(body['error_message']), code: textOf(body['error_type']) };
  if (Array.isArray(errors) && errors.length > 0) return { message: wordsOf(errors[0] as Json), code: codeOf(body) };
  if (isSaid(detail)) return { message: wordsOf(detail), code: codeOf(body) };
  const said = textOf(message) || textOf(body['title']);
  return said !== '' && codeOf(body) !== '' ? { message: said, code: codeOf(body) } : undefined;
}

/** The error of an `error` event whose data is no JSON: its words. */
export const toldInWords = (data: string): ToldError => ({ message: data.trim().slice(0, MAX_WORDS), code: '' });

/** For an error that says nothing. */
export const UNSAID = 'the model endpoint reported an error and did not say which';

const MAX_WORDS = 2_000;

function fromObject(error: JsonObject): ToldError {
  const message = textOf(error['message']) || textOf(error['detail']);
  return { message: message || (Object.keys(error).length === 0 ? '' : JSON.stringify(error)), code: codeOf(error) };
}

/** Anything but nothing: `"error": null` and `false` stand in healthy replies. */
const isSaid = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== false && value !== '' && value !== 0 && !(Array.isArray(value) && value.length === 0);

function wordsOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (isJsonObject(value)) return textOf(value['message']) || textOf(value['msg']) || JSON.stringify(value);
  return value === undefined || value === null || value === true ? '' : JSON.stringify(value);
}

/** The code, else the type, else the status. */
function codeOf(body: JsonObject): string {
  for (const key of ['code', 'type', 'status', 'statusCode', 'status_code']) {
    const value = body[key];
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value !== '' && value !== 'error') return value;
  }
  return '';
}
