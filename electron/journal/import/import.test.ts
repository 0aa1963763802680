import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { openRecording, readRecording } from './open-recording.ts';
import { readZip } from './read-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'signalbox-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = JSON.stringify({
  id: 'a',
  dialect: 'openai-chat',
  request: { model: 'm', messages: [] },
  upstream: { status: 200, body: { choices: [] } },
});
const sha = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const manifestOf = (files: Readonly<Record<string, string>>, more: object = {}): string =>
  JSON.stringify({
    type: 'signalbox-bundle',
    version: 1,
    settings: {},
    files: Object.entries(files).map(([name, text]) => ({ name, bytes: text.length, sha256: sha(text) })),
    ...more,
  });
const bundle = (files: Readonly<Record<string, string>>, manifest = manifestOf(files), more: Zippable = {}): Uint8Array =>
  zipSync({
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
    'manifest.json': strToU8(manifest),
    ...more,
  });
const errorOf = (bytes: Uint8Array): string => {
  const read = readRecording(bytes);
  // A bad line among exchanges is told, not refused: who opens the file refuses it for that.
  return read.ok ? (read.value.problems[0] ?? '') : read.error;
};

/** Changes a number in the central directory's record of the only file. */
function patched(zip: Uint8Array, offset: number, value: number, size: 2 | 4 = 4): Uint8Array {
  const buffer = Buffer.from(zip);
  const at = buffer.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  if (size === 4) buffer.writeUInt32LE(value, at + offset);
  else buffer.writeUInt16LE(value, at + offset);
  return buffer;
}

describe('valid', () => {
  test('bundle, HAR, exchanges and journal are told apart by what is in them', () => {
    const kinds = [
      bundle({ 'exchanges.jsonl': `${line}\n` }),
      strToU8(JSON.stringify({ log: { version: '1.2', entries: [] } }, undefined, 2)),
      strToU8(`\ufeff${line}\r\n\n`),
      strToU8(
        '{"type":"signalbox-journal","version":1}\n{"seq":1,"at":1,"session":"","thread":"","turn":"","type":"limit-reached","level":"info"}\n',
      ),
    ].map((bytes) => {
      const read = readRecording(bytes);
      return read.ok ? [read.value.kind, read.value.exchanges.length + read.value.entries.length, read.value.problems] : read.error;
    });
    expect(kinds).toEqual([
      ['bundle', 1, []],
      ['har', 0, []],
      ['exchanges', 1, []],
      ['journal', 1, []],
    ]);
  });

  test("a HAR of another program: POSTs to a dialect's path, others are left out", () => {
    const entry = (method: string, url: string, response: object) => ({
      startedDateTime: '2026-01-01T00:00:00Z',
      request: {
        method,
        url,
        headers: [{ name: 'User-Agent', value: 'x' }],
        postData: { mimeType: 'application/json', text: '{"model":"m","messages":[]}' },
      },
      response: {
        status: 200,
        headers: [{ name: 'Content-Encoding', value: 'gzip' }],
        content: { mimeType: 'text/event-stream', ...response },
      },
    });
    const read = readRecording(
      strToU8(
        JSON.stringify({
          log: {
            version: '1.2',
            entries: [
              entry('GET', 'https://api.x/v1/models', { text: '{}' }),
              entry('POST', 'https://api.x/v1/chat/completions', { text: 'data: [DONE]\n\n' }),
              entry('POST', 'https://api.x/v1/messages', { text: Buffer.from('data: x\n\n').toString('base64'), encoding: 'base64' }),
            ],
          },
        }),
      ),
    );
    expect(
      read.ok &&
        read.value.exchanges.map(({ dialect, upstream }) => [dialect, upstream.headers, Buffer.concat(upstream.chunks).toString()]),
    ).toEqual([
      ['openai-chat', [['content-type', 'text/event-stream']], 'data: [DONE]\n\n'],
      ['anthropic-messages', [['content-type', 'text/event-stream']], 'data: x\n\n'],
    ]);
  });
});

describe('invalid', () => {
  test.each<[string, Uint8Array, RegExp]>([
    ['empty', new Uint8Array(0), /empty/],
    ['no JSON', strToU8('hello'), /neither a ZIP nor JSON/],
    ['a broken HAR', strToU8('{"log": {"version"'), /begins like a HAR/],
    ['a HAR of the future', strToU8('{"log":{"version":"2.0","entries":[]}}'), /version 2\.0/],
    ['a journal of the future', strToU8('{"type":"signalbox-journal","version":99}\n'), /version 99/],
    ['half a ZIP', bundle({ 'exchanges.jsonl': line }).slice(0, 60), /damaged/],
    ['a ZIP without manifest', zipSync({ 'exchanges.jsonl': strToU8(line) }), /no manifest\.json/],
    ['a manifest that is no JSON', bundle({ 'exchanges.jsonl': line }, '{'), /no JSON/],
    ['a manifest of another kind', bundle({ 'exchanges.jsonl': line }, '{"type":"x"}'), /not as it should be/],
    ['a bundle of the future', bundle({ 'exchanges.jsonl': line }, manifestOf({ 'exchanges.jsonl': line }, { version: 9 })), /version 9/],
    ['a changed file', bundle({ 'exchanges.jsonl': line }, manifestOf({ 'exchanges.jsonl': `${line} ` })), /hash in the manifest/],
    [
      'a missing file',
      bundle({ 'exchanges.jsonl': line }, manifestOf({ 'exchanges.jsonl': line, 'entries.jsonl': '' })),
      /not in the bundle/,
    ],
    ['a bundle without exchanges', bundle({ 'report.html': 'x' }), /has no exchanges\.jsonl/],
    ['lines nested too deep', strToU8(`{"dialect":"openai-chat","request":{"a":${'['.repeat(2_000_000)}`), /deeper than 1000/],
    ['a HAR nested too deep', strToU8(`{"log":{"version":"1.2","entries":${'[{"a":'.repeat(100_000)}`), /deeper than 1000/],
    ['a manifest nested too deep', bundle({ 'exchanges.jsonl': line }, '['.repeat(50_000)), /deeper than 1000/],
    [
      'a manifest without end',
      bundle(
        { 'exchanges.jsonl': line },
        `{"type":"${Array.from({ length: 130_000 }, (_, each) => sha(String(each)).slice(0, 9)).join('')}"}`,
      ),
      /larger than 1048576/,
    ],
    ['a bad exchange', bundle({ 'exchanges.jsonl': '{"dialect":"morse"}' }), /line 1/],
  ])('%s', (_name, bytes, message) => {
    expect(errorOf(bytes)).toMatch(message);
  });

  test.each<[string, Uint8Array, RegExp]>([
    ['leaves its folder', zipSync({ '../../etc/passwd': strToU8('x') }), /leaves its folder/],
    ['from the root', zipSync({ '/etc/passwd': strToU8('x') }), /leaves its folder/],
    ['with a drive', zipSync({ 'C:\\x': strToU8('x') }), /leaves its folder/],
    ['a hidden name', zipSync({ '.profile': strToU8('x') }), /leaves its folder/],
    ['a line break', zipSync({ 'a\nb': strToU8('x') }), /plain name/],
    ['a bomb', zipSync({ 'a.txt': new Uint8Array(64 * 1024 * 1024) }, { level: 9 }), /bomb/],
    [
      'too many files',
      zipSync(Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`f${index}`, strToU8('x')]))),
      /more than 64 files/,
    ],
    ['a size that lies high', patched(zipSync({ 'a.txt': strToU8('x') }), 24, 0xfffffff0), /larger than|bomb/],
    ['a link', zipSync({ 'a.txt': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] }), /link or a device/],
    ['an encrypted file', patched(zipSync({ 'a.txt': strToU8('x') }), 8, 1, 2), /encrypted/],
    ['an unknown method', patched(zipSync({ 'a.txt': strToU8('x') }), 10, 93, 2), /method 93/],
  ])('hostile ZIP: %s', (_name, bytes, message) => {
    expect(errorOf(bytes)).toMatch(message);
  });

  test('a size that lies low gets no more room than it names', () => {
    const lying = patched(zipSync({ 'a.txt': new Uint8Array(8 * 1024 * 1024) }, { level: 9 }), 24, 100);
    const read = readZip(lying);
    expect(!read.ok || (read.value.get('a.txt')?.length ?? 0) <= 100).toBe(true);
  });

  test('the same name twice', () => {
    const twice = Buffer.from(zipSync({ 'a.txt': strToU8('1'), 'b.txt': strToU8('2') }));
    for (let at = twice.indexOf('b.txt'); at >= 0; at = twice.indexOf('b.txt', at + 1)) twice.write('a.txt', at);
    expect(errorOf(twice)).toMatch(/twice/);
  });

  test('lines that are no exchanges are told by number; the others are read', async () => {
    const path = join(folder, 'mixed.jsonl');
    writeFileSync(
      path,
      [
        line,
        '{"dialect":"openai-chat","request":{}}',
        'x',
        '{"dialect":"anthropic","request":{},"upstream":{"sse":["a"],"body":{}}}',
        line,
      ].join('\n'),
    );
    const read = await openRecording(path);
    if (!read.ok) throw new Error(read.error);
    expect(read.value.exchanges).toHaveLength(2);
    expect(read.value.problems).toEqual([
      expect.stringMatching(/^line 2: "upstream"/),
      expect.stringMatching(/^line 3: is no JSON/),
      expect.stringMatching(/^line 4: "upstream": gives the reply more than once/),
    ]);
  });

  test('a folder or a device is no file', async () => {
    for (const path of [folder, '/dev/zero']) {
      const read = await openRecording(path);
      expect(read.ok ? '' : read.error).toMatch(/is a folder or a device.*Next: /);
    }
  });

  test('what cannot be read says what, why and what next', async () => {
    const read = await openRecording(join(folder, 'missing.zip'));
    expect(read.ok ? '' : read.error).toMatch(/missing\.zip can't be read: ENOENT.*Next: /);
  });
});
