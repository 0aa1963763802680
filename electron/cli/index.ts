import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProgramOptions } from '../app/program-options.ts';
import type { Command, CommandContext } from './command.ts';
import { helpText } from './help-text.ts';

/** Each command is loaded only when it runs: a cold start reads what it needs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve-command.ts')).serveCommand,
  run: async () => (await import('./run-command.ts')).runCommand,
  connect: async () => (await import('./connect-command.ts')).connectCommand,
  doctor: async () => (await import('./doctor-command.ts')).doctorCommand,
  check: async () => (await import('./check-command.ts')).checkCommand,
  clear: async () => (await import('./clear-command.ts')).clearCommand,
  import: async () => (await import('./import-command.ts')).importCommand,
  export: async () => (await import('./export-command.ts')).exportCommand,
};
/** Commands that take further words. */
const wordy: ReadonlySet<string> = new Set(['check', 'import', 'run', 'connect']);

/** Runs one command line and ends the process with its code: 0, 1 failed, 2 usage or bad settings (design 4.1); `check` adds 3. */
export async function main(argv: readonly string[], root: string): Promise<void> {
  process.exitCode = await run(argv, root);
  // Sockets that agents keep open would hold the process although the command is over.
  process.exit();
}

async function run(argv: readonly string[], root: string): Promise<number> {
  const parsed = parseProgramOptions(argv, process.env);
  if (!parsed.ok) return usage(parsed.error.message);
  const { options, positionals } = parsed.value;
  const version = versionOf(root);
  if (options.version) return say(`signalbox ${version}\n`);
  if (options.help) return say(helpText(version));
  const [name, ...rest] = positionals;
  if (rest[0] !== undefined && !wordy.has(name ?? '')) return usage(`"${name}" takes no further words, but "${rest[0]}" was given`);
  const exportOnly = Object.entries(options.exports).find(([, value]) => value !== undefined)?.[0];
  if (exportOnly !== undefined && name !== 'export') return usage(`--${exportOnly} belongs to the command "export"`);
  if (options.yes === true && name !== 'clear') return usage('--yes belongs to the command "clear"');
  if (options.attach.agent !== undefined && name !== 'run') return usage('--agent belongs to the command "run"');
  if ((options.attach.restore === true || options.attach.verify === true) && name !== 'connect')
    return usage(`--${options.attach.restore === true ? 'restore' : 'verify'} belongs to the command "connect"`);
  const context: CommandContext = { options, positionals: rest, argv, root, version };
  if (name === undefined) return (await import('./desktop-command.ts')).desktopCommand(context);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined)
    return usage(`there is no command "${name}"; commands are: ${Object.keys(commands).join(', ')}, or none for the desktop console`);
  return (await load())(context);
}

function usage(message: string): number {
  process.stderr.write(`signalbox: ${message}. \`signalbox --help\` lists everything\n`);
  return 2;
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

function versionOf(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0';
}
