import { defineConfig } from 'vitest/config';

/** Official clients over real sockets, and commands that attach agents: a step of its own in `npm test`. */
export default defineConfig({
  test: {
    include: ['e2e/clients/**/*.test.ts', 'e2e/commands/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
