import { originalOf } from '../../fault/guidance.ts';
import type { TurnRequest } from '../../turn/turn.ts';

/** How a tool refuses a relative path (errors.md A2, RELATIVE_PATH). */
const REFUSED =
  /\bpath should be an absolute path\b|\bpath must be absolute\b|\bis not an absolute path\b|\bmust be an absolute path\b|\bshould start with `?\/`?/i;

/** True when this tool has refused a relative path in this conversation. */
export function refusedRelativePath(tool: string, request: TurnRequest): boolean {
  const own = new Set<string>();
  for (const item of request.history) {
    if (item.type === 'assistant') for (const call of item.calls) if (call.name === tool) own.add(call.id);
    if (
      item.type === 'results' &&
      item.results.some(
        (result) => own.has(result.callId) && result.isError !== false && REFUSED.test(originalOf(result.text).slice(0, 400)),
      )
    )
      return true;
  }
  return false;
}
