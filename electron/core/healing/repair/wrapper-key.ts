import { isJsonObject } from '../../../../shared/json.ts';
import { memberOf, rawOf } from '../../text/json-spans.ts';
import { healingCall } from '../healing-call.ts';
import type { Healed, HealingCall, HealingContext } from '../healing-rule.ts';
import { propertyOf } from '../schema-parts.ts';
import { fixOf } from './fix.ts';
import { readArguments } from './read-arguments.ts';

const WRAPPERS: readonly string[] = ['arguments', 'parameters', 'input'];

/**
 * One undeclared wrapper key around the arguments, or the call's own name beside it (contract 2.5.2). The inner object keeps its bytes. Only
 * where the call breaks its schema as it stands and satisfies it without the wrapper; a declared `arguments` is no wrapper.
 */
export function unwrapArguments(call: HealingCall, context: HealingContext): Healed | undefined {
  if (call.issues.length === 0) return undefined;
  const key = wrapperOf(call);
  const member = key === undefined ? undefined : memberOf(call.root, key);
  if (key === undefined || member === undefined || propertyOf(call.tool, key) !== undefined) return undefined;
  const inner = objectIn(rawOf(call.arguments, member.value));
  const unwrapped = inner === undefined ? undefined : healingCall(call.name, inner, context);
  if (inner === undefined || unwrapped === undefined || unwrapped.issues.some((issue) => issue.kind === 'missing')) return undefined;
  return { arguments: inner, fixes: [fixOf('wrapper-key', `/${key}`, call.arguments, inner)] };
}

function wrapperOf(call: HealingCall): string | undefined {
  const keys = call.root.members.map((member) => member.key);
  const key = keys.find((name) => WRAPPERS.includes(name));
  if (keys.length === 1) return key;
  const named = keys.length === 2 && call.value['name'] === call.name && propertyOf(call.tool, 'name') === undefined;
  return named ? key : undefined;
}

/** The wrapped object, or the one that its string holds. */
function objectIn(raw: string): string | undefined {
  const read = readArguments(raw, true);
  if (read.type !== 'object' || read.loose) return undefined;
  return isJsonObject(JSON.parse(read.text)) ? read.text : undefined;
}
