import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const program = resolve(import.meta.dirname, '../../signalbox.mjs');
let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'doctor-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Finding {
  readonly what: string;
  readonly state: string;
  readonly detail: string;
  readonly next?: string;
}

function doctor(
  words: readonly string[] = [],
  listen = '127.0.0.1:0',
): Promise<{ readonly code: number; readonly findings: readonly Finding[] }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, SIGNALBOX_NO_BUILD: '1', SIGNALBOX_DATA: join(home, 'data') };
  const ports = ['--listen', listen, '--console', '127.0.0.1:0'];
  return new Promise((done) => {
    execFile(process.execPath, [program, 'doctor', '--json', ...ports, ...words], { env }, (error, stdout) => {
      const { findings } = JSON.parse(stdout) as { findings: Finding[] };
      done({ code: Number(error?.code ?? 0), findings });
    });
  });
}

test('on a machine where nothing is: no problem, and nothing is made', async () => {
  const { code, findings } = await doctor();
  expect(code).toBe(0);
  expect(findings.find(({ what }) => what === 'agents')?.next).toContain('http://127.0.0.1');
  expect(existsSync(join(home, 'data'))).toBe(false);
});

test('keys in clear, keys that others may read, an endpoint that is silent and an agent that is here: each with its next step', async () => {
  mkdirSync(join(home, 'data'), { mode: 0o700 });
  mkdirSync(join(home, '.claude'));
  writeFileSync(join(home, 'data/settings.json'), JSON.stringify({ upstreams: { main: { url: 'http://127.0.0.1:1', key: 'sk-clear' } } }));
  writeFileSync(join(home, 'data/secrets.json'), '{}');
  chmodSync(join(home, 'data/secrets.json'), 0o644);
  const { code, findings } = await doctor();
  expect(code).toBe(1);
  const of = (what: string) => findings.find((finding) => finding.what === what);
  expect(of('key of main')).toMatchObject({ state: 'note', next: expect.stringContaining('Settings, Upstreams') });
  expect(of('keys')).toMatchObject({ state: 'problem', next: expect.stringContaining('chmod 600') });
  expect(of('upstream main')).toMatchObject({ state: 'problem', next: expect.stringContaining('start the model server') });
  expect(of('agent Claude Code')).toMatchObject({ state: 'note', next: expect.stringContaining('signalbox connect claude-code') });
  expect(JSON.stringify(findings)).not.toContain('sk-clear');
});

test.each([
  ['a Signalbox of another data folder', { status: 'ok' }, 'note', '--data'],
  ['a program of another kind', { hello: 'there' }, 'problem', '--listen HOST:PORT'],
])('a port that is taken by %s', async (_, body, state, next) => {
  const other = createServer((_request, response) => response.end(JSON.stringify(body)));
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { code, findings } = await doctor([], `127.0.0.1:${(other.address() as AddressInfo).port}`);
  await new Promise((done) => other.close(done));
  expect(findings.find(({ what }) => what === '--listen')).toMatchObject({ state, next: expect.stringContaining(next) });
  expect(code).toBe(state === 'note' ? 0 : 1);
});
