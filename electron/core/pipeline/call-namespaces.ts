import type { AdvertisedTool, NewCall } from '../turn/turn.ts';
import type { ReleasePlan } from './release-plan.ts';
import type { ReplyReader } from './reply-reader.ts';

/**
 * The calls of a plan with the namespace of their tools (contract 2.5.0: a call that is written anew must find its tool): as the native call that it
 * replaces said it, else as the tool is advertised.
 */
export function withNamespaces(plan: ReleasePlan, reader: ReplyReader, tools: readonly AdvertisedTool[]): ReleasePlan {
  if (plan.insert.size === 0 && plan.replace.size === 0) return plan;
  const advertised = new Map<string, string>();
  for (const { name, namespace } of tools) if (namespace !== undefined) advertised.set(name, namespace);
  const placed = (call: NewCall, native?: string): NewCall => {
    const namespace = call.namespace ?? native ?? advertised.get(call.name);
    return namespace === undefined ? call : { ...call, namespace };
  };
  return {
    ...plan,
    insert: new Map([...plan.insert].map(([choice, calls]) => [choice, calls.map((call) => placed(call))])),
    replace: new Map(
      [...plan.replace].map(([key, calls]) => [key, calls.map((call) => placed(call, reader.state.calls.get(key)?.namespace))]),
    ),
  };
}
