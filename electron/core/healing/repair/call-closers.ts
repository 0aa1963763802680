import { END_TOKENS } from '../../leak/reply-marks.ts';
import { skipBlanks } from '../../text/json-scanner.ts';

/** Closing marks of listed leak formats that a server leaves behind a native call's arguments (contract 2.5.2). */
const CLOSERS: readonly string[] = [
  '</tool_call>',
  '</tool_calls>',
  '</function>',
  '</function_call>',
  '</function_calls>',
  '</invoke>',
  '</parameter>',
  '</parameters>',
  '</arguments>',
  '</tool>',
  '</tools>',
  '</tool_use>',
  '</tool_code>',
  '</TOOLCALL>',
  '[/TOOL_CALLS]',
  '<|tool_call_end|>',
  '<|tool_calls_section_end|>',
  '<|tool_call_argument_end|>',
  '<｜tool▁call▁end｜>',
  '<｜tool▁calls▁end｜>',
  '</｜DSML｜parameter>',
  '</｜DSML｜invoke>',
  '</｜DSML｜function_calls>',
  '</｜DSML｜tool_calls>',
  '</minimax:tool_call>',
  '</seed:tool_call>',
  '</longcat_tool_call>',
  '</｜DSML｜ parameter>',
  '</｜DSML｜ invoke>',
  '</｜DSML｜ calls>',
  '</arg_value>',
  '</longcat_arg_value>',
  '</steptml:parameter>',
  '</steptml:invoke>',
  '<｜tool_call_end｜>',
  '<｜tool_calls_end｜>',
  '</xai:parameter>',
  '</xai:function_call>',
  '<|/tool_call|>',
  '<tool_call|>',
  '<end_function_call>',
  '<|action_end|>',
  '<|END_ACTION|>',
  '<|END_OF_FUNCTION_CALL|>',
  '<|tools_suffix|>',
  '<|tool_call_section_end|>',
  '<|python_end|>',
  '[END_TOOL_REQUEST]',
  ...END_TOKENS,
];

/** True when from `at` on there is nothing but blanks, surplus closing brackets and end marks. */
export function isDebris(text: string, at: number): boolean {
  let place = skipBlanks(text, at);
  while (place < text.length) {
    const unit = text[place];
    const mark = unit === '}' || unit === ']' ? unit : CLOSERS.find((closer) => text.startsWith(closer, place));
    if (mark === undefined) return false;
    place = skipBlanks(text, place + mark.length);
  }
  return true;
}
