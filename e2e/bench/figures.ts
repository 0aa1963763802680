/** Value below which `share` of the sorted sample lies. */
export function quantile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (sample: readonly number[]): number => quantile(sample, 0.5);

/** One row of the report: what was measured, ours beside the bare pass-through, and the bar it has to pass. */
export interface Row {
  readonly what: string;
  readonly ours: number;
  readonly bare: number | undefined;
  readonly unit: string;
  /** What the bar judges (a ratio or a difference), the limit, and whether it holds. */
  readonly judged: number;
  readonly bar: string;
  readonly ok: boolean;
  readonly samples: readonly number[];
}

export const rounded = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    `${rounded(row.ours)} ${row.unit}`,
    row.bare === undefined ? '–' : `${rounded(row.bare)} ${row.unit}`,
    rounded(row.judged),
    row.bar,
    row.ok ? 'ok' : 'MISSED',
  ]);
  const all = [['measure', 'ours', 'bare', 'judged', 'bar', ''], ...cells];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}
