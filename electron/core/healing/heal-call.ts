import type { Fix } from '../../../shared/approval.ts';
import type { Settings } from '../../../shared/settings.ts';
import { own } from '../../../shared/json.ts';
import { healingCall } from './healing-call.ts';
import type { HealingCall, HealingContext, HealingRule } from './healing-rule.ts';

/** What an operator can set for a rule: act at once, ask, leave alone. */
export type HealingSwitch = 'on' | 'ask' | 'off';

/** What its switch depends on. `unlessSet`: another default than its safety gives. */
export type SwitchedRule = Pick<HealingRule, 'id' | 'safety' | 'alwaysAsks'> & { readonly unlessSet?: HealingSwitch | undefined };

/** The effective switch of a rule: `healing.<rule>`, else by its safety (interfaces 4.4). */
export function healingSwitch(rule: SwitchedRule, settings: Pick<Settings, 'healing'>): HealingSwitch {
  const chosen = own(settings.healing, rule.id);
  if (chosen === 'on' && rule.alwaysAsks === true) return 'ask';
  if (chosen === 'on' || chosen === 'ask' || chosen === 'off') return chosen;
  return rule.unlessSet ?? (rule.safety === 'safe' ? 'on' : 'ask');
}

/** What one rule did to a call: each that acted has its own receipt. `before` and `after` are argument texts. */
export interface HealStep {
  readonly rule: string;
  readonly before: string;
  readonly after: string;
  readonly fixes: readonly Fix[];
}

/** A call after the rules, and what each of them did, in order. */
export interface HealedCall {
  readonly call: HealingCall;
  readonly steps: readonly HealStep[];
}

/** All fixes of these steps, in order. */
export const fixesOf = (steps: readonly HealStep[]): readonly Fix[] => steps.flatMap(({ fixes }) => fixes);

/** Every rule can need another one's result, none needs itself: more rounds than rules would be a bug. */
const MOST_ROUNDS = 40;

/**
 * Applies the rules until none finds more to do. A change is kept only if it leaves no more issues than before, and a `mismatch` rule's only if it
 * leaves fewer: no rule makes a call worse. The result is a fixed point.
 */
export function healCall(call: HealingCall, rules: readonly HealingRule[], context: HealingContext): HealedCall {
  let now = call;
  const steps: HealStep[] = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = firstStep(now, rules, context);
    if (next === undefined) break;
    now = next.call;
    const last = steps.at(-1);
    // A rule that needs several rounds (one parameter each) has one receipt.
    if (last?.rule === next.step.rule)
      steps[steps.length - 1] = { ...last, after: next.step.after, fixes: [...last.fixes, ...next.step.fixes] };
    else steps.push(next.step);
  }
  return { call: now, steps };
}

interface Round {
  readonly call: HealingCall;
  readonly step: HealStep;
}

function firstStep(call: HealingCall, rules: readonly HealingRule[], context: HealingContext): Round | undefined {
  for (const rule of rules) {
    if (!mayAct(rule, call, context)) continue;
    const healed = rule.heal(call, context);
    if (healed === undefined) continue;
    const name = healed.name ?? call.name;
    if (name === call.name && healed.arguments === call.arguments) continue;
    const next = healingCall(name, healed.arguments, context);
    if (next === undefined || !isBetter(call, next, rule)) continue;
    return { call: next, step: { rule: rule.id, before: call.arguments, after: next.arguments, fixes: healed.fixes } };
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
