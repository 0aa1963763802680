import type { FaultPattern } from '../fault-pattern.ts';
import { requiredStep } from '../guide-names.ts';

/** `run_code {"code":"await tools.reed({})"}` → `TypeError: tools.reed is not a function` */
export const codeRunFailed: FaultPattern = {
  id: 'EI/CODE_RUN_FAILED/001',
  title: 'Program for a code tool failed',
  category: 'CODE_RUN_FAILED',
  priority: 62,
  description: 'The program that the model wrote for a code tool does not parse or stopped with an error.',
  sample: "Error: SyntaxError: Unexpected identifier 'y'",
  wordings: [
    { trust: 'sure', at: /^(?:Uncaught )?(?<detail>[A-Z]\w{0,60}(?:Error|Exception|Warning)): ?[^\n]{0,300}/ },
    { trust: 'sure', at: /^Traceback \(most recent call last\):/ },
    { trust: 'sure', at: /^-{10,100}\s*\n(?<detail>[A-Z]\w{0,60}(?:Error|Exception))/ },
    {
      trust: 'sure',
      at: /^[Cc]ode execution failed(?: at line [^\n]{0,300})?(?:(?: due to)?:? ?(?<detail>[A-Z]\w{0,60}(?:Error|Exception)))?/,
    },
    { trust: 'sure', at: /^Error in code parsing:/ },
    {
      trust: 'sure',
      at: /^(?:Error executing|Failed to execute|Error while executing|Error running) (?:the )?(?:code|program|script|cell)/i,
    },
    { trust: 'sure', at: /^(?:File "[^"\n]{1,200}"|Cell In ?\[\d{1,6}\]), line \d{1,7}/ },
    { trust: 'sure', at: /^(?:program|script|code) (?:failed|threw|raised|error)\b/i },
    { trust: 'sure', at: /^(?:Line \d{1,6}|\(\d{1,6}:\d{1,6}\)|\d{1,6}:\d{1,6})[:,] (?<detail>SyntaxError|ReferenceError|TypeError)/ },
  ],
  // A harness that reads the program out of the reply itself says so of no tool at all.
  match: ({ roles, message }) =>
    roles.includes('code') || (roles.length === 0 && /^Error in code parsing:/.test(message)) ? undefined : 'no',
  cause: ({ facts }) => facts.detail ?? '',
  scope: 'tool',
  guide: ({ facts }, place) => ({
    what: `The program that you gave to "${place.tool}" did not run to its end${facts.detail === undefined ? '' : ` (${facts.detail.slice(0, 60)})`}.`,
    why:
      facts.detail === 'SyntaxError'
        ? 'It does not parse: a bracket, quotation mark or backtick is not closed or not escaped.'
        : 'It used something that is not there, or stopped at an error of its own; see the original text.',
    next: [
      'Mend the line that the error names, and send the whole program again.',
      'Use only names that the description of the tool gives, and keep the program small.',
      ...requiredStep(place),
    ],
  }),
  strengthened: 'Re-read the tool schema now: which names are available inside the program?',
};
