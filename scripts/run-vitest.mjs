// Runs vitest and counts honestly: what passed, what failed, what was left because the process of its file died.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const reporter = path.join(import.meta.dirname, 'count-reporter.mjs');

/**
 * A process that died in the middle of a file (a signal, the machine) failed no test, but left tests that did not run: its file is run
 * once more, and that is said. A test that fails fails.
 *
 * @param {{ args: readonly string[], cwd: string, report: string, stdio?: 'inherit' | 'ignore' }} how `report`: a file that may be written
 * @returns {Promise<{ passed: number, failed: number, skipped: number, faults: string[] }>}
 */
export async function runVitest(how) {
  const first = await once(how, []);
  if (first === undefined) return { passed: 0, failed: 1, skipped: 0, faults: ['no report: vitest itself failed'] };
  const died = first.errors.filter((error) => error.startsWith('Worker exited unexpectedly'));
  if (first.left.length === 0 || died.length !== first.left.length || died.length !== first.errors.length) return verdictOf([first]);
  const again = first.left.map(({ file, at }, n) => `${file} was run again: its process died in "${at}" · ${died[n]}`);
  for (const line of again) console.log(line);
  const files = first.left.map(({ file }) => file);
  const second = await once(how, files);
  if (second === undefined) return verdictOf([first]);
  const before = first.left.reduce((sum, { passed }) => sum + passed, 0);
  const { faults, ...counts } = verdictOf([{ ...first, passed: first.passed - before, left: [], errors: [], code: 0 }, second]);
  return { ...counts, faults: [...faults, ...again] };
}

function verdictOf(runs) {
  const faults = runs.flatMap((run) => [
    ...run.faults,
    ...run.left.map(({ file, at, tests }) => `${file}: ${tests} tests did not end, from "${at}" on`),
    ...run.errors.map((error) => `outside of any test · ${error}`),
  ]);
  const sum = (of) => runs.reduce((total, run) => total + of(run), 0);
  const failed = sum((run) => run.faults.length + run.left.reduce((total, { tests }) => total + tests, 0));
  const silent = failed === 0 && runs.some((run) => run.code !== 0 || run.errors.length > 0);
  if (silent && faults.length === 0) faults.push('vitest ended with an error that no test explains');
  return { passed: sum((run) => run.passed), failed: silent ? 1 : failed, skipped: sum((run) => run.skipped), faults };
}

/** Undefined: there is no report. */
async function once({ args, cwd, report, stdio = 'inherit' }, files) {
  rmSync(report, { force: true });
  const code = await new Promise((resolve) => {
    const child = spawn('npx', ['vitest', 'run', ...args, ...files, '--reporter=default', `--reporter=${reporter}`], {
      cwd,
      stdio: ['ignore', stdio, stdio],
      env: { ...process.env, SIGNALBOX_TEST_REPORT: report },
    });
    child.on('close', (ended) => resolve(ended ?? 1));
    child.on('error', () => resolve(1));
  });
  try {
    return { ...JSON.parse(readFileSync(report, 'utf8')), code };
  } catch {
    return undefined;
  }
}
