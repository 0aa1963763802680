/** See `run-vitest.mjs`. */
export function runVitest(how: {
  readonly args: readonly string[];
  readonly cwd: string;
  /** A file that may be written. */
  readonly report: string;
  readonly stdio?: 'inherit' | 'ignore';
}): Promise<{ readonly passed: number; readonly failed: number; readonly skipped: number; readonly faults: readonly string[] }>;
