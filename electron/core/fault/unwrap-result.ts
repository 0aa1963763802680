import { isJsonObject, own, type JsonObject } from '../../../shared/json.ts';
import type { ErrorEnvelope } from '../agent/agent-profile.ts';
import { guardOf } from './wording-guard.ts';
import { agentProfiles } from '../agent/profiles/index.ts';

/** Evidence is the head of the unwrapped text (contract 2.6). */
export const HEAD = 4096;
/** Results that are JSON are read whole up to this size; a longer one is no error report. */
const MOST_JSON = 16_384;
const MOST_LAYERS = 8;

/** A result without the words that agents, servers and libraries put around an error. */
export interface UnwrappedResult {
  readonly message: string;
  readonly wrapped: 'harness' | 'tool' | undefined;
  /** The wrapping is a report in JSON. */
  readonly json: boolean;
  readonly aboutArguments: boolean;
  readonly mcp: boolean;
  /** The text began with the word for an error. */
  readonly announced: boolean;
  /** A path that the wrapping named. */
  readonly path: string | undefined;
  /** The tool that a harness's wrapping named. */
  readonly named: string | undefined;
  /** The result reports success in a known form: no words inside it count. */
  readonly success: boolean;
}

interface LeadIn {
  readonly at: RegExp;
  readonly by?: 'harness' | 'tool' | undefined;
  readonly aboutArguments?: true | undefined;
  readonly mcp?: true | undefined;
  /** The word for an error alone. */
  readonly announces?: true | undefined;
  /** Where the wrapping ends again. */
  readonly until?: string | undefined;
}

const TOOL = '[`\'"]?(?<named>[\\w.:/-]{1,100})[`\'"]?';
const at = (source: string, flags = ''): RegExp => new RegExp(source.replaceAll('TOOL', TOOL), flags);

/** Beginnings with parts that vary; the plain ones are in the agent profiles. Taken off one after the other. */
const LEAD_INS: readonly LeadIn[] = [
  { at: /^(?:⚠️?|❌|✗|✖|🛑)\s*/ },
  { at: /^(?:Tool )?(?:Error|ERROR|error|Fatal|Failure)\s?[:：]\s{0,4}/, announces: true },
  {
    at: /^(?:错误|錯誤|操作失败|执行失败|エラー|오류|Fehler|Erreur|Erro|Errore|Ошибка|Помилка|Błąd|Fout|Hata)\s?[:：]\s{0,4}/,
    announces: true,
  },
  { at: /^(?:读取|写入|编辑|修改|替换|打开|調用|调用)(?:文件)?失[败敗]\s?[:：]\s{0,4}/, by: 'tool' },
  { at: /^Invalid tool call:\s{1,4}(?=missing|the |required|invalid)/i, by: 'harness', aboutArguments: true },
  { at: /^Execution of function [\w.-]{1,100} failed with arguments [^\n]{0,800}?\. Error: /, by: 'tool' },
  { at: /^Exception occurred: / },
  { at: /^(?:resources|prompts|tools)\/\w{1,20} failed: /, by: 'harness' },
  { at: /^Editor operation failed: /, by: 'tool' },
  { at: /^Validation error(?: for [^\n:]{1,60})?:\s{1,4}/i },
  {
    at: /^(?:Failed|Unable) to (?:download|read|open|load|access|stat|list|view) (?:the )?(?:file|directory|folder|content)s?:\s{1,4}(?=[^\n]{0,400}(?:not found|no such file|does not exist|ENOENT))/i,
    by: 'tool',
  },
  { at: /^ZodError:\s{1,4}(?=\[)/ },
  // The whole result in a fence, or as elements of an error.
  { at: /^```\w{0,20}\n(?=[^`]{1,2000}```$)/, until: '```' },
  {
    at: /^<error>\s{0,4}(?:<(?:code|type|name|status)>[^<\n]{0,100}<\/(?:code|type|name|status)>\s{0,4}){0,3}<message>\s{0,4}(?=[^<]{1,2000}<\/message>)/,
    until: '</message>',
  },
  {
    at: /^(?:ToolError|ToolException|ToolInvocationError|ToolExecutionError|ToolCallError|McpError|ToolInputError|ToolInputParsingException|ToolValidationError|ValidationError|InputValidationError|FunctionCallError|FunctionExecutionError|RespondToModel|ToolRuntimeError|ModelRetry|INVALID_ARGUMENT|invalid_tool_params)\s?[:(]\s{0,4}/,
    by: 'harness',
  },
  { at: /^M(?:CP|cp) error:? (?=-32602)-32602:\s{0,4}/, by: 'harness', mcp: true },
  {
    at: /^(?:Error executing|Error calling|Failed to call|Failed to execute) MCP tool(?: [`'"]?[\w.:/-]{1,100}[`'"]?)?:\s{0,4}/,
    by: 'harness',
    mcp: true,
  },
  { at: /^tool call error: tool call failed for `[^`\n]{1,200}`\s{1,4}Caused by:\s{1,8}(?:\d{1,2}: )?/, by: 'harness' },
  { at: /^validating "?(?:arguments|root|input)"?: (?:validating [^\n:]{1,100}: ){0,4}/, aboutArguments: true },
  { at: /^(?:Edit at index \d{1,4}|[Ee]dit #?\d{1,4}(?: failed)?|edits?\[\d{1,4}\](?: failed)?):\s{1,4}/, by: 'tool' },
  { at: /^(?:Edit|Write|Read|View|Replace|Patch|Search|Replacement) failed[:.]\s{1,4}(?=\S)/, by: 'tool' },
  { at: /^-32602:\s{0,4}|^-32002: (?=Tool )/, by: 'harness' },
  { at: /^(?:Input|Argument|Parameter|Schema) validation (?:error|failed):\s{0,4}/i, by: 'harness', aboutArguments: true },
  {
    at: at(
      '^Invalid (?:arguments|parameters|params|input|tool input|tool arguments) (?:for|to|provided to|passed to)(?: the)?(?: tool| function)? TOOL:\\s{0,4}',
      'i',
    ),
    by: 'harness',
    aboutArguments: true,
  },
  {
    at: /^(?:invalid (?:arguments?|parameters?|params|input|tool parameters)(?: provided)?(?:\. Reason)?|bad (?:arguments|parameters|request)|failed to deserialize parameters|failed to deserialize (?:arguments|input)):\s{0,4}/i,
    by: 'harness',
    aboutArguments: true,
  },
  { at: at('^The TOOL tool was called with invalid arguments:\\s{0,4}'), by: 'harness', aboutArguments: true },
  { at: /^The arguments provided to the tool are invalid:\s{0,4}/, by: 'harness', aboutArguments: true },
  // The same words stand before a text that is no JSON, and before a value of the wrong type.
  {
    at: /^(?:Failed|Unable|Could not) (?:to )?(?:parse|deserialize|decode) (?:the )?(?:tool |function )?(?:call )?(?:args|arguments|parameters|input)(?: for [\w.:/-]{1,100})?: (?=missing field|invalid type|invalid value|invalid length|unknown (?:field|variant)|duplicate field|json: cannot unmarshal)/i,
    by: 'harness',
    aboutArguments: true,
  },
  // Go says so whether the text is no JSON or a value of the wrong type.
  { at: /^error parsing (?:parameters|arguments): (?=json: )/i, by: 'harness', aboutArguments: true },
  { at: at('^Tool call TOOL was rejected before execution: (?:\\w{1,40}Error: )?'), by: 'harness' },
  { at: at('^Tool call TOOL emitted (?=invalid JSON)'), by: 'harness' },
  { at: at('^Invalid input for tool TOOL:\\s{0,4}'), by: 'harness', aboutArguments: true },
  { at: /^failed to parse function arguments:\s{0,4}/, by: 'harness', aboutArguments: true },
  { at: /^Could not interpret tool use parameters for id [\w-]{1,100}:\s{0,4}/, by: 'harness', aboutArguments: true },
  { at: at('^Error validating (?:args|arguments)(?: [^\\n]{0,1200}?)? for tool TOOL:\\s{0,4}'), by: 'harness', aboutArguments: true },
  { at: /^Failed to validate tool parameters:\s{0,4}/, by: 'harness', aboutArguments: true },
  {
    at: at('^Tool (?:input |output )?validation failed for TOOL\\. Please fix the following errors and try again:\\s{0,4}(?:- )?'),
    by: 'harness',
    aboutArguments: true,
  },
  { at: /^unmarshaling arguments: (?:validating [^\n:]{1,100}: )?/, by: 'harness', aboutArguments: true },
  { at: at('^An error occurred invoking TOOL(?::\\s{1,4}|\\. )(?=\\S)'), by: 'tool' },
  { at: /^ERROR while calling tool:\s{0,4}/, by: 'tool' },
  { at: /^Your input to the tool was invalid \((?=[^\n]{1,600}\))/, by: 'harness', aboutArguments: true },
  { at: /^Received tool input did not match expected schema\s{1,4}/, by: 'harness', aboutArguments: true },
  { at: /^Error validating JSON arguments:\s{0,4}/, by: 'harness', aboutArguments: true },
  {
    at: /^Type validation failed(?: for tool [\w.:/-]{1,100})?:\s{0,4}(?:Value: [^\n]{0,800}\.\n?Error message: )?/,
    by: 'harness',
    aboutArguments: true,
  },
  { at: at('^Error (?:invoking|when invoking) tool TOOL with kwargs [^\\n]{0,1200} with error:\\s{0,4}'), by: 'harness' },
  {
    at: at(
      '^Error (?:when |while )?(?:executing|calling|running|invoking|in)(?: the)?(?: tool| function)? TOOL(?: with arguments [^\\n]{0,800}?)?: ?(?:(?:TypeError|ToolError|ValueError): )?',
    ),
    by: 'tool',
  },
  {
    at: at(
      '^(?:The )?[Tt]ool TOOL (?:execution )?(?:failed|errored|returned an error|raised an error|threw an error)(?: with error| with)?[:.]\\s{0,4}',
    ),
    by: 'tool',
  },
  {
    at: /^(?:Tool execution (?:failed|error)|The tool execution failed with the following error|Execution failed|Tool call failed|Tool call error):\s{0,4}(?:<error>\s{0,4})?/,
    by: 'tool',
  },
  { at: /^File: (?<path>[^\n]{1,400})\n(?:Status: [^\n]{1,60}\n)?(?=(?:Error|ERROR|error)\b)/, by: 'tool' },
  { at: /^<files>\s{0,4}<file>\s{0,4}<path>(?<path>[^\n<]{1,400})<\/path>\s{0,4}<error>/, by: 'tool' },
  { at: /^Unable to apply diff to file: (?<path>[^\n]{1,400})\n{1,3}(?=<error_details>)/, by: 'tool' },
  {
    at: /^(?:Failed to process patch|Failed to parse patch|(?:Update|Add|Delete|Move) File Error|Patch error|Failed to (?:edit|write to|write|modify)(?: file)?(?=[,:]))[,:]\s{0,4}/,
    by: 'tool',
  },
  {
    at: /^[Ee]rror (?:reading|writing|listing|searching|editing|applying|creating|deleting|accessing|opening|processing|inserting|modifying|saving|executing search|parsing source code definitions)(?: to)?(?: the)?(?: (?:file|files|directory|diff|patch|content|notebook|image|command))?(?: [`'"]?[^\n`'"]{1,300}?[`'"]?)?:\s{1,4}/,
    by: 'tool',
  },
  { at: /^apply_patch (?:verification )?(?:failed|error): /, by: 'tool' },
  { at: /^No replacements? (?:was |were )?(?:performed|made)[.,:]\s{1,4}/, by: 'tool' },
  {
    at: /^(?:read_file|write_file|edit_file|view|edit|write|read|bash|grep|glob|ls|list|[a-z]{1,20}_[a-z_]{1,40})(?: error| failed)?: (?=[A-Z]|working )/,
    by: 'tool',
  },
  { at: /^<system-reminder>\s{0,4}(?=Warning: )/ },
  { at: /^\[Error\][:]?\s{0,4}/ },
  { at: /^<error>\s{0,4}(?=[^<]{1,2000}<\/error>$)/ },
];

const mayLeadIn = guardOf(LEAD_INS);

const envelopes: readonly ErrorEnvelope[] = [
  ...new Map(agentProfiles.flatMap((profile) => profile.errorEnvelopes).map((each) => [each.open, each])).values(),
]
  .filter(({ open }) => !open.startsWith('{'))
  .sort((a, b) => b.open.length - a.open.length);

/** Each begins with the escape character. */
const COLOUR = /\u001b\[[0-9;]{0,20}m/g;

/** Takes known wrappings off the head of a result, outermost first. */
export function unwrapResult(text: string): UnwrappedResult {
  let message = withoutColours(text.slice(0, HEAD)).trim();
  const found: { -readonly [Key in Exclude<keyof UnwrappedResult, 'message' | 'success'>]: UnwrappedResult[Key] } = {
    wrapped: undefined,
    json: false,
    aboutArguments: false,
    mcp: false,
    announced: false,
    path: undefined,
    named: undefined,
  };
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const report = message.startsWith('{') || message.startsWith('[') ? reportIn(layer === 0 ? text.trim() : message) : undefined;
    if (report?.success === true) return { message, ...found, success: true };
    if (report !== undefined) {
      if (report.by !== undefined && found.wrapped === undefined) {
        found.wrapped = report.by;
        found.json = report.by === 'tool';
      }
      if (report.message === message) break;
      message = report.message.slice(0, HEAD).trim();
      continue;
    }
    const leadIn = mayLeadIn(message) ? LEAD_INS.find((each) => each.at.test(message)) : undefined;
    const envelope = envelopes.find(({ open }) => message.startsWith(open));
    if (leadIn === undefined && envelope !== undefined && !KEPT.has(envelope.open)) {
      found.wrapped = envelope.by === 'harness' ? 'harness' : (found.wrapped ?? envelope.by);
      const end = envelope.close === '' ? -1 : message.indexOf(envelope.close, envelope.open.length);
      message = message.slice(envelope.open.length, end < 0 ? undefined : end).trim();
      continue;
    }
    if (leadIn === undefined) break;
    const match = leadIn.at.exec(message);
    found.path ??= match?.groups?.['path'];
    if (leadIn.by !== undefined) found.wrapped ??= leadIn.by;
    if (leadIn.by === 'harness') found.named ??= match?.groups?.['named'];
    if (leadIn.aboutArguments === true) found.aboutArguments = true;
    if (leadIn.mcp === true) found.mcp = true;
    if (leadIn.announces === true) found.announced = true;
    const end = leadIn.until === undefined ? -1 : message.indexOf(leadIn.until, match?.[0].length ?? 0);
    const rest = message.slice(match?.[0].length ?? 0, end < 0 ? undefined : end).trim();
    if (rest === '') break;
    message = rest;
  }
  return { message, ...found, success: false };
}

/** Terminals' colours; other sequences of theirs say something (errors.md part A2, shell integration). */
const withoutColours = (text: string): string => (text.includes('\u001b[') ? text.replace(COLOUR, '') : text);

/** Envelopes whose words are needed to tell what happened. */
const KEPT = new Set([
  'Error executing tool ',
  'Error: invalid arguments: ',
  'unsupported call: ',
  'Model tried to call unavailable tool ',
  'Validation failed for tool "',
  'Required parameter "',
  'Unknown tool: ',
  'Command failed: ',
]);

const NO_ERROR = new Set(['', 'none', 'null', 'false', 'no', 'ok', 'success', 'n/a', 'undefined', '0']);

const INVALID_PARAMS = -32602;

interface Report {
  readonly message: string;
  readonly by: 'harness' | 'tool' | undefined;
  readonly success: boolean;
}

/** A JSON result: only a top-level truthy `error` counts, nested rows never (errors.md part A3). */
function reportIn(text: string): Report | undefined {
  if (text.length > MOST_JSON) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return blockIn(value);
  return isJsonObject(value) ? objectReport(value, text) : undefined;
}

/** Serialised content blocks hold the message; a list of issues is the message itself. */
function blockIn(values: readonly unknown[]): Report | undefined {
  const [first] = values;
  if (!isJsonObject(first)) return undefined;
  const { type, text } = first;
  if (type === 'text' && typeof text === 'string') return { message: text, by: undefined, success: false };
  const error = first['error'];
  // Rows of a batch (Cline): one failed row alone is the failure of the call.
  if (values.length === 1 && typeof error === 'string' && first['success'] === false) return { message: error, by: 'tool', success: false };
  return undefined;
}

/** Roo Code and its forks answer every failure of a tool so. */
const isRoo = (value: JsonObject): boolean => own(value, 'status') === 'error' && own(value, 'message') === 'The tool execution failed';

function objectReport(value: JsonObject, text: string): Report | undefined {
  const status = own(value, 'status');
  const error = own(value, 'error');
  const message = own(value, 'message');
  // A JSON-RPC error as it came from the server.
  if (own(value, 'code') === INVALID_PARAMS && typeof message === 'string') return { message, by: 'harness', success: false };
  const failed =
    status === 'error' ||
    own(value, 'success') === false ||
    own(value, 'isError') === true ||
    own(value, 'is_error') === true ||
    error === true ||
    own(value, 'ok') === false;
  // The result of an MCP server, written out as it came.
  const content = own(value, 'content');
  if (own(value, 'isError') === true && Array.isArray(content)) {
    const block = blockIn(content);
    if (block !== undefined) return block;
  }
  if (own(value, 'parse_error') !== undefined || own(value, 'raw_arguments') !== undefined || typeof own(value, 'type') === 'string') {
    if (failed || own(value, 'parse_error') !== undefined) return { message: text, by: 'harness', success: false };
  }
  const inner = isJsonObject(error) ? own(error, 'message') : error;
  if (typeof inner === 'string' && !NO_ERROR.has(inner.trim().toLowerCase()))
    return { message: inner, by: isRoo(value) ? 'harness' : failed ? 'tool' : undefined, success: false };
  for (const key of ['message', 'output', 'result']) {
    const said = own(value, key);
    if (failed && typeof said === 'string') return { message: said, by: 'tool', success: false };
  }
  return failed || status === 'denied' ? undefined : { message: text, by: undefined, success: true };
}
