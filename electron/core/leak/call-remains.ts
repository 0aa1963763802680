import type { Span } from '../../../shared/approval.ts';
import { isBlank } from './reply-marks.ts';

/** What ends a call of some family: tags and tokens that nothing but a call is closed by. */
const CALL_CLOSERS: readonly string[] = [
  '</tool_call>',
  '</tool_calls>',
  '</function>',
  '</invoke>',
  '</arg_value>',
  '</TOOLCALL>',
  '</longcat_tool_call>',
  '</seed:tool_call>',
  '</minimax:tool_call>',
  '</xai:function_call>',
  '</steptml:invoke>',
  '</｜DSML｜invoke>',
  '<|/tool_call|>',
  '<tool_call|>',
  '<|tool_call_end|>',
  '<｜tool▁call▁end｜>',
  '<｜tool_call_end｜>',
  '<end_function_call>',
  '<|action_end|>',
  '<|END_ACTION|>',
  '<|tools_suffix|>',
  '<|END_OF_FUNCTION_CALL|>',
  '[END_TOOL_REQUEST]',
];
/** A sentence that ended, or a mark of quotation: what stands before a closer is no body of a call. */
const ENDED = /[.!?…:：。！？`*_"'”’»)]$/;
/** The end of an object inside an object, or of one whose last value is text or a list: arguments. */
const ARGUMENTS_END = /["\]}]\s*\}$/;
/** So far back a body is looked for. */
const LOOK_BACK = 2000;

/**
 * The remains of a call whose opener is damaged, right before an envelope: a body and its closer, or the end of arguments. One bad call
 * refuses the reply, its whole siblings are not salvaged (formats-a 0.1, rule 4). Orphan closers alone are none. Text from `floor` on is read.
 */
export function remainsBefore(text: string, start: number, floor: number): Span | undefined {
  const from = Math.max(floor, start - LOOK_BACK);
  const end = blanksOff(text, from, start);
  const line = text.slice(Math.max(from, text.lastIndexOf('\n', end - 1) + 1), end);
  if (/^\s*>/.test(line)) return undefined;
  if (ARGUMENTS_END.test(text.slice(Math.max(from, end - 40), end)) && !isSaid(text, from, end))
    return { start: Math.max(from, end - 40), end };
  let at = end;
  for (;;) {
    const closer = CALL_CLOSERS.find((literal) => at - literal.length >= from && text.startsWith(literal, at - literal.length));
    if (closer === undefined) break;
    at = blanksOff(text, from, at - closer.length);
  }
  if (at === end || at === from || ENDED.test(text.slice(at - 1, at))) return undefined;
  return { start: at, end };
}

/** The object that ends at `end` begins behind a word or a blank: a sentence names it. Brackets inside its texts are counted too, which is near enough. */
function isSaid(text: string, from: number, end: number): boolean {
  let depth = 0;
  for (let at = end - 1; at >= from; at -= 1) {
    if (text[at] === '}') depth += 1;
    else if (text[at] === '{') depth -= 1;
    if (depth === 0) return at === from || !/[\]>|"]/.test(text.slice(at - 1, at));
  }
  return false;
}

function blanksOff(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && isBlank(text.charCodeAt(at - 1))) at -= 1;
  return at;
}
