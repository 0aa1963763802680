import type { Wording } from './fault-pattern.ts';
import { inOtherLanguages } from './wordings-in-other-languages.ts';

const TYPES =
  'string|number|integer|int|float|double|array|list|sequence|object|map|dict|dictionary|boolean|bool|null|tuple|str|struct|record';

const expression = (source: string, flags = ''): RegExp => new RegExp(source.replaceAll('TYPES', TYPES), flags);

/** How harnesses and validators say that a value has the wrong type or form. Three patterns tell its causes apart by the call's arguments. */
export const typeWordings: readonly Wording[] = [
  {
    trust: 'sure',
    at: /^[^\n]{0,200}(?:The )?parameter `(?<param>[^`\n]{1,80})` type is expected as `(?<expected>[^`\n]{1,30})` but provided as `(?<got>[^`\n]{1,30})`/,
  },
  {
    trust: 'sure',
    at: /^[^\n]{0,160} failed due to the following issues?:\n[\s\S]{0,400}?parameter `(?<param>[^`\n]{1,80})` type is expected as `(?<expected>[^`\n]{1,30})` but provided as `(?<got>[^`\n]{1,30})`/,
  },
  {
    trust: 'sure',
    variant: 'unexpected',
    at: /^[^\n]{0,160} failed due to the following issues?:\n[\s\S]{0,400}?unexpected parameter `(?<param>[^`\n]{1,80})` was provided/,
  },
  { trust: 'sure', variant: 'unexpected', at: /^An unexpected parameter `(?<param>[^`\n]{1,80})` was provided/ },
  {
    trust: 'sure',
    at: /^The "(?:options\.cwd)" property must be of type (?<expected>string)[^\n]{0,80}Received (?:an instance of |type )?(?<got>\w{1,30})/,
  },
  {
    trust: 'likely',
    at: /^The "(?:path|paths\[\d{1,3}\]|data|file|command|cwd|src|dest|oldPath|newPath|chunk|string|from|to|id)" (?:argument|property) must be (?:of type|one of type) (?<expected>\w{1,20})[^\n]{0,120}Received (?:an instance of |type )?(?<got>\w{1,30})/,
  },
  // Any argument of the tool's own name.
  {
    trust: 'likely',
    at: /^The "(?<param>[A-Za-z_]\w{0,60})" (?:argument|property) must be (?:of type|one of type) (?<expected>\w{1,20})[^\n]{0,120}Received (?:an instance of |type )?(?<got>\w{1,30})/,
  },
  // First as the name of an argument, then as any expression of the tool's own code.
  {
    trust: 'likely',
    at: /^(?:TypeError: )?(?:(?:args|params|input|options)\??\.)?(?<param>[A-Za-z_]\w{0,60})\??\.(?:trim|split|replace|replaceAll|startsWith|endsWith|toLowerCase|slice|substring|map|forEach|filter|join|includes|match|charCodeAt|padStart|some|every) is not a function/,
  },
  {
    trust: 'likely',
    at: /^(?:TypeError: )?[\w.?]{1,80}\.(?:trim|split|replace|replaceAll|startsWith|endsWith|toLowerCase|slice|substring|map|forEach|filter|join|includes|match|charCodeAt|padStart|some|every) is not a function/,
  },
  // ajv and its kin
  { trust: 'likely', at: expression('^params(?:/|\\.)(?<param>[\\w./-]{1,80}) must be (?:an? )?(?:valid )?(?<expected>TYPES)\\b') },
  {
    trust: 'likely',
    at: expression(
      '^(?:- |data/|/|(?:parameter|argument|property|field|key) )?["\'`]?(?<param>[\\w./[\\]-]{1,80})["\'`]?:? must be (?:an? |of type )?(?:valid |positive |non-negative |non-empty |plain )?(?<expected>TYPES)s?\\b',
      'i',
    ),
  },
  {
    trust: 'sure',
    at: expression('^Validation failed for tool "[^"\\n]{1,80}":\\n\\s*- (?<param>[\\w./[\\]-]{1,80}): must be (?<expected>TYPES)\\b', 'i'),
  },
  {
    trust: 'sure',
    variant: 'enum',
    at: /^Validation failed for tool "[^"\n]{1,80}":\n\s*- (?<param>[\w./[\]-]{1,80}): (?!must have required)/,
  },
  {
    trust: 'likely',
    variant: 'enum',
    at: /^(?:params(?:\/|\.)?)?["'`]?(?<param>[\w./[\]-]{0,80})["'`]? must be equal to (?:one of the allowed values|constant)/,
  },
  { trust: 'likely', variant: 'unexpected', at: /^(?:params )?must NOT have additional properties/ },
  {
    trust: 'likely',
    at: expression(
      '^[`"\']?(?<param>[/\\w.[\\]-]{1,80})[`"\']?: expected (?<expected>TYPES)\\b,? (?:but )?(?:got|received|found) (?<got>\\w{1,30})',
      'i',
    ),
  },
  {
    trust: 'sure',
    at: expression(
      '^(?:tool call validation failed: )?parameters for tool [\\w.:/-]{1,100} did not match schema: (?:errors: )?\\[?[`"\']?(?<param>/[\\w./[\\]-]{0,80})[`"\']?: expected (?<expected>TYPES)\\b,? but got (?<got>\\w{1,30})',
      'i',
    ),
  },
  {
    trust: 'sure',
    variant: 'unexpected',
    at: /^(?:tool call validation failed: )?parameters for tool [\w.:/-]{1,100} did not match schema/i,
  },
  {
    trust: 'likely',
    at: expression(
      '^(?:[`"\']?(?<param>[\\w.[\\]-]{1,80})[`"\']?: )?Invalid input: expected (?<expected>TYPES),? received (?!undefined)(?<got>\\w{1,30})',
      'i',
    ),
  },
  {
    trust: 'likely',
    at: expression(
      '^(?:[`"\']?(?<param>[\\w.[\\]-]{1,80})[`"\']?: )?Expected (?<expected>TYPES),? (?:but )?(?:received|got) (?!undefined)(?<got>\\w{1,30})',
      'i',
    ),
  },
  {
    trust: 'likely',
    at: expression(
      '^[`"\']?(?<param>[\\w.[\\]-]{1,80})[`"\']? must be (?:an? )?(?<expected>TYPES)s?,? (?:but )?(?:received|got) (?<got>\\w{1,30})',
      'i',
    ),
  },
  // zod issues as JSON
  {
    trust: 'sure',
    at: /^\[\s{0,20}\{(?=[\s\S]{0,600}"code": ?"invalid_type")(?=[\s\S]{0,600}"expected": ?"(?<expected>\w{1,30})")(?![\s\S]{0,300}?(?:received"?: ?"undefined"|received undefined|"message": ?"Required"))(?=[\s\S]{0,600}?(?:"received": ?"|received )(?<got>\w{1,30}))(?=[\s\S]{0,600}?"path": ?\[\s{0,20}"?(?<param>[\w.-]{1,80})"?)/,
  },
  {
    trust: 'sure',
    variant: 'enum',
    at: /^\[\s{0,20}\{(?=[\s\S]{0,600}"code": ?"(?:invalid_enum_value|invalid_value|invalid_union|invalid_union_discriminator|invalid_literal|too_small|too_big|invalid_string|invalid_format|custom|not_multiple_of)")(?=[\s\S]{0,800}?"path": ?\[\s{0,20}"?(?<param>[\w.-]{0,80})"?)/,
  },
  {
    trust: 'sure',
    variant: 'unexpected',
    at: /^\[\s{0,20}\{(?=[\s\S]{0,600}"code": ?"unrecognized_keys")(?=[\s\S]{0,600}?"keys": ?\[\s{0,20}"(?<param>[\w.-]{1,80})")/,
  },
  {
    trust: 'likely',
    variant: 'enum',
    at: /^(?:[`"']?(?<param>[\w.[\]-]{1,80})[`"']?: )?Invalid (?:option|enum value)[:.]? ?(?:expected|Expected)/,
  },
  {
    trust: 'likely',
    variant: 'unexpected',
    at: /^(?:[\w.[\]-]{1,80}: )?Unrecognized key(?:\(s\)|s)?(?: in object)?:? ["'`](?<param>[\w.-]{1,80})["'`]/,
  },
  {
    trust: 'likely',
    at: /^SchemaError\(Expected (?<expected>\w{1,30}), (?:actual|got) (?<got>[^\n]{1,80})\n\s*at \["(?<param>[\w.-]{1,80})"\]/,
  },
  {
    trust: 'likely',
    at: expression(
      '^Invalid ["\'`]?(?<param>[\\w.-]{1,80})["\'`]?: (?:it )?must be (?:an? )?(?:valid |positive |non-empty )?(?<expected>TYPES)\\b',
      'i',
    ),
  },
  // serde, Go, pydantic, jsonschema
  { trust: 'likely', at: /^invalid type: (?<got>\w{1,30})[^\n]{0,200}, expected (?:an? |a valid )?(?<expected>\w{1,30})/ },
  { trust: 'likely', variant: 'enum', at: /^unknown variant [`'"][^`'"\n]{1,80}[`'"], expected/ },
  { trust: 'likely', variant: 'unexpected', at: /^unknown field [`'"](?<param>[\w.-]{1,80})[`'"], expected/ },
  { trust: 'likely', variant: 'enum', at: /^invalid value: [^\n]{1,120}, expected / },
  {
    trust: 'sure',
    at: /^(?:[\w ]{0,60}: )?json: cannot unmarshal (?<got>\w{1,30}) into Go (?:struct field (?<detail>[\w.]{1,100}\.)?(?<param>\w{1,80})|value) ?of type (?<expected>[\w[\]*.]{1,40})/,
  },
  {
    trust: 'sure',
    at: /^(?:\d{1,3} )?validation errors? for [^\n]{1,100}\n(?<param>[\w.-]{1,80})[^\n]{0,80}\n\s{1,4}Input should be (?:an? )?(?:valid )?(?<expected>\w{1,30})/,
  },
  {
    trust: 'sure',
    variant: 'unexpected',
    at: /^(?:\d{1,3} )?validation errors? for [^\n]{1,100}\n(?<param>[\w.-]{1,80})[^\n]{0,80}\n\s{1,4}(?:Unexpected keyword argument|Extra inputs are not permitted)/,
  },
  {
    trust: 'sure',
    variant: 'enum',
    at: /^(?:\d{1,3} )?validation errors? for [^\n]{1,100}\n(?<param>[\w.-]{1,80})[^\n]{0,80}\n\s{1,4}(?!Field required|Missing required)(?:Input|Value|String|List|Assertion|Unable|URL|Invalid(?! JSON))/,
  },
  { trust: 'likely', at: /^(?:[`"']?(?<param>[\w.[\]-]{1,80})[`"']?: )?Input should be (?:an? )?(?:valid )?(?<expected>\w{1,30})/ },
  { trust: 'likely', at: /^[^\n]{0,200}? is not of type '(?<expected>\w{1,30})'/ },
  { trust: 'sure', at: /^\$\.(?<param>[\w.[\]-]{1,80}): (?<got>\w{1,30}) found, (?<expected>\w{1,30}) expected/ },
  { trust: 'likely', at: /^(?:type: )?[^\n]{0,200}? has type "(?<got>\w{1,30})", want (?:one of )?"(?<expected>[\w, ]{1,60})"/ },
  { trust: 'sure', at: /^parameter (?<param>[\w.-]{1,80}) is not of type (?<expected>[\w[\].*]{1,40}), is (?<got>[\w[\].*]{1,40})/ },
  { trust: 'likely', at: /^parameter (?<param>[\w.-]{1,80}) is not of type (?<expected>[\w[\].*]{1,40})$/ },
  { trust: 'likely', at: /^Invalid type: Expected (?<expected>\w{1,30}) but received (?!undefined)(?<got>[^\n]{1,60})/ },
  { trust: 'likely', at: /^[`"']?(?<param>[\w.[\]-]{1,80})[`"']? must be a `(?<expected>\w{1,30})` type, but the final value was/ },
  { trust: 'likely', at: expression('^Expected (?<expected>TYPES) at /(?<param>[\\w./-]{1,80})(?:$|\\n)') },
  { trust: 'likely', at: /^The JSON value could not be converted to (?<expected>[\w.]{1,60})\. Path: / },
  { trust: 'likely', at: /^Cannot deserialize value of type `(?<expected>[\w.$<>[\]]{1,80})` from / },
  { trust: 'sure', at: /^\["(?<param>[\w.-]{1,80})"\]: Expected (?<expected>\w{1,30}), (?:actual|got) (?<got>[^\n]{1,80})/ },
  { trust: 'likely', variant: 'enum', at: /^-?\d{1,15}(?:\.\d{1,9})? is (?:less|greater) than the (?:minimum|maximum) of -?\d/ },
  {
    trust: 'sure',
    at: /^\d{1,3} validation errors?:\n```json\n\[\s{0,20}\{\s{0,20}"type": "(?!missing|json_invalid)\w{1,60}",\s{0,20}"loc": \[\s{0,20}"(?<param>[\w.-]{1,80})"/,
  },
  { trust: 'likely', variant: 'enum', at: /^(?:'[^'\n]{0,120}'|[\w.-]{1,80}) is not one of \[/ },
  { trust: 'likely', variant: 'unexpected', at: /^Additional properties are not allowed \('(?<param>[\w.-]{1,80})'/ },
  { trust: 'likely', at: /^[^\n]{0,200}? is not valid under any of the given schemas/ },
  {
    trust: 'likely',
    variant: 'unexpected',
    at: /^(?:(?:TypeError: )?[\w.]{1,80}\(\) )?got an unexpected keyword argument '(?<param>[\w.-]{1,80})'/,
  },
  {
    trust: 'likely',
    variant: 'unexpected',
    at: /^(?:[Uu]nknown|[Uu]nexpected|[Uu]nrecognized|[Ii]nvalid) (?:parameter|property|argument|key|field|option)s?:? [`"'](?<param>[\w.-]{1,80})[`"']/,
  },
  ...inOtherLanguages('PARAM_TYPE_MISMATCH'),
  // sentences of single harnesses
  { trust: 'sure', at: /^Invalid [`"'](?<param>[\w.-]{1,80})[`"'] parameter: [^\n]{0,300}? It should be (?:an? )?(?<expected>\w{1,30})/ },
  { trust: 'sure', variant: 'enum', at: /^Unrecognized command [^\n]{1,80}\. The allowed commands for/ },
  {
    trust: 'likely',
    variant: 'enum',
    at: /^(?:Unknown|Invalid|Unsupported) (?<param>action|command|operation|mode|type|method):? [`"']?[^`"'\n]{1,60}[`"']?[.,;:]? (?:Use|Valid|Allowed|Supported|Expected|Must be|The allowed|Available)[^\n]{0,20}:? /,
  },
  {
    trust: 'sure',
    at: /^Missing value for required parameter '(?<param>[\w.-]{1,80})' ?\((?:expected|must be) (?:an? )?(?<expected>\w{1,30})/,
  },
];
