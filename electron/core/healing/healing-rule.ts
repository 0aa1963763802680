import type { Fix } from '../../../shared/approval.ts';
import type { JsonObject } from '../../../shared/json.ts';
import type { FaultCategory } from '../fault/fault-pattern.ts';
import type { AgentProfile } from '../agent/agent-profile.ts';
import type { JsonSpan } from '../text/json-spans.ts';
import type { ArgumentIssue } from '../turn/check-arguments.ts';
import type { ToolCatalog } from '../turn/tool-catalog.ts';
import type { AdvertisedTool, TurnRequest } from '../turn/turn.ts';

/** `safe` rules act at once, `review` rules ask (contract 2.5.4); `healing.<rule>` changes that. */
export type RuleSafety = 'safe' | 'review';

/** A native call while it is healed. `arguments` is strict JSON of one object, `root` says where each value stands in it. */
export interface HealingCall {
  readonly name: string;
  readonly arguments: string;
  readonly value: JsonObject;
  readonly root: JsonSpan;
  /** The tool that it names; undefined when none of this name is offered. */
  readonly tool: AdvertisedTool | undefined;
  /** What the tool's schema finds wrong. Empty: valid. */
  readonly issues: readonly ArgumentIssue[];
}

/** What a rule may look at beside the call. */
export interface HealingContext {
  readonly request: TurnRequest;
  readonly profile: AgentProfile;
  readonly catalog: ToolCatalog;
}

/** What a rule proposes. `name` where another tool is meant. Only the bytes of what it lists may differ (contract 2.4). */
export interface Healed {
  readonly name?: string | undefined;
  readonly arguments: string;
  readonly fixes: readonly Fix[];
}

/**
 * One healing rule as data and code (product row 12): a file in `rules/` and a line in its index. Pure, linear, never throws on what the model
 * wrote. What it gives back must be a fixed point: the same rule finds nothing more to do there.
 */
export interface HealingRule {
  readonly id: string;
  readonly safety: RuleSafety;
  /** Set to `on` it asks all the same: what it proposes is never done without a person. */
  readonly alwaysAsks?: true | undefined;
  /** Faults that its change is to prevent: a healed call that fails by one of these was not healed; by another one, it has nothing to do with it. */
  readonly against: readonly FaultCategory[];
  readonly title: string;
  /** When it acts and what it never does, in plain words: shown beside its switch. */
  readonly description: string;
  /** Sample arguments before and after, for the console. */
  readonly before: string;
  readonly after: string;
  /**
   * `mismatch`: only while the schema is broken or the tool unknown, and only if fewer issues are left. `content`: also for a call that satisfies
   * its schema, where the tool itself is known to refuse the value.
   */
  readonly acts: 'mismatch' | 'content';
  /** It gives the call another name: not where tools are offered whose names are not all known here (contract 2.5.0). */
  readonly renames?: true | undefined;
  /** `content` rules only: whether it could ever act on calls of this tool. A cheap look, so that other calls cost nothing. */
  concerns?(tool: AdvertisedTool, context: HealingContext): boolean;
  heal(call: HealingCall, context: HealingContext): Healed | undefined;
}
