import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type JobRow } from '../../shared/ipc/contract.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { recordSession, type RecordedSession } from '../gateway/replay/testing/recorded-session.ts';
import { sampleTurns } from '../gateway/replay/testing/sample-turns.ts';
import { createHandOver, type HandOver } from './export-commands.ts';

let recorded: RecordedSession;
let handOver: HandOver;
let settings: Settings = defaultSettings;
const bugs: unknown[] = [];
let ids = 0;
beforeAll(async () => {
  recorded = await recordSession(sampleTurns('anthropic-messages'));
  handOver = createHandOver({
    journal: recorded.journal,
    folder: recorded.path,
    version: '0.0.0',
    settings: () => settings,
    known: () => [],
    now: Date.now,
    newId: () => `id-${++ids}`,
    onBug: (_name, error) => bugs.push(error),
  });
}, 60_000);
afterAll(async () => {
  await handOver.close();
  await recorded.close();
  expect(bugs).toEqual([]);
});

const session = 'session-anthropic-messages';
const jobs = async (): Promise<readonly JobRow[]> => contract['jobs/list'].answer.parse(await handOver.handlers['jobs/list']({})).jobs;

async function ended(started: Awaited<ReturnType<HandOver['handlers']['export/create']>>): Promise<JobRow> {
  if (!('job' in started)) throw new Error(started.error.message);
  for (;;) {
    const job = (await jobs()).find(({ id }) => id === started.job.id);
    if (job === undefined) throw new Error('the job is gone');
    if (job.state !== 'running') return job;
    await new Promise((next) => setTimeout(next, 5));
  }
}

async function exported(): Promise<{ path: string; bytes: number; sha256: string }> {
  const job = await ended(await handOver.handlers['export/create']({ scope: { session }, format: 'bundle' }));
  if (job.result === null || !('path' in job.result)) throw new Error(JSON.stringify(job));
  return job.result;
}

describe('export/create', () => {
  test('a job that ends with path, size and hash of a file for this user alone', async () => {
    const { path, bytes, sha256 } = await exported();
    expect(path.startsWith(join(recorded.path, 'exports'))).toBe(true);
    expect([statSync(path).size, createHash('sha256').update(readFileSync(path)).digest('hex')]).toEqual([bytes, sha256]);
    expect([statSync(path).mode & 0o777, statSync(join(recorded.path, 'exports')).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  test('a scope that is not there is refused before a job begins', async () => {
    const before = (await jobs()).length;
    for (const scope of [{ session: 'x' }, { turn: 'x' }, { entry: 99_999 }, { incident: 'loop-99999' }, { incident: 99_999 }]) {
      const answer = await handOver.handlers['export/create']({ scope, format: 'jsonl' });
      expect('error' in answer && answer.error.message).toMatch(/There is no .*Next: /);
    }
    expect((await jobs()).length).toBe(before);
  });

  test('an incident by its id', async () => {
    const alerts = (await recorded.journal.query({ query: 'level:alert type:tool-call-refused' })).entries;
    const first = alerts.at(-1);
    if (first === undefined) throw new Error('no refusal was recorded');
    const job = await ended(await handOver.handlers['export/create']({ scope: { incident: `refused-${first.seq}` }, format: 'jsonl' }));
    expect(job.state).toBe('done');
  });

  test('its file is opened by its job alone, and only as it was written', async () => {
    const job = await ended(await handOver.handlers['export/create']({ scope: { session }, format: 'jsonl' }));
    if (job.result === null || !('path' in job.result)) throw new Error(JSON.stringify(job));
    const file = await handOver.exportFile(job.id);
    expect(file?.bytes).toBe(job.result.bytes);
    expect(await file?.handle.readFile('utf8')).toBe(readFileSync(job.result.path, 'utf8'));
    await file?.handle.close();
    for (const id of ['', 'none', job.result.path]) expect(await handOver.exportFile(id)).toBeUndefined();
    renameSync(job.result.path, `${job.result.path}.away`);
    expect(await handOver.exportFile(job.id)).toBeUndefined();
    symlinkSync(`${job.result.path}.away`, job.result.path);
    expect(await handOver.exportFile(job.id)).toBeUndefined();
    rmSync(job.result.path);
    writeFileSync(job.result.path, 'another file');
    expect(await handOver.exportFile(job.id)).toBeUndefined();
  });

  test('cancelled: nothing is left, and it can not be cancelled again', async () => {
    const before = readdirSync(join(recorded.path, 'exports'));
    const started = await handOver.handlers['export/create']({ scope: {}, format: 'html' });
    if (!('job' in started)) throw new Error(started.error.message);
    expect(await handOver.handlers['jobs/cancel']({ job: started.job.id })).toEqual({ cancelled: true });
    expect((await ended(started)).state).toBe('cancelled');
    expect(await handOver.handlers['jobs/cancel']({ job: started.job.id })).toEqual({ cancelled: false });
    expect(readdirSync(join(recorded.path, 'exports'))).toEqual(before);
  });
});

describe('import and replay', () => {
  test('a bundle opens read-only and replays to the same verdicts', async () => {
    const { path } = await exported();
    const opened = await handOver.handlers['import/open']({ path });
    if (!('recording' in opened)) throw new Error(opened.error.message);
    expect(opened.recording).toMatchObject({
      imported: true,
      kind: 'bundle',
      sessions: [session],
      exchanges: sampleTurns('anthropic-messages').length,
    });
    expect(await handOver.handlers['import/list']({})).toEqual({ recordings: [opened.recording] });
    const before = recorded.journal.lastSeq();
    const job = await ended(await handOver.handlers['replay/run']({ recording: opened.recording.id }));
    expect(job).toMatchObject({
      state: 'done',
      done: opened.recording.exchanges,
      total: opened.recording.exchanges,
      result: { differs: 0, notReproducible: 0 },
    });
    expect(recorded.journal.lastSeq()).toBe(before);
    expect(await handOver.handlers['import/close']({ recording: opened.recording.id })).toEqual({ closed: true });
    const closed = await handOver.handlers['replay/run']({ recording: opened.recording.id });
    expect('error' in closed && closed.error.message).toMatch(/not open any more/);
  });

  test('a session of the journal under other settings: old beside new', async () => {
    settings = { ...defaultSettings, 'repair.arguments': false, 'recovery.mode': 'ask' };
    const job = await ended(await handOver.handlers['replay/run']({ session }));
    settings = defaultSettings;
    const { rows, total } = contract['replay/rows'].answer.parse(await handOver.handlers['replay/rows']({ job: job.id, state: 'differs' }));
    expect(total).toBeGreaterThanOrEqual(2);
    expect(rows.every((row) => row.before !== null && row.differences.length > 0)).toBe(true);
    expect(rows.some((row) => row.before?.outcome === 'recover' && row.after.outcome !== 'recover')).toBe(true);
    expect(job.result).toMatchObject({ differs: total });
  });

  async function* piecesOf(bytes: Buffer, breaksOffAt = Infinity): AsyncIterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 10_000) {
      if (at >= breaksOffAt) throw new Error('aborted');
      yield bytes.subarray(at, at + 10_000);
    }
  }
  const waiting = () => (existsSync(join(recorded.path, 'uploads')) ? readdirSync(join(recorded.path, 'uploads')) : []);

  test('a bundle that is sent opens under its own name, and nothing waits afterwards', async () => {
    const bytes = readFileSync((await exported()).path);
    const opened = await handOver.importUpload({ name: 'theirs.zip', bytes: piecesOf(bytes) });
    if (!('recording' in opened)) throw new Error(opened.error.message);
    expect(opened.recording).toMatchObject({ path: 'theirs.zip', kind: 'bundle', sessions: [session] });
    expect(waiting()).toEqual([]);
    expect(await handOver.handlers['import/close']({ recording: opened.recording.id })).toEqual({ closed: true });
  });

  test('what is sent and is none, or breaks off, is refused by its name and leaves nothing', async () => {
    const bytes = readFileSync((await exported()).path);
    for (const [name, pieces, message] of [
      ['words.zip', piecesOf(Buffer.from('words')), /^words\.zip can't be opened: it is neither a ZIP nor JSON\. Next: /],
      ['half.zip', piecesOf(bytes, 10_000), /^half\.zip did not arrive whole\. Next: /],
    ] as const) {
      const opened = await handOver.importUpload({ name, bytes: pieces });
      expect('error' in opened && opened.error.message).toMatch(message);
      expect(waiting()).toEqual([]);
    }
    expect(await handOver.handlers['import/list']({})).toEqual({ recordings: [] });
  });

  test.each(['/nowhere/x.zip', 'x.zip', '/etc/hostname'])('%s is refused with a reason', async (path) => {
    const opened = await handOver.handlers['import/open']({ path });
    expect('error' in opened && opened.error.message).toMatch(/can't be (?:opened|read): .*Next: /);
    const replayed = await handOver.handlers['replay/run']({ path });
    expect('error' in replayed).toBe(true);
    expect(existsSync(path) && path === 'x.zip').toBe(false);
  });
});
