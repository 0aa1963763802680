import type { Span } from '../../../shared/approval.ts';
import { skipSpace } from './tag-reader.ts';

/** End tokens that some server may leave behind any envelope (formats-b 0.2); a format adds its own. */
export const COMMON_END_TOKENS: readonly string[] = ['<|im_end|>', '<|endoftext|>', '<|end|>', '<|eot_id|>', '</s>'];

/** The end of the envelope with the end tokens behind it; white space counts only before a token. */
export function withEndTokens(text: string, end: number, tokens: readonly string[]): number {
  let at = end;
  for (;;) {
    const place = skipSpace(text, at);
    const token = [...tokens, ...COMMON_END_TOKENS].find((one) => text.startsWith(one, place));
    if (token === undefined) return at;
    at = place + token.length;
  }
}

/** Tags in which a model writes the result of a call that nobody ran (contract 2.3; formats-b 6). */
const RESULT_TAGS: readonly string[] = [
  'function_results',
  'function_result',
  'result',
  'tool_result',
  'tool_response',
  'tool_results',
  'observation',
];

/** A fabricated result directly behind a call: from its tag to the closing tag, or to the end of the text where none stands. */
export function fabricatedResult(text: string, end: number): Span | undefined {
  const start = skipSpace(text, end);
  if (text.charAt(start) !== '<') return undefined;
  const tag = RESULT_TAGS.find((name) => text.startsWith(`<${name}>`, start));
  if (tag === undefined) return undefined;
  const close = text.indexOf(`</${tag}>`, start);
  return { start, end: close < 0 ? text.length : close + tag.length + 3 };
}
