import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import { serveArguments } from '../conformance/serve-arguments.mjs';
import { hermesLeak, sendTurn } from '../scripted-agent.ts';
import { ScriptedUpstream } from '../scripted-upstream.ts';

/** The built program under traffic is killed at a random moment, again and again: what a console was told of is there afterwards (numbers 12). */
const root = resolve(import.meta.dirname, '../..');
const rounds = 8;
/** A random kill that fails must be able to come again: the seed is in the message. */
const seed = Number(process.env['SIGNALBOX_KILL_SEED'] ?? Math.floor(Math.random() * 1e9));

let data: string;
let upstream: ScriptedUpstream;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'signalbox-kill-'));
  upstream = new ScriptedUpstream();
  await upstream.start();
});
afterAll(async () => {
  await upstream.close();
  rmSync(data, { recursive: true, force: true, maxRetries: 3 });
});

interface Ready {
  readonly gateway: string;
  readonly console: string;
  readonly token: string;
}

async function start(): Promise<{ readonly program: ChildProcess; readonly ready: Ready }> {
  const program = spawn(process.execPath, [resolve(root, 'signalbox.mjs'), ...serveArguments({ upstream: upstream.url, data })], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SIGNALBOX_NO_BUILD: '1' },
  });
  const lines = createInterface({ input: program.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  lines.resume();
  return { program, ready: JSON.parse(line) as Ready };
}

/** Entries as the feed tells them, until the connection breaks. */
async function follow({ console, token }: Ready, after: number, told: Map<number, JournalEntry>): Promise<void> {
  try {
    const response = await fetch(`${console}/api/feed?after=${after}`, { headers: { authorization: `Bearer ${token}` } });
    let rest = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const frames = (rest + Buffer.from(chunk).toString('utf8')).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const line = frame.split('\n').find((each) => each.startsWith('data: '));
        if (line === undefined) continue;
        const entry = JSON.parse(line.slice(6)) as JournalEntry;
        if (typeof entry.seq === 'number') told.set(entry.seq, entry);
      }
    }
  } catch {
    // The program was killed.
  }
}

async function stored({ console, token }: Ready): Promise<Map<number, JournalEntry>> {
  const found = new Map<number, JournalEntry>();
  for (let before: number | undefined; ; ) {
    const response = await fetch(`${console}/api/entries/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '', limit: 1000, ...(before === undefined ? {} : { before }) }),
    });
    const { entries } = (await response.json()) as { readonly entries: readonly JournalEntry[] };
    for (const entry of entries) {
      expect(found.has(entry.seq), `entry ${entry.seq} twice`).toBe(false);
      found.set(entry.seq, entry);
    }
    const oldest = entries.at(-1);
    if (oldest === undefined || entries.length < 1000) return found;
    before = oldest.seq;
  }
}

test(`kill -9 at ${rounds} random moments (seed ${seed})`, { timeout: 180_000 }, async () => {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const told = new Map<number, JournalEntry>();
  const delivered = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const { program, ready } = await start();
    const before = await stored(ready);
    for (const [seq, entry] of told) expect(before.get(seq), `round ${round}, seed ${seed}, entry ${seq}`).toEqual(entry);
    const following = follow(ready, Math.max(0, ...before.keys()), told);
    let alive = true;
    const traffic = Array.from({ length: 4 }, async (_, agent) => {
      for (let turn = 0; alive; turn += 1) {
        const name = `r${round}-a${agent}-t${turn}`;
        upstream.will({ text: `I look.\n${hermesLeak('bash', { command: 'ls' })}` });
        const reply = await sendTurn(ready.gateway, { session: name }).catch(() => undefined);
        if (reply !== undefined) delivered.set(name, (delivered.get(name) ?? 0) + reply.calls.length);
      }
    });
    const exit = once(program, 'exit');
    await new Promise((done) => setTimeout(done, 30 + random() * 900));
    program.kill('SIGKILL');
    alive = false;
    await exit;
    await Promise.all([...traffic, following]);
  }
  const { program, ready } = await start();
  const after = await stored(ready);
  for (const [seq, entry] of told) expect(after.get(seq), `seed ${seed}, entry ${seq}`).toEqual(entry);
  expect(told.size).toBeGreaterThan(50);
  const seqs = [...after.keys()].sort((a, b) => a - b);
  expect(seqs).toEqual(seqs.map((_seq, at) => at + 1));
  for (const [name, times] of delivered) expect(times, `${name}: one call, once`).toBeLessThanOrEqual(1);
  const exit = once(program, 'exit');
  program.kill('SIGTERM');
  await exit;
  const database = new DatabaseSync(join(data, 'journal.db'), { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
});
