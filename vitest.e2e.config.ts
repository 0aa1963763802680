import { defineConfig } from 'vitest/config';
import { workerFlags } from './vitest.flags.ts';

/** Official clients over real sockets, commands that attach agents, and whole sessions of an agent with tools: a step of its own in `npm test`. */
export default defineConfig({
  test: {
    execArgv: [...workerFlags],
    include: ['e2e/clients/**/*.test.ts', 'e2e/commands/**/*.test.ts', 'e2e/sessions/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
