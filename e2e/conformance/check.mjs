#!/usr/bin/env node
// node check.mjs [--json OUT] [--suite LIST] [--guises N] : plays the cases against the built product of this checkout and holds the figures to their bars.
// Each bar is one test. The bars are those of the product's own numbers; a figure may only get better.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { BARS } from './bars.mjs';

const option = (name, fallback) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : fallback);
const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const suites = option('--suite', Object.keys(BARS).join(','));
const guises = option('--guises', '2');

const results = [];
const check = (name, pass, note) => {
  results.push({ name, pass });
  console.log(`${pass ? 'pass' : 'FAIL'}  ${name}${pass ? '' : `  — ${note}`}`);
};

const contract = await output(['contract.mjs', '--target', `product:${root}`]);
for (const [, state, name, note] of contract.matchAll(/^(pass|FAIL) {2}(.+?)(?: {2}— (.*))?$/gm))
  check(`interfaces: ${name}`, state === 'pass', note);
if (results.length === 0) check('interfaces', false, contract.slice(-400));

const text = await output([
  'run.mjs',
  '--target',
  `product:${root}`,
  '--suite',
  suites,
  '--guises',
  guises,
  '--concurrency',
  '12',
  '--no-families',
]);
console.log(text);
const figures = figuresOf(text);
for (const suite of suites.split(',')) {
  for (const [figure, bar] of Object.entries(BARS[suite])) {
    const value = figures[suite]?.[figure];
    const pass = value !== undefined && (bar.most === undefined ? value >= bar.least : value <= bar.most);
    check(`${suite}: ${figure} ${bar.most === undefined ? `≥ ${bar.least}` : `≤ ${bar.most}`}`, pass, `is ${value}`);
  }
}

const passed = results.filter((result) => result.pass).length;
const json = option('--json', undefined);
const faults = results.filter((result) => !result.pass).map((result) => result.name);
if (json !== undefined) writeFileSync(json, JSON.stringify({ passed, failed: faults.length, faults }));
console.log(`${passed} of ${results.length} conformance checks pass`);
process.exit(passed === results.length ? 0 : 1);

/** Lines of the form `leaks: okPct 99.8 · unsafeCases 0 · …`. */
function figuresOf(report) {
  const found = {};
  for (const [, suite, list] of report.matchAll(/^(\w+): (okPct .+)$/gm)) {
    found[suite] = Object.fromEntries(
      list.split(' · ').map((pair) => [pair.slice(0, pair.lastIndexOf(' ')), Number(pair.slice(pair.lastIndexOf(' ') + 1))]),
    );
  }
  return found;
}

function output(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: here, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.on('close', () => resolve(text));
  });
}
