import { join } from 'node:path';
import type { ConsoleApp } from '../app/console-app.ts';
import { createConsole } from '../app/create-console.ts';
import { createLog, type Log } from '../app/log.ts';
import type { ProgramOptions } from '../app/program-options.ts';
import type { StartProblem } from '../app/start-problem.ts';
import { isLoopback } from '../app/address.ts';
import { ConsoleAuth } from './console-auth.ts';
import { type ConsoleServer, openConsoleServer } from './console-server.ts';
import { openInBrowser } from './open-in-browser.ts';

/** Runs served mode until SIGTERM or SIGINT; the exit code (design 4.1). `root` is the program's folder. */
export async function serve(options: ProgramOptions, root: string, version: string): Promise<number> {
  // A reader of the lines that leaves (`| head -1`) is no reason to end the gateway.
  process.stdout.on('error', () => undefined);
  const log = createLog(options.logLevel);
  const created = await createConsole(options, { host: 'served', version, root, log });
  if (!created.ok) return refuse(created.error);
  const { app, settings } = created.value;
  const auth = new ConsoleAuth(() => [options.console.host, ...settings.current()['gateway.allowedHosts']]);
  const server = await openConsoleServer(options.console, { app, auth, rendererFolder: join(root, 'out/renderer') });
  if (!server.ok) {
    await app.stop();
    return refuse(server.error);
  }
  if (!isLoopback(options.console.host))
    log.warn(`the console listens on ${options.console.host} without encryption: whoever sees its traffic sees the token`);
  warnOfUnknownNames(options, settings.current()['gateway.allowedHosts'], log);
  const stopSignal = nextStopSignal();
  announce(options, app, server.value, auth);
  await stopSignal;
  await app.stop();
  await server.value.close();
  return 0;
}

/** Bound to every address there is, nobody can tell under which name others come: without a list all of them are refused (interfaces 4.2). */
function warnOfUnknownNames({ listen, console }: ProgramOptions, allowedHosts: readonly string[], log: Log): void {
  if (allowedHosts.length > 0) return;
  for (const [option, { host }] of [
    ['--listen', listen],
    ['--console', console],
  ] as const) {
    if (host === '0.0.0.0' || host === '::')
      log.warn(`${option} ${host}: from other machines every request is refused until the name they use stands in gateway.allowedHosts`);
  }
}

function refuse(problem: StartProblem): number {
  process.stderr.write(`signalbox: ${problem.message}\n`);
  return problem.exitCode;
}

/** Says where everything is: one JSON line and then the alerts with `--json`, plain words otherwise. */
function announce(options: ProgramOptions, app: ConsoleApp, server: ConsoleServer, auth: ConsoleAuth): void {
  if (options.json) {
    writeLine({ type: 'ready', gateway: app.gateway, console: server.url, token: auth.token, data: app.data, version: app.version });
    app.onEntries((entries) => {
      for (const entry of entries) if (entry.level === 'alert') writeLine(entry);
    });
  } else {
    process.stdout.write(
      `Signalbox ${app.version}\n  agents   ${app.gateway}\n  console  ${server.url}/#${auth.token}\n  data     ${app.data}\n`,
    );
  }
  if (options.open) openInBrowser(`${server.url}/open?code=${auth.launchCode()}`);
}

const writeLine = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

function nextStopSignal(): Promise<void> {
  return new Promise((done) => {
    // Later signals are ignored: the stop is bounded, and a terminal's Ctrl+C may arrive twice.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
  });
}
