#!/usr/bin/env node
// node run.mjs --suite field|leaks|args|errors|loops|dangling|bench|healthy|all[,…] --target direct|product:DIR|url:http://… [options]
// See README.md for all options. Prints totals per suite and family, the worst failures, and the figures on the last line.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startUpstream } from './upstream.mjs';
import { openTarget } from './product.mjs';
import { startOperator, readJournal, journalIndex } from './operator.mjs';
import { build, guiseName, SUITES } from './build-exchange.mjs';
import { runExchange } from './exchange.mjs';
import { judge, CLASSES } from './judge.mjs';
import { figures, byFamily } from './metrics.mjs';
import { closeClients } from './client.mjs';
import { DIALECTS, setModel } from './dialects.mjs';
import { dispatched } from './decode.mjs';
import { readJsonl, pool, argsEqual, clip } from './util.mjs';

const FILES = {
  field: ['field.jsonl', 'field-more.jsonl', 'field-mix.jsonl'],
  leaks: [
    'leaks-a.jsonl',
    'leaks-b.jsonl',
    'leaks-c.jsonl',
    'leaks-new.jsonl',
    'leaks-adversary.jsonl',
    'leaks-shown.jsonl',
    'leaks-facts.jsonl',
  ],
  args: ['args.jsonl', 'args-more.jsonl', 'args-shapes.jsonl', 'args-edges.jsonl'],
  errors: ['errors.jsonl', 'errors-more.jsonl'],
  loops: ['loops.jsonl', 'loops-more.jsonl'],
  dangling: ['dangling.jsonl', 'dangling-more.jsonl'],
  bench: ['bench117.jsonl'],
  healthy: ['healthy.jsonl'],
};

export function parseArgs(argv) {
  const o = {
    suite: 'all',
    target: 'direct',
    dialect: 'all',
    guises: 3,
    seed: 1,
    concurrency: 24,
    filter: null,
    json: null,
    casesDir: process.env.CASES ?? fileURLToPath(new URL('./cases', import.meta.url)),
    cases: {},
    settings: [],
    headers: {},
    idIn: [],
    mode: 'headless',
    journal: true,
    overrides: true,
    worst: 20,
    flushMs: 1,
    timeoutMs: 20000,
    upstreamPort: 0,
    quiet: false,
    families: true,
  };
  for (let i = 0; i < argv.length; i++) {
    const a = argv[i];
    const v = () => argv[++i];
    if (a === '--suite') o.suite = v();
    else if (a === '--cases') {
      // FILE or SUITE=FILE, or a folder
      while (argv[i + 1] && !argv[i + 1].startsWith('--')) {
        const c = v();
        const m = /^(\w+)=(.+)$/.exec(c);
        if (m) (o.cases[m[1]] ??= []).push(m[2]);
        else if (fs.statSync(c).isDirectory()) o.casesDir = c;
        else (o.cases[guessSuite(c)] ??= []).push(c);
      }
    } else if (a === '--target') o.target = v();
    else if (a === '--dialect') o.dialect = v();
    else if (a === '--guises') o.guises = Number(v());
    else if (a === '--seed') o.seed = Number(v());
    else if (a === '--concurrency') o.concurrency = Number(v());
    else if (a === '--filter') o.filter = new RegExp(v(), 'i');
    else if (a === '--json') o.json = v();
    else if (a === '--set') o.settings.push(v());
    else if (a === '--id-in') o.idIn = v().split(',');
    else if (a === '--operator') o.mode = 'operator';
    else if (a === '--header') {
      const [k, ...rest] = v().split('=');
      o.headers[k] = rest.join('=');
    } else if (a === '--no-journal') o.journal = false;
    else if (a === '--no-overrides') o.overrides = false;
    else if (a === '--no-families') o.families = false;
    else if (a === '--worst') o.worst = Number(v());
    else if (a === '--flush-ms') o.flushMs = Number(v());
    else if (a === '--timeout-ms') o.timeoutMs = Number(v());
    else if (a === '--upstream-port') o.upstreamPort = Number(v());
    else if (a === '--model') setModel(v());
    else if (a === '--model-map') {
      // REGEX=MODEL,… by family; the last one without REGEX is the default
      const rules = v()
        .split(',')
        .map((x) => x.split('='))
        .map((x) => (x.length === 2 ? [new RegExp(x[0], 'i'), x[1]] : [/^/, x[0]]));
      o.modelOf = (family) => rules.find(([re]) => re.test(family))?.[1] ?? 'm';
    } else if (a === '--streaming') o.streaming = { yes: [true], no: [false], both: [true, false] }[v()];
    else if (a === '--quiet') o.quiet = true;
    else if (a === '--help') o.help = true;
    else throw new Error(`unknown option ${a}`);
  }
  o.suites = o.suite === 'all' ? SUITES : o.suite.split(',');
  const bad = o.suites.find((s) => !SUITES.includes(s));
  if (bad) throw new Error(`unknown suite "${bad}"; known: ${SUITES.join(', ')}, all`);
  o.dialects = o.dialect === 'all' ? DIALECTS : o.dialect.split(',');
  return o;
}
function guessSuite(file) {
  const s = SUITES.find((x) => file.split('/').pop().startsWith(x));
  if (!s) throw new Error(`--cases ${file}: name the suite (SUITE=FILE)`);
  return s;
}

export function loadSuite(o, suite) {
  const files = o.cases[suite] ?? FILES[suite].map((f) => `${o.casesDir}/${f}`).filter((f) => fs.existsSync(f));
  return { files, rows: files.flatMap(readJsonl) };
}

/** Runs the suites against a target that is open already; → {suite: {files, rows, figures}} */
export async function runSuites(o, target, up, say = () => {}) {
  const out = {};
  for (const suite of o.suites) {
    const { files, rows } = loadSuite(o, suite);
    if (!rows.length) {
      out[suite] = { files, rows: [], figures: null };
      continue;
    }
    const exchanges = build(suite, rows, o);
    const operator = o.mode === 'operator' && target.kind === 'product' ? startOperator(target) : null;
    await operator?.ready; // from here on a console is connected
    const t0 = performance.now();
    const played = await pool(exchanges, o.concurrency, async (ex) => {
      operator?.watch(ex.id, ex);
      const steps = await runExchange(ex, target, up, o);
      operator?.unwatch(ex.id);
      return steps;
    });
    const ms = performance.now() - t0;
    let entries = operator ? operator.feed.entries : null;
    await operator?.stop();
    if (!operator && target.kind === 'product' && o.journal) entries = await readJournal(target).catch(() => null);
    const index = entries && entries.length ? journalIndex(entries) : null;
    const judged = exchanges.map((ex, i) => {
      const steps = played[i];
      const journal = index ? steps.flatMap((s) => (s.result.turn ? index.turn(s.result.turn) : [])) : undefined;
      const fallback = index && journal.length === 0 ? index.session(ex.id) : journal;
      let verdict;
      try {
        verdict = judge(ex, steps, { mode: o.mode, journal: index ? fallback : undefined, journalOf: index ? index.turn : undefined });
      } catch (e) {
        verdict = { class: 'other', note: `harness: ${e.stack.split('\n').slice(0, 2).join(' ')}` };
      }
      return record(ex, steps, verdict);
    });
    out[suite] = {
      files,
      rows: judged,
      figures: figures(suite, judged),
      ms,
      overridden: new Set(judged.filter((r) => r.verdict.overridden).map((r) => r.caseId)).size,
    };
    say(suite, out[suite]);
  }
  return out;
}

function record(ex, steps, verdict) {
  const s = steps[0];
  const r = s?.result;
  const first = r ? dispatched(r)[0] : null;
  const gold = ex.expect?.gold;
  return {
    suite: ex.suite,
    family: ex.family,
    caseId: ex.caseId,
    id: ex.id,
    guise: guiseName(ex.guise),
    expect: ex.expect,
    verdict,
    quiet:
      ex.expect.outcome === 'pass' ||
      ex.expect.outcome === 'valid' ||
      (ex.suite === 'errors' && ex.expect.category === 'NONE' && !ex.row.surface) ||
      ex.expect.unchanged === true,
    identical: s?.identical,
    first: first
      ? { name: first.name, exact: gold?.arguments !== undefined && argsEqual(first.argumentsRaw, JSON.stringify(gold.arguments)) }
      : null,
    saw: r
      ? {
          status: r.status,
          finish: r.finish,
          text: clip(r.text, 200),
          calls: r.calls.map((c) => `${c.name} ${clip(c.argumentsRaw, 120)}${c.complete ? '' : ' (incomplete)'}`),
          errors: r.errors.map((x) => clip(`${x.type ?? ''} ${x.code ?? ''} ${x.message ?? ''}`, 160)),
          protocolErrors: r.protocolErrors,
          requests: s.requests.length,
          ended: r.ended,
          turn: r.turn,
        }
      : null,
  };
}

const ORDER = { unsafe: 0, altered: 1, protocol: 2, missed: 3, other: 4 };
export function report(o, target, results, print = console.log) {
  const cols = CLASSES;
  const line = (name, t) => `${name.padEnd(34)} ${String(t.n).padStart(5)} ${cols.map((c) => String(t[c] || '·').padStart(9)).join('')}`;
  print(`target ${o.target}  mode ${o.mode}  dialect ${o.dialect}  guises ${o.guises}  seed ${o.seed}`);
  print(`${'suite / family'.padEnd(34)} ${'n'.padStart(5)} ${cols.map((c) => c.padStart(9)).join('')}`);
  for (const [suite, res] of Object.entries(results)) {
    if (!res.figures) {
      print(`${suite.padEnd(34)}  no cases found`);
      continue;
    }
    print(
      line(suite.toUpperCase(), res.figures) +
        `   ${(res.ms / 1000).toFixed(1)} s${res.overridden ? `, ${res.overridden} cases judged by the design instead of the row` : ''}`,
    );
    if (o.families) for (const [f, t] of byFamily(res.rows)) print(line('  ' + f, t));
  }
  const bad = Object.values(results)
    .flatMap((x) => x.rows)
    .filter((r) => !['ok', 'unchecked'].includes(r.verdict.class))
    .sort((a, b) => ORDER[a.verdict.class] - ORDER[b.verdict.class]);
  const onePerCase = [];
  const seen = new Set();
  for (const r of bad) {
    const k = `${r.caseId}|${r.verdict.class}`;
    if (seen.has(k)) continue;
    seen.add(k);
    onePerCase.push(r);
  }
  if (onePerCase.length && o.worst) print(`\nworst ${Math.min(o.worst, onePerCase.length)} of ${onePerCase.length} failing cases`);
  for (const r of onePerCase.slice(0, o.worst))
    print(`  ${r.verdict.class.padEnd(8)} ${r.suite}/${r.caseId} [${r.guise}] ${clip(r.verdict.note, 150)}`);
  print('');
  for (const [suite, res] of Object.entries(results)) if (res.figures) print(`${suite}: ${short(res.figures)}`);
  const all = Object.values(results).filter((x) => x.figures);
  const sum = (k) => all.reduce((n, x) => n + (x.figures[k] || 0), 0);
  print(
    `FIGURES ${JSON.stringify({
      target: o.target,
      n: sum('n'),
      ok: sum('ok'),
      unsafe: sum('unsafe'),
      missed: sum('missed'),
      altered: sum('altered'),
      protocol: sum('protocol'),
      other: sum('other'),
      unchecked: sum('unchecked'),
      suites: Object.fromEntries(
        Object.entries(results)
          .filter(([, x]) => x.figures)
          .map(([k, x]) => [k, x.figures.okPct]),
      ),
    })}`,
  );
}
const short = (f) =>
  Object.entries(f)
    .filter(([k, v]) => v !== null && !CLASSES.includes(k) && k !== 'n')
    .map(([k, v]) => `${k} ${v}`)
    .join(' · ');

async function main() {
  const o = parseArgs(process.argv.slice(2));
  if (o.help) {
    console.log(fs.readFileSync(new URL('./README.md', import.meta.url), 'utf8'));
    return 0;
  }
  const up = await startUpstream({ flushMs: o.flushMs, port: o.upstreamPort });
  let target;
  let results = {};
  try {
    target = await openTarget(o.target, { upstream: up.url, settings: o.settings });
    if (target.readyMs) console.log(`ready after ${Math.round(target.readyMs)} ms, version ${target.version ?? '?'}`);
    const t0 = performance.now();
    results = await runSuites(o, target, up, (s, r) => {
      if (!o.quiet) process.stderr.write(`${s}: ${r.rows.length} exchanges in ${(r.ms / 1000).toFixed(1)} s\n`);
    });
    report(o, target, results);
    if (up.strangers.length) console.log(`note: ${up.strangers.length} requests reached the upstream without a known case id`);
    if (o.json)
      fs.writeFileSync(
        o.json,
        JSON.stringify({
          options: { ...o, filter: String(o.filter) },
          seconds: (performance.now() - t0) / 1000,
          results: Object.fromEntries(
            Object.entries(results).map(([k, v]) => [
              k,
              { files: v.files, figures: v.figures, families: Object.fromEntries(byFamily(v.rows)), rows: v.rows },
            ]),
          ),
        }),
      );
  } finally {
    closeClients();
    const end = await target?.stop();
    if (end?.exit && end.exit.code !== 0) console.log(`product ended with ${end.exit.code ?? end.exit.sig} after ${Math.round(end.ms)} ms`);
    await up.close();
  }
  const failed = Object.values(results).some((x) => x.rows.some((r) => r.verdict.class === 'unsafe'));
  return failed ? 3 : 0;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  main().then(
    (c) => process.exit(c),
    (e) => {
      console.error(e.message);
      process.exit(1);
    },
  );
}
