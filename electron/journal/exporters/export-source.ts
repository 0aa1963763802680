import type { TurnRow } from '../../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { VerdictSettings } from '../replay/verdict-settings.ts';
import type { Journal } from '../journal-service.ts';
import type { TurnRecording } from '../turn-recording.ts';

/** What an export reads of a journal: an open one, or one that is only read. */
export type ExportJournal = Pick<Journal, 'query' | 'turns' | 'recording'>;

/** What is handed over (interfaces 4.3 `export/create`). `incident`: the `seq` of the entry that alerted. Times in epoch milliseconds. */
export type ExportScope =
  | { readonly entry: number }
  | { readonly turn: string }
  | { readonly session: string }
  | { readonly incident: number }
  | { readonly since?: number | undefined; readonly until?: number | undefined };

/** The selected part of the journal, read again each time it is walked: nothing is kept in memory but the list of turns. */
export interface ExportSource {
  readonly scope: ExportScope;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** The settings in force, as far as verdicts hang on them. */
  readonly settings: VerdictSettings;
  /** In order of time. */
  readonly turns: readonly TurnRow[];
  /** In order of `seq`. */
  entries(): AsyncIterable<JournalEntry>;
  recordings(): AsyncIterable<TurnRecording>;
}

export type SourceFacts = Pick<ExportSource, 'version' | 'createdAt' | 'settings'>;

const pageSize = 1000;
/** Turns before an incident that led to it. */
const incidentTurns = 20;
/** Most turns of one export: beyond it the scope has to be narrowed. */
const maxTurns = 50_000;

/** Selects what the scope names; the error says what is not there and what to do. */
export async function selectSource(journal: ExportJournal, scope: ExportScope, facts: SourceFacts): Promise<Result<ExportSource, string>> {
  if ('session' in scope) return bySession(journal, scope, facts);
  if ('turn' in scope) return byTurn(journal, scope, facts);
  if ('entry' in scope) return byEntry(journal, scope, scope.entry, facts);
  if ('incident' in scope) return byIncident(journal, scope, facts);
  return bySpan(journal, scope, facts);
}

async function bySession(
  journal: ExportJournal,
  scope: { readonly session: string },
  facts: SourceFacts,
): Promise<Result<ExportSource, string>> {
  const turns = await turnsOf(journal, scope);
  if (turns === undefined) return tooMany();
  if (turns.length === 0)
    return fail(`There is no session "${scope.session}" in this journal. Next: look at the list of sessions for its id.`);
  return ok(sourceOf(journal, scope, facts, turns, { session: scope.session }));
}

async function byTurn(journal: ExportJournal, scope: { readonly turn: string }, facts: SourceFacts): Promise<Result<ExportSource, string>> {
  const found = await journal.recording(scope.turn);
  if (found === undefined) return fail(`There is no turn "${scope.turn}" in this journal. Next: look at the session's turns for its id.`);
  return ok(sourceOf(journal, scope, facts, [found.detail.turn], { turn: scope.turn }));
}

async function byEntry(journal: ExportJournal, scope: ExportScope, seq: number, facts: SourceFacts): Promise<Result<ExportSource, string>> {
  const entry = await entryOf(journal, seq);
  if (entry === undefined) return noEntry(seq);
  const found = entry.turn === '' ? undefined : await journal.recording(entry.turn);
  return ok({ ...sourceOf(journal, scope, facts, found === undefined ? [] : [found.detail.turn], {}), entries: () => listed([entry]) });
}

/** The turn that alerted with those of its thread that led to it. */
async function byIncident(
  journal: ExportJournal,
  scope: { readonly incident: number },
  facts: SourceFacts,
): Promise<Result<ExportSource, string>> {
  const entry = await entryOf(journal, scope.incident);
  if (entry === undefined) return noEntry(scope.incident);
  const last = entry.turn === '' ? undefined : (await journal.recording(entry.turn))?.detail.turn;
  if (last === undefined) return byEntry(journal, scope, scope.incident, facts);
  const before = await journal.turns({ session: last.session, before: last.at, limit: 200 });
  const led = before.filter((turn) => turn.thread === last.thread && turn.turn !== last.turn).slice(0, incidentTurns);
  const turns = [...led.reverse(), last];
  const source = sourceOf(journal, scope, facts, turns, {});
  return ok({ ...source, entries: () => entriesOfTurns(journal, turns) });
}

async function bySpan(
  journal: ExportJournal,
  scope: { readonly since?: number | undefined; readonly until?: number | undefined },
  facts: SourceFacts,
): Promise<Result<ExportSource, string>> {
  const turns = await turnsOf(journal, scope);
  if (turns === undefined) return tooMany();
  return ok(sourceOf(journal, scope, facts, turns, { since: scope.since, until: scope.until }));
}

const noEntry = (seq: number) =>
  fail(`There is no entry ${seq} in this journal: it may have been pruned by age or size. Next: look at the list for its number.`);
const tooMany = () => fail(`This scope holds more than ${maxTurns} turns. Next: narrow it with since and until.`);

type Filter = {
  readonly session?: string | undefined;
  readonly turn?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
};

function sourceOf(journal: ExportJournal, scope: ExportScope, facts: SourceFacts, turns: readonly TurnRow[], filter: Filter): ExportSource {
  return { ...facts, scope, turns, entries: () => pagedEntries(journal, filter), recordings: () => recordingsOf(journal, turns) };
}

/** Turns of a session or span, oldest first; undefined when there are too many. */
async function turnsOf(journal: ExportJournal, { session, since, until }: Filter): Promise<readonly TurnRow[] | undefined> {
  const found = new Map<string, TurnRow>();
  for (let before = until; ; ) {
    const page = await journal.turns({ session, before, limit: pageSize });
    const fresh = page.filter((turn) => !found.has(turn.turn) && turn.at >= (since ?? 0));
    for (const turn of fresh) found.set(turn.turn, turn);
    if (found.size > maxTurns) return undefined;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize || last.at < (since ?? 0)) break;
    // Turns of the same millisecond may lie on both sides of the page's edge.
    before = fresh.length === 0 ? last.at : last.at + 1;
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

/** The journal pages from the newest to the oldest: pages are collected by their first number, then read from the oldest. */
async function* pagedEntries(journal: ExportJournal, filter: Filter): AsyncGenerator<JournalEntry> {
  const edges: (number | undefined)[] = [undefined];
  for (;;) {
    const page = await journal.query({ query: '', ...filter, before: edges.at(-1), limit: pageSize });
    const oldest = page.entries.at(-1);
    if (oldest === undefined || page.entries.length < pageSize) break;
    edges.push(oldest.seq);
  }
  for (const before of edges.reverse()) {
    const page = await journal.query({ query: '', ...filter, before, limit: pageSize });
    yield* [...page.entries].reverse();
  }
}

async function* entriesOfTurns(journal: ExportJournal, turns: readonly TurnRow[]): AsyncGenerator<JournalEntry> {
  for (const { turn } of turns) yield* pagedEntries(journal, { turn });
}

async function* recordingsOf(journal: ExportJournal, turns: readonly TurnRow[]): AsyncGenerator<TurnRecording> {
  for (const { turn } of turns) {
    const found = await journal.recording(turn);
    if (found !== undefined) yield found;
  }
}

async function* listed(entries: readonly JournalEntry[]): AsyncGenerator<JournalEntry> {
  yield* entries;
}

async function entryOf(journal: ExportJournal, seq: number): Promise<JournalEntry | undefined> {
  const [entry] = (await journal.query({ query: '', before: seq + 1, limit: 1 })).entries;
  return entry?.seq === seq ? entry : undefined;
}
