import { describe, expect, test } from 'vitest';
import { genericAgent } from '../agent/profiles/index.ts';
import { type Classification, classifyFault } from '../fault/classify-fault.ts';
import type { FaultPattern } from '../fault/fault-pattern.ts';

/** A tool, what it was called with, and what it answered. */
export type FaultCase = readonly [tool: string, args: unknown, text: string];

export interface FaultTable {
  readonly valid: readonly FaultCase[];
  /** Near misses: another pattern or none. */
  readonly invalid: readonly FaultCase[];
}

/** Classifies one case without flag, schema or known agent: the least that a gateway ever knows. */
export function classified([tool, args, text]: FaultCase, flag?: boolean): Classification {
  const argumentsText = typeof args === 'string' ? args : JSON.stringify(args);
  return classifyFault({ text, flag, tool, argumentsText, schema: undefined }, { profile: genericAgent, advertised: new Set() });
}

export const patternIn = (classification: Classification): string =>
  classification.type === 'fault' ? classification.pattern.id : classification.kind;

/** Runs a table in both directions; a flag may only help. */
export function faultTable(pattern: FaultPattern, { valid, invalid }: FaultTable): void {
  describe(pattern.id, () => {
    test.each(valid)('%s %j: %s', (...each) => {
      expect(patternIn(classified(each))).toBe(pattern.id);
      expect(patternIn(classified(each, true))).toBe(pattern.id);
    });
    test.each(invalid)('not %s %j: %s', (...each) => {
      expect(patternIn(classified(each))).not.toBe(pattern.id);
      expect(patternIn(classified(each, true))).not.toBe(pattern.id);
    });
  });
}
