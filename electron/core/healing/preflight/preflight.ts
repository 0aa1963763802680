import { isJsonObject, own, type Json, type JsonObject } from '../../../../shared/json.ts';
import { type Guidance, isIdentifier } from '../../fault/guidance.ts';
import { memberOf } from '../../text/json-spans.ts';
import { type ArgumentIssue, requiredOf } from '../../turn/check-arguments.ts';
import { spanAtPointer, stepsOf } from '../healing-call.ts';
import type { HealingCall, HealingContext } from '../healing-rule.ts';
import { propertiesOf, propertyOf } from '../schema-parts.ts';
import { missingParameters, nestedCall, objectForText, unknownTool, workingDirectory } from './preflight-guidance.ts';

/** Why a call must fail before the agent has run it (contract 2.5.5). */
export interface PreflightFault {
  readonly guidance: Guidance;
  /** Cut when no re-ask is left: its name is no identifier. */
  readonly hopeless: boolean;
}

/**
 * Looks for the mistakes that surely fail: unknown tool, nested invocation, object where a plain string is due, missing required parameter. Every
 * other mismatch is none of ours; extra properties never block.
 */
export function preflight(call: HealingCall, context: HealingContext): PreflightFault | undefined {
  if (call.tool === undefined) return { guidance: unknownTool(call, context), hopeless: !isIdentifier(call.name) };
  if (call.tool.kind !== 'function' || call.issues.length === 0) return undefined;
  const guidance = nested(call, context) ?? objects(call) ?? missing(call);
  return guidance === undefined ? undefined : { guidance, hopeless: false };
}

/**
 * Required parameters that are absent, or null where null is not allowed. One with a default is not surely missed: validators of the Zod kind list it
 * as required and fill it in.
 */
function missing(call: HealingCall): Guidance | undefined {
  const names = call.issues.flatMap((issue) => {
    const [name, ...deeper] = stepsOf(issue.pointer);
    if (name === undefined || deeper.length > 0 || hasDefault(call, name)) return [];
    return issue.kind === 'missing' || isRequiredNull(call, issue, name) ? [name] : [];
  });
  return names.length === 0 ? undefined : missingParameters(call, names);
}

const hasDefault = (call: HealingCall, name: string): boolean => Object.hasOwn(propertyOf(call.tool, name) ?? {}, 'default');

const isRequiredNull = (call: HealingCall, issue: ArgumentIssue, name: string): boolean =>
  issue.kind === 'type' && own(call.value, name) === null && requiredOf(call.tool?.schema).includes(name);

/** Parameters that hold where a command runs: an object there is a mistake of its own (source 000). */
const DIRECTORIES: ReadonlySet<string> = new Set([
  'cwd',
  'workdir',
  'working_directory',
  'workingDirectory',
  'dir_path',
  'directory',
  'dir',
]);

function objects(call: HealingCall): Guidance | undefined {
  for (const issue of call.issues) {
    if (!wantsText(issue)) continue;
    if (spanAtPointer(call.root, issue.pointer)?.kind !== 'object') continue;
    const name = stepsOf(issue.pointer).at(-1) ?? '';
    return DIRECTORIES.has(name) ? workingDirectory(call, name) : objectForText(call, name);
  }
  return undefined;
}

const wantsText = (issue: ArgumentIssue): boolean =>
  issue.kind === 'type' && issue.expected.includes('string') && !issue.expected.includes('object');

/** Parameters that may hold a call by design (source 000, "allow-list"). */
const MAY_HOLD_CALLS: ReadonlySet<string> = new Set(['use_mcp_tool/arguments', 'read_file/indentation']);

/** What gives a call away that was written into a parameter (errors.md A2, TYPE/003). */
const SIGNATURES: readonly (readonly string[])[] = [
  ['path', 'regex'],
  ['query', 'path'],
  ['server_name', 'tool_name'],
  ['path', 'content'],
  ['pattern', 'file_pattern'],
];
const MOST_NODES = 64;
const DEEPEST = 4;

/** A tool call written into a parameter, or around the whole arguments under another tool's name. */
function nested(call: HealingCall, context: HealingContext): Guidance | undefined {
  const declared = declaredOf(call);
  if (call.root.members.every((member) => !declared.has(member.key)) && isInvocation(call.value, context)) return nestedCall(call, '');
  let nodes = 0;
  const holds = (value: Json | undefined, depth: number): boolean => {
    nodes += 1;
    if (value === undefined || nodes > MOST_NODES || depth > DEEPEST) return false;
    if (Array.isArray(value)) return value.some((item) => holds(item, depth + 1));
    if (!isJsonObject(value)) return false;
    if (isInvocation(value, context) || SIGNATURES.some((keys) => keys.every((key) => Object.hasOwn(value, key)))) return true;
    return Object.keys(value).some((key) => holds(own(value, key), depth + 1));
  };
  for (const issue of call.issues) {
    const [name] = stepsOf(issue.pointer);
    if (name === undefined || !declared.has(name) || MAY_HOLD_CALLS.has(`${call.name}/${name}`) || DIRECTORIES.has(name)) continue;
    if (!wantsText(issue) || memberOf(call.root, name) === undefined) continue;
    if (holds(own(call.value, name), 1)) return nestedCall(call, name);
  }
  return undefined;
}

/** An object that names a tool and its arguments, where the tool that is called declares neither. */
function isInvocation(value: JsonObject, { catalog }: HealingContext): boolean {
  const name = own(value, 'name') ?? own(value, 'tool') ?? own(value, 'tool_name') ?? own(value, 'recipient_name');
  const inner = own(value, 'arguments') ?? own(value, 'parameters') ?? own(value, 'input');
  if (typeof name !== 'string' || !isJsonObject(inner)) return false;
  return catalog.find(name) !== undefined || Object.keys(value).length === 2;
}

const declaredOf = (call: HealingCall): ReadonlySet<string> => new Set(Object.keys(propertiesOf(call.tool)));
