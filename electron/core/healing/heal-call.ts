import type { Fix } from '../../../shared/approval.ts';
import type { Settings } from '../../../shared/settings.ts';
import { own } from '../../../shared/json.ts';
import { healingCall } from './healing-call.ts';
import type { HealingCall, HealingContext, HealingRule } from './healing-rule.ts';

/** What an operator can set for a rule: act at once, ask, leave alone. */
export type HealingSwitch = 'on' | 'ask' | 'off';

/** What its switch depends on. `unlessSet`: another default than its safety gives. */
export type SwitchedRule = Pick<HealingRule, 'id' | 'safety'> & { readonly unlessSet?: HealingSwitch | undefined };

/** The effective switch of a rule: `healing.<rule>`, else by its safety (interfaces 4.4). */
export function healingSwitch(rule: SwitchedRule, settings: Pick<Settings, 'healing'>): HealingSwitch {
  const chosen = own(settings.healing, rule.id);
  if (chosen === 'on' || chosen === 'ask' || chosen === 'off') return chosen;
  return rule.unlessSet ?? (rule.safety === 'safe' ? 'on' : 'ask');
}

/** A call after the rules: what changed, and which rules did it, in order. */
export interface HealedCall {
  readonly call: HealingCall;
  readonly rules: readonly string[];
  readonly fixes: readonly Fix[];
}

/** Every rule can need another one's result, none needs itself: more rounds than rules would be a bug. */
const MOST_ROUNDS = 40;

/**
 * Applies the rules until none finds more to do. A change is kept only if it leaves no more issues than before, and a `mismatch` rule's only if it
 * leaves fewer: no rule makes a call worse. The result is a fixed point.
 */
export function healCall(call: HealingCall, rules: readonly HealingRule[], context: HealingContext): HealedCall {
  let now = call;
  const acted: string[] = [];
  const fixes: Fix[] = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const step = firstStep(now, rules, context);
    if (step === undefined) break;
    now = step.call;
    if (!acted.includes(step.rule)) acted.push(step.rule);
    fixes.push(...step.fixes);
  }
  return { call: now, rules: acted, fixes };
}

interface Step {
  readonly call: HealingCall;
  readonly rule: string;
  readonly fixes: readonly Fix[];
}

function firstStep(call: HealingCall, rules: readonly HealingRule[], context: HealingContext): Step | undefined {
  for (const rule of rules) {
    if (!mayAct(rule, call, context)) continue;
    const healed = rule.heal(call, context);
    if (healed === undefined) continue;
    const name = healed.name ?? call.name;
    if (name === call.name && healed.arguments === call.arguments) continue;
    const next = healingCall(name, healed.arguments, context);
    if (next !== undefined && isBetter(call, next, rule)) return { call: next, rule: rule.id, fixes: healed.fixes };
  }
  return undefined;
}

function mayAct(rule: HealingRule, call: HealingCall, context: HealingContext): boolean {
  if (rule.acts === 'mismatch') return call.issues.length > 0 || call.tool === undefined;
  return call.tool !== undefined && (rule.concerns?.(call.tool, context) ?? true);
}

function isBetter(before: HealingCall, after: HealingCall, rule: HealingRule): boolean {
  if (before.tool === undefined) return after.tool !== undefined;
  if (after.tool === undefined) return false;
  return rule.acts === 'mismatch' ? after.issues.length < before.issues.length : after.issues.length <= before.issues.length;
}
