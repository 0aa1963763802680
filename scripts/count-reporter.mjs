// A reporter of vitest: what passed, what did not and why, and which files were left because their process died. Writes JSON to the file
// that SIGNALBOX_TEST_REPORT names.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const report = {
      passed: 0,
      skipped: 0,
      faults: [],
      left: [],
      errors: errors.map((error) => firstLine(error.cause?.message ?? error.message)),
    };
    for (const module of modules) count(module, report);
    writeFileSync(process.env.SIGNALBOX_TEST_REPORT, JSON.stringify(report));
  }
}

function count(module, report) {
  const file = path.relative(process.cwd(), module.moduleId);
  const left = [];
  let passed = 0;
  // A file that can not be loaded, a hook that fails: tests of theirs are skipped.
  for (const place of [module, ...module.children.allSuites()])
    for (const error of place.errors()) report.faults.push(`${file} · ${firstLine(error.message)}`);
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'passed') passed += 1;
    else if (state === 'skipped') report.skipped += 1;
    else if (state === 'failed') report.faults.push(`${file}: ${test.fullName} · ${firstLine(errors?.[0]?.message)}`);
    else left.push(test.fullName);
  }
  report.passed += passed;
  if (left.length > 0) report.left.push({ file, at: left[0], tests: left.length, passed });
}

const firstLine = (text = '') => text.split('\n')[0].slice(0, 300);
