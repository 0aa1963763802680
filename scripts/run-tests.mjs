// npm test: every runner in order, one honest closing line. Exit code 1 when anything failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runVitest } from './run-vitest.mjs';

const root = path.join(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(tmpdir(), 'signalbox-tests-'));
const vitestReport = path.join(reports, 'vitest.json');
const playwrightReport = path.join(reports, 'playwright.json');
const conformanceReport = path.join(reports, 'conformance.json');
const mutantsReport = path.join(reports, 'mutants.json');

/** Steps that count as one test each, and runners that count their own. */
const steps = [
  { name: 'format', command: ['npm', 'run', '-s', 'format:check'] },
  { name: 'lint', command: ['npm', 'run', '-s', 'lint'] },
  { name: 'types', command: ['npm', 'run', '-s', 'typecheck'] },
  { name: 'boundaries', command: ['npm', 'run', '-s', 'boundaries'] },
  { name: 'dead code', command: ['npm', 'run', '-s', 'deadcode'] },
  { name: 'build', command: ['npm', 'run', '-s', 'build'] },
  { name: 'unit', vitest: [] },
  {
    name: 'mutants of the admission checks',
    command: ['node', 'scripts/mutants.ts', '--checks', '--json', mutantsReport],
    count: () => countReport(mutantsReport),
  },
  { name: 'official clients', vitest: ['-c', 'vitest.e2e.config.ts'] },
  {
    name: 'conformance',
    command: ['node', 'e2e/conformance/check.mjs', '--json', conformanceReport],
    count: () => countReport(conformanceReport),
  },
  { name: 'browser', command: ['node', 'scripts/ensure-browser.mjs'] },
  {
    name: 'end to end',
    command: ['npx', 'playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    count: countPlaywright,
  },
];

const total = { passed: 0, failed: 0, skipped: 0 };
/** What did not pass, told again at the end: the end of a long log is what one reads first. */
const faults = [];
for (const step of steps) {
  console.log(`\n== ${step.name}`);
  const counted =
    step.vitest === undefined ? await runCounted(step) : await runVitest({ args: step.vitest, cwd: root, report: vitestReport });
  faults.push(...(counted.faults ?? []).map((fault) => `${step.name}: ${fault}`));
  for (const key of ['passed', 'failed', 'skipped']) total[key] += counted[key];
  console.log(
    `${step.name}: ${counted.passed} passed, ${counted.failed} failed${counted.skipped > 0 ? `, ${counted.skipped} skipped` : ''}`,
  );
}
rmSync(reports, { recursive: true, force: true });
if (faults.length > 0) console.log(`\n== what did not pass at once\n${faults.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed === 0 ? 0 : 1);

function run({ command: [program, ...args], env }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
    child.on('close', (code) => resolve(code ?? 1));
    child.on('error', (error) => {
      console.log(error.message);
      resolve(1);
    });
  });
}

async function runCounted(step) {
  const code = await run(step);
  const ended = `ended with ${code}`;
  if (step.count === undefined)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, faults: code === 0 ? [] : [ended] };
  const counted = step.count();
  // A runner that failed without saying which test did counts one failure.
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1, faults: [...(counted.faults ?? []), ended] } : counted;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function countPlaywright() {
  const report = read(playwrightReport);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { stats } = report;
  if (stats.flaky > 0) console.log(`${stats.flaky} of them flaky: they passed at the second try`);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    faults: report.suites.flatMap(faultsOfSuite),
  };
}

function faultsOfSuite({ suites = [], specs = [] }) {
  const failed = specs.filter((spec) => !spec.ok).map((spec) => `${spec.file}:${spec.line} · ${spec.title}`);
  return [...failed, ...suites.flatMap(faultsOfSuite)];
}

/** A report that says itself how many passed and failed. */
function countReport(file) {
  const report = read(file);
  return report === undefined ? { passed: 0, failed: 1, skipped: 0 } : { ...report, skipped: 0 };
}
