import { readdirSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { ok, type Result } from '../../shared/result.ts';
import type { AttachProfile } from '../app/agents/attach-profile.ts';
import { gatewayForAgents, runningForAgents } from '../app/agents/gateway-for-agents.ts';
import type { GatewayAddress } from '../app/agents/place-upstream.ts';
import { attachProfileOf, attachProfiles } from '../app/agents/profiles/index.ts';
import { additionOf, badVariable, placeRun, planRun, type RunPlan } from '../app/agents/run-environment.ts';
import { createConsole } from '../app/create-console.ts';
import { loadSettings } from '../app/load-settings.ts';
import { createLog, type Log } from '../app/log.ts';
import type { ProgramOptions } from '../app/program-options.ts';
import { findRunningGateway, isFolderInUse } from '../app/running-gateway.ts';
import { openSecrets } from '../app/secret-store.ts';
import type { StartProblem } from '../app/start-problem.ts';
import type { CommandContext } from './command.ts';
import { runChild } from './run-child.ts';

/** A gateway for the time of one command. */
interface BorrowedGateway {
  readonly address: GatewayAddress;
  end(): Promise<void>;
}

/** `signalbox run [--agent NAME] -- CMD …`: CMD with its base URLs at a gateway; the exit code is CMD's (design 4.1). */
export async function runCommand(context: CommandContext): Promise<number> {
  const { options, positionals } = context;
  const [program, ...words] = positionals;
  if (program === undefined) return complain('run needs a command: signalbox run -- claude', 2);
  const profile = profileOf(options.attach.agent, program);
  if (profile === 'unknown')
    return complain(`there is no agent "${options.attach.agent}"; known: ${attachProfiles.map(({ id }) => id).join(', ')}`, 2);
  if (profile?.readsVariables === false && profile.onRun === undefined)
    return complain(
      `${profile.title} reads its address from its settings file only: signalbox connect ${profile.id}, then start it as usual`,
      2,
    );
  const environment = process.env;
  const found = planRun(profile, { home: homedir(), environment });
  if (!found.ok) return complain(`${found.error}. Correct that file, or set the address yourself`, 1);
  // An upstream on the command line is meant: it comes before what the variables had.
  const plan =
    options.upstreams.length > 0 || options.demo ? { ...found.value, previous: found.value.previous.map(() => undefined) } : found.value;
  const bad = badVariable(plan);
  if (bad !== undefined)
    return complain(
      `${bad.name} holds "${bad.value.slice(0, 200)}", which is no http or https address. Correct it, or name the endpoint with --upstream URL`,
      2,
    );
  const log = createLog(options.logLevel);
  const borrowed = await borrowGateway(context, plan, log);
  if (!borrowed.ok) return complain(borrowed.error.message, borrowed.error.exitCode);
  const { address, end } = borrowed.value;
  const { placed } = placeRun(plan, address);
  const addition = additionOf(plan, placed, profile, address, environment);
  const code = await runChild(program, [...addition.arguments, ...words], { ...environment, ...addition.environment });
  await end();
  return code;
}

function complain(message: string, code: number): number {
  process.stderr.write(`signalbox: ${message}\n`);
  return code;
}

function profileOf(agent: string | undefined, program: string): AttachProfile | 'unknown' | undefined {
  if (agent !== undefined) return attachProfileOf(agent) ?? 'unknown';
  const name = basename(program).replace(/\.(exe|cmd|ps1|js|mjs)$/i, '');
  return attachProfiles.find(({ programs }) => programs.includes(name));
}

/** The running gateway, where it knows every upstream that is needed; else one of our own, which needs nobody's consent. */
async function borrowGateway(context: CommandContext, plan: RunPlan, log: Log): Promise<Result<BorrowedGateway, StartProblem>> {
  const { options } = context;
  const secrets = openSecrets({ data: options.data, environment: process.env });
  const loaded = loadSettings(options, secrets);
  if (!loaded.ok) return loaded;
  const settings = loaded.value.current();
  loaded.value.close();
  const isPlain = options.upstreams.length === 0 && options.overrides.length === 0 && !options.demo;
  const running = isPlain ? await findRunningGateway(options.data) : undefined;
  if (running !== undefined) {
    const address = runningForAgents(running, secrets);
    if (placeRun(plan, address).added.length === 0) {
      log.info(`using the gateway that runs at ${running.url}`);
      return ok({ address, end: () => Promise.resolve() });
    }
    log.info(`the gateway at ${running.url} does not know the endpoint that the environment names: starting another one`);
  }
  // What the variables had is asked by name: it is nobody's default.
  const { added } = placeRun(plan, gatewayForAgents('http://127.0.0.1:0', settings, secrets));
  const data = isFolderInUse(options.data) ? ownFolder(options, settings['journal.maxDays']) : options.data;
  const own: ProgramOptions = {
    ...options,
    data,
    overrides: [...options.overrides, ...added.map(({ name, url }) => ({ key: `upstreams.${name}`, value: { url, onlyByName: true } }))],
  };
  const { root, version } = context;
  const created = await createConsole(own, { host: 'served', version, root, log, hidden: true, secrets: options.data });
  if (!created.ok) return created;
  const { app, settings: store } = created.value;
  log.info(`gateway ${app.gateway}, journal in ${app.data}`);
  return ok({ address: gatewayForAgents(app.gateway, store.current(), secrets), end: () => app.stop() });
}

/** A journal of its own while another program holds the data folder; those of runs long past go. */
function ownFolder({ data }: ProgramOptions, maxDays: number): string {
  const runs = join(data, 'runs');
  const oldest = Date.now() - maxDays * 86_400_000;
  for (const name of listOf(runs)) {
    const folder = join(runs, name);
    const seen = statSync(join(folder, 'lock.db'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (seen < oldest && !isFolderInUse(folder)) rmSync(folder, { recursive: true, force: true });
  }
  return join(runs, `${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}`);
}

function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
