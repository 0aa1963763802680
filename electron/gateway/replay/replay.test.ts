import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../shared/settings.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { exporters } from '../../journal/exporters/index.ts';
import { selectSource } from '../../journal/exporters/export-source.ts';
import { writeExport } from '../../journal/exporters/write-export.ts';
import { openRecording } from '../../journal/import/open-recording.ts';
import type { Recording } from '../../journal/import/recording.ts';
import { verdictSettingsOf } from '../../journal/replay/verdict-settings.ts';
import { replayExchanges } from './replay-exchanges.ts';
import { recordSession, type RecordedSession } from './testing/recorded-session.ts';
import { overflowTurns, sampleTurns, stuckTurns } from './testing/sample-turns.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'openai-responses', 'anthropic-messages'];
const out = mkdtempSync(join(tmpdir(), 'signalbox-replay-'));
let recorded: RecordedSession;
beforeAll(async () => {
  recorded = await recordSession([...dialects.flatMap(sampleTurns), ...stuckTurns(6), ...overflowTurns()], {
    'approval.onExpiry': 'reask',
  });
}, 60_000);
afterAll(async () => {
  await recorded.close();
  rmSync(out, { recursive: true, force: true });
});

const facts = { version: '0.0.0', createdAt: Date.parse('2026-01-02T03:04:05Z'), settings: verdictSettingsOf(defaultSettings) };
const options = { signal: new AbortController().signal, onProgress: () => undefined };

async function exported(format: string, session: string): Promise<string> {
  const source = await selectSource(recorded.journal, { session }, facts);
  const exporter = exporters[format];
  if (!source.ok || exporter === undefined) throw new Error(source.ok ? format : source.error);
  const path = join(out, `${session}${exporter.extension}`);
  const written = await writeExport(exporter, source.value, { redact: true, known: [] }, path, options);
  if (!written.ok) throw new Error(written.error.message);
  expect(written.value.sha256).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
  return path;
}

async function opened(path: string): Promise<Recording> {
  const recording = await openRecording(path);
  if (!recording.ok) throw new Error(recording.error);
  return recording.value;
}

const statesOf = async (recording: Recording, settings: Settings = defaultSettings) => {
  const run = await replayExchanges(recording.exchanges, { settings, recorded: recording.settings });
  return (run ?? []).map(({ exchange, played, comparison, settings: causes }) => ({
    asked: exchange.request,
    outcome: played.outcome,
    state: comparison?.state,
    differences: comparison?.differences ?? [],
    causes: causes.map((cause) => cause.key),
  }));
};

describe('a recorded session', () => {
  test.each(dialects)('%s: each verdict is reproduced from its bundle', async (dialect) => {
    const recording = await opened(await exported('bundle', `session-${dialect}`));
    const states = await statesOf(recording);
    expect(states).toHaveLength(sampleTurns(dialect).length);
    expect(states.filter(({ state }) => state !== 'same')).toEqual([]);
    expect(new Set(states.map(({ outcome }) => outcome)).size).toBeGreaterThanOrEqual(6);
  });

  test('what is remembered from turn to turn is rebuilt: guidance, counts, an open circuit', async () => {
    const states = await statesOf(await opened(await exported('bundle', 'stuck')));
    // The last request came twice: its turn tells of both, so that nothing can be compared.
    expect(states.map(({ state }) => state)).toEqual(['same', 'same', 'same', 'same', 'same', 'same', undefined]);
    const outcomes = states.map(({ outcome }) => outcome);
    expect(outcomes).toContain('repair_request');
    expect(outcomes).toContain('break_loop');
  });

  test('the guide about an overflow goes into the same requests', async () => {
    const states = await statesOf(await opened(await exported('bundle', 'overflow')));
    expect(states.map(({ outcome, state }) => [outcome, state])).toEqual([
      ['surface_error', 'same'],
      ['repair_request', 'same'],
      ['repair_request', 'same'],
    ]);
  });

  test('a changed setting shows as a difference, and is named as its cause', async () => {
    const recording = await opened(await exported('bundle', 'session-openai-chat'));
    const states = await statesOf(recording, { ...defaultSettings, 'recovery.mode': 'off', 'guidance.format': 'text' });
    const leak = states.find(({ asked }) => asked.includes('"leak"'));
    expect(leak).toMatchObject({ outcome: 'pass_through', state: 'differs', causes: ['recovery.mode'] });
    expect(leak?.differences.map(({ field }) => field)).toEqual(['outcome', 'reason', 'calls', 'text', 'finish']);
    expect(states.find(({ asked }) => asked.includes('"plain"'))?.state).toBe('same');
  });

  test('the bundle opens with an ordinary unzip, and its hashes are true', async () => {
    const path = await exported('bundle', 'session-openai-chat');
    expect(
      execFileSync('python3', ['-c', 'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(z.testzip())', path]).toString().trim(),
    ).toBe('None');
    const files = unzipSync(readFileSync(path));
    const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()) as {
      files: { name: string; sha256: string; bytes: number }[];
    };
    for (const { name, sha256, bytes } of manifest.files) {
      expect(files[name]?.length, name).toBe(bytes);
      expect(
        createHash('sha256')
          .update(files[name] ?? '')
          .digest('hex'),
        name,
      ).toBe(sha256);
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
