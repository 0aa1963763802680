import { describe, expect, test } from 'vitest';
import { runChild } from './run-child.ts';

const node = (script: string) => runChild(process.execPath, ['-e', script], process.env);

describe('the exit code is the child’s', () => {
  test.each([
    ['process.exit(0)', 0],
    ['process.exit(7)', 7],
    ['process.kill(process.pid, "SIGKILL")', 137],
  ])('%s', async (script, code) => expect(await node(script)).toBe(code));

  test('a program that is not there is 127', async () => expect(await runChild('/nowhere/agent', [], process.env)).toBe(127));
  test('one that may not be run is 126', async () => expect(await runChild('/tmp', [], process.env)).toBe(126));
});

test('a signal that reaches us reaches the child, and its own ending counts', async () => {
  const ending = node('process.on("SIGTERM", () => process.exit(42)); process.send?.("x"); setInterval(() => {}, 1000)');
  // The child needs a moment to listen; a signal before that ends it by itself with 143.
  await new Promise((resolve) => setTimeout(resolve, 600));
  process.emit('SIGTERM');
  expect(await ending).toBe(42);
  expect(process.listenerCount('SIGUSR2')).toBe(0);
});
