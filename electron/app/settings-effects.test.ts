import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SettingKey, settingRows } from '../../shared/settings.ts';
import { type Script, type ScriptedUpstream, startScriptedUpstream } from '../gateway/testing/scripted-upstream.ts';
import { claimDataFolder } from '../journal/data-folder.ts';
import { openJournal } from '../journal/journal.ts';
import { turnEnded, turnStarted } from '../journal/testing/entries.ts';
import { createConsole } from './create-console.ts';
import { createLog } from './log.ts';
import { parseProgramOptions } from './program-options.ts';
import {
  call,
  common,
  frames,
  hangs,
  hermes,
  later,
  until,
  missingParameter,
  names,
  rounds,
  says,
  SettingProbe,
  starts,
} from './testing/setting-probe.ts';

/**
 * Every key of the settings acts on the running program, without a restart (interfaces 4.4): each is set through the operator API while
 * traffic goes through the gateway, and what is seen before and after must differ. A key that is not in the table does not compile.
 */
interface Row {
  /** One level deeper where the key is a record; the key itself without one. */
  readonly path?: string;
  readonly value: unknown | ((probe: SettingProbe) => unknown);
  /** Settings under which the effect can be seen. */
  readonly under?: Partial<Record<string, unknown>>;
  /** What is seen; asked before and after. */
  readonly see: (probe: SettingProbe) => Promise<unknown>;
  /** It takes long: that seeing twice gives the same is not proved. */
  readonly once?: true;
}
/** The console or the desktop shell reads it: named with the file, and seen by the specs of `e2e/`. */
interface ReadElsewhere {
  readonly readBy: string;
}

const table: { readonly [K in SettingKey]: readonly Row[] | ReadElsewhere } = {
  upstreams: [
    { value: (probe: SettingProbe) => ({ second: { url: probe.other.url } }), see: askedOther },
    {
      path: 'upstreams.main',
      value: (probe: SettingProbe) => ({ url: probe.upstream.url, key: 'sk-of-ours-0123456789' }),
      see: async (probe) => {
        const token = { 'x-signalbox-token': readToken() };
        await probe.turn(says('hi'), { options: { headers: { authorization: 'Bearer from-the-agent', ...token } } });
        return probe.upstream.seen[0]?.headers.authorization;
      },
    },
    {
      path: 'upstreams.main',
      value: (probe: SettingProbe) => ({ url: probe.upstream.url, formats: { 'hermes-json': 'off' } }),
      see: async (probe) => names(await probe.turn(says(hermes('{"command":"ls"}')))),
    },
    {
      path: 'upstreams.main',
      value: (probe: SettingProbe) => ({ url: probe.upstream.url, stall: { firstByteMs: 100 } }),
      see: (probe) => probe.within(1200, hangs),
    },
    {
      path: 'upstreams.main',
      value: (probe: SettingProbe) => ({ url: probe.upstream.url, profile: 'mistral' }),
      see: async (probe) => (await probe.turn(says('hi'), { messages: rounds(1, 'ok') })).forwarded,
    },
  ],
  'recovery.mode': [{ value: 'off', see: async (probe) => names(await probe.turn(says(hermes('{"command":"ls"}')))) }],
  'recovery.formats': [
    { path: 'recovery.formats.hermes-json', value: 'off', see: async (probe) => names(await probe.turn(says(hermes('{"command":"ls"}')))) },
  ],
  'recovery.proseCeiling': [
    {
      value: 0,
      see: async (probe) =>
        names(
          await probe.turn(
            says(`${'I look at the files of this folder now. '.repeat(4)}\n\n${hermes(`{"command":"ls ${'-'.repeat(400)}"}`)}`),
          ),
        ),
    },
  ],
  'recovery.maxHeldBytes': [
    { value: 1024, see: async (probe) => names(await probe.turn(says(hermes(`{"command":"${'x'.repeat(4000)}"}`)))) },
  ],
  'approval.timeoutMs': [{ value: 5000, see: (probe) => probe.held(({ deadline }) => deadline - Date.now() > 10_000) }],
  'approval.whenNoConsole': [{ value: 'wait', see: (probe) => probe.held(() => 'waits', false) }],
  'approval.presenceMs': [{ value: 0, see: (probe) => probe.held(() => 'waits') }],
  'approval.onExpiry': [{ value: 'text', see: async (probe) => (await probe.turn(says(common))).sent }],
  'approval.rules': [
    {
      // The rule is what the operator lets the program remember; without it the same call waits again.
      value: [],
      under: { 'approval.rules': remembered },
      see: (probe) => probe.held(() => 'waits'),
    },
  ],
  'reask.max': [{ value: 0, see: async (probe) => (await probe.turn(says('<tool_call>\n{"name": "bash", "arguments": {"comm'))).sent }],
  'calls.hold': [
    {
      value: 'off',
      see: async (probe) => (await probe.within(800, starts(4, '', [call('bash', '{"command":"ls -la /srv"}')]))).includes('"bash"'),
    },
  ],
  'repair.arguments': [
    { value: false, see: async (probe) => names(await probe.turn(says('', call('bash', '```json\n{"command":"ls"}\n```')))) },
  ],
  'repair.concatenated': [
    { value: 'split', see: async (probe) => names(await probe.turn(says('', call('read_file', '{"path":"a.ts"}{"path":"b.ts"}')))) },
  ],
  healing: [
    {
      path: 'healing.number-from-string',
      value: 'off',
      see: async (probe) => names(await probe.turn(says('', call('bash', '{"command":"ls","timeout":"5"}')))),
    },
  ],
  'preflight.block': [{ value: false, see: async (probe) => (await probe.turn(says('', call('no_such_tool', '{}')))).sent }],
  'guidance.enabled': [
    {
      value: false,
      see: async (probe) => (await probe.turn(says('hi'), { messages: rounds(1, missingParameter, 'bash', '{}') })).forwarded,
    },
  ],
  'guidance.format': [
    {
      value: 'text',
      see: async (probe) => (await probe.turn(says('hi'), { messages: rounds(1, missingParameter, 'bash', '{}') })).forwarded,
    },
  ],
  'guidance.hints': [
    {
      value: false,
      see: async (probe) =>
        (await probe.turn(says('hi'), { messages: rounds(1, 'Error: No such tool available: read_files', 'read_files', '{"path":"a"}') }))
          .forwarded,
    },
  ],
  'guidance.patterns': [
    {
      path: 'guidance.patterns.EI/PARAM_MISSING/001',
      value: 'off',
      see: async (probe) => (await probe.turn(says('hi'), { messages: rounds(1, missingParameter, 'bash', '{}') })).forwarded,
    },
  ],
  'guidance.prompt': [{ value: true, see: async (probe) => (await probe.turn(says('hi'))).forwarded }],
  'circuit.threshold': [{ value: 2, see: (probe) => typesOf(probe, rounds(2, missingParameter, 'bash', '{}')) }],
  'loop.guideAt': [{ value: 2, see: (probe) => typesOf(probe, rounds(2, 'same')) }],
  'loop.openAt': [{ value: 3, see: (probe) => typesOf(probe, rounds(3, 'same')) }],
  'loop.tools': [{ path: 'loop.tools.bash', value: 'off', see: (probe) => typesOf(probe, rounds(4, 'same')) }],
  'keepAlive.intervalMs': [
    {
      value: 100,
      see: async (probe) => (await probe.within(1000, starts(4, '', [call('bash', '{"command":"ls -la /srv"}')]))).includes(': keep-alive'),
    },
  ],
  'stall.firstByteMs': [{ value: 100, see: (probe) => probe.within(1200, hangs) }],
  'stall.idleMs': [
    { value: 100, see: async (probe) => (await probe.within(1200, starts(3, 'some words that are said'))).includes('waits') },
  ],
  'stall.graceMs': [
    {
      value: 0,
      see: async (probe) => {
        const whole = frames('done');
        return (await probe.within(1500, starts(whole.length - 1, 'done'))).startsWith('waits');
      },
    },
  ],
  'retry.max': [
    {
      value: 0,
      see: async (probe) => {
        await probe.turn((response) => void response.destroy());
        return probe.upstream.seen.length;
      },
    },
  ],
  'journal.maxDays': [{ value: 0.01, see: oldSession, once: true }],
  'journal.maxBytes': [{ value: 1_048_576, under: { 'journal.passthrough': 'full' }, see: turnsKept, once: true }],
  'journal.bodies': [
    {
      value: 'none',
      see: async (probe) => {
        await probe.turn(says('hi'), { messages: [{ role: 'user', content: 'words to be kept' }] });
        return (await probe.request(probe.session)).includes('"messages');
      },
    },
  ],
  'journal.passthrough': [{ value: 'full', see: framesKept, once: true }],
  'gateway.token': [{ value: 'a-token-of-sixteen', see: async (probe) => (await probe.turn(says('hi'))).status }],
  'gateway.allowedHosts': [
    { value: ['box.lan'], see: async (probe) => (await probe.turn(says('hi'), { options: { headers: { host: 'box.lan' } } })).status },
  ],
  'gateway.allowedOrigins': [
    {
      value: ['http://page.lan'],
      see: async (probe) => (await probe.turn(says('hi'), { options: { headers: { origin: 'http://page.lan' } } })).status,
    },
  ],
  'redact.towardsModel': [
    {
      value: true,
      see: async (probe) => (await probe.turn(says('hi'), { messages: rounds(1, `gh${'p_'}${'a1B2c3D4'.repeat(5)}`) })).forwarded,
    },
  ],
  'otlp.endpoint': [{ value: (probe: SettingProbe) => probe.other.url, see: async (probe) => (await pushed(probe)).length > 0 }],
  'otlp.content': [
    {
      value: true,
      under: { 'otlp.endpoint': (probe: SettingProbe) => probe.other.url },
      see: async (probe) => (await pushed(probe)).includes('words of the model'),
    },
  ],
  'look.theme': { readBy: 'renderer/features/settings/settings-place.tsx' },
  'look.rowHeight': { readBy: 'renderer/features/settings/settings-place.tsx' },
  'desktop.openAtLogin': { readBy: 'electron/main/launch-at-login.ts' },
  'notify.approvals': { readBy: 'renderer/features/notify/notifier.tsx' },
  'notify.alerts': { readBy: 'renderer/features/notify/notifier.tsx' },
  'notify.sound': { readBy: 'renderer/features/notify/notifier.tsx' },
  'notify.details': { readBy: 'renderer/features/notify/notifier.tsx' },
};

async function askedOther(probe: SettingProbe): Promise<number> {
  probe.other.play(says('other'));
  await probe.turn(says('main'));
  return probe.other.seen.length;
}

async function typesOf(probe: SettingProbe, messages: readonly object[]): Promise<unknown> {
  const { forwarded } = await probe.turn(says('hi'), { messages });
  return [await probe.ofSession(), forwarded];
}

/** More than the smallest journal holds, in turns that can't be packed: whether the first of them is gone. */
async function turnsKept(probe: SettingProbe): Promise<boolean> {
  let first = '';
  for (let each = 0; each < 60; each += 1) {
    const noise = Array.from({ length: 6000 }, () => Math.random().toString(36).slice(2)).join(' ');
    await probe.turn(says('hi'), { messages: [{ role: 'user', content: noise }] });
    if (each === 0) first = probe.session;
  }
  // What was recorded is on disk, and any change of the caps makes the journal look at them.
  await later(200);
  await probe.set('journal.maxDays', 29 + Math.random() / 10);
  return until(async () => (await probe.request(first)).includes('"turn":null'));
}

async function oldSession(probe: SettingProbe): Promise<boolean> {
  for (let each = 0; each < 52; each += 1) await probe.turn(says('hi'));
  await later(200);
  await probe.set('journal.maxBytes', 1e9 + Math.floor(Math.random() * 1e6));
  return until(async () => !JSON.stringify(await probe.app.call('sessions/list', { limit: 1000 })).includes('of-twenty-days-ago'));
}

async function framesKept(probe: SettingProbe): Promise<boolean> {
  await probe.turn(says('words that went through'));
  const first = probe.session;
  for (let each = 0; each < 52; each += 1) await probe.turn(says('hi'));
  // What was recorded is on disk, and any change of the caps makes the journal look at them.
  await later(200);
  await probe.set('journal.maxDays', 29 + Math.random() / 10);
  return until(async () => !(await probe.request(first)).includes('"direction"'));
}

async function pushed(probe: SettingProbe): Promise<string> {
  const collector: Script = (response) => void response.writeHead(200).end('{}');
  probe.other.play(collector);
  await probe.turn(says('words of the model'));
  for (let waited = 0; waited < 3000 && probe.other.seen.length === 0; waited += 100) await later(100);
  return probe.other.seen.map(({ body }) => body.toString('utf8')).join('');
}

async function remembered(probe: SettingProbe): Promise<unknown> {
  const desk = probe.app.openConsole('probe');
  const asked = probe.turn(says(common));
  await until(async () => (await probe.approvals()).length > 0);
  for (const { id } of await probe.approvals()) await probe.app.call('approvals/settle', { id, verdict: 'approve', remember: 'always' });
  await asked;
  desk.close();
  const rules = (await settings(probe)).find(({ key }) => key === 'approval.rules')?.value;
  expect(rules).toHaveLength(1);
  return rules;
}

const settings = async (probe: SettingProbe): Promise<readonly { readonly key: string; readonly value: unknown }[]> =>
  ((await probe.app.call('settings/get', {})) as unknown as { answer: { settings: { key: string; value: unknown }[] } }).answer.settings;

let data: string;
let upstream: ScriptedUpstream;
let other: ScriptedUpstream;
let probe: SettingProbe;
const readToken = (): string =>
  String(
    (JSON.parse(readFileSync(join(data, 'secrets.json'), { encoding: 'utf8', flag: 'a+' }) || '{}') as { gatewayToken?: string })
      .gatewayToken ?? '',
  );

const TWENTY_DAYS = 20 * 86_400_000;

async function rememberOldSession(path: string): Promise<void> {
  const folder = claimDataFolder(path);
  if (!folder.ok) throw new Error(folder.error.message);
  const options = { maxBytes: 1e9, maxDays: 30, bodies: 'redacted', passthrough: 'summary', knownSecrets: [] } as const;
  const journal = await openJournal({ folder: folder.value, options, now: () => Date.now() - TWENTY_DAYS });
  if (!journal.ok) throw new Error(journal.error.message);
  const place = { session: 'of-twenty-days-ago', thread: 'main', turn: 'turn-of-twenty-days-ago' };
  journal.value.append({ ...turnStarted(place.turn), ...place });
  journal.value.append({ ...turnEnded(place.turn), ...place });
  await journal.value.close();
  folder.value.release();
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'signalbox-settings-'));
  const root = join(data, 'root');
  mkdirSync(join(root, 'out/main'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(root, 'out/main/journal-worker.js'),
    `import ${JSON.stringify(resolve(import.meta.dirname, '../journal/journal-worker.ts'))};\n`,
  );
  await rememberOldSession(data);
  upstream = await startScriptedUpstream();
  other = await startScriptedUpstream();
  const options = parseProgramOptions(['--data', data, '--listen', '127.0.0.1:0', '--no-open'], {});
  if (!options.ok) throw new Error(options.error.message);
  const made = await createConsole(options.value.options, { host: 'served', version: '0', root, log: createLog('silent') });
  if (!made.ok) throw new Error(made.error.message);
  probe = new SettingProbe(made.value.app, upstream, other);
});

afterAll(async () => {
  await probe.app.stop();
  await upstream.close();
  await other.close();
  rmSync(data, { recursive: true, force: true });
});

const rows = Object.entries(table).flatMap(([key, entry]) =>
  'readBy' in entry
    ? []
    : entry.map((row, index): [name: string, key: string, row: Row] => [
        `${row.path ?? key}${index > 0 ? ` (${index + 1})` : ''}`,
        key,
        row,
      ]),
);

describe('each setting acts at once', () => {
  test.each(rows)('%s', async (_name, key, row) => {
    await probe.set('upstreams', { main: { url: upstream.url } });
    for (const [path, value] of Object.entries(row.under ?? {})) {
      const given: unknown = typeof value === 'function' ? await (value as (probe: SettingProbe) => unknown)(probe) : value;
      await probe.set(path, given);
    }
    const before = await row.see(probe);
    if (row.once !== true) expect(await row.see(probe)).toEqual(before);
    const value: unknown = typeof row.value === 'function' ? await (row.value as (probe: SettingProbe) => unknown)(probe) : row.value;
    await probe.set(row.path ?? key, value);
    const after = await row.see(probe);
    for (const each of [key, ...Object.keys(row.under ?? {})]) await probe.set(each, settingRows[each as SettingKey].fallback);
    expect(after).not.toEqual(before);
  });

  test.each(Object.entries(table).flatMap(([key, entry]) => ('readBy' in entry ? [[key, entry.readBy] as const] : [])))(
    '%s is read by %s',
    (key, file) => expect(readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')).toContain(`'${key}'`),
  );
});
