import type { FaultCategory } from '../fault/fault-pattern.ts';
import { HEALING_RULES } from './rules/index.ts';

/** Repairs of the argument text itself are no rules of the table: they act on what is no JSON yet. */
const OF_TEXT: readonly FaultCategory[] = ['INVALID_JSON_ARGUMENTS', 'PARAM_MISSING', 'PARAM_TYPE_MISMATCH'];

/** What a change by this rule was to prevent; an id that is no rule of the table is a repair of the text. */
export const healedAgainst = (rule: string): readonly FaultCategory[] => HEALING_RULES.find(({ id }) => id === rule)?.against ?? OF_TEXT;
