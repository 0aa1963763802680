import { inertLine } from './inert-text.ts';

/* What went wrong, in the few words that a notification, a toast or a line of a list has room for. Codes stay in the journal; people read words. */

const loops: Readonly<Record<string, string>> = {
  identical_call_identical_result: 'same call, same result',
  identical_call_volatile_result: 'same call, only times differ',
  poll_unchanged: 'asked again, nothing changed',
  cycle: 'same steps in turn',
  same_result_varied_args: 'other arguments, same result',
  same_error_varied_args: 'other arguments, same error',
  text_monologue: 'same answer',
  empty_replies: 'empty answers',
  repeating_text: 'repeating text',
  repeated_refusal: 'same request, refused again',
};

/** By category: the middle part of a pattern's id (`EI/DIFF_MATCH_FAILED/001`). */
const faults: Readonly<Record<string, string>> = {
  DUPLICATE_CALL: 'same call again',
  PARAM_MISSING: 'a parameter is missing',
  PARAM_TYPE_MISMATCH: 'an argument of the wrong type',
  FILE_NOT_FOUND: 'file not found',
  SHELL_INTEGRATION: 'the terminal gives no output',
  DIFF_MATCH_FAILED: 'the edit does not match the file',
  MCP_TOOL_MISSING: 'MCP tool not found',
  UNKNOWN_TOOL: 'unknown tool',
  INVALID_TOOL_PROTOCOL: 'calls written as text',
  INVALID_JSON_ARGUMENTS: 'arguments are no JSON',
  CONTEXT_OVERFLOW: 'context is full',
  MODEL_STUCK_LOOP: 'stuck in a loop',
  CODE_RUN_FAILED: 'the program fails',
  FS_NOT_OBSERVED: 'file was not read first',
  FS_STALE_VERSION: 'file changed since it was read',
  VIEW_RANGE_OUT_OF_BOUNDS: 'lines outside the file',
  RELATIVE_PATH: 'relative path',
};

const causes: Readonly<Record<string, string>> = {
  reset: 'connection broken off',
  stalled: 'went silent',
  'ended early': 'reply ended too early',
  unterminated: 'never finished',
  'upstream-error': 'error inside the reply',
  refused: 'connection refused',
  unresolved: 'host not found',
  tls: 'no trusted connection',
  damaged: 'damaged reply',
  http: 'answered with an error',
  'the client left': 'the agent left',
  'stream reset': 'connection broken off',
};

const refusals: Readonly<Record<string, string>> = {
  dual_protocol: 'written beside a native call',
  incomplete: 'never finished',
  shape: 'not well formed',
  ambiguous: 'more than one reading',
  unadvertised: 'the agent does not offer that tool',
  bad_arguments: 'arguments unreadable',
  schema: 'arguments do not fit the schema',
  preflight: 'it could not have worked',
  unparsable: 'arguments are no JSON',
  too_large: 'too large',
};

const wordsOf = (table: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined;

/** What repeats in a loop, by the kind of `loop-detected`. */
export const loopKindWords = (kind: string): string => wordsOf(loops, kind) ?? inertLine(kind, 40);

/** The mistake that opened a circuit, by its pattern. */
export const faultWords = (pattern: string): string => wordsOf(faults, pattern.split('/')[1] ?? '') ?? inertLine(pattern, 40);

/** Why a stream or an endpoint failed, by the cause that the journal names. */
export const shortCause = (cause: string): string => wordsOf(causes, cause) ?? inertLine(cause, 60);

const closings: Readonly<Record<string, string>> = {
  success: 'a success',
  'user-message': 'words of the user',
  'user message': 'words of the user',
  operator: 'you',
};

/** What closed a circuit, behind "closed by". */
export const closedBy = (cause: string): string => wordsOf(closings, cause) ?? inertLine(cause, 40);

/** Why a call was refused, by its reason code. */
export const shortRefusal = (reason: string): string => wordsOf(refusals, reason) ?? inertLine(reason, 40);
