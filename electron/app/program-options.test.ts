import { describe, expect, test } from 'vitest';
import { parseProgramOptions } from './program-options.ts';

const parse = (line: string, env: Readonly<Record<string, string>> = {}) =>
  parseProgramOptions(line === '' ? [] : line.split(' '), { HOME: '/home/op', ...env });

describe('valid', () => {
  test.each([
    ['nothing', '', { listen: { host: '127.0.0.1', port: 4141 }, console: { host: '127.0.0.1', port: 4142 }, demo: false, open: true }],
    ['a free port', '--listen 127.0.0.1:0', { listen: { host: '127.0.0.1', port: 0 } }],
    ['IPv6', '--console [::1]:9', { console: { host: '::1', port: 9 } }],
    ['port only', '--listen :8080', { listen: { host: '127.0.0.1', port: 8080 } }],
    ['one upstream', '--upstream http://127.0.0.1:8000/v1', { upstreams: [{ name: 'default', url: 'http://127.0.0.1:8000/v1' }] }],
    [
      'a URL with an equals sign is no name',
      '--upstream http://h/v1?a=b --upstream second=https://h2',
      {
        upstreams: [
          { name: 'default', url: 'http://h/v1?a=b' },
          { name: 'second', url: 'https://h2' },
        ],
      },
    ],
    [
      'settings',
      '--set reask.max=0 --set recovery.mode="ask"',
      {
        overrides: [
          { key: 'reask.max', value: 0 },
          { key: 'recovery.mode', value: 'ask' },
        ],
      },
    ],
    ['data folder', '--data /d', { data: '/d', settingsFile: '/d/settings.json', settingsNamed: false }],
    ['settings file', '--data /d --settings /s.json', { settingsFile: '/s.json', settingsNamed: true }],
    ['json never opens a browser', '--json', { json: true, open: false }],
  ])('%s', (_name, line, expected) => {
    const parsed = parse(line);
    expect(parsed).toMatchObject({ ok: true, value: { options: expected } });
  });

  test('the environment names the data folder; the option wins', () => {
    expect(parse('', { SIGNALBOX_DATA: '/e' })).toMatchObject({ value: { options: { data: '/e' } } });
    expect(parse('--data /d', { SIGNALBOX_DATA: '/e' })).toMatchObject({ value: { options: { data: '/d' } } });
  });

  test('CI opens no browser', () => {
    expect(parse('', { CI: 'true' })).toMatchObject({ value: { options: { open: false } } });
  });
});

describe('invalid: the message names the option', () => {
  test.each([
    ['--listen nowhere', '--listen'],
    ['--listen 127.0.0.1:70000', '--listen'],
    ['--console 1:2:3', '--console'],
    ['--upstream ftp://h', '--upstream'],
    ['--upstream a=http://h --upstream a=http://i', '"a" is given twice'],
    ['--set reask.max', '--set'],
    ['--set recovery.mode=ask', `recovery.mode='"ask"'`],
    ['--log-level loud', '--log-level'],
    ['--wat', '--wat'],
    ['--data', '--data'],
  ])('%s', (line, words) => {
    const parsed = parse(line);
    expect(parsed.ok ? '' : parsed.error.message).toContain(words);
  });
});
