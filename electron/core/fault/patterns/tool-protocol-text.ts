import type { FaultPattern } from '../fault-pattern.ts';

/** `Failed to parse search_files parameters: XML tool calls are no longer supported. Use native tool calling (nativeArgs) instead.` */
export const toolProtocolText: FaultPattern = {
  id: 'EI/INVALID_TOOL_PROTOCOL/001',
  title: 'Tool call written as text',
  category: 'INVALID_TOOL_PROTOCOL',
  priority: 90,
  description: 'The model wrote a call as markup in its text or inside an argument instead of using the tool calls of the API.',
  sample: 'Failed to parse search_files parameters: XML tool calls are no longer supported. Use native tool calling (nativeArgs) instead.',
  wordings: [
    { trust: 'sure', at: /^Failed to parse (?<tool>[\w.-]{1,80}) parameters: XML tool calls are no longer supported/ },
    { trust: 'sure', at: /^XML tool calls are (?:no longer|not) supported/ },
    { trust: 'sure', at: /^Your last output did not use any tool calls!/ },
    { trust: 'sure', at: /^(?:\[ERROR\] )?You did not use a tool in your previous response!/ },
    {
      trust: 'sure',
      at: /^(?:Your|The) (?:last |previous )?(?:response|output|message) (?:contained|contains|included) (?:an? )?(?:XML|text|malformed)[^\n]{0,40}tool call/,
    },
    { trust: 'sure', at: /^(?:Tool calls?|Function calls?) (?:must|should) (?:be made|use)[^\n]{0,60}native/i },
  ],
  match({ message, args }) {
    // A required parameter that stands as markup inside another one's text (errors.md part A1).
    const said = /^Missing value for required parameter '(?<param>[\w.-]{1,80})'/.exec(message)?.groups?.['param'];
    if (said === undefined || args === undefined || Object.hasOwn(args, said)) return undefined;
    const marks = [`<${said}>`, `<parameter name="${said}"`, `<parameter=${said}>`, '</parameter>'];
    const leaked = Object.values(args).some((value) => typeof value === 'string' && marks.some((mark) => value.includes(mark)));
    return leaked ? { variant: 'argument', facts: { param: said } } : undefined;
  },
  cause: () => '',
  scope: 'tool',
  guide: ({ variant }, place) => ({
    what:
      variant === 'argument'
        ? `An argument of "${place.tool}" holds markup of further parameters.`
        : 'The call was written as text or markup, so it was not run.',
    why: 'Only native tool calls of this API are run. Tags such as <tool_name> or <parameter> are plain text here.',
    next: [
      'Make the call again as a native tool call, with one JSON value for each parameter.',
      'Write no XML, tags or code fences around it.',
    ],
  }),
  strengthened: 'Use native tool calls only; re-read the tool schema now.',
};
