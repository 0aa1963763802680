// npm test: every runner in order, one honest closing line. Exit code 1 when anything failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(tmpdir(), 'signalbox-tests-'));
const vitestReport = path.join(reports, 'vitest.json');
const clientsReport = path.join(reports, 'clients.json');
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
  {
    name: 'unit',
    command: ['npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${vitestReport}`],
    count: () => countVitest(vitestReport),
  },
  {
    name: 'mutants of the admission checks',
    command: ['node', 'scripts/mutants.ts', '--checks', '--json', mutantsReport],
    count: () => countReport(mutantsReport),
  },
  {
    name: 'official clients',
    command: [
      'npx',
      'vitest',
      'run',
      '-c',
      'vitest.e2e.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${clientsReport}`,
    ],
    count: () => countVitest(clientsReport),
  },
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
  const code = await run(step);
  const counted =
    step.count === undefined ? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 } : withExit(step.count(), code);
  if (code !== 0 || counted.failed > 0) faults.push(`${step.name} ended with ${code}`, ...(counted.faults ?? []));
  for (const key of ['passed', 'failed', 'skipped']) total[key] += counted[key];
  console.log(
    `${step.name}: ${counted.passed} passed, ${counted.failed} failed${counted.skipped > 0 ? `, ${counted.skipped} skipped` : ''}`,
  );
}
rmSync(reports, { recursive: true, force: true });
if (faults.length > 0) console.log(`\n== what did not pass\n${faults.join('\n')}`);
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

/** A runner that failed without saying which test did counts one failure. */
function withExit(counted, code) {
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function countVitest(file) {
  const report = read(file);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numFailedTestSuites - suitesWithFailedTests(report),
    skipped: report.numPendingTests,
    faults: report.testResults.flatMap(faultsOfFile),
  };
}

/** A file that could not be loaded or was left in the middle of a test says so itself. */
function faultsOfFile({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  const tests = assertionResults.filter((test) => !['passed', 'skipped', 'todo'].includes(test.status));
  const told = tests.map((test) => `  ${file}: ${test.fullName} · ${test.status} · ${firstLine(test.failureMessages?.[0])}`);
  return told.length === 0 && status === 'failed' ? [`  ${file} · ${firstLine(message)}`] : told;
}

const firstLine = (text = '') => text.split('\n')[0].slice(0, 300);

/** Suites that failed although none of their tests did: they could not be loaded. */
function suitesWithFailedTests(report) {
  return report.testResults.length === 0
    ? 0
    : report.numFailedTestSuites -
        report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
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
  const failed = specs.filter((spec) => !spec.ok).map((spec) => `  ${spec.file}:${spec.line} · ${spec.title}`);
  return [...failed, ...suites.flatMap(faultsOfSuite)];
}

/** A report that says itself how many passed and failed. */
function countReport(file) {
  const report = read(file);
  return report === undefined
    ? { passed: 0, failed: 1, skipped: 0 }
    : { ...report, skipped: 0, faults: report.faults?.map((fault) => `  ${fault}`) };
}
