import { defineConfig } from 'vitest/config';
import { workerFlags } from './vitest.flags.ts';

export default defineConfig({
  test: {
    execArgv: [...workerFlags],
    include: ['electron/**/*.test.ts', 'shared/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
