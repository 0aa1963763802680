import type { EntryBody } from '../../../shared/journal-entry.ts';
import { isJsonObject, own, type Json } from '../../../shared/json.ts';
import { stableHashOf } from '../turn/stable-hash.ts';
import { overflowWordings } from './overflow-wordings.ts';
import { typeWordings } from './type-wordings.ts';

const HEAD = 4096;
/** A longer body is no error message: only its head is looked at. */
const MOST_JSON = 65_536;
/** Objects, lists and texts in each other. */
const DEEPEST = 10;
const OVERFLOW_CODES = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'context_exceeded',
  'context_window_exceeded',
  'model_context_window_exceeded',
  'request_too_large',
  'prompt_too_long',
]);

/**
 * What an upstream's error means for the journal (contract 2.6): the id of a fault pattern, or undefined. The error itself reaches the client as it
 * came: agents compact on its exact words. `status` 0 is an error object inside a reply.
 */
export function classifyUpstreamError(status: number, body: string): string | undefined {
  const { messages, codes } = readError(body);
  // A limit per minute is not the model's context, whatever words it uses (errors.md part A2).
  if (status === 429 || status === 402 || status === 529 || codes.some(isRateCode) || messages.some((text) => RATE.test(text)))
    return undefined;
  if (codes.some((code) => OVERFLOW_CODES.has(code)) || status === 413) return 'EI/CONTEXT_OVERFLOW/001';
  if (codes.includes('string_above_max_length') && messages.some((text) => LONG_TEXT.test(text))) return 'EI/CONTEXT_OVERFLOW/001';
  if (messages.some((text) => overflowWordings.some((at) => at.test(text)))) return 'EI/CONTEXT_OVERFLOW/001';
  if (messages.some((text) => LOOP.test(text))) return 'EI/MODEL_STUCK_LOOP/001';
  if (messages.some((text) => BROKEN_PAST.test(text))) return 'EI/INVALID_JSON_ARGUMENTS/001';
  if (messages.some((text) => UNOFFERED.test(text))) return 'EI/UNKNOWN_TOOL/001';
  if (messages.some((text) => ABSENT.test(text))) return 'EI/PARAM_MISSING/001';
  if (messages.some((text) => TOOL_VALIDATION.test(text) && typeWordings.some(({ at }) => at.test(text))))
    return 'EI/PARAM_TYPE_MISMATCH/001';
  return undefined;
}

/** The journal's entry about it: no tool and no call are at fault. */
export const upstreamFault = (pattern: string, upstream: string): EntryBody => ({
  type: 'fault-classified',
  pattern,
  tool: '',
  callId: '',
  occurrence: 1,
  fingerprint: stableHashOf([pattern, upstream]).slice(0, 16),
});

const RATE = /^[^\n]{0,200}(?:per[ -]minute|per day|\bTPM\b|\bRPM\b|rate limit|too many requests|please wait|throttl|quota)/i;
/** A text of the conversation is too long; the same code stands for the name of a tool or an id. */
const LONG_TEXT =
  /^Invalid '(?:input|prompt|instructions|messages?)(?:\[\d{1,6}\])?(?:\.(?:content|text|output|arguments)(?:\[\d{1,6}\])?(?:\.text)?)?': string too long/;
const LOOP = /^(?:<\d{3}> )?(?:[\w.]{1,80}: )?Repetitive tool calls detected/;
const BROKEN_PAST = /^Failed to parse tool call arguments as JSON/;
const TOOL_VALIDATION = /^tool call validation failed: /i;
const UNOFFERED = /^tool call validation failed: attempted to call tool [^\n]{1,200} which was not in request/i;
const ABSENT =
  /^tool call validation failed: parameters for tool [\w.:/-]{1,100} did not match schema: (?:errors: )?\[?[^\n]{0,40}missing propert/i;
const isRateCode = (code: string): boolean => /rate_?limit|too_many_tokens|token_quota|insufficient_quota|throttl|overloaded/i.test(code);

interface ReadError {
  /** Every text that may be the message, each at most 4 KiB. */
  readonly messages: readonly string[];
  readonly codes: readonly string[];
}

/** Error objects have many shapes: `{error:{message,code,type}}`, `{error:"…"}`, `{message}`, `{detail}`, or plain text. */
function readError(body: string): ReadError {
  const messages: string[] = [];
  const codes: string[] = [];
  const visit = (value: Json | undefined, depth: number): void => {
    if (typeof value === 'string') {
      messages.push(value.trimStart().slice(0, HEAD));
      // A gateway's error may hold the body of the one behind it as text.
      const inner = depth < DEEPEST && /^\s{0,40}[{[]/.test(value) ? parsed(value) : undefined;
      if (inner !== undefined) visit(inner, depth + 1);
      return;
    }
    if (Array.isArray(value)) return depth > DEEPEST ? undefined : visit(value[0] as Json | undefined, depth + 1);
    if (!isJsonObject(value) || depth > DEEPEST) return;
    for (const key of ['message', 'error_message', 'detail', 'msg', 'error', 'errors', 'metadata', 'raw'])
      visit(own(value, key), depth + 1);
    for (const key of ['code', 'type', 'error_type', 'reason']) {
      const code = own(value, key);
      if (typeof code === 'string') codes.push(code.slice(0, 200));
    }
  };
  const whole = parsed(body);
  if (whole !== undefined) visit(whole, 0);
  else for (const text of partialTexts(body)) visit(text, 0);
  return { messages, codes };
}

/** Texts of an error object that was cut off; else the body itself. */
function partialTexts(body: string): readonly string[] {
  const head = body.slice(0, 2 * HEAD);
  const found = [...head.matchAll(/"(?:message|error_message|detail|msg|error|code|type)"\s{0,4}:\s{0,4}"((?:[^"\\]|\\.){1,2000})/g)].map(
    (match) => match[1] ?? '',
  );
  return found.length > 0 ? found : [head];
}

function parsed(text: string): Json | undefined {
  if (text.length > MOST_JSON) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
