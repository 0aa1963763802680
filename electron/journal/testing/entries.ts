import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewEntry } from '../../../shared/journal-entry.ts';
import { claimDataFolder, type DataFolder } from '../data-folder.ts';
import type { Journal } from '../journal-service.ts';
import { openJournal } from '../journal.ts';
import type { JournalOptions } from '../journal-options.ts';

export const journalOptions: JournalOptions = {
  maxBytes: 1_073_741_824,
  maxDays: 30,
  bodies: 'redacted',
  passthrough: 'full',
  knownSecrets: [],
};

/** A real data folder for one test, and what removes it. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'signalbox-journal-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function claimed(path: string): DataFolder {
  const folder = claimDataFolder(path);
  if (!folder.ok) throw new Error(folder.error.message);
  return folder.value;
}

export async function openedJournal(
  path: string,
  options: Partial<JournalOptions> = {},
  now?: () => number,
): Promise<Journal & { readonly end: () => Promise<void> }> {
  const folder = claimed(path);
  const journal = await openJournal({ folder, options: { ...journalOptions, ...options }, now });
  if (!journal.ok) throw new Error(journal.error.message);
  const { value } = journal;
  return Object.assign(value, {
    end: async () => {
      await value.close();
      folder.release();
    },
  });
}

export function turnStarted(turn: string, session = 's1', model = 'qwen3-coder'): NewEntry {
  return {
    type: 'turn-started',
    level: 'info',
    session,
    thread: 'main',
    turn,
    dialect: 'openai-chat',
    model,
    agent: 'opencode',
    upstream: 'local',
    stream: true,
    method: 'POST',
    path: '/v1/chat/completions',
    tools: ['Bash', 'Read'],
    title: 'Fix the failing test',
    side: false,
  }; // prettier-ignore
}

export function callSeen(turn: string, key: string, tool = 'Bash', args = '{"command":"ls -la"}', session = 's1'): NewEntry {
  return {
    type: 'tool-call-seen',
    level: 'info',
    session,
    thread: 'main',
    turn,
    native: true,
    call: { key, id: `call_${key}`, name: tool, arguments: args },
  };
}

export function turnEnded(turn: string, session = 's1', outcome: 'pass_through' | 'recover' = 'pass_through'): NewEntry {
  return {
    type: 'turn-ended',
    level: 'info',
    session,
    thread: 'main',
    turn,
    outcome,
    status: 200,
    finish: 'tool_calls',
    calls: 1,
    reasks: 0,
    durationMs: 120,
    firstByteMs: 30,
    overheadMs: 0.4,
    usage: { input: 1200, output: 80 },
    requestBytes: 4000,
    responseBytes: 900,
  }; // prettier-ignore
}
