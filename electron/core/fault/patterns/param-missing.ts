import type { FaultPattern } from '../fault-pattern.ts';
import { nameOr, requiredStep } from '../guide-names.ts';
import { inOtherLanguages } from '../wordings-in-other-languages.ts';

const P = '[\\w-](?:[\\w.-]{0,78}[\\w-])?';
/** A mark in front of the name that is not there behind it belongs to the line of a program. */
const closed = (source: string): string => source.replace(/^\^(?=\[`'"\]\?NAME)/, '^(?![`\'"][\\w.-]{1,80}\\s)');

const wording = (source: string, trust: 'sure' | 'likely', flags = ''): { readonly at: RegExp; readonly trust: 'sure' | 'likely' } => ({
  at: new RegExp(closed(source).replaceAll('NAME', `(?<param>${P})`), flags),
  trust,
});

/** `{}` → `Missing value for required parameter 'path'. Please retry with complete response.` */
export const paramMissing: FaultPattern = {
  id: 'EI/PARAM_MISSING/001',
  title: 'Required parameter missing',
  category: 'PARAM_MISSING',
  priority: 78,
  description: 'The call lacks a parameter that the tool requires, or gives it no value.',
  sample: "Missing value for required parameter 'path'. Please retry with complete response.",
  wordings: [
    wording("^Missing value for required parameter '?NAME'?", 'sure'),
    wording('^Invalid tool call for [\'"`][^\'"`\\n]{1,80}[\'"`]: missing nativeArgs', 'sure'),
    wording('^Failed to parse [\\w.-]{1,80} parameters: Tool call is missing native arguments', 'sure'),
    wording('^(?:Failed to write to [^\\n]{1,300}: )?The [`\'"]?NAME[`\'"]? parameter (?:was|is) (?:empty|missing|required)', 'sure'),
    wording("^The [`'\"]NAME[`'\"] parameter (?:must be|cannot be|must not be|can't be) (?:non-empty|empty|blank|provided)", 'sure'),
    wording('^(?:params )?must have required property [\'"`]?NAME', 'sure'),
    wording('^Validation failed for tool "[^"\\n]{1,80}":\\n\\s*- [^\\n]{0,80}must have required propert(?:y|ies) [\'"`]?NAME', 'sure'),
    wording('^Validation failed for tool "[^"\\n]{1,80}":\\n\\s*- NAME: (?:is )?[Rr]equired', 'sure'),
    wording(
      '^[^\\n]{0,160} failed due to the following issues?:\\n[\\s\\S]{0,400}?required parameter `NAME(?:\\[\\d{1,4}\\][\\w.[\\]]{0,80})?` is missing',
      'sure',
    ),
    wording('^(?:The )?required parameter [`\'"]NAME[`\'"] (?:is|was) (?:missing|not provided|empty)', 'sure', 'i'),
    wording('^(?:The )?required (?:parameter|argument|property|field)s?:? [`\'"]NAME[`\'"] (?:is|are|was|were)?', 'likely', 'i'),
    wording('^missing required (?:parameter|argument|property|field|input|key|option)s?(?:\\(s\\))?:? ?\\[?[`\'"]?NAME', 'likely', 'i'),
    wording('^required (?:parameter|argument|property|field|input)s?(?:\\(s\\))? (?:is |are )?missing:? ?\\[?[`\'"]?NAME', 'likely', 'i'),
    wording('^Your action could not be parsed properly: Required argument\\(s\\) missing: NAME', 'sure'),
    wording('^Parameter [`\'"]NAME[`\'"] is required for command', 'sure'),
    wording('^Parameter [`\'"]?NAME[`\'"]? (?:is|was) (?:required|missing|not provided|empty)', 'likely'),
    wording('^[^\\n(={]{0,60}[\'"`]NAME[\'"`] is a required (?:property|parameter|argument|field)', 'likely'),
    wording('^(?:required: )?missing propert(?:y|ies):? \\[?[`\'"]?NAME', 'likely'),
    wording('^\\$\\.NAME: is missing but it is required', 'sure'),
    wording('^required property [`\'"]NAME[`\'"] not found', 'likely'),
    wording(
      '^Invoking [`\'"]?[\\w.]{1,100}(?:\\(\\))?[`\'"]? failed as the following mandatory input parameters are not present:\\s{1,4}NAME',
      'sure',
    ),
    wording('^missing field [`\'"]NAME[`\'"]', 'likely'),
    wording(
      "^(?:(?:TypeError: )?(?<tool>[\\w.]{1,80})\\(\\) )?missing \\d{1,2} required (?:positional|keyword-only) arguments?: 'NAME'",
      'likely',
    ),
    wording(
      '^(?:\\d{1,3} )?validation errors? for [^\\n]{1,100}\\nNAME[^\\n]{0,80}\\n\\s{1,4}(?:Field required|field required|Missing required (?:keyword-only |positional )?argument)',
      'sure',
    ),
    wording('^(?:Missing key|is missing)\\n?\\s{0,8}at \\["NAME"\\]', 'likely'),
    wording('^SchemaError\\(Missing key\\n?\\s{0,8}at \\["NAME"\\]', 'sure'),
    // zod, as JSON issues and flattened
    wording(
      '^\\[\\s{0,20}\\{(?=[\\s\\S]{0,600}?(?:"received": ?"undefined"|received undefined|"message": ?"Required"))(?=[\\s\\S]{0,600}?"path": ?\\[\\s{0,20}"?(?<param>[\\w.-]{0,80})"?)',
      'sure',
    ),
    wording('^(?:Invalid input: )?NAME: (?:Required|Field required|Missing|required|is required)(?=$|[\\s.,;])', 'likely'),
    wording(
      '^(?:Invalid input: )?expected (?:string|number|boolean|array|object|integer|int|record|map|set|date), received undefined(?:\\s{1,20}(?:→|at|in)\\s{1,4}(?:at )?["\'`]?NAME)?',
      'likely',
    ),
    wording('^(?:✖ )?Invalid input: expected \\w{1,30}, received undefined\\n\\s{0,8}→ at NAME', 'sure'),
    wording('^NAME: Invalid input: expected \\w{1,30}, received undefined', 'likely'),
    // short forms of Go, Rust and script harnesses
    wording(
      '^missing (?!required|key\\b|field\\b)(?:the )?[`\'"]?NAME[`\'"]?(?: (?:parameter|argument|field|property|value))?(?: (?:for|in) (?:the )?[`\'"]?[\\w.-]{1,40}[`\'"]?(?: (?:command|action|operation|mode|tool))?)?\\.?$',
      'likely',
      'i',
    ),
    wording('^[`\'"]?NAME[`\'"]? (?:parameter |argument )?(?:is|are) required(?:$|[\\s.,:;])', 'likely'),
    wording(
      "^[`'\"]?NAME[`'\"]? (?:parameter |argument )?(?:cannot|can not|can't|must not|may not) be (?:empty|blank|null|undefined|missing)",
      'likely',
      'i',
    ),
    wording(
      '^(?:parameter |argument )?[`\'"]?NAME[`\'"]? must (?:be provided|be specified|be set|not be empty|not be blank|be non-empty|be a non-empty)',
      'likely',
      'i',
    ),
    wording('^(?:No|Empty) [`\'"]?NAME[`\'"]? (?:parameter |argument |was )?(?:provided|specified|given|supplied)', 'likely', 'i'),
    wording(
      '^(?:You must|Please|Must) (?:provide|specify|supply|pass) (?:an? |the )?(?:value for )?(?:required )?(?:parameter )?[`\'"]?NAME[`\'"]?(?: parameter| argument)?\\.?(?:$|\\n)',
      'likely',
    ),
    wording('^(?:Unknown|Invalid) (?<param>action|command|operation|mode|type|method):? [\'"`]?(?:None|undefined|null)\\b', 'likely'),
    wording('^Missing required (?:parameter|argument)s? for (?:function|tool) [^\\n:]{1,100}: [{[]?[\'"`]?NAME', 'sure'),
    wording("^The arguments dictionary is missing a value for the required parameter '?NAME", 'sure'),
    wording("^Key: '[\\w.]{1,100}' Error:Field validation for '(?<param>\\w{1,80})' failed on the 'required' tag", 'sure'),
    wording('^Missing argument for (?:function )?parameter [`\'"]NAME', 'likely'),
    wording(
      '^Required (?:request |query |path )?(?:parameter|argument|property|body|header) [`\'"]?NAME[`\'"]?(?: for method parameter type [\\w.<>]{1,80})? (?:is not present|(?:was |is )?not (?:provided|supplied|given)|is missing)',
      'likely',
      'i',
    ),
    wording('^[`\'"]?NAME[`\'"]? must be [^\\n]{1,60} \\(was missing\\)(?=$|\\n)', 'sure'),
    wording(
      '^\\d{1,3} validation errors?:\\n```json\\n\\[\\s{0,20}\\{\\s{0,20}"type": "missing",\\s{0,20}"loc": \\[\\s{0,20}"NAME"',
      'sure',
    ),
    wording('^Expected required property at /NAME', 'likely'),
    wording('^Invalid key: Expected "NAME" but received undefined', 'sure'),
    wording('^[`\'"]?NAME[`\'"]? is a required (?:field|parameter|argument|property)', 'likely'),
    wording("^Fields? \\[?'?NAME'?\\]? (?:is|are) required for type with serial name", 'sure'),
    wording('^(?:ArgumentError: )?missing keywords?: :NAME', 'likely'),
    { at: /^Too few arguments to function [\w\\:]{1,100}\(\), 0 passed/, trust: 'likely' },
    wording(
      '^Error calling [\\w.-]{1,100}\\. Status code: 422\\. Response: \\{"detail": ?\\[\\{"type": ?"missing", ?"loc": ?\\[(?:"(?:query|path|body|header)", ?)?"NAME"',
      'sure',
    ),
    wording('^Missing or empty [`\'"]NAME', 'sure'),
    wording('^\\["NAME"\\]: is missing and is required', 'sure'),
    // A value of one parameter asks for another: the sentence begins with its name in words.
    wording(
      '^[`\'"]?NAME(?: (?<detail>type|id|name|path|text|number))?[`\'"]? is required when (?:using )?[`\'"]?\\w{1,60}[`\'"]?(?: is |=| equals )',
      'sure',
    ),
    ...inOtherLanguages('PARAM_MISSING'),
    wording('^(?:参数|缺少(?:必填|必需|必要)?(?:的)?参数)[:：]? ?[`\'"]?NAME', 'likely'),
  ],
  match({ args, message }) {
    // A parameter that slipped into another one's text as markup: the protocol is the cause (errors.md part A1).
    const said = /^Missing value for required parameter '(?<param>[\w.-]{1,80})'/.exec(message)?.groups?.['param'];
    if (said === undefined || args === undefined) return undefined;
    const given = Object.hasOwn(args, said) ? args[said] : undefined;
    return given === undefined || given === null || (typeof given === 'string' && given.trim() === '') ? undefined : 'no';
  },
  cause: ({ facts }) => facts.param ?? '',
  scope: 'tool',
  guide({ facts }, place) {
    const named = nameOr(facts.param, '');
    return {
      what:
        named === ''
          ? `The call of "${place.tool}" arrived without its arguments.`
          : `"${place.tool}" was called without its required parameter ${named}.`,
      why:
        named === ''
          ? 'No complete arguments reached the tool, so it did not run.'
          : `${named} was left out or empty, so the tool did not run. Long content may have been cut off before it was complete.`,
      next: [
        named === '' ? `Call "${place.tool}" again with all its arguments.` : `Call "${place.tool}" again and give ${named} a value.`,
        ...requiredStep(place),
        'If the value is long, write it in smaller parts.',
      ],
    };
  },
  strengthened: 'Re-read the tool schema now: write every required parameter before you call again.',
};
