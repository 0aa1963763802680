import { isJsonObject, own, type JsonObject } from '../../../shared/json.ts';
import type { AgentProfile, ToolRole } from '../agent/agent-profile.ts';
import { type ArgumentIssue, checkArguments } from '../turn/check-arguments.ts';
import { commandOfCall, directoryArgument, isCommandName, pathOfCall, plainPath, samePath } from './call-target.ts';
import type { FaultEvidence, FaultFacts, FaultMatch, FaultPattern, Wording } from './fault-pattern.ts';
import { closestContent } from './closest-content.ts';
import { faultPatterns } from './patterns/index.ts';
import { isPlainPath } from './fault-names.ts';
import { type NoFault, ruledOut } from './ruled-out.ts';
import { rolesOfTool } from './tool-role.ts';
import { guardOf } from './wording-guard.ts';
import { HEAD, unwrapResult } from './unwrap-result.ts';

/** One result with its call, as a history holds them. */
export interface ToolOutcome {
  /** The text of the block that would carry an error: the first. */
  readonly text: string;
  /** The dialect's error flag; undefined where it has none or sent none. */
  readonly flag: boolean | undefined;
  readonly tool: string;
  /** The arguments as the model wrote them: the remembered original where there is one (contract 2.6). */
  readonly argumentsText: string;
  /** The advertised schema; undefined where the tool is not advertised or has none. */
  readonly schema: JsonObject | undefined;
}

/** What surrounds all results of a request. */
export interface ClassifyContext {
  readonly profile: AgentProfile;
  /** Names of the advertised tools. */
  readonly advertised: ReadonlySet<string>;
}

export interface Fault {
  readonly type: 'fault';
  readonly pattern: FaultPattern;
  readonly match: FaultMatch;
}

/**
 * What a result is. `success`: the tool worked, whatever its output says. `failure`: something went wrong that is no known mistake of the
 * model (a failed test, an unknown error). The others say why an error is none of the model's.
 */
export type Classification = Fault | { readonly type: 'none'; readonly kind: 'success' | 'failure' | NoFault };

/** Characters of the closest content that guidance repeats. */
const MOST_CLOSEST = 300;

/** In the order in which they are asked. */
const ranked: readonly FaultPattern[] = faultPatterns.toSorted((a, b) => b.priority - a.priority);
const mayMatch = new Map(ranked.map((pattern) => [pattern, guardOf(pattern.wordings)]));

/**
 * Tells whether a tool result is a mistake of the model, and which (contract 2.6). Total and deterministic: any text gets an answer, and the same
 * one each time. Works on the first 4 KiB with expressions of linear time.
 */
export function classifyFault(outcome: ToolOutcome, context: ClassifyContext): Classification {
  if (outcome.text.trim() === '') return { type: 'none', kind: outcome.flag === true ? 'failure' : 'success' };
  const raw = outcome.text.slice(0, HEAD).trim();
  const early = ruledOut(raw);
  if (early !== undefined) return { type: 'none', kind: early };
  const unwrapped = unwrapResult(outcome.text);
  if (unwrapped.success) return { type: 'none', kind: 'success' };
  const late = ruledOut(unwrapped.message);
  if (late !== undefined) return { type: 'none', kind: late };
  const evidence = evidenceOf(outcome, unwrapped, context);
  for (const pattern of ranked) {
    const match = matchOf(pattern, evidence);
    if (match === undefined) continue;
    const facts =
      pattern.category === 'DIFF_MATCH_FAILED'
        ? { ...match.facts, closest: closestContent(outcome.text)?.text.slice(0, MOST_CLOSEST) }
        : match.facts;
    return { type: 'fault', pattern, match: { variant: match.variant, facts: { ...facts, path: facts.path ?? unwrapped.path } } };
  }
  return { type: 'none', kind: outcome.flag === true || looksFailed(raw, unwrapped.wrapped) ? 'failure' : 'success' };
}

function evidenceOf(outcome: ToolOutcome, unwrapped: ReturnType<typeof unwrapResult>, context: ClassifyContext): FaultEvidence {
  const args = objectIn(outcome.argumentsText);
  let issues: readonly ArgumentIssue[] | undefined;
  return {
    ...unwrapped,
    flag: outcome.flag,
    standalone: isStandalone(outcome.text),
    tool: outcome.tool,
    roles: rolesOfTool(outcome.tool, context.profile),
    args,
    argumentsText: outcome.argumentsText,
    declared: namesIn(outcome.schema),
    // Only two patterns ask: the schema is not compiled for every result.
    get issues() {
      issues ??= args === undefined ? [] : checkArguments(outcome.schema, args);
      return issues;
    },
    advertised: context.advertised,
  };
}

function namesIn(schema: JsonObject | undefined): readonly string[] | undefined {
  const properties = schema === undefined ? undefined : own(schema, 'properties');
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  return names.length === 0 ? undefined : names;
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function matchOf(pattern: FaultPattern, evidence: FaultEvidence): FaultMatch | undefined {
  const decided = pattern.match?.(evidence);
  if (decided === 'no') return undefined;
  if (decided !== undefined) return decided;
  if (mayMatch.get(pattern)?.(evidence.message) !== true) return undefined;
  for (const wording of pattern.wordings) {
    const found = wording.at.exec(evidence.message);
    if (found === null) continue;
    const facts: FaultFacts = { ...found.groups };
    if (!isTrusted(wording, pattern, facts, evidence)) continue;
    return { variant: variantOf(wording, pattern, evidence), facts };
  }
  return undefined;
}

/** What a program printed, by its harness's own last line: it ran, so that the call was right. */
const ENDED = /\n\[?(?:The )?[Cc]ommand (?:completed|exited|finished) with (?:exit )?code -?\d/;

/** Output of reading, searching and running tools may begin with anything: there the words alone are not enough. */
const CONTENT = new Set<ToolRole>(['read', 'list', 'search', 'fetch', 'delegate']);

function isTrusted(wording: Wording, pattern: FaultPattern, facts: FaultFacts, evidence: FaultEvidence): boolean {
  const { roles, flag, wrapped, standalone } = evidence;
  if (isOfAnotherCall(pattern, facts, evidence)) return false;
  const tied = isTied(pattern, facts, evidence);
  if (roles.includes('shell')) {
    if (pattern.category === 'SHELL_INTEGRATION') return true;
    // A shell was called, and ran: the unknown one is a command of its program.
    if (pattern.category === 'UNKNOWN_TOOL' && wrapped !== 'harness' && facts.tool !== undefined && !isSameTool(facts.tool, evidence.tool))
      return false;
    // A program of the shell that speaks MCP says so of a tool of its own.
    if (wrapped === 'harness') return facts.tool === undefined || !evidence.mcp || isSameTool(facts.tool, evidence.tool);
    if (ENDED.test(evidence.message)) return false;
    if (pattern.category === 'FILE_NOT_FOUND') return namesItsFolder(evidence, tied);
    return (
      standalone &&
      (tied || (wording.trust === 'sure' && pattern.scope === 'tool' && (wrapped === 'tool' || flag === true)) || saysTool(pattern))
    );
  }
  const content = roles.some((role) => CONTENT.has(role));
  if (flag !== true && wrapped === undefined && isToldOrPrinted(wording, pattern, facts, evidence)) return false;
  // What only writing tools say of their own work, and what others report in prose, is no fault of this call.
  if (flag !== true && wrapped === undefined && !tied && isReported(pattern, roles)) return false;
  if (wrapped !== undefined && !(content && evidence.json && flag !== true)) return true;
  if (roles.includes('code') && pattern.category === 'CODE_RUN_FAILED') return true;
  if (wording.trust !== 'sure' && isForeignParameter(pattern, facts, evidence)) return false;
  if (wording.trust !== 'sure' && flag !== true && isOfNoPath(pattern, facts, evidence)) return false;
  // A tool that is offered was called: the unknown one is another.
  if (pattern.category === 'UNKNOWN_TOOL' && flag !== true && facts.tool !== undefined && isOfferedOther(facts.tool, evidence))
    return false;
  if (!content)
    return wording.trust === 'sure' || tied || flag === true || (standalone && (wording.trust !== 'weak' || evidence.announced));
  if (tied) return true;
  // The file that was read may well begin with an error about another one.
  if (pattern.category === 'FILE_NOT_FOUND' && flag !== true && isElsewhere(facts.path, evidence)) return false;
  // A file's own text says so too: what a tool says of itself is one sentence, or names the path.
  const bare = pattern.category === 'FILE_NOT_FOUND' && wording.trust !== 'sure' && (facts.path ?? '') === '';
  if (bare && flag !== true && evidence.message.includes('\n')) return false;
  return (
    standalone &&
    (wording.trust === 'sure' || flag === true || ((wording.trust !== 'weak' || evidence.announced) && isErrorSentence(pattern)))
  );
}

const TELLING = new Set<ToolRole>(['delegate', 'plan', 'ask']);
const READING = new Set<ToolRole>(['read', 'list', 'search', 'fetch']);
const OF_WRITING = new Set<FaultPattern['category']>(['DIFF_MATCH_FAILED', 'FS_NOT_OBSERVED', 'FS_STALE_VERSION']);
const OF_FILES = new Set<FaultPattern['category']>([...OF_WRITING, 'FILE_NOT_FOUND', 'VIEW_RANGE_OUT_OF_BOUNDS', 'RELATIVE_PATH']);

/** Words about another step: a file, in the report of a sub-agent, a list of things to do or an answer; an edit, from a tool that only reads. */
function isReported({ category }: FaultPattern, roles: readonly ToolRole[]): boolean {
  if (roles.length === 0) return false;
  const told = OF_FILES.has(category) && roles.every((role) => TELLING.has(role));
  return told || (OF_WRITING.has(category) && roles.every((role) => READING.has(role)));
}

/** Words of a sub-agent about a parameter that its own call does not have, and what a program of a code tool printed. */
function isToldOrPrinted({ trust }: Wording, pattern: FaultPattern, facts: FaultFacts, evidence: FaultEvidence): boolean {
  const { roles, declared } = evidence;
  if (pattern.category === 'PARAM_MISSING' && trust !== 'sure' && roles.includes('delegate'))
    return declared !== undefined && (facts.param === undefined || !declared.includes(facts.param));
  return pattern.category === 'FILE_NOT_FOUND' && roles.includes('code') && !isTied(pattern, facts, evidence);
}

const PRINTING = new Set<ToolRole>([...CONTENT, 'shell', 'code']);

/**
 * A log or a file may hold a harness's words about some other call: they name a tool that was not called here, or miss a parameter that this
 * call gives.
 */
function isOfAnotherCall({ category }: FaultPattern, { param }: FaultFacts, evidence: FaultEvidence): boolean {
  const { roles, flag, args, tool, message } = evidence;
  if (category === 'PARAM_MISSING' && isOfTheProgram(param, evidence)) return true;
  if (flag === true || !roles.some((role) => PRINTING.has(role))) return false;
  const named = evidence.named ?? /^(?<named>[\w.:/-]{1,100}) failed due to the following issue/.exec(message)?.groups?.['named'];
  if (named !== undefined && !isSameTool(named, tool)) return true;
  if (category !== 'PARAM_MISSING' || param === undefined || args === undefined) return false;
  return hasName(args, param) && !isBlank(args, param);
}

/** A shell that got its command ran it: a parameter that it does not have is one of the program's, whatever the flag says of its end. */
const isOfTheProgram = (param: string | undefined, { roles, args, declared, wrapped, flag }: FaultEvidence): boolean =>
  roles.includes('shell') &&
  param !== undefined &&
  args !== undefined &&
  (flag !== true || wrapped !== 'harness') &&
  commandOfCall(args) !== '' &&
  !isCommandName(param) &&
  declared?.includes(param) !== true;

/** Servers and agents put their names in front of a tool's. */
function isSameTool(one: string, other: string): boolean {
  const [a, b] = [plainName(one), plainName(other)];
  return a.endsWith(b) || b.endsWith(a);
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** A shell that could not even start, since the folder that the call names is not there: nothing of it is a program's output. */
function namesItsFolder({ message, args }: FaultEvidence, tied: boolean): boolean {
  if (/^(?:exec_command failed[^\n]{0,400}: )?CreateProcess /.test(message)) return typeof directoryArgument(args)?.value === 'string';
  return tied && /^(?:(?:working )?directory\b|ENOENT: no such file or directory, chdir )/i.test(message);
}

const isOfferedOther = (said: string, { tool, advertised }: FaultEvidence): boolean => advertised.has(tool) && !isSameTool(said, tool);

/** A missing file that nobody names, from a tool that was given none: the words are what it was to say, translate or keep. */
const isOfNoPath = ({ category }: FaultPattern, { path }: FaultFacts, { args, roles }: FaultEvidence): boolean =>
  category === 'FILE_NOT_FOUND' &&
  roles.length === 0 &&
  pathOfCall(args) === '' &&
  directoryArgument(args) === undefined &&
  !holdsText(args, path ?? '');

/** Some argument holds this text, or the path's last part. */
function holdsText(args: JsonObject | undefined, path: string): boolean {
  const last = plainPath(path).split('/').at(-1) ?? '';
  return last !== '' && args !== undefined && Object.values(args).some((value) => typeof value === 'string' && value.includes(last));
}

/** The tool has no such parameter: the value that the words are about is no argument of this call. */
function isForeignParameter({ category }: FaultPattern, { param }: FaultFacts, { declared }: FaultEvidence): boolean {
  if (category !== 'PARAM_TYPE_MISMATCH' || param === undefined || declared === undefined) return false;
  const [name = ''] = param.replace(/^[/.]/, '').split(/[/.[]/);
  return name !== '' && !declared.some((each) => each.toLowerCase() === name.toLowerCase());
}

function isElsewhere(path: string | undefined, { args, roles }: FaultEvidence): boolean {
  const own = pathOfCall(args);
  if (path === undefined || path === '') return false;
  // What fetches pages has no files.
  if (own === '' && roles.every((role) => role === 'fetch')) return true;
  return isPlainPath(path) ? own !== '' && !samePath(path, own) : own === '';
}

/** Patterns whose words are about the agent's own handling of a call, never about its output. */
const saysTool = (pattern: FaultPattern): boolean => pattern.category === 'DUPLICATE_CALL' || pattern.category === 'MODEL_STUCK_LOOP';
const isErrorSentence = (pattern: FaultPattern): boolean => pattern.category === 'FILE_NOT_FOUND' || pattern.category === 'UNKNOWN_TOOL';

/** The words name what this very call holds, or lacks. */
function isTied(pattern: FaultPattern, facts: FaultFacts, { args, tool, aboutArguments, message }: FaultEvidence): boolean {
  switch (pattern.category) {
    case 'PARAM_MISSING':
      if (facts.tool !== undefined && /^TypeError/.test(message) && !isSameTool(facts.tool, tool)) return false;
      return aboutArguments || (facts.param !== undefined && (args === undefined || isBlank(args, facts.param)));
    case 'PARAM_TYPE_MISMATCH': {
      const [name = ''] = (facts.param ?? '').replace(/^[/.]/, '').split(/[/.[]/);
      return aboutArguments || (args !== undefined && name !== '' && hasName(args, name)) || /^The "/.test(facts.param ?? '');
    }
    case 'INVALID_JSON_ARGUMENTS':
      return args === undefined;
    case 'UNKNOWN_TOOL':
    case 'MCP_TOOL_MISSING':
    case 'DUPLICATE_CALL':
      return facts.tool === tool;
    case 'FILE_NOT_FOUND':
    case 'FS_NOT_OBSERVED':
    case 'FS_STALE_VERSION':
    case 'RELATIVE_PATH':
    case 'DIFF_MATCH_FAILED':
    case 'VIEW_RANGE_OUT_OF_BOUNDS': {
      const directory = directoryArgument(args)?.value;
      const path = facts.path ?? '';
      if (pattern.category === 'VIEW_RANGE_OUT_OF_BOUNDS' && args !== undefined && Object.keys(args).some((key) => RANGE_KEY.test(key)))
        return true;
      return samePath(path, pathOfCall(args)) || (typeof directory === 'string' && samePath(path, directory));
    }
    default:
      return false;
  }
}

const RANGE_KEY = /^(?:offset|limit|line|start|end|from|to|head|tail|view_range|insert|range)/i;

/** Harnesses write a parameter's name at the start of a sentence with a capital. */
const hasName = (args: JsonObject, name: string): boolean =>
  own(args, name) !== undefined || Object.keys(args).some((key) => key.toLowerCase() === name.toLowerCase());

function isBlank(args: JsonObject, name: string): boolean {
  const value = own(args, name);
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** At most three lines, or that and hints set off by an empty line; no listing or content. */
function isStandalone(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > 3000) return false;
  const [first = '', ...rest] = trimmed.split(/\n\s*\n/);
  if (first.split('\n').length > 4) return false;
  return rest.length === 0 || rest.length <= 8;
}

function variantOf(wording: Wording, pattern: FaultPattern, evidence: FaultEvidence): string {
  if (pattern.category !== 'INVALID_JSON_ARGUMENTS') return wording.variant ?? '';
  const { message, argumentsText } = evidence;
  if (/non-whitespace character after JSON|Extra data|trailing characters/.test(message) && /\}\s*\{/.test(argumentsText))
    return 'concatenated';
  return /EOF|Unexpected end|Unterminated|truncated|may have been cut/.test(message.slice(0, 600)) ? 'cut' : 'syntax';
}

const looksFailed = (raw: string, wrapped: 'harness' | 'tool' | undefined): boolean =>
  wrapped !== undefined || /^(?:\S{0,40}\s)?(?:Error|ERROR|Failed|FAILED|Traceback|fatal|Exception)\b/.test(raw);
