import { isJsonObject } from '../../../shared/json.ts';
import type { Fix } from '../../../shared/approval.ts';
import { scanJson } from '../text/json-scanner.ts';
import type { NewCall, ReplyCall } from '../turn/turn.ts';
import type { LaneContext } from './lane-context.ts';

/** What becomes of one native call (contract 2.5). */
export type CallRuling =
  /** Every byte as it came. */
  | { readonly type: 'deliver' }
  /** Written anew: mended or normalised. The list is empty for nothing, one entry for a healed call. */
  | { readonly type: 'replace'; readonly calls: readonly NewCall[]; readonly rule: string; readonly fixes: readonly Fix[] }
  /** Never run: the stream did not finish it. */
  | { readonly type: 'cancel'; readonly cause: string }
  /** A change that only a person may allow; `otherwise` rules when nobody decides. */
  | {
      readonly type: 'hold';
      readonly proposed: NewCall;
      readonly rule: string;
      readonly fixes: readonly Fix[];
      readonly evidence: string;
      readonly otherwise: CallRuling;
    }
  /** Answered locally and asked again; when no re-ask is left, `hopeless` calls are cut and the others leave as they came. */
  | { readonly type: 'answer'; readonly pattern: string; readonly text: string; readonly hopeless: boolean };

/** Rules on each native function call of a reply, in order. Other kinds keep every byte (2.5.0). */
export function judgeCalls(calls: readonly ReplyCall[], _context: LaneContext): readonly CallRuling[] {
  return calls.map((call) => judgeCall(call));
}

function judgeCall(call: ReplyCall): CallRuling {
  if (call.kind !== 'function') return { type: 'deliver' };
  if (!call.complete && call.arguments.trim() === '') return { type: 'cancel', cause: 'unterminated' };
  if (call.arguments.trim() === '') return { type: 'deliver' };
  const scanned = scanJson(call.arguments, 0);
  if (scanned.status === 'incomplete') return { type: 'cancel', cause: 'unterminated' };
  if (scanned.status === 'complete' && call.arguments.slice(scanned.end).trim() === '' && isObjectText(call.arguments)) {
    return call.complete ? { type: 'deliver' } : { type: 'cancel', cause: 'unterminated' };
  }
  if (!call.complete) return { type: 'cancel', cause: 'unterminated' };
  return { type: 'answer', pattern: 'EI/INVALID_JSON_ARGUMENTS/001', text: invalidJsonGuidance(call), hopeless: true };
}

function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function invalidJsonGuidance(call: ReplyCall): string {
  return JSON.stringify({
    signalbox: 1,
    pattern: 'EI/INVALID_JSON_ARGUMENTS/001',
    occurrence: 1,
    what: `The arguments of the call to ${nameOf(call.name)} could not be parsed as one JSON object. The call was not run.`,
    why: 'The argument text is malformed, or more than one object was written into one call.',
    next: ['Write the call again with exactly one valid JSON object as its arguments.', 'Make one tool call per object.'],
  });
}

/** Names are echoed only where they look like identifiers (contract 2.6). */
const nameOf = (name: string): string => (/^[A-Za-z_][\w.:-]{0,63}$/.test(name) ? `"${name}"` : 'a tool');
