import { serve } from '../serve/index.ts';
import type { CommandContext } from './command.ts';

/** `signalbox serve`: the gateway and the console without Electron. */
export const serveCommand = ({ options, root, version }: CommandContext): Promise<number> => serve(options, root, version);
