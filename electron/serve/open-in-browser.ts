import { spawn } from 'node:child_process';

/**
 * Opens an address in the user's browser. Other processes can see the arguments of a child, so the address must hold no token: it is one
 * that works once (`ConsoleAuth.launchCode`). Failing is harmless: the console's address was printed.
 */
export function openInBrowser(address: string): void {
  const [command, ...first] = openerOf(process.platform);
  const child = spawn(command, [...first, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

function openerOf(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['cmd', '/c', 'start', ''];
  return ['xdg-open'];
}
