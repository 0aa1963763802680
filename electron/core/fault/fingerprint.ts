import { stableHashOf } from '../turn/stable-hash.ts';
import { directoryArgument, pathOfCall, plainPath, samePath } from './call-target.ts';
import type { Fault, ToolOutcome } from './classify-fault.ts';
import type { JsonObject } from '../../../shared/json.ts';

/**
 * What makes two mistakes the same (contract 2.6, errors.md finding 7): the pattern, its cause and, where it is about a file, the target. The tool is not
 * part of it, and parts that differ from run to run are masked.
 */
export function fingerprintOf(fault: Fault, outcome: Pick<ToolOutcome, 'tool'>, args: JsonObject | undefined): string {
  const { pattern, match } = fault;
  const target = pattern.scope === 'target' ? faultTarget(fault, args) : outcome.tool;
  const scope = pattern.scope === 'tool' && TOOL_FREE.has(pattern.category) ? '' : target;
  return stableHashOf([pattern.id, maskVolatile(pattern.cause(match)), scope]).slice(0, 16);
}

/** The same mistake whichever tool it was made with. */
const TOOL_FREE = new Set(['SHELL_INTEGRATION', 'INVALID_TOOL_PROTOCOL', 'MODEL_STUCK_LOOP', 'UNKNOWN_TOOL', 'MCP_TOOL_MISSING']);

/** The path that the mistake is about: the words' where they name one, since a harness makes it absolute; else the call's. */
function faultTarget({ match }: Fault, args: JsonObject | undefined): string {
  const said = match.facts.path;
  const own = pathOfCall(args);
  if (said !== undefined && said !== '' && (own === '' || samePath(said, own) || own.length > 400)) return plainPath(said);
  if (said !== undefined && said !== '') return plainPath(said);
  if (own !== '') return plainPath(own);
  const directory = directoryArgument(args)?.value;
  return typeof directory === 'string' ? plainPath(directory) : '';
}

/** Text without what differs from run to run: long digits and hexadecimal, ids, times, temporary paths (errors.md finding 7). */
export function maskVolatile(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '#')
    .replace(/\b\d{4}-\d\d-\d\d[T ][\d:.]{5,15}Z?/g, '#')
    .replace(/\b(?:0x)?[0-9a-f]{7,64}\b/gi, '#')
    .replace(/\/(?:tmp|var\/folders|private\/tmp)\/[^\s"'`]{1,200}/g, '/tmp/#')
    .replace(/\d+(?:\.\d+)?%?/g, '#');
}
