import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, ok, type Result } from '../../shared/result.ts';
import { OBSERVE_RULE } from '../core/healing/observe/observe-rule.ts';
import { HEALING_RULES } from '../core/healing/rules/index.ts';
import { faultPatterns } from '../core/fault/patterns/index.ts';
import { LEAK_FORMATS } from '../core/leak/formats/index.ts';
import { createCoreLane, createCoreRequestStage } from '../gateway/core-lane.ts';
import { createGateway, type Gateway } from '../gateway/gateway-server.ts';
import { claimDataFolder, type DataFolder } from '../journal/data-folder.ts';
import type { Journal } from '../journal/journal-service.ts';
import { openJournal } from '../journal/journal.ts';
import { openPrivateState, type PrivateState } from '../journal/private-state.ts';
import { createApprovalDesk, systemClock } from '../operator/approval-desk.ts';
import { createCircuitBoard } from '../operator/circuit-board.ts';
import { createHandOver, type HandOver } from '../operator/export-commands.ts';
import { createFeed } from '../operator/feed.ts';
import { type OtlpPush, startOtlpPush } from '../operator/otlp-push.ts';
import { operatorCommands } from '../operator/operator-commands.ts';
import { createPresence } from '../operator/presence.ts';
import { createRuleBook } from '../operator/rule-book.ts';
import { createSessionSwitches } from '../operator/session-switches.ts';
import { createSteerBox } from '../operator/steer-box.ts';
import { agentCommands } from './agents/agent-commands.ts';
import type { ConsoleApp } from './console-app.ts';
import { type Demo, startDemo } from './demo/index.ts';
import { dispatchCall } from './dispatch-call.ts';
import { journalOptionsOf } from './journal-options.ts';
import { loadSettings } from './load-settings.ts';
import type { Log } from './log.ts';
import { sealedKeysOf } from './sealed-keys.ts';
import { openSecrets, type SecretCipher, type SecretStore } from './secret-store.ts';
import type { ProgramOptions } from './program-options.ts';
import { followSettings } from './follow-settings.ts';
import type { SettingsStore } from './settings-store.ts';
import type { StartProblem } from './start-problem.ts';
import { announceGateway, withdrawGateway } from './running-gateway.ts';
import { pruneDecisions } from './prune-decisions.ts';
import { createTryReply } from './try-reply.ts';
import { upstreamCommands } from './upstream-commands.ts';

/** The host that the program is built for. */
export interface ConsoleHost {
  readonly host: 'desktop' | 'served';
  readonly version: string;
  /** Folder of the program: `out/` is in it. */
  readonly root: string;
  readonly log: Log;
  /** `run`: the gateway ends with its command, so nobody else may find it. */
  readonly hidden?: boolean | undefined;
  /** Where keys are kept, if not in the data folder. */
  readonly secrets?: string | undefined;
  /** The keychain, where the host has one. */
  readonly cipher?: SecretCipher | undefined;
}

export interface CreatedConsole {
  readonly app: ConsoleApp;
  readonly settings: SettingsStore;
}

/** What must be open before anything can run; closed in the reverse order. */
interface Foundation {
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  /** The token that agents present where an upstream's key is kept here; undefined: none is kept. */
  readonly keyToken: () => string | undefined;
  readonly folder: DataFolder;
  readonly journal: Journal;
  readonly state: PrivateState;
}

/** Builds settings, journal, gateway and the operator's side for a host, and starts them (design 5 "app"). */
export async function createConsole(given: ProgramOptions, host: ConsoleHost): Promise<Result<CreatedConsole, StartProblem>> {
  const demo = given.demo ? await startDemo() : undefined;
  const options = demo === undefined ? given : { ...given, upstreams: [{ name: 'demo', url: demo.model.url }, ...given.upstreams] };
  const foundation = await layFoundation(options, host);
  const started = foundation.ok ? await startProgram(options, host, foundation.value, demo) : foundation;
  if (!started.ok) {
    if (foundation.ok) await closeFoundation(foundation.value);
    await demo?.stop();
  }
  return started;
}

async function layFoundation(options: ProgramOptions, host: ConsoleHost): Promise<Result<Foundation, StartProblem>> {
  const secrets = openSecrets({ data: host.secrets ?? options.data, environment: process.env, cipher: host.cipher });
  const settings = loadSettings(options, secrets);
  if (!settings.ok) return settings;
  const keyToken = () =>
    Object.values(settings.value.current().upstreams).some(({ key }) => key !== undefined) ? secrets.token() : undefined;
  const refuse = (message: string) => {
    settings.value.close();
    return fail<StartProblem>({ exitCode: 1, message });
  };
  for (const { name, what, next } of sealedKeysOf(settings.value.current().upstreams, secrets))
    host.log.warn(`the key of the upstream "${name}": ${what}. Next: ${next}`);
  const folder = claimDataFolder(options.data);
  if (!folder.ok) return refuse(folder.error.message);
  const worker = pathToFileURL(join(host.root, 'out/main/journal-worker.js'));
  const journal = await openJournal({ folder: folder.value, options: journalOptionsOf(settings.value.current(), keyToken()), worker });
  if (!journal.ok) {
    folder.value.release();
    return refuse(journal.error.message);
  }
  const state = openPrivateState({ folder: folder.value });
  return ok({ settings: settings.value, secrets, keyToken, folder: folder.value, journal: journal.value, state });
}

async function closeFoundation({ settings, folder, journal, state }: Foundation): Promise<void> {
  settings.close();
  await journal.close();
  state.close();
  folder.release();
}

async function startProgram(
  options: ProgramOptions,
  host: ConsoleHost,
  foundation: Foundation,
  demo: Demo | undefined,
): Promise<Result<CreatedConsole, StartProblem>> {
  const { settings, journal, state, keyToken } = foundation;
  const presence = createPresence({ now: systemClock.now, presenceMs: () => settings.current()['approval.presenceMs'] });
  const rules = createRuleBook(settings);
  const switches = createSessionSwitches(state);
  const steers = createSteerBox(state);
  const circuits = createCircuitBoard(state);
  const desk = createApprovalDesk({ clock: systemClock, journal, settings, presence, rules, newId: randomUUID });
  const gateway = createGateway({
    listen: options.listen,
    ports: { settings: () => settings.current(), desk, switches: (session) => switches.of(session), keyToken },
    journal,
    createLane: createCoreLane,
    prepareRequest: createCoreRequestStage({ decisions: state, steers, orders: circuits }),
    decisions: state,
    environment: process.env,
  });
  const started = await gateway.start();
  if (!started.ok) return fail({ exitCode: started.error.code === 'token-required' ? 2 : 1, message: started.error.message });
  const { url } = started.value;
  const announce = () => {
    if (host.hidden !== true) announceGateway(options.data, url, settings.current(), foundation.secrets);
  };
  announce();
  // What cannot be read now stays as it is: the journal tells of a broken disk itself.
  journal.closeLeft().catch(() => undefined);
  followSettings(settings, journal, keyToken, announce);
  const reportBug = (name: string, error: unknown) => {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    host.log.error(`${name}: ${detail}`);
    journal.append({ session: '', thread: '', turn: '', level: 'alert', type: 'stage-failed', stage: name, detail });
  };
  const pruning = pruneDecisions(state, journal);
  const otlp = startOtlpPush({ journal, settings: () => settings.current(), version: host.version });
  const handOver = createHandOver({
    journal,
    folder: options.data,
    version: host.version,
    settings: () => settings.current(),
    known: () => journalOptionsOf(settings.current(), keyToken()).knownSecrets,
    now: systemClock.now,
    newId: randomUUID,
    onBug: reportBug,
    worker: pathToFileURL(join(host.root, 'out/main/hand-over-worker.js')),
  });
  const handlers = operatorCommands({
    journal,
    desk,
    presence,
    rules,
    settings,
    switches,
    steers,
    circuits,
    handOver,
    live: { endTurn: (turn, reason) => gateway.endTurn(turn, reason), turns: () => gateway.liveTurns() },
    formats: LEAK_FORMATS,
    healing: [...HEALING_RULES, OBSERVE_RULE],
    patterns: faultPatterns,
    tryReply: createTryReply(() => settings.current()),
    hostHandlers: {
      ...upstreamCommands(settings, foundation.secrets),
      ...agentCommands({ gateway: url, data: options.data, settings, secrets: foundation.secrets, keyToken }),
    },
    about: () => ({
      version: host.version,
      host: host.host,
      gateway: url,
      data: options.data,
      upstreams: Object.keys(settings.current().upstreams),
      demo: demo !== undefined,
    }),
  });
  demo?.play(url);
  const app: ConsoleApp = {
    gateway: url,
    data: options.data,
    version: host.version,
    call: (name, body) => dispatchCall(handlers, name, body, reportBug),
    ...createFeed(journal),
    openConsole: (id) => presence.open(id),
    exportFile: handOver.exportFile,
    importUpload: handOver.importUpload,
    stop: onceOnly(() => {
      pruning.stop();
      if (host.hidden !== true) withdrawGateway(options.data, foundation.secrets);
      return stopProgram(gateway, foundation, demo, [handOver, otlp]);
    }),
  };
  return ok({ app, settings });
}

/** Agents first, so that their turns end well; then what recorded them. */
async function stopProgram(
  gateway: Gateway,
  foundation: Foundation,
  demo: Demo | undefined,
  others: readonly (HandOver | OtlpPush)[],
): Promise<void> {
  await Promise.all([demo?.stop(), gateway.stop()]);
  await Promise.all(others.map((other) => other.close()));
  await closeFoundation(foundation);
}

function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
