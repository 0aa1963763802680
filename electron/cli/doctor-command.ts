import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { agentStateOf } from '../app/agents/agent-states.ts';
import { attachProfiles } from '../app/agents/profiles/index.ts';
import { type Address, authorityOf } from '../app/address.ts';
import { findExecutable } from '../app/find-executable.ts';
import { loadSettings } from '../app/load-settings.ts';
import { probeUpstream } from '../app/probe-upstream.ts';
import { findRunningGateway, isHealthy, type RunningGateway, withUpstreamsOf } from '../app/running-gateway.ts';
import { type SealedKey, sealedKeysOf } from '../app/sealed-keys.ts';
import { openSecrets, secretFile } from '../app/secret-store.ts';
import type { SettingsStore } from '../app/settings-store.ts';
import { createUpstreamAgents } from '../gateway/upstream-agents.ts';
import { claimDataFolder } from '../journal/data-folder.ts';
import type { CommandContext } from './command.ts';
import { electronBinary } from './electron-binary.ts';

/** One finding with its next step, when there is one. */
interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly detail: string;
  readonly next?: string | undefined;
}

/** `signalbox doctor`: looks and reports, changes nothing. Exit code 1 when something keeps the program from working. */
export async function doctorCommand(context: CommandContext): Promise<number> {
  const { options } = context;
  const running = existsSync(options.data) ? await findRunningGateway(options.data) : undefined;
  const secrets = openSecrets({ data: options.data, environment: process.env });
  const settings = loadSettings(withUpstreamsOf(options, running), secrets);
  const sealed = settings.ok ? sealedKeysOf(settings.value.current().upstreams, secrets) : [];
  const gateway = running?.url ?? `http://${authorityOf(options.listen)}`;
  const findings: Finding[] = [
    { what: 'Node', state: 'ok', detail: process.versions.node },
    electronFinding(context),
    displayFinding(),
    rendererFinding(context),
    dataFinding(options.data, running?.url),
    settings.ok
      ? { what: 'settings', state: 'ok', detail: existsSync(options.settingsFile) ? options.settingsFile : 'all at their defaults' }
      : { what: 'settings', state: 'problem', detail: settings.error.message, next: `correct ${options.settingsFile}` },
    ...(settings.ok ? keyFindings(settings.value, options.data) : []),
    ...sealed.map((key) => sealedFinding(key, running)),
    ...(await Promise.all([
      portFinding('--listen', options.listen, gateway, running?.url),
      portFinding('--console', options.console, gateway, running?.url),
    ])),
    ...(settings.ok ? await upstreamFindings(settings.value, new Set(sealed.map(({ name }) => name))) : []),
    ...agentFindings(options.data, gateway),
  ];
  if (settings.ok) settings.value.close();
  process.stdout.write(options.json ? `${JSON.stringify({ type: 'doctor', findings })}\n` : findings.map(lineOf).join(''));
  return findings.some((finding) => finding.state === 'problem') ? 1 : 0;
}

const lineOf = ({ what, state, detail, next }: Finding): string =>
  `${state.padEnd(8)}${what}: ${detail}${next === undefined ? '' : `\n        next: ${next}`}\n`;

function electronFinding({ root }: CommandContext): Finding {
  const binary = electronBinary(root);
  if (binary !== undefined) return { what: 'Electron', state: 'ok', detail: binary };
  const next = '`signalbox` fetches it; `signalbox serve` works without it';
  return { what: 'Electron', state: 'note', detail: 'the binary is not here', next };
}

/** Something must be able to show the console: a window, or a browser that can be opened from here. */
function displayFinding(): Finding {
  if (process.platform !== 'linux') return { what: 'display', state: 'ok', detail: 'windows and the browser of the system' };
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
    return {
      what: 'display',
      state: 'note',
      detail: 'there is none here',
      next: 'signalbox serve --no-open, then open its address from another machine (ssh -L)',
    };
  const opener = findExecutable(['xdg-open'], process.env);
  if (opener !== undefined) return { what: 'display', state: 'ok', detail: `a display, and ${opener} for the browser` };
  return {
    what: 'display',
    state: 'note',
    detail: 'a display, but no xdg-open',
    next: 'open the address that signalbox serve prints by hand',
  };
}

function rendererFinding({ root }: CommandContext): Finding {
  const page = join(root, 'out/renderer/index.html');
  if (existsSync(page)) return { what: 'console', state: 'ok', detail: page };
  return { what: 'console', state: 'problem', detail: `${page} is missing`, next: 'run `npm run build`' };
}

function dataFinding(folder: string, running: string | undefined): Finding {
  const what = 'data folder';
  if (running !== undefined) return { what, state: 'ok', detail: `${folder}: a Signalbox runs on it, gateway ${running}` };
  if (!existsSync(folder)) return { what, state: 'ok', detail: `${folder} is made at the first start` };
  const claim = claimDataFolder(folder);
  if (!claim.ok) return { what, state: 'problem', detail: claim.error.message };
  claim.value.release();
  return { what, state: 'ok', detail: folder };
}

/** Keys in clear, and a file of keys that others may read. */
function keyFindings(settings: SettingsStore, data: string): readonly Finding[] {
  const names = Object.keys(settings.current().upstreams).filter((name) => settings.keyPlace(name) === 'settings');
  const mode = statSync(secretFile(data), { throwIfNoEntry: false })?.mode ?? 0;
  return [
    ...names.map((name): Finding => {
      const next = 'store it in the console under Settings, Upstreams: it then leaves the settings file';
      return { what: `key of ${name}`, state: 'note', detail: 'it stands in clear in the settings file or on the command line', next };
    }),
    ...(process.platform !== 'win32' && (mode & 0o077) !== 0
      ? [
          {
            what: 'keys',
            state: 'problem',
            detail: `${secretFile(data)} is readable by others`,
            next: `chmod 600 ${secretFile(data)}`,
          } as const,
        ]
      : []),
  ];
}

/** A key that no command can open: the gateway that runs may have opened it. */
function sealedFinding({ name, what: detail, next }: SealedKey, running: RunningGateway | undefined): Finding {
  const what = `key of ${name}`;
  if (running?.upstreams.some((upstream) => upstream.name === name && upstream.keyed === true) === true)
    return {
      what,
      state: 'ok',
      detail: `sealed by the system’s keychain; the gateway at ${running.url} opened it, and \`run\` uses that one`,
    };
  return { what, state: 'note', detail, next };
}

/** A port that our own running program holds is as it should be; one that another Signalbox holds is told as such. */
async function portFinding(option: string, address: Address, gateway: string, running: string | undefined): Promise<Finding> {
  const where = authorityOf(address);
  const error = await listenError(address);
  if (error === undefined) return { what: option, state: 'ok', detail: `${where} is free` };
  if (running !== undefined) return { what: option, state: 'ok', detail: `${where} is taken, and a Signalbox runs` };
  if (isTaken(error) && (await isHealthy(gateway))) {
    const next = `end that one (a demonstration?), name its folder with --data, or choose another address with ${option} HOST:PORT`;
    return { what: option, state: 'note', detail: `${where} is taken, and a Signalbox of another data folder runs at ${gateway}`, next };
  }
  return { what: option, state: 'problem', detail: `${where}: ${error.message}`, next: `choose another address with ${option} HOST:PORT` };
}

const isTaken = (error: Error): boolean => 'code' in error && error.code === 'EADDRINUSE';

/** What keeps a server from listening there; undefined: nothing. */
function listenError({ port, host }: Address): Promise<Error | undefined> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', done);
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
}

async function upstreamFindings(settings: SettingsStore, sealed: ReadonlySet<string>): Promise<readonly Finding[]> {
  const upstreams = Object.entries(settings.current().upstreams);
  if (upstreams.length === 0) {
    const detail = "none named: the vendors' own addresses, chosen by route";
    return [{ what: 'upstream', state: 'note', detail, next: 'name one with --upstream URL' }];
  }
  const agents = createUpstreamAgents(process.env);
  const findings = upstreams.map(async ([name, setting]): Promise<Finding> => {
    const { reachable, status, detail, next } = await probeUpstream(name, setting, agents);
    // What was asked without its key says nothing about that key.
    const isUnasked = sealed.has(name) && (status === 401 || status === 403);
    const said = status === null ? `${setting.url} does not answer: ${detail}` : `${setting.url} answers (HTTP ${status}): ${detail}`;
    const isGood = status !== null && status < 300;
    return {
      what: `upstream ${name}`,
      state: isGood ? 'ok' : reachable ? 'note' : 'problem',
      detail: isUnasked ? `${said}; asked without its key, which is sealed` : said,
      next: isUnasked ? 'test it in the desktop console: Settings, Upstreams' : (next ?? undefined),
    };
  });
  const all = await Promise.all(findings);
  agents.destroy();
  return all;
}

/** Agents that are here, and those that point at us. */
function agentFindings(data: string, gateway: string): readonly Finding[] {
  const home = { home: homedir(), environment: process.env };
  const states = attachProfiles.map((profile) => agentStateOf(profile, data, home, gateway)).filter(({ state }) => state !== 'absent');
  if (states.length === 0) return [{ what: 'agents', state: 'note', detail: 'no known one is here', next: `point yours at ${gateway}` }];
  return states.map(({ id, title, state, file, command }): Finding => {
    const what = `agent ${title}`;
    if (state === 'connected') return { what, state: 'ok', detail: `${file} names ${gateway}` };
    if (state === 'changed')
      return {
        what,
        state: 'note',
        detail: `${file} was connected and names something else now`,
        next: `signalbox connect ${id}, or --restore`,
      };
    return {
      what,
      state: 'note',
      detail: 'is here, not connected',
      next: file === null ? command : `signalbox connect ${id}, or ${command}`,
    };
  });
}
