import type { JournalEntry, NewEntry } from '../../../shared/journal-entry.ts';
import { ok } from '../../../shared/result.ts';
import { defaultSettings, type Settings } from '../../../shared/settings.ts';
import type { ApprovalDraft } from '../../core/pipeline/effect.ts';
import type { DraftVerdict } from '../../core/pipeline/lane-input.ts';
import type { HoldOwner } from '../../gateway/ports.ts';
import { createApprovalDesk, type DeskClock, type OperatorDesk } from '../approval-desk.ts';
import { createPresence, type Presence } from '../presence.ts';
import { createRuleBook, type RuleBook } from '../rule-book.ts';
import type { SettingAccess } from '../setting-access.ts';

/** Time that only moves when the test says so. */
export class ManualClock implements DeskClock {
  #now = 1_000_000;
  #timers: { at: number; work: () => void }[] = [];

  now(): number {
    return this.#now;
  }
  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#now = next.at;
      next.work();
    }
    this.#now = end;
  }
  get waiting(): number {
    return this.#timers.length;
  }
}

export class MemorySettings implements SettingAccess {
  readonly file = '/nowhere/settings.json';
  #settings: Settings;
  constructor(settings: Partial<Settings> = {}) {
    this.#settings = { ...defaultSettings, ...settings };
  }
  current(): Settings {
    return this.#settings;
  }
  states() {
    return [];
  }
  set(path: string, value: unknown) {
    this.#settings = { ...this.#settings, [path]: value };
    return ok({ key: path, value: null, fallback: null, help: '', guarded: true });
  }
}

export interface Bench {
  readonly desk: OperatorDesk;
  readonly clock: ManualClock;
  readonly presence: Presence;
  readonly rules: RuleBook;
  readonly settings: MemorySettings;
  readonly entries: JournalEntry[];
  readonly verdicts: { readonly key: string; readonly verdict: DraftVerdict }[];
  hold(drafts: readonly ApprovalDraft[], owner?: Partial<HoldOwner>): ReturnType<OperatorDesk['hold']>;
}

/** A desk with one console open, unless `absent`. */
export function bench(options: { readonly absent?: boolean; readonly settings?: Partial<Settings> } = {}): Bench {
  const clock = new ManualClock();
  const settings = new MemorySettings(options.settings);
  const presence = createPresence({ now: () => clock.now(), presenceMs: () => settings.current()['approval.presenceMs'] });
  if (options.absent !== true) presence.open('console-1');
  const rules = createRuleBook(settings);
  const entries: JournalEntry[] = [];
  const journal = {
    append: (entry: NewEntry): JournalEntry => {
      const full: JournalEntry = { seq: entries.length + 1, at: clock.now(), ...entry };
      entries.push(full);
      return full;
    },
  };
  let ids = 0;
  const desk = createApprovalDesk({ clock, journal, settings, presence, rules, newId: () => `id-${++ids}` });
  const verdicts: { key: string; verdict: DraftVerdict }[] = [];
  const hold: Bench['hold'] = (drafts, owner = {}) =>
    desk.hold({ ...anOwner, ...owner }, drafts, (key, verdict) => verdicts.push({ key, verdict }));
  return { desk, clock, presence, rules, settings, entries, verdicts, hold };
}

export const anOwner: HoldOwner = { session: 's1', thread: 'main', turn: 't1', agent: 'opencode', model: 'qwen3', upstream: 'local' };

/** A leaked call whose only failed check is `common`, of a tool that only reads. */
export function aDraft(key = 'a', change: Partial<ApprovalDraft> = {}): ApprovalDraft {
  return {
    key,
    call: { id: `call_${key}`, name: 'Read', arguments: '{"path":"a.ts"}' },
    original: '<read_file><path>a.ts</path></read_file>',
    markup: [{ start: 0, end: 40 }],
    checks: [
      { number: 1, code: 'no_tags', state: 'passed', evidence: 'markup found' },
      { number: 13, code: 'common', state: 'failed', evidence: 'people also write this' },
    ],
    fixes: [],
    reason: 'common',
    format: 'element-call',
    sideEffect: 'reads',
    tool: {
      description: 'Reads a file',
      schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false },
    },
    ...change,
  };
}
