import type { CallAnswer, FormatRow, Handlers, HealingRow, PatternRow, SessionRow } from '../../shared/ipc/contract.ts';
import { patternSwitch } from '../core/fault/pattern-switch.ts';
import { healingSwitch, type SwitchedRule } from '../core/healing/heal-call.ts';
import type { HealingRule } from '../core/healing/healing-rule.ts';
import type { FaultPattern } from '../core/fault/fault-pattern.ts';
import type { LeakFormat } from '../core/leak/leak-format.ts';
import type { Journal } from '../journal/journal-service.ts';
import type { JournalSession } from '../journal/turn-list.ts';
import type { OperatorDesk } from './approval-desk.ts';
import type { CircuitBoard } from './circuit-board.ts';
import type { HandOver } from './export-commands.ts';
import { incidentCommands } from './incident-desk.ts';
import { loopRows } from './loop-rows.ts';
import { pinCommands } from './pin-desk.ts';
import type { Presence } from './presence.ts';
import type { RuleBook } from './rule-book.ts';
import type { SessionSwitchBoard } from './session-switches.ts';
import type { SteerBox } from './steer-box.ts';
import type { SettingAccess } from './setting-access.ts';

/** The gateway's turns in flight. */
export interface LiveTurns {
  /** False: there is no such turn any more. */
  endTurn(turn: string, reason: string): boolean;
  turns(): readonly { readonly turn: string; readonly session: string }[];
}

/** A fault pattern as the Rules place shows it. */
export type ShownPattern = Pick<FaultPattern, 'id' | 'title' | 'category' | 'description' | 'sample'>;

/** A listed format as the Rules place shows it. */
export type ShownFormat = Pick<LeakFormat, 'id' | 'title' | 'class' | 'origin' | 'sample'>;

/** A healing rule as the Rules place shows it. */
export type ShownHealingRule = Pick<HealingRule, 'id' | 'title' | 'safety' | 'description' | 'before' | 'after'> & SwitchedRule;

/** Built by the application, which knows files and connections. */
export type HostHandlers = Pick<
  Handlers,
  | 'agents/list'
  | 'agents/connect'
  | 'agents/restore'
  | 'agents/verify'
  | 'upstreams/list'
  | 'upstreams/test'
  | 'upstreams/key'
  | 'settings/confirm'
>;

/** Everything that the handlers of the operator API work with. */
export interface OperatorServices {
  readonly journal: Pick<Journal, 'query' | 'sessions' | 'turns' | 'turn' | 'stats' | 'clear' | 'lastSeq' | 'append' | 'pins' | 'pin'>;
  readonly desk: OperatorDesk;
  readonly presence: Presence;
  readonly rules: RuleBook;
  readonly settings: SettingAccess;
  readonly switches: SessionSwitchBoard;
  readonly steers: Pick<SteerBox, 'add'>;
  readonly circuits: CircuitBoard;
  readonly live: LiveTurns;
  readonly formats: readonly ShownFormat[];
  readonly patterns: readonly ShownPattern[];
  readonly healing: readonly ShownHealingRule[];
  /** Exports, imports, replays and their jobs. */
  readonly handOver: HandOver;
  /** `rules/try`: today's rules on a pasted reply. */
  readonly tryReply: Handlers['rules/try'];
  /** Calls that reach into the machine: agents' files, keys, endpoints. */
  readonly hostHandlers: HostHandlers;
  readonly about: () => Omit<CallAnswer<'about/get'>, 'lastSeq'>;
}

/** The handlers of the contract (interfaces 4.3), for both transports. Bodies were checked by the transport. */
export function operatorCommands(services: OperatorServices): Handlers {
  const { journal, desk, presence, rules, settings, switches, live } = services;
  const withSwitches = (session: JournalSession, running: ReadonlySet<string>): SessionRow => ({
    ...session,
    threads: [...session.threads],
    ...switches.of(session.session),
    live: running.has(session.session),
  });
  const running = (): ReadonlySet<string> => new Set(live.turns().map((turn) => turn.session));
  return {
    'approvals/list': () => ({ approvals: [...desk.pending()] }),
    'approvals/settle': (body) => {
      const answer = desk.settle(body);
      if ('approval' in answer) return answer;
      const { code, message, issues } = answer.error;
      return { error: { code, message, ...(issues === undefined ? {} : { issues: issues.map((issue) => ({ ...issue })) }) } };
    },
    'sessions/list': async (page) => {
      const now = running();
      return { sessions: (await journal.sessions(page)).map((session) => withSwitches(session, now)) };
    },
    'sessions/set': async ({ session, hold, loops, recovery }) => {
      switches.set(session, {
        ...(hold === undefined ? {} : { hold }),
        ...(loops === undefined ? {} : { loops }),
        ...(recovery === undefined ? {} : { recovery }),
      });
      const [row] = await journal.sessions({ session, limit: 1 });
      return { session: withSwitches(row ?? unseenSession(session), running()) };
    },
    'turns/list': async (page) => ({ turns: [...(await journal.turns(page))] }),
    'turns/get': async ({ turn }) => ({ turn: (await journal.turn(turn)) ?? null }),
    'turns/end': ({ turn }) => ({ ended: live.endTurn(turn, 'the operator ended it') }),
    'steer/send': ({ session, text }) => {
      const waiting = services.steers.add(session, text);
      if (waiting !== undefined) return { waiting };
      const message =
        'Twenty messages wait for this session already: none of its requests has come since. Next: wait for one, or end the turn.';
      return { error: { code: 'full', message } };
    },
    'entries/query': async (query) => {
      const page = await journal.query(query);
      return { entries: [...page.entries], total: page.total };
    },
    ...services.handOver.handlers,
    ...incidentCommands(journal, services.circuits),
    ...pinCommands(journal),
    'stats/summary': (query) => journal.stats(query),
    'journal/clear': () => journal.clear(),
    'settings/get': () => ({ settings: [...settings.states()], file: settings.file }),
    'settings/set': ({ key, value }) => {
      const changed = settings.set(key, value);
      return changed.ok ? { setting: changed.value } : { error: { code: 'setting', key: changed.error.key, message: changed.error.rule } };
    },
    ...services.hostHandlers,
    'rules/list': async () => ({
      rules: rules.list().map((rule) => ({ ...rule, failing: [...rule.failing] })),
      formats: await formatRows(services),
      healing: await healingRows(services),
      patterns: await patternRows(services),
      loops: await loopRows(journal, settings.current()),
    }),
    'rules/revoke': ({ id }) => ({ revoked: rules.remove(id) }),
    'rules/try': services.tryReply,
    'presence/touch': ({ console }) => {
      presence.touch(console);
      return { present: presence.isPresent() };
    },
    'about/get': () => ({ ...services.about(), lastSeq: journal.lastSeq() }),
  };
}

/** Switches can be set for a session before its first turn. */
const unseenSession = (session: string): JournalSession => ({
  session,
  agent: '',
  model: '',
  upstream: '',
  title: '',
  firstAt: 0,
  lastAt: 0,
  turns: 0,
  calls: 0,
  held: 0,
  alerts: 0,
  threads: [],
}); // prettier-ignore

async function formatRows({ formats, journal, settings }: OperatorServices): Promise<FormatRow[]> {
  const { groups } = await journal.stats({ group: 'format' });
  const tallies = new Map(groups.map((group) => [group.name, group]));
  const { 'recovery.formats': chosen, 'recovery.mode': mode } = settings.current();
  return formats.map(({ id, title, class: kind, origin, sample }) => {
    const tally = tallies.get(id);
    const byClass = kind === 'common' ? 'ask' : mode;
    const own = Object.hasOwn(chosen, id) ? chosen[id] : undefined;
    return {
      id,
      title,
      class: kind,
      origin,
      sample,
      switch: own ?? byClass,
      acted: tally?.recovered ?? 0,
      held: tally?.held ?? 0,
      refused: tally?.refused ?? 0,
    };
  });
}

/** A rule that healed is counted by its id as category, a card by its format (journal facets). */
async function healingRows({ healing, journal, settings }: OperatorServices): Promise<HealingRow[]> {
  const byCategory = await journal.stats({ group: 'category' });
  const byFormat = await journal.stats({ group: 'format' });
  return healing.map(({ id, title, safety, unlessSet, description, before, after }) => ({
    id,
    title,
    safety,
    description,
    before,
    after,
    switch: healingSwitch({ id, safety, unlessSet }, settings.current()),
    acted: byCategory.groups.filter((group) => group.name === id).reduce((sum, group) => sum + group.healed + group.made, 0),
    held: byFormat.groups.find((group) => group.name === id)?.held ?? 0,
  }));
}

/** A fault is counted by its pattern as category (journal facets). */
async function patternRows({ patterns, journal, settings }: OperatorServices): Promise<PatternRow[]> {
  const { groups } = await journal.stats({ group: 'category' });
  return patterns.map(({ id, title, category, description, sample }) => ({
    id,
    title,
    category,
    description,
    sample,
    switch: patternSwitch(settings.current(), id),
    acted: groups.find((group) => group.name === id)?.faults ?? 0,
  }));
}
