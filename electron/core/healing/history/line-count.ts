import { parseWithSpans } from '../../text/json-spans.ts';
import { isJsonObject, own } from '../../../../shared/json.ts';
import { originalOf } from '../../fault/guidance.ts';
import type { HistoryCall, TurnRequest } from '../../turn/turn.ts';

/** How a tool names the number of lines when it refuses a range (errors.md A2, VIEW_RANGE). */
const COUNTS: readonly RegExp[] = [
  /within the range of lines of the file: `?\[1, ?(\d{1,9})\]/,
  /smaller than the number of lines in the file: `?(\d{1,9})/,
  /\bbeyond end of file \((\d{1,9}) lines/,
  /\bout of range for [^\n(]{1,200}\((\d{1,9}) lines\)/,
];

/**
 * The line count that the tool told for this file, from the last thing that happened to it: an older count may be stale, since anything may have
 * been written in between. Undefined where the last result of the path is no refused range.
 */
export function lineCountOf(tool: string, path: string, request: TurnRequest): number | undefined {
  const calls = new Map<string, HistoryCall>();
  let told: number | undefined;
  for (const item of request.history) {
    if (item.type === 'assistant') for (const call of item.calls) calls.set(call.id, call);
    if (item.type !== 'results') continue;
    for (const result of item.results) {
      const call = calls.get(result.callId);
      if (call === undefined || !call.arguments.includes(JSON.stringify(path).slice(1, -1))) continue;
      told = call.name === tool && pathOf(call) === path ? countIn(originalOf(result.text).slice(0, 4096)) : undefined;
    }
  }
  return told;
}

function countIn(text: string): number | undefined {
  for (const pattern of COUNTS) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return Number(found);
  }
  return undefined;
}

function pathOf(call: HistoryCall): string | undefined {
  const parsed = parseWithSpans(call.arguments);
  const path = parsed.ok && isJsonObject(parsed.value.value) ? own(parsed.value.value, 'path') : undefined;
  return typeof path === 'string' ? path : undefined;
}
