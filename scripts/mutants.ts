// npm run mutants -- [--checks] [--guard NAME] [--json OUT]
// Changes each decision of the guards, one at a time, and runs the guard's own tests: a change that no test notices is a survivor.
// --checks: only the ordered checks of admission, each replaced by "passes" (a part of npm test).
// Exit code 1: a survivor that is not listed as equivalent, or a listed one that is none any more.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { EQUIVALENT } from './mutants/equivalent.ts';
import { GUARDS, type Guard } from './mutants/guards.ts';
import { makeMutants, mutate, type Mutant } from './mutants/make-mutants.ts';

interface Job {
  readonly guard: Guard;
  readonly source: string;
  readonly mutant: Mutant;
}

const root = path.join(import.meta.dirname, '..');
const option = (name: string): string | undefined =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const checksOnly = process.argv.includes('--checks');
const wanted = option('--guard');
const jobs = GUARDS.filter((guard) => wanted === undefined || guard.name === wanted).flatMap((guard) =>
  guard.sources.flatMap((source) =>
    makeMutants(readFileSync(path.join(root, source), 'utf8'), source)
      .filter((mutant) => !checksOnly || mutant.isCheck)
      .map((mutant): Job => ({ guard, source, mutant })),
  ),
);
if (jobs.length === 0) throw new Error(`no guard is called ${wanted}; known: ${GUARDS.map((guard) => guard.name).join(', ')}`);

const places = Array.from({ length: Math.min(jobs.length, Math.max(1, cpus().length)) }, makePlace);
const survivors: Job[] = [];
const killed = new Map<string, number>();
process.on('exit', () => {
  for (const place of places) rmSync(place, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
for (const guard of new Set(jobs.map((job) => job.guard)))
  if (!(await testsPass(places[0] ?? '', guard))) throw new Error(`the tests of ${guard.name} fail without any mutant`);
const queue = [...jobs];
await Promise.all(places.map((place) => work(place)));
report();

/** A copy of what the tests read, where a mutant disturbs nobody. */
function makePlace(): string {
  const place = mkdtempSync(path.join(tmpdir(), 'signalbox-mutants-'));
  for (const part of ['electron/core', 'electron/gateway', 'shared', 'e2e/conformance/cases', 'package.json', 'tsconfig.json'])
    cpSync(path.join(root, part), path.join(place, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(place, 'node_modules'));
  writeFileSync(path.join(place, 'vitest.config.ts'), 'export default { test: { isolate: false, bail: 1 } };\n');
  return place;
}

async function work(place: string): Promise<void> {
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    const file = path.join(place, job.source);
    const original = readFileSync(path.join(root, job.source), 'utf8');
    writeFileSync(file, mutate(original, job.mutant));
    if (await testsPass(place, job.guard)) {
      survivors.push(job);
      if (!isListed(job)) console.log(`SURVIVED ${job.source}:${job.mutant.line} ${job.mutant.label}`);
    } else killed.set(job.guard.name, (killed.get(job.guard.name) ?? 0) + 1);
    writeFileSync(file, original);
  }
}

/** A run that takes longer than a minute hangs: that is noticed too. */
function testsPass(place: string, guard: Guard): Promise<boolean> {
  return new Promise((resolve) => {
    const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', ...guard.tests], { cwd: place, stdio: 'ignore', timeout: 60_000 });
    child.on('close', (code) => resolve(code === 0));
    child.on('error', () => resolve(false));
  });
}

function report(): void {
  const unlisted = survivors.filter((job) => !isListed(job));
  const run = new Set(jobs.map(nameOf));
  const stale = checksOnly
    ? []
    : EQUIVALENT.filter(
        (entry) =>
          jobs.some((job) => job.source === entry.source) &&
          !(run.has(`${entry.source} ${entry.label}`) && survivors.some((job) => isSame(job, entry))),
      );
  for (const guard of GUARDS) {
    const own = jobs.filter((job) => job.guard === guard);
    if (own.length === 0) continue;
    const equivalent = survivors.filter((job) => job.guard === guard && isListed(job)).length;
    console.log(`${guard.name}: ${own.length} mutants, ${killed.get(guard.name) ?? 0} killed, ${equivalent} equivalent`);
  }
  for (const entry of stale) console.log(`STALE    ${entry.source} ${entry.label}: it is killed or gone; take it off the list`);
  const faults = [
    ...unlisted.map((job) => `not noticed: ${nameOf(job)}`),
    ...stale.map(({ source, label }) => `stale: ${source} ${label}`),
  ];
  const failed = faults.length;
  const json = option('--json');
  if (json !== undefined) writeFileSync(json, JSON.stringify({ passed: jobs.length - unlisted.length, failed, faults }));
  console.log(`${jobs.length - unlisted.length} of ${jobs.length} mutants are noticed or equivalent`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function nameOf({ source, mutant }: Job): string {
  return `${source} ${mutant.label}`;
}

function isSame(job: Job, entry: { readonly source: string; readonly label: string }): boolean {
  return job.source === entry.source && job.mutant.label === entry.label;
}

function isListed(job: Job): boolean {
  return EQUIVALENT.some((entry) => isSame(job, entry));
}
