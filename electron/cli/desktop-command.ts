import { spawn } from 'node:child_process';
import type { CommandContext } from './command.ts';
import { electronBinary, fetchElectron } from './electron-binary.ts';

/** `signalbox`: the desktop console; served mode where Electron can not run, after one line that says why. */
export async function desktopCommand(context: CommandContext): Promise<number> {
  const found = electronBinary(context.root) ?? (await fetchElectron(context.root));
  if (found === undefined) return serveInstead(context, 'the Electron binary is missing and could not be fetched');
  if (!hasDisplay()) return serveInstead(context, 'there is no display for a window');
  return runElectron(found, context);
}

async function serveInstead(context: CommandContext, reason: string): Promise<number> {
  process.stderr.write(`signalbox: ${reason}; opening the console in the browser instead (signalbox serve)\n`);
  return (await import('./serve-command.ts')).serveCommand(context);
}

const hasDisplay = (): boolean => process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

/** Our own arguments stand behind `--`, where Chromium does not read them. */
function runElectron(binary: string, { root, argv }: CommandContext): Promise<number> {
  const child = spawn(binary, [root, '--', ...argv], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((done) => {
    child.on('error', (error) => {
      process.stderr.write(`signalbox: ${binary} does not start: ${error.message}\n`);
      done(1);
    });
    child.on('exit', (code) => done(code ?? 1));
  });
}
