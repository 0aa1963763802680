import { homedir } from 'node:os';
import { fail, ok } from '../../shared/result.ts';
import { type AgentState, agentStateOf } from '../app/agents/agent-states.ts';
import { connectAgent, restoreAgent } from '../app/agents/connect-agent.ts';
import type { AttachProfile } from '../app/agents/attach-profile.ts';
import { gatewayForAgents, runningForAgents } from '../app/agents/gateway-for-agents.ts';
import { attachProfileOf, attachProfiles } from '../app/agents/profiles/index.ts';
import { verifyAgent } from '../app/agents/verify-agent.ts';
import { authorityOf } from '../app/address.ts';
import { loadSettings } from '../app/load-settings.ts';
import { findRunningGateway, type RunningGateway } from '../app/running-gateway.ts';
import { openSecrets } from '../app/secret-store.ts';
import type { CommandContext } from './command.ts';

/** `signalbox connect [AGENT] [--restore|--verify]`: the agent's own settings point at the gateway; without AGENT: which there are. */
export async function connectCommand(context: CommandContext): Promise<number> {
  const { options, positionals } = context;
  const [id, more] = positionals;
  if (more !== undefined) return complain(`connect takes one agent, but "${more}" was given as well`, 2);
  const running = await findRunningGateway(options.data);
  const gateway = running?.url ?? `http://${authorityOf(options.listen)}`;
  const home = { home: homedir(), environment: process.env };
  const stateOf = (profile: AttachProfile) => agentStateOf(profile, options.data, home, gateway);
  if (id === undefined) {
    const states = attachProfiles.map(stateOf);
    const lines = states.map(({ id: name, state, file, command }) => `${name.padEnd(12)} ${state.padEnd(10)} ${file ?? command}\n`);
    process.stdout.write(options.json ? `${JSON.stringify({ type: 'agents', gateway, agents: states })}\n` : lines.join(''));
    return 0;
  }
  const profile = attachProfileOf(id);
  if (profile === undefined) return complain(`there is no agent "${id}"; known: ${attachProfiles.map((each) => each.id).join(', ')}`, 2);
  if (options.attach.restore === true) return restore(stateOf(profile), profile, context);
  if (options.attach.verify !== true) {
    const connected = connect(profile, context, gateway, running);
    if (!connected.ok) return complain(connected.error.message, 1);
    say(context, { type: 'connected', agent: profile.id, ...connected.value }, `${profile.title} is connected: ${connected.value.file}\n`);
  }
  return verify(context, await verifyAgent(stateOf(profile), gateway), running === undefined && options.attach.verify !== true);
}

function connect(profile: AttachProfile, { options }: CommandContext, gateway: string, running: RunningGateway | undefined) {
  const secrets = openSecrets({ data: options.data, environment: process.env });
  const settings = loadSettings(options, secrets);
  if (!settings.ok) return settings;
  const store = settings.value;
  if (running !== undefined && options.upstreams.length + options.overrides.length > 0)
    process.stderr.write(
      `signalbox: the gateway that runs at ${gateway} has upstreams and settings of its own: --upstream and --set of this command change nothing there\n`,
    );
  const addUpstream = (name: string, url: string) => {
    const added = store.set(`upstreams.${name}`, { url, onlyByName: true });
    if (!added.ok) return fail(added.error.rule);
    const confirm = running !== undefined ? '; confirm it in the console that runs (Settings, Upstreams)' : '';
    process.stderr.write(`signalbox: ${url} is now the upstream "${name}"${confirm}\n`);
    return ok(undefined);
  };
  const connected = connectAgent(profile, {
    data: options.data,
    home: { home: homedir(), environment: process.env },
    gateway: running === undefined ? gatewayForAgents(gateway, store.current(), secrets) : runningForAgents(running, secrets),
    addUpstream,
  });
  store.close();
  return connected;
}

/** What was given back already is no failure; an address of ours without its backup is left to a person. */
function restore({ state, file: settings }: AgentState, profile: AttachProfile, context: CommandContext): number {
  const { data } = context.options;
  const restored = restoreAgent(profile, data);
  if (!restored.ok && restored.error.code === 'not-connected') {
    if (state === 'connected')
      return complain(
        `${settings} holds the gateway's address, but ${data} has no backup of it. Take the address out by hand, or name with --data the folder that it was connected from`,
        1,
      );
    const left = settings === null ? '' : `; ${settings} was left alone`;
    say(
      context,
      { type: 'nothing-to-restore', agent: profile.id, file: settings },
      `${profile.title} is not connected: nothing to restore${left}\n`,
    );
    return 0;
  }
  if (!restored.ok) return complain(restored.error.message, 1);
  const { file, exact } = restored.value;
  const how = exact ? 'as it was' : 'its address is as it was; what was changed since stays';
  say(context, { type: 'restored', agent: profile.id, file, exact }, `${file}: ${how}\n`);
  return 0;
}

/** Exit code 1 when the way is not open; a gateway that is only not started yet is no failure of `connect` itself. */
function verify(context: CommandContext, checks: Awaited<ReturnType<typeof verifyAgent>>, isStartedLater: boolean): number {
  const lines = checks.map(
    ({ passed, detail, next }) => `  ${passed ? 'ok      ' : 'not yet '}${detail}${next === null ? '' : `; next: ${next}`}\n`,
  );
  say(context, { type: 'verified', checks }, lines.join(''));
  const failing = checks.filter(({ passed, what }) => !passed && !(isStartedLater && what === 'gateway'));
  return failing.length === 0 ? 0 : 1;
}

function say({ options }: CommandContext, line: object, text: string): void {
  process.stdout.write(options.json ? `${JSON.stringify(line)}\n` : text);
}

function complain(message: string, code: number): number {
  process.stderr.write(`signalbox: ${message}\n`);
  return code;
}
