import type { FaultCategory } from '../fault/fault-pattern.ts';

/** Faults by which a recovered call shows that it was read wrongly: its way of being called, its name, its arguments. */
export const RECOVERED_AGAINST: readonly FaultCategory[] = [
  'INVALID_TOOL_PROTOCOL',
  'UNKNOWN_TOOL',
  'INVALID_JSON_ARGUMENTS',
  'PARAM_MISSING',
  'PARAM_TYPE_MISMATCH',
];
