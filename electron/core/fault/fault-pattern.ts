import type { JsonObject } from '../../../shared/json.ts';
import type { ToolRole } from '../agent/agent-profile.ts';
import type { ArgumentIssue } from '../turn/check-arguments.ts';

export type FaultCategory =
  | 'DUPLICATE_CALL'
  | 'PARAM_MISSING'
  | 'PARAM_TYPE_MISMATCH'
  | 'FILE_NOT_FOUND'
  | 'SHELL_INTEGRATION'
  | 'DIFF_MATCH_FAILED'
  | 'MCP_TOOL_MISSING'
  | 'UNKNOWN_TOOL'
  | 'INVALID_TOOL_PROTOCOL'
  | 'INVALID_JSON_ARGUMENTS'
  | 'CONTEXT_OVERFLOW'
  | 'MODEL_STUCK_LOOP'
  | 'CODE_RUN_FAILED'
  | 'FS_NOT_OBSERVED'
  | 'FS_STALE_VERSION'
  | 'VIEW_RANGE_OUT_OF_BOUNDS'
  | 'RELATIVE_PATH';

/** What the words of an error name. All of it is untrusted text, bounded by the expression that caught it. */
export type FactName =
  | 'param'
  | 'expected'
  | 'got'
  | 'path'
  | 'suggestion'
  | 'tool'
  | 'server'
  | 'lines'
  | 'size'
  | 'list'
  | 'closest'
  | 'detail';
export type FaultFacts = { readonly [Name in FactName]?: string | undefined };

/** Everything that a pattern may look at. `message` is the head of the result (4 KiB) with the harness's wrapping taken off. */
export interface FaultEvidence {
  readonly message: string;
  /** `harness`: only the agent itself writes this wrapping, so no tool ran; `tool`: a tool ran and failed; undefined: no known wrapping. */
  readonly wrapped: 'harness' | 'tool' | undefined;
  /** The wrapping is a report in JSON, as files and pages are too. */
  readonly json: boolean;
  /** The wrapping says that the arguments were at fault. */
  readonly aboutArguments: boolean;
  /** The text begins with the word for an error, in any language: whoever wrote it reports one. */
  readonly announced: boolean;
  /** The tool that the harness's wrapping names. */
  readonly named: string | undefined;
  /** The wrapping is that of an MCP server or client. */
  readonly mcp: boolean;
  /** The dialect's error flag: evidence, never proof (errors.md finding 1). */
  readonly flag: boolean | undefined;
  /** Nothing but one short sentence or paragraph, perhaps with a hint set off by an empty line. */
  readonly standalone: boolean;
  readonly tool: string;
  readonly roles: readonly ToolRole[];
  /** The call's arguments as the model wrote them; undefined when they are no JSON object. */
  readonly args: JsonObject | undefined;
  readonly argumentsText: string;
  /** Names of the tool's parameters; undefined where its schema is not known. */
  readonly declared: readonly string[] | undefined;
  readonly issues: readonly ArgumentIssue[];
  readonly advertised: ReadonlySet<string>;
}

/**
 * How far a wording alone can be trusted. `sure`: only a harness writes it. `likely`: a program, a page or a file may begin so too, and
 * then a tie to the call, the flag or a wrapping has to speak for it. `weak`: people write so too; standing alone says nothing for it, unless it is announced as an error.
 */
export type Trust = 'sure' | 'likely' | 'weak';

/** One way in which harnesses say it. The expression stands at the start of the message, in linear time; its groups are facts. */
export interface Wording {
  readonly at: RegExp;
  readonly trust: Trust;
  /** Kind inside the pattern: the advice differs (errors.md part A2). */
  readonly variant?: string | undefined;
}

export interface FaultMatch {
  readonly variant: string;
  readonly facts: FaultFacts;
}

/** The call and its surroundings, for words that help: what the tool asks for, what else is offered. */
export interface GuidePlace {
  readonly tool: string;
  readonly args: JsonObject | undefined;
  /** Names that the tool's schema requires. */
  readonly required: readonly string[];
  /** An example of the arguments, made from the schema; '' without one. */
  readonly example: string;
  /** Offered tools by name. */
  readonly offered: readonly string[];
  /** An offered tool of this role, '' when there is none. */
  readonly toolFor: (...roles: readonly ToolRole[]) => string;
}

/** WHAT, WHY and NEXT in plain words, before they are bounded. */
export interface GuideWords {
  readonly what: string;
  readonly why: string;
  readonly next: readonly string[];
}

/**
 * One kind of mistake as data. A pattern is one file and one line in `patterns/index.ts`; the engine is never edited for it. Ids and
 * categories are a public contract (journal, console, exports).
 */
export interface FaultPattern {
  readonly id: string;
  readonly title: string;
  readonly category: FaultCategory;
  /** The higher is asked first. */
  readonly priority: number;
  readonly description: string;
  /** A literal result that this pattern is for. */
  readonly sample: string;
  readonly wordings: readonly Wording[];
  /** Decides with the call's own arguments; asked before the wordings, and `'no'` ends the question. */
  readonly match?: ((evidence: FaultEvidence) => FaultMatch | 'no' | undefined) | undefined;
  /** Words of the fault that make two of them the same, besides the target; variable parts are masked by the engine. */
  readonly cause: (match: FaultMatch) => string;
  /** `target`: the same on this file; `tool`: about the way of calling, wherever it points (contract 2.6, what closes a circuit). */
  readonly scope: 'target' | 'tool';
  readonly guide: (match: FaultMatch, place: GuidePlace) => GuideWords;
  /** The second time: what is added in front of NEXT. */
  readonly strengthened: string;
}
