import type { FaultPattern, Wording } from '../fault-pattern.ts';
import { requiredStep } from '../guide-names.ts';

const sure = (at: RegExp, variant = 'syntax'): Wording => ({ at, trust: 'sure', variant });
const likely = (at: RegExp, variant = 'syntax'): Wording => ({ at, trust: 'likely', variant });

/** `{"path":"a.ts"}{"path":"b.ts"}` → `Unexpected non-whitespace character after JSON at position 15` */
export const invalidJsonArguments: FaultPattern = {
  id: 'EI/INVALID_JSON_ARGUMENTS/001',
  title: 'Arguments are no JSON object',
  category: 'INVALID_JSON_ARGUMENTS',
  priority: 80,
  description: 'The arguments of the call could not be read: several objects in a row, cut off, or not JSON at all.',
  sample: 'Failed to parse tool call arguments: Unexpected non-whitespace character after JSON at position 15',
  wordings: [
    sure(
      /^Failed to parse (?:the )?(?:tool|function)?[- ]?(?:call|use)? ?(?:arguments|args|input|parameters)(?: as JSON| for [^\n:]{1,80})?[:.]/i,
    ),
    sure(
      /^(?:The )?(?:tool|function)[- ]?(?:call|use)? (?:arguments|args|input|parameters) (?:could not|cannot|can't|were not|are not|is not|was not) (?:be parsed|parseable|valid JSON)/i,
    ),
    sure(/^[^\n]{0,100} was called with input that could not be parsed as JSON/),
    sure(/^Invalid JSON arguments? used with /),
    sure(/^JSON parsing failed: Text: /),
    sure(/^JSON Parse error: /),
    sure(/^Could not interpret tool use parameters for id /),
    sure(/^\[?[\w.-]{0,80} ?failed before execution: the tool-call arguments were not valid JSON/),
    sure(/^\[?Tool call could not be executed because its arguments were invalid: /),
    sure(/^\[?[^\n]{0,100}arguments were (?:not valid|invalid) JSON/i),
    sure(/^(?:[^\n]{0,80}: )?[Ii]nvalid JSON(?: in)? (?:arguments|args|input|tool arguments|tool input|parameters)/),
    sure(
      /^(?![^\n]{0,120}(?:missing native|XML tool calls))(?:Error|An error occurred while|Failed|Unable|Could not|Cannot) (?:decoding|decode|parsing|to parse|to decode|parse)[^\n]{0,20} (?:JSON )?(?:tool |function )?(?:call )?(?:arguments|args|parameters|input)\b/i,
    ),
    sure(/^(?:\d{1,3} )?validation errors?(?: for [^\n]{1,80})?:?\n(?:```json\n)?[\s\S]{0,200}?(?:json_invalid|Invalid JSON)/),
    sure(/^The (?:tool |function )?(?:call )?(?:arguments|input) (?:provided )?(?:is|are|was|were) not (?:a )?valid JSON/i),
    sure(/^(?:invalid|malformed) tool call (?:arguments|input): /i),
    sure(/^(?:The )?[Tt]ool (?:input|arguments?) (?:is|are) not valid JSON\b/),
    sure(/^(?:Malformed|Unparsable|Unparseable) (?:JSON|tool arguments|tool call arguments|function arguments|arguments)/i),
    sure(/^\{[\s\S]{0,300}?"(?:parse_error|raw_arguments|_parse_error|_raw_args|INVALID_JSON)"/),
    sure(/^(?:工具)?参数(?:解析失败|不是有效的 ?JSON|JSON ?格式错误)/),
    likely(
      /^(?:SyntaxError: )?Unexpected (?:non-whitespace character after JSON|token [^\n]{1,20} in JSON|token [^\n]{1,200} is not valid JSON|end of JSON input|string in JSON|number in JSON)/,
    ),
    likely(
      /^(?:SyntaxError: )?(?:Unterminated string|Expected double-quoted property name|Expected property name(?: or '\}')?|Bad (?:escaped character|control character)|Expected ['"`:,][^\n]{0,60}) (?:in|after)[^\n]{0,60}JSON/,
    ),
    likely(
      /^(?:JSONDecodeError: )?(?:Extra data|Expecting (?:value|property name|',' delimiter|':' delimiter)|Invalid \\escape|Invalid control character(?: at)?|Unterminated string starting)[^\n]{0,60}: line \d{1,9} column \d{1,9}/i,
    ),
    likely(
      /^(?:trailing characters|EOF while parsing|expected (?:value|ident|`[:,]`)|key must be a string|control character|invalid escape|invalid number|expected `?,`? or)[^\n]{0,80} at line \d{1,9} column \d{1,9}/,
    ),
    likely(/^(?:invalid character '[^'\n]{1,8}'|unexpected end of JSON input|unexpected EOF)/),
    likely(/^Unexpected end-of-input: expected close marker for (?:Object|Array)/),
    likely(/^Expected depth to be zero at the end of the JSON payload/),
    likely(/^(?:\[json\.exception\.parse_error|syntax error while parsing)/),
  ],
  match({ aboutArguments, args, message, roles, wrapped }) {
    const broken = args === undefined;
    // The arguments arrived whole: then the words are about a file or a program, unless the harness itself says otherwise.
    if (broken || aboutArguments || wrapped !== undefined) return undefined;
    if (!roles.includes('shell') && !roles.includes('code')) return undefined;
    return /arguments|tool[- ]call|tool use|parameters for id/i.test(message.slice(0, 300)) ? undefined : 'no';
  },
  cause: ({ facts }) => facts.detail ?? '',
  scope: 'tool',
  guide({ variant }, place) {
    return variant === 'concatenated'
      ? {
          what: `The arguments of "${place.tool}" could not be parsed as JSON.`,
          why: 'You concatenated multiple JSON objects into a single arguments string. Each tool call must contain exactly one valid JSON object.',
          next: [
            'Issue one tool call per object (one per file).',
            'Use parallel tool calls if you need several at once.',
            ...requiredStep(place),
          ],
        }
      : {
          what: `The arguments of "${place.tool}" could not be parsed as JSON.`,
          why:
            variant === 'cut'
              ? 'The text of the arguments ends before the object is complete; the value was probably too long.'
              : 'They are not one valid JSON object: look for single quotes, unquoted text, backslashes or line breaks that are not escaped.',
          next: [
            variant === 'cut'
              ? 'Write it in smaller parts, each with a complete JSON object.'
              : 'Write exactly one JSON object: double quotes around names and strings, \\\\ for a backslash, \\n for a line break.',
            ...requiredStep(place),
          ],
        };
  },
  strengthened: 'Re-read the tool schema now, and check the brackets and quotation marks before you call again.',
};
