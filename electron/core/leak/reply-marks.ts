/** Tokens with which a server or template ends a turn: they may follow an envelope and leave with it (formats-a 0.2, formats-b 0.2). */
export const END_TOKENS: readonly string[] = [
  '<|im_end|>',
  '<|endoftext|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|eot|>',
  '</s>',
  '<|end|>',
  '<|return|>',
  '<|call|>',
  '<|end_of_text|>',
  '<|END_OF_TURN_TOKEN|>',
  '<end_of_turn>',
  '<eos>',
  '<|stop|>',
  '<|assistant_end|>',
  '<SPECIAL_12>',
  '<｜end▁of▁sentence｜>',
  '<|user|>',
  '<|observation|>',
  '[e~[',
  '<seed:eos>',
  '</answer>',
  '[END FINAL RESPONSE]',
];

/** Marks of reasoning inside ordinary text: the bytes stay, and calls in it are thoughts (contract 2.2, 2.3 check 10). */
export const THOUGHTS: readonly { readonly open: string; readonly close: string }[] = [
  { open: '<think>', close: '</think>' },
  { open: '<thinking>', close: '</thinking>' },
  { open: '[THINK]', close: '[/THINK]' },
  { open: '<seed:think>', close: '</seed:think>' },
];

/**
 * Openers of a tool's answer, or of the next turn. Behind a call they begin a result that the model wrote itself (contract 2.3, "fabricated"); with nothing behind
 * them they are where generation should have stopped. `close` undefined: nothing ends it but the reply.
 */
export const RESULT_MARKS: readonly { readonly open: string; readonly close: string | undefined }[] = [
  { open: '<tool_response>', close: '</tool_response>' },
  { open: '<function_results>', close: '</function_results>' },
  { open: '<function_response>', close: '</function_response>' },
  { open: '<tool_result>', close: '</tool_result>' },
  { open: '<result>', close: '</result>' },
  { open: '<|tool_response>', close: '<tool_response|>' },
  { open: '<start_function_response>', close: '<end_function_response>' },
  { open: '<｜tool▁outputs▁begin｜>', close: '<｜tool▁outputs▁end｜>' },
  { open: '[TOOL_RESULTS]', close: '[/TOOL_RESULTS]' },
  { open: '<|start|>functions.', close: '<|end|>' },
  { open: '\n```tool_output', close: '\n```' },
  { open: '\nObservation:', close: undefined },
  // The next turn, written by the model itself: nothing behind it was asked for.
  { open: '<|im_start|>', close: undefined },
  { open: '<|start_header_id|>', close: undefined },
  { open: '<start_of_turn>', close: undefined },
  { open: '<｜User｜>', close: undefined },
  { open: '<|START_OF_TURN_TOKEN|>', close: undefined },
  { open: '\n\nHuman:', close: undefined },
];

/** Where the white space and end tokens that begin at `at` end; `at` itself when there are none. */
export function skipEndTokens(text: string, at: number, end: number): number {
  let place = at;
  for (;;) {
    while (place < end && isBlank(text.charCodeAt(place))) place += 1;
    const length = endTokenAt(text, place);
    if (length === 0 || place + length > end) return place;
    place += length;
  }
}

/** The length of the end token that stands at `at`; 0 when none does. */
export const endTokenAt = (text: string, at: number): number => END_TOKENS.find((literal) => text.startsWith(literal, at))?.length ?? 0;

/** White space of any script: a blank is never prose. */
export const isBlank = (unit: number): boolean =>
  unit === 0x20 ||
  (unit >= 0x09 && unit <= 0x0d) ||
  unit === 0xa0 ||
  unit === 0x3000 ||
  unit === 0xfeff ||
  (unit >= 0x2000 && unit <= 0x200b);
