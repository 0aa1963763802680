import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import type { AgentProfile } from '../agent/agent-profile.ts';
import { pathOfCall } from '../fault/call-target.ts';
import { ruledOut } from '../fault/ruled-out.ts';
import { rolesOfTool } from '../fault/tool-role.ts';
import { unwrapResult } from '../fault/unwrap-result.ts';
import { maskVolatile } from '../fault/fingerprint.ts';
import type { HistoryCall, HistoryResult } from '../turn/turn.ts';
import { stableHashOf } from '../turn/stable-hash.ts';
import { callKeyOf } from './call-key.ts';
import { type ResultKey, resultKeyOf, withoutAdditions } from './normalise-result.ts';
import { isExitReport, isGenericSuccess, isPolling, saysNothingFound, saysUnchanged } from './result-traits.ts';

/** One call with its result, as loops are looked for: keys instead of texts, so that a fold keeps no bodies. */
export interface RoundCall {
  readonly id: string;
  readonly name: string;
  readonly kind: HistoryCall['kind'];
  readonly key: string;
  readonly result: ResultKey;
  /** Beginnings, for evidence. */
  readonly shown: { readonly call: string; readonly result: string };
  readonly polling: boolean;
  /** Says nothing by itself: an empty or merely successful result, or the end of a program. */
  readonly telling: 'long' | 'short' | 'nothing';
  /** What makes two unknown errors the same; '' where this is none. */
  readonly error: string;
  /** The path that the call names; '' when it names none. */
  readonly target: string;
}

/**
 * One answer of the model with its results. N equal calls in one message are one step, so they count once (errors.md B1, OpenRouter).
 */
export interface Round {
  /** Message that holds the last result. */
  readonly at: number;
  /** Different calls of the round, in a fixed order. */
  readonly calls: readonly RoundCall[];
  readonly key: string;
  readonly exact: string;
  readonly masked: string;
  readonly polling: boolean;
  /** The one tool of the round; '' when there are several. */
  readonly tool: string;
  readonly lastResult: string;
}

export interface AnsweredCall {
  readonly call: HistoryCall;
  readonly result: HistoryResult;
  /** Index of the message with the result. */
  readonly at: number;
  /** Stands for the parts of the result that are no text. */
  readonly media: string;
}

const SHOWN = 300;
/** From here on a result says something of its own (errors.md B3). */
const TELLING = 40;

/**
 * The round of these calls; undefined when it is no evidence: nothing came back, a person declined, or the way to the tool was broken
 * (errors.md B3 "Never counts"). `previous` is the round before, for results that only point to it.
 */
export function roundOf(answered: readonly AnsweredCall[], previous: Round | undefined, profile: AgentProfile): Round | undefined {
  const calls = new Map<string, RoundCall>();
  let at = -1;
  let lastResult = '';
  for (const each of answered) {
    const text = each.result.text;
    if (text.length <= 4000 && isNoEvidence(text)) continue;
    const call = roundCall(each, previous, profile);
    calls.set(`${call.key} ${call.result.exact}`, call);
    at = each.at;
    lastResult = each.call.id;
  }
  if (calls.size === 0) return undefined;
  const sorted = [...calls.values()].sort((a, b) => (a.key + a.result.exact < b.key + b.result.exact ? -1 : 1));
  const names = new Set(sorted.map((call) => call.name));
  return {
    at,
    calls: sorted,
    key: stableHashOf(sorted.map((call) => call.key)),
    exact: stableHashOf(sorted.map((call) => call.result.exact)),
    masked: stableHashOf(sorted.map((call) => call.result.masked)),
    polling: sorted.some((call) => call.polling),
    tool: names.size === 1 ? (sorted[0]?.name ?? '') : '',
    lastResult,
  };
}

const isNoEvidence = (text: string): boolean => {
  const head = text.slice(0, 4000).trim();
  return head !== '' && (ruledOut(head) !== undefined || ruledOut(unwrapResult(head).message) !== undefined);
};

function roundCall({ call, result, media }: AnsweredCall, previous: Round | undefined, profile: AgentProfile): RoundCall {
  const { text } = result;
  const key = callKeyOf(call.name, call.arguments);
  const same = saysUnchanged(text) ? previous?.calls.find((each) => each.key === key) : undefined;
  const stable = withoutAdditions(text.slice(0, 16_384));
  const error = errorOf(call.name, stable, result.isError, profile);
  return {
    id: call.id,
    name: call.name,
    kind: call.kind,
    key,
    result: same?.result ?? resultKeyOf(text, media),
    shown: { call: call.arguments.slice(0, SHOWN), result: text.slice(0, SHOWN) },
    polling: isPolling(call.name, call.arguments, stable),
    telling:
      error !== '' || isExitReport(stable) || isGenericSuccess(stable)
        ? 'nothing'
        : stable.length >= TELLING && !saysNothingFound(stable)
          ? 'long'
          : 'short',
    error,
    target: pathOfCall(objectOf(call.arguments)),
  };
}

/** An unknown error in comparable words. What a program or a page reports is no error of the call. */
function errorOf(name: string, text: string, flag: boolean | undefined, profile: AgentProfile): string {
  if (text.length > 4000) return '';
  const unwrapped = unwrapResult(text);
  const failed =
    flag === true || (!unwrapped.success && unwrapped.wrapped !== undefined) || /^(?:\[?Error\b|ERROR\b|Failed to\b)/.test(text);
  if (!failed) return '';
  const roles = rolesOfTool(name, profile);
  if (unwrapped.wrapped !== 'harness' && roles.some((role) => role === 'shell' || role === 'code' || role === 'fetch')) return '';
  return isExitReport(text) ? '' : stableHashOf([name, maskQuoted(maskVolatile(unwrapped.message.slice(0, 600)))]);
}

/** Echoed values differ, the complaint does not. */
const maskQuoted = (text: string): string => text.replace(/(["'`])(?:(?!\1)[^\n]){1,200}\1/g, '"…"');

function objectOf(text: string): JsonObject | undefined {
  if (text.length > 65_536) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
