import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runSignalbox } from '../../hosts/command-line.ts';
import { expect, test } from '../../hosts/fixture.ts';

const free = ['--listen', '127.0.0.1:0', '--console', '127.0.0.1:0', '--no-open'];

test('--version and --help answer on stdout', async () => {
  expect(await runSignalbox(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^signalbox \d+\.\d+\.\d+\n$/),
    stderr: '',
  });
  const help = await runSignalbox(['serve', '--help']);
  expect(help.code).toBe(0);
  for (const option of [
    '--upstream',
    '--listen',
    '--console',
    '--data',
    '--settings',
    '--set',
    '--demo',
    '--no-open',
    '--json',
    '--log-level',
  ])
    expect(help.stdout).toContain(option);
});

test.describe('usage errors end with 2 and name what was wrong', () => {
  for (const [args, words] of [
    [['nonsense'], 'nonsense'],
    [['serve', 'more'], 'more'],
    [['serve', '--nonsense'], '--nonsense'],
    [['serve', '--listen', 'nowhere'], '--listen'],
    [['serve', '--set', 'reask.max="many"'], 'reask.max'],
    [['serve', '--set', 'no.such=1'], 'no.such'],
    [['serve', '--set', 'approval.timeoutMs=999999'], 'approval.timeoutMs'],
    [['serve', '--set', 'recovery.formats.hermes="off"'], 'hermes-json'],
    [['serve', '--settings', '/nowhere/settings.json'], '/nowhere/settings.json'],
  ] as const) {
    test(args.join(' '), async ({ dataFolder }) => {
      const ended = await runSignalbox([...args, '--data', dataFolder]);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toContain(words);
    });
  }

  test('a bad settings file', async ({ dataFolder }) => {
    writeFileSync(join(dataFolder, 'settings.json'), '{"circuit.threshold": 1}');
    const ended = await runSignalbox(['serve', '--data', dataFolder, ...free]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('circuit.threshold');
    expect(ended.stderr).toContain('settings.json');
  });

  test('a gateway that others can reach needs a token', async ({ dataFolder }) => {
    const ended = await runSignalbox(['serve', '--listen', '0.0.0.0:0', '--console', '127.0.0.1:0', '--data', dataFolder], {
      stopAt: '"ready"',
    });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('gateway.token');
  });
});

test('bound to every address without a list of names: it says that others will be refused', async ({ dataFolder }) => {
  const words = ['serve', '--json', '--no-open', '--listen', '0.0.0.0:0', '--console', '127.0.0.1:0', '--data', dataFolder];
  const token = ['--set', 'gateway.token="0123456789abcdef"'];
  const ended = await runSignalbox([...words, ...token], { stopAt: '"ready"' });
  expect(ended.stderr).toContain('--listen 0.0.0.0');
  expect(ended.stderr).toContain('gateway.allowedHosts');
  const listed = await runSignalbox([...words, ...token, '--set', 'gateway.allowedHosts=["box.lan"]'], { stopAt: '"ready"' });
  expect(listed.stderr).not.toContain('gateway.allowedHosts');
});

test('a taken port names its option', async ({ dataFolder }) => {
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
  const address = `127.0.0.1:${(taken.address() as AddressInfo).port}`;
  for (const option of ['--listen', '--console']) {
    const other = option === '--listen' ? '--console' : '--listen';
    const ended = await runSignalbox(['serve', option, address, other, '127.0.0.1:0', '--data', dataFolder]);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(option);
  }
  taken.close();
});

test('a data folder that can not be written is named', async ({ dataFolder }) => {
  const file = join(dataFolder, 'file');
  writeFileSync(file, '');
  const ended = await runSignalbox(['serve', '--data', join(file, 'below'), ...free]);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('--data');
});

test('serve --json says ready first and ends with 0 on SIGTERM', async ({ dataFolder }) => {
  const ended = await runSignalbox(['serve', '--json', ...free, '--data', dataFolder], { stopAt: '"ready"' });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const ready: unknown = JSON.parse(ended.stdout.split('\n')[0] ?? '');
  expect(ready).toMatchObject({
    type: 'ready',
    gateway: expect.stringMatching(/^http:/),
    console: expect.stringMatching(/^http:/),
    token: expect.stringMatching(/^.{20,}$/),
    data: dataFolder,
  });
});

test('two programs do not share a data folder', async ({ running, dataFolder }) => {
  expect(running.gateway).toBeTruthy();
  const ended = await runSignalbox(['serve', ...free, '--data', dataFolder]);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain(dataFolder);
});

test('without Electron or a display the desktop command says so and serves', async ({ dataFolder }) => {
  const ended = await runSignalbox(['--json', ...free, '--data', dataFolder], {
    stopAt: '"ready"',
    env: { DISPLAY: '', WAYLAND_DISPLAY: '', ELECTRON_OVERRIDE_DIST_PATH: dataFolder },
  });
  expect(ended.code).toBe(0);
  expect(ended.stderr.trim().split('\n').at(-1)).toContain('signalbox serve');
});

test('doctor reports each finding with its next step and changes nothing', async ({ dataFolder }) => {
  const ended = await runSignalbox(['doctor', '--json', ...free, '--data', dataFolder, '--upstream', 'http://127.0.0.1:9']);
  expect(ended.code).toBe(1);
  const report = JSON.parse(ended.stdout) as {
    readonly findings: readonly { readonly what: string; readonly state: string; readonly next?: string }[];
  };
  expect(report.findings.find(({ what }) => what === 'upstream default')).toMatchObject({ state: 'problem', next: expect.any(String) });
  expect(report.findings.find(({ what }) => what === 'settings')).toMatchObject({ state: 'ok' });
});

test('the demonstration needs no key and no network', async ({ dataFolder }) => {
  mkdirSync(join(dataFolder, 'demo'));
  chmodSync(dataFolder, 0o700);
  const ended = await runSignalbox(['serve', '--demo', '--json', ...free, '--data', join(dataFolder, 'demo')], { stopAt: '"ready"' });
  expect(ended.code).toBe(0);
});
