import { type Address, authorityOf } from './address.ts';
import type { StartProblem } from './start-problem.ts';

/** Why a port could not be opened; names the option that chooses it (design 4.1). */
export function listenProblem(option: '--listen' | '--console', address: Address, error: Error): StartProblem {
  const where = authorityOf(address);
  const code = 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return {
        exitCode: 1,
        message: `${where} is in use already. Choose another address with ${option} HOST:PORT (port 0 takes a free one)`,
      };
    case 'EACCES':
      return { exitCode: 1, message: `this user may not listen on ${where}. Choose a port above 1023 with ${option} HOST:PORT` };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return { exitCode: 1, message: `${address.host} is no address of this machine. Choose another one with ${option} HOST:PORT` };
    default:
      return { exitCode: 1, message: `can not listen on ${where} (${option}): ${error.message}` };
  }
}
