// Real agents through the built product: `node e2e/agents/run.mjs [--agent NAME]… [--scenario NAME]… [--root CHECKOUT] [--hold-ms N]
// [--json FILE]`. Prints a table; exit code 1 when a row is not as it has to be. How to install the agents: README.md beside this file.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { agents, COMMAND, generated, scenarios } from './plan.mjs';
import { startProduct } from './product.mjs';
import { startRelay } from './relay.mjs';

const here = import.meta.dirname;
/** The exit code of a runner whose agent is not there (lib.sh). */
const notInstalled = 3;
const { values: options } = parseArgs({
  options: {
    agent: { type: 'string', multiple: true },
    scenario: { type: 'string', multiple: true },
    root: { type: 'string', default: path.join(here, '../..') },
    'hold-ms': { type: 'string', default: '165000' },
    json: { type: 'string' },
  },
});
const wantedAgents = options.agent ?? Object.keys(agents);
const wantedScenarios = options.scenario ?? Object.keys(scenarios).filter((name) => name !== 'held');

/** One agent plays one scenario: endpoint ← hop ← product ← hop ← agent. */
async function play(agent, name) {
  const plan = scenarios[name];
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-agent-'));
  const endpoint = await startEndpoint(scenarioFile(folder, agent, name), path.join(folder, 'log'));
  const behind = await startRelay(() => endpoint.url);
  const product = await startProduct({
    root: options.root,
    data: path.join(folder, 'data'),
    upstream: behind.url,
    settings: plan.hold ? { 'approval.timeoutMs': 170_000, 'approval.whenNoConsole': 'wait' } : {},
  });
  const before = await startRelay(() => product.gateway);
  const operator = plan.hold ? approveAfter(product, Number(options['hold-ms'])) : undefined;
  const started = Date.now();
  const ran = await runAgent(agent, plan, before.url, path.join(folder, 'work'));
  const seconds = Math.round((Date.now() - started) / 100) / 10;
  operator?.stop();
  const entries = await product.entries();
  await product.stop();
  before.close();
  behind.close();
  await endpoint.stop();
  const row = { agent, scenario: name, ...ran, seconds, held: operator?.heldMs(), ...figures(entries, before.passed, behind.passed) };
  row.halfCalls = before.passed.flatMap((entry) => halfCallsIn(bodyOf(entry.body))).length;
  row.faults = faultsOf(row, plan);
  rmSync(folder, { recursive: true, force: true });
  return row;
}

function scenarioFile(folder, agent, name) {
  if (generated[name] === undefined) return path.join(here, 'fake/scenarios', `${name}.json`);
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(generated[name](agents[agent].shell, agents[agent].fails)));
  return file;
}

async function startEndpoint(scenario, log) {
  const child = spawn(process.execPath, [path.join(here, 'fake/server.mjs'), '--scenario', scenario, '--log', log], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve) => child.stdout.once('data', (data) => resolve(JSON.parse(data.toString()).listening)));
  return {
    url,
    stop: () =>
      new Promise((done) => {
        child.once('exit', done);
        child.kill();
      }),
  };
}

/** Runs the agent's own script; `exit` is what the agent ended with, `verdict` 0 when the task was really done. */
async function runAgent(agent, plan, url, work) {
  const { runner, env } = agents[agent];
  const limit = String(plan.seconds ?? 90);
  const child = spawn('bash', [path.join(here, `run-${runner}.sh`), url, work], {
    env: { ...process.env, ...env, AGENT_TIMEOUT: limit, AGENT_PROOF: plan.proof === false ? '0' : '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const verdict = await new Promise((resolve) => child.on('exit', resolve));
  const read = (name) => (existsSync(path.join(work, name)) ? readFileSync(path.join(work, name), 'utf8') : '');
  return { verdict, exit: Number(read('.agent-rc')), said: `${read('.agent-out')} ${read('.agent-err')}`.trim().slice(-200) };
}

/** An operator who approves every card once it has waited `ms`. */
function approveAfter(product, ms) {
  let held = 0;
  const timer = setInterval(() => void look().catch(() => undefined), 1_000);
  const seen = new Map();
  async function look() {
    const { approvals } = await product.call('approvals/list');
    for (const { id } of approvals) {
      if (!seen.has(id)) seen.set(id, Date.now());
      const waited = Date.now() - seen.get(id);
      if (waited < ms) continue;
      held = Math.max(held, waited);
      await product.call('approvals/settle', { id, verdict: 'approve' });
    }
  }
  return { stop: () => clearInterval(timer), heldMs: () => held };
}

/** What the product did, by its own journal and by what passed before and behind it. */
function figures(entries, before, behind) {
  const count = (type) => entries.filter((entry) => entry.type === type).length;
  const posts = (passed) => passed.filter((entry) => entry.method === 'POST');
  const [agentSide, modelSide] = [posts(before), posts(behind)];
  const sameRequests = same(agentSide, modelSide, 'request');
  const sameReplies = same(agentSide, modelSide, 'response');
  const lastStates = entries.filter((entry) => entry.type === 'tool-call-delivered').map((entry) => entry.state);
  return {
    turns: count('turn-ended'),
    outcomes: entries.filter((entry) => entry.type === 'turn-ended').map((entry) => entry.outcome),
    states: lastStates,
    holds: count('tool-call-held'),
    reasks: count('reask-sent'),
    changed: (sameRequests ? 0 : 1) + (sameReplies ? 0 : 1),
    ...loopFigures(entries, modelSide),
    open: count('tool-call-seen') - lastStates.length + count('turn-started') - count('turn-ended'),
  };
}

/** What a loop cost: requests that reached the model in all, and after it was noticed with consequences. */
function loopFigures(entries, modelSide) {
  const noticed = entries.find(
    (entry) =>
      (entry.type === 'loop-detected' && entry.action !== 'guide') ||
      (entry.level === 'alert' && /^(loop-detected|circuit-opened)$/.test(entry.type)),
  );
  return {
    asked: modelSide.length,
    afterNoticed: noticed === undefined ? undefined : modelSide.filter((request) => request.at > noticed.at).length,
  };
}

const same = (left, right, side) =>
  left.length === right.length && left.every((entry, n) => entry[side] === right[n][side] && entry.status === right[n].status);

/** A request of the agent; what is no plain JSON (an encoded body) has nothing to look at. */
function bodyOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls that the agent ran although their command is only a part of the scripted one: they come back in its history. */
function halfCallsIn(body) {
  const commands = [];
  const look = (value) => {
    if (typeof value === 'string' && value.includes('tr a-z')) commands.push(value);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) look(inner);
  };
  for (const item of body?.messages ?? body?.input ?? []) {
    look(item.tool_calls ?? []);
    if (item.type === 'function_call') look(item.arguments);
    if (Array.isArray(item.content)) for (const part of item.content) if (part.type === 'tool_use') look(part.input);
  }
  return commands.filter((command) => !command.includes(COMMAND) && !command.includes(JSON.stringify(COMMAND).slice(1, -1)));
}

function faultsOf(row, plan) {
  const faults = [];
  if (row.verdict === notInstalled) return ['not installed'];
  if (row.halfCalls > 0) faults.push('a half call ran');
  if (row.open !== 0) faults.push('something stayed open in the journal');
  if (plan.expect === 'honest' && row.exit === 0 && row.verdict !== 0) faults.push('half an answer with exit 0');
  if (plan.expect === 'broken') {
    if (row.afterNoticed === undefined) faults.push('no loop was noticed');
    else if (row.afterNoticed > 2) faults.push(`${row.afterNoticed} further requests`);
    if (row.exit === 0 || row.exit === 124) faults.push('the loop was not ended');
    return faults;
  }
  if (plan.expect !== 'honest' && plan.expect !== 'safe' && row.verdict !== 0) faults.push('the task was not done');
  if (plan.expect === 'untouched' && (row.changed > 0 || row.holds > 0 || row.reasks > 0)) faults.push('touched');
  if (plan.reasks !== undefined && row.reasks !== plan.reasks) faults.push(`asked again ${row.reasks} times`);
  if (plan.hold && row.holds === 0) faults.push('nothing was held');
  return faults;
}

function line(row) {
  const acts = `${[...new Set(row.outcomes)].join('+')} changed ${row.changed} holds ${row.holds} re-asks ${row.reasks}`;
  const fault = row.faults.length > 0 ? `  ✗ ${row.faults.join('; ')} | ${row.said.replace(/\s+/g, ' ')}` : '';
  const loop = row.afterNoticed === undefined ? '' : ` asked ${row.asked}, ${row.afterNoticed} after the loop was noticed`;
  return `${row.agent.padEnd(13)} ${row.scenario.padEnd(26)} exit ${row.exit} ${row.verdict === 0 ? 'done' : 'not done'} ${row.seconds}s turns ${row.turns} ${acts}${loop}${fault}`;
}

const rows = [];
for (const agent of wantedAgents)
  for (const scenario of wantedScenarios) {
    if (scenarios[scenario].not?.includes(agent)) continue;
    const row = await play(agent, scenario);
    rows.push(row);
    console.log(line(row));
    // The others would say the same.
    if (row.verdict === notInstalled) break;
  }
const bad = rows.filter((row) => row.faults.length > 0);
console.log(`${rows.length - bad.length} of ${rows.length} rows as they have to be`);
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(rows, undefined, 2));
process.exit(bad.length === 0 ? 0 : 1);
