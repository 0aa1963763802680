import type { FaultCategory } from '../fault/fault-pattern.ts';
import { HEALING_RULES } from './rules/index.ts';

/** Repairs of the argument text itself are no rules of the table: they act on what is no JSON yet. */
const OF_TEXT: readonly FaultCategory[] = ['INVALID_JSON_ARGUMENTS', 'PARAM_MISSING', 'PARAM_TYPE_MISMATCH'];

/** What a change by these rules was to prevent; ids that are no rules of the table are repairs of the text. */
export function healedAgainst(rules: readonly string[]): readonly FaultCategory[] {
  return [...new Set(rules.flatMap((id) => HEALING_RULES.find((rule) => rule.id === id)?.against ?? OF_TEXT))];
}
