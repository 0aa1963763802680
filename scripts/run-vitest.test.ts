import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runVitest } from './run-vitest.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const tests = (count: number, body = '', at = 2): string =>
  Array.from({ length: count }, (_, n) => `test('t${n}', async () => { ${n === at ? body : ''} });`).join('\n');
/** The tests before are told of before the process dies. */
const told = 'await new Promise((done) => setTimeout(done, 400));';
const dies = `${told} process.kill(process.pid, 'SIGKILL');`;
const diesOnce = `const fs = await import('node:fs'); const mark = new URL('mark', import.meta.url); if (!fs.existsSync(mark)) { fs.writeFileSync(mark, ''); ${dies} }`;

async function run(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(path.join(tmpdir(), 'signalbox-vitest-'));
  folders.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const args = ['--root', root, '--globals', '--pool', 'forks'];
  const counted = await runVitest({
    args,
    cwd: path.join(import.meta.dirname, '..'),
    report: path.join(root, 'report.json'),
    stdio: 'ignore',
  });
  return { ...counted, faults: counted.faults.map((fault) => fault.replaceAll(/[^\s"]*\/(?=[a-z]+\.test)/g, '')) };
}

describe('runVitest', { timeout: 60_000 }, () => {
  it('counts what passed, failed and was skipped, and names what failed', async () => {
    const counted = await run({
      'good.test.mjs': `${tests(3)}\ntest.skip('later', () => {});`,
      'bad.test.mjs': tests(3, "throw new Error('no\\nmore');"),
      'hook.test.mjs': `beforeAll(() => { throw new Error('hook'); });\n${tests(2)}`,
      'broken.test.mjs': "import './nowhere.mjs';",
    });
    expect(counted).toMatchObject({ passed: 5, failed: 3, skipped: 3 });
    expect(counted.faults).toContain('bad.test.mjs: t2 · no');
    expect(counted.faults).toContain('hook.test.mjs · hook');
    expect(counted.faults).toContainEqual(expect.stringMatching(/^broken\.test\.mjs · /));
  });

  it('runs the file of a process that died once more, and says so', async () => {
    const counted = await run({ 'dies.test.mjs': tests(5, diesOnce), 'good.test.mjs': tests(3) });
    expect(counted).toMatchObject({ passed: 8, failed: 0, skipped: 0 });
    expect(counted.faults).toEqual([expect.stringMatching(/^dies\.test\.mjs was run again: its process died in "t2" · Worker exited/)]);
  });

  it('fails what dies again, and what fails beside it', async () => {
    const counted = await run({ 'dies.test.mjs': tests(5, dies), 'bad.test.mjs': tests(3, "throw new Error('no');") });
    expect(counted).toMatchObject({ passed: 4, failed: 4 });
    expect(counted.faults).toContain('bad.test.mjs: t2 · no');
  });

  it('fails for an error that is no test’s', async () => {
    const counted = await run({
      'good.test.mjs': tests(3, "setTimeout(() => { throw new Error('late'); }, 0); await new Promise((d) => setTimeout(d, 50));"),
    });
    expect(counted).toEqual({ passed: 3, failed: 1, skipped: 0, faults: ['outside of any test · late'] });
  });
});
