import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Settings } from '../../shared/settings.ts';
import { type Address, authorityOf } from '../app/address.ts';
import { loadSettings } from '../app/load-settings.ts';
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

const PROBE_TIMEOUT_MS = 5000;

/** `signalbox doctor`: looks and reports, changes nothing. Exit code 1 when something keeps the program from working. */
export async function doctorCommand(context: CommandContext): Promise<number> {
  const { options } = context;
  const settings = loadSettings(options);
  const findings: Finding[] = [
    { what: 'Node', state: 'ok', detail: process.versions.node },
    electronFinding(context),
    rendererFinding(context),
    dataFinding(options.data),
    settings.ok
      ? { what: 'settings', state: 'ok', detail: options.settingsFile }
      : { what: 'settings', state: 'problem', detail: settings.error.message, next: `correct ${options.settingsFile}` },
    await portFinding('--listen', options.listen),
    await portFinding('--console', options.console),
    ...(settings.ok ? await upstreamFindings(settings.value.current()) : []),
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
  return {
    what: 'Electron',
    state: 'note',
    detail: 'the binary is not here',
    next: '`signalbox` fetches it; `signalbox serve` works without it',
  };
}

function rendererFinding({ root }: CommandContext): Finding {
  const page = join(root, 'out/renderer/index.html');
  if (existsSync(page)) return { what: 'console', state: 'ok', detail: page };
  return { what: 'console', state: 'problem', detail: `${page} is missing`, next: 'run `npm run build`' };
}

function dataFinding(folder: string): Finding {
  const claim = claimDataFolder(folder);
  if (!claim.ok) return { what: 'data folder', state: 'problem', detail: claim.error.message };
  claim.value.release();
  return { what: 'data folder', state: 'ok', detail: folder };
}

function portFinding(option: string, address: Address): Promise<Finding> {
  const where = authorityOf(address);
  const server = createServer();
  return new Promise((done) => {
    server.once('error', (error) =>
      done({
        what: option,
        state: 'problem',
        detail: `${where}: ${error.message}`,
        next: `choose another address with ${option} HOST:PORT`,
      }),
    );
    server.listen(address.port, address.host, () => server.close(() => done({ what: option, state: 'ok', detail: `${where} is free` })));
  });
}

async function upstreamFindings(settings: Settings): Promise<readonly Finding[]> {
  const upstreams = Object.entries(settings.upstreams);
  if (upstreams.length === 0)
    return [
      {
        what: 'upstream',
        state: 'note',
        detail: "none named: the vendors' own addresses, chosen by route",
        next: 'name one with --upstream URL',
      },
    ];
  return Promise.all(upstreams.map(([name, { url }]) => upstreamFinding(name, url)));
}

/** Any HTTP answer proves that somebody listens there; the status is for the person. */
async function upstreamFinding(name: string, url: string): Promise<Finding> {
  const what = `upstream ${name}`;
  try {
    const response = await fetch(url, { method: 'GET', redirect: 'manual', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await response.body?.cancel();
    return { what, state: 'ok', detail: `${url} answers (HTTP ${response.status})` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { what, state: 'problem', detail: `${url} does not answer: ${cause}`, next: 'start the model server, or correct the address' };
  }
}
