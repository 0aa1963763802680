import type { SqlValue } from './sqlite.ts';

/** A WHERE clause over `entries e`, with its values in order. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? { sql: '1', values: [] }
    : { sql: conditions.map((each) => `(${each.sql})`).join(' AND '), values: conditions.flatMap((each) => each.values) };
