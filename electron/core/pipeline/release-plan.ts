import type { Span } from '../../../shared/approval.ts';
import type { FinishReason } from '../../../shared/vocabulary.ts';
import type { AdvertisedTool, NewCall } from '../turn/turn.ts';
import type { ReplyReader } from './reply-reader.ts';

/** How withheld frames leave, once a reply is decided. What is not named leaves as it came. */
export interface ReleasePlan {
  /** Per choice the parts of its text that leave; absent: all of it. */
  readonly keep: ReadonlyMap<number, readonly Span[]>;
  /** Native calls that do not leave. */
  readonly drop: ReadonlySet<string>;
  /** Calls written in the place of a native one (its key is also in `drop`). */
  readonly replace: ReadonlyMap<string, readonly NewCall[]>;
  /** Recovered calls per choice: written behind its text, before its finish. */
  readonly insert: ReadonlyMap<number, readonly NewCall[]>;
  /** Corrected finish reasons per choice (contract 2.4). */
  readonly finish: ReadonlyMap<number, FinishReason>;
}

export const asItCame: ReleasePlan = { keep: new Map(), drop: new Set(), replace: new Map(), insert: new Map(), finish: new Map() };

/** A plan that changes some of the parts. */
export const planWith = (parts: Partial<ReleasePlan>): ReleasePlan => ({ ...asItCame, ...parts });

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
