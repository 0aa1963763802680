import { isJsonObject, type JsonObject } from '../../../../shared/json.ts';
import { pathOfCall, samePath } from '../../fault/call-target.ts';
import { classifyFault } from '../../fault/classify-fault.ts';
import { closestContent } from '../../fault/closest-content.ts';
import { originalOf } from '../../fault/guidance.ts';
import { diffMatchFailed } from '../../fault/patterns/diff-match-failed.ts';
import { rolesOfTool } from '../../fault/tool-role.ts';
import type { HistoryCall } from '../../turn/turn.ts';
import type { HealingContext } from '../healing-rule.ts';

/** An edit that is about to be made. */
export interface PlannedEdit {
  readonly tool: string;
  readonly path: string;
  /** The text that it replaces. */
  readonly old: string;
}

/** Items of the history that are looked back at: an older report says little about the file as it is now. */
const RECENT = 40;

/** A cheap look: whether any recent result reports the content closest to an edit. */
export const hasReport = ({ request: { history } }: HealingContext): boolean =>
  history
    .slice(-RECENT)
    .some((item) => item.type === 'results' && item.results.some(({ text }) => closestContent(originalOf(text)) !== undefined));

/**
 * The exact content that the tool reported when this very edit failed: same tool, same file, same old text. Looks back only as far as the last thing
 * that could have changed the file: what was reported before that may be stale. Undefined: nothing was reported, or not whole.
 */
export function reportedFor(
  edit: PlannedEdit,
  oldTextOf: (args: JsonObject) => string | undefined,
  context: HealingContext,
): string | undefined {
  const results = new Map<string, { readonly text: string; readonly isError: boolean | undefined }>();
  const { history } = context.request;
  for (let at = history.length - 1; at >= Math.max(0, history.length - RECENT); at -= 1) {
    const item = history[at];
    if (item?.type === 'results') for (const result of item.results) results.set(result.callId, result);
    if (item?.type !== 'assistant') continue;
    for (const call of item.calls.toReversed()) {
      const args = argumentsOn(edit.path, call);
      if (args === undefined || isLook(call, context)) continue;
      const result = results.get(call.id);
      if (result === undefined || call.name !== edit.tool || oldTextOf(args) !== edit.old) return undefined;
      const text = originalOf(result.text);
      const outcome = { text, flag: result.isError, tool: call.name, argumentsText: call.arguments, schema: undefined };
      const fault = classifyFault(outcome, { profile: context.profile, advertised: new Set([call.name]) });
      if (fault.type !== 'fault' || fault.pattern.id !== diffMatchFailed.id) return undefined;
      const closest = closestContent(text);
      return closest?.exact === true ? closest.text : undefined;
    }
  }
  return undefined;
}

/** The arguments of a call that names this file. */
function argumentsOn(path: string, call: HistoryCall): JsonObject | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (call.kind !== 'function' || !call.arguments.includes(JSON.stringify(name).slice(1, -1))) return undefined;
  const args = parsed(call.arguments);
  return args !== undefined && samePath(pathOfCall(args), path) ? args : undefined;
}

const LOOKING = new Set(['read', 'list', 'search']);

/** A call that only looks at the file. */
function isLook(call: HistoryCall, { profile }: HealingContext): boolean {
  const roles = rolesOfTool(call.name, profile);
  return roles.length > 0 && roles.every((role) => LOOKING.has(role));
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
