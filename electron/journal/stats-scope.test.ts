import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import { recordSession, type RecordedSession } from '../gateway/replay/testing/recorded-session.ts';
import { sampleTurns } from '../gateway/replay/testing/sample-turns.ts';
import { turnEnded, turnStarted } from './testing/entries.ts';

let recorded: RecordedSession;
let entries: readonly JournalEntry[];
const modelOf = new Map<string, string>();
beforeAll(async () => {
  recorded = await recordSession([...sampleTurns('openai-chat'), ...sampleTurns('anthropic-messages')]);
  // A session of two models, one of which another session used as well, and a name that is the beginning of another.
  for (const [turn, session, model] of [
    ['two-1', 'session', 'glm-4.6'],
    ['two-2', 'session', 'glm-4'],
  ] as const) {
    recorded.journal.append(turnStarted(turn, session, model));
    recorded.journal.append(turnEnded(turn, session));
  }
  await recorded.journal.flush();
  entries = await recorded.journal.read(0, 10_000);
  for (const entry of entries) if (entry.type === 'turn-started') modelOf.set(entry.turn, entry.model);
}, 60_000);
afterAll(() => recorded.close());

interface Scope {
  readonly session?: string;
  readonly model?: string;
}
const within = ({ session, model }: Scope): readonly JournalEntry[] =>
  entries.filter(
    (entry) => (session === undefined || entry.session === session) && (model === undefined || modelOf.get(entry.turn) === model),
  );
const allScopes = (): readonly Scope[] => {
  const sessions = [...new Set(entries.map(({ session }) => session))].filter((session) => session !== '');
  const models = [...new Set(modelOf.values())];
  return [
    ...sessions.map((session) => ({ session })),
    ...models.map((model) => ({ model })),
    ...sessions.flatMap((session) => models.map((model) => ({ session, model }))),
  ];
};

/** A share, a median or a sum: the entries behind it are more than the figure. */
const measured = /^(?:helped|holdsPer100Turns|overhead.*|firstByteMs|reaskTokens|tokensSaved)$/;

describe('a session and a model alone', () => {
  it('figures and what they are counted of equal a recount of their entries', async () => {
    expect(allScopes().length).toBeGreaterThan(8);
    for (const scope of allScopes()) {
      const own = within(scope);
      const of = (type: JournalEntry['type']): number => own.filter((entry) => entry.type === type).length;
      const ended = (state: string): number => own.filter((entry) => entry.type === 'tool-call-delivered' && entry.state === state).length;
      const { figures, series, calibration } = await recorded.journal.stats(scope);
      const found = (name: string) => [figures[name]?.value, figures[name]?.of];
      expect([scope, found('calls'), found('mended'), found('refused'), found('turns')]).toEqual([
        scope,
        [of('tool-call-seen'), null],
        [ended('healed') + ended('recovered'), of('tool-call-seen')],
        [of('tool-call-refused'), of('tool-call-seen') + of('tool-call-refused')],
        [of('turn-started'), null],
      ]);
      const timed = own.filter((entry) => entry.type === 'turn-ended' && entry.firstByteMs !== undefined).length;
      expect([scope, figures['firstByteMs']?.of]).toEqual([scope, timed]);
      const mended = new Set(own.flatMap((entry) => (entry.type === 'tool-call-recovered' ? [`${entry.turn} ${entry.call.id}`] : [])));
      const outcomes = ['recoveryRate', 'recoveryFailedOtherwise', 'recoveryUnseen'].map((name) => figures[name]);
      expect([scope, outcomes[2]?.of]).toEqual([scope, mended.size]);
      expect([scope, series.reduce((sum, point) => sum + point.calls, 0)]).toEqual([scope, of('tool-call-seen')]);
      expect([scope, calibration.reduce((sum, row) => sum + row.held, 0)]).toEqual([scope, of('tool-call-held')]);
    }
  });

  it('each figure opens exactly what was counted for it', async () => {
    for (const scope of allScopes()) {
      const { figures } = await recorded.journal.stats(scope);
      for (const [name, { value, query }] of Object.entries(figures)) {
        if (measured.test(name)) continue;
        expect([scope, name, (await recorded.journal.query({ query, limit: 1 })).total]).toEqual([scope, name, value]);
      }
    }
  });

  it('rankings of all sessions add up to that of none', async () => {
    const whole = (await recorded.journal.stats({ group: 'tool' })).groups;
    const parts = new Map<string, number>();
    for (const { session, model } of allScopes())
      if (model === undefined && session !== undefined)
        for (const { name, ends } of (await recorded.journal.stats({ session, group: 'tool' })).groups)
          parts.set(name, (parts.get(name) ?? 0) + ends.all);
    expect(Object.fromEntries(parts)).toEqual(Object.fromEntries(whole.map(({ name, ends }) => [name, ends.all])));
  });

  it('a name that is none, or only the beginning of one, counts nothing', async () => {
    for (const scope of [{ session: 'sess' }, { model: 'glm' }, { session: 'session', model: 'none' }])
      expect((await recorded.journal.stats(scope)).figures['turns']?.value).toBe(0);
    expect((await recorded.journal.stats({ session: 'session' })).figures['turns']?.value).toBe(2);
    expect((await recorded.journal.stats({ model: 'glm-4' })).figures['turns']?.value).toBe(1);
  });
});

it('what can be chosen is what the time has, whatever is chosen', async () => {
  const { choices } = await recorded.journal.stats({});
  expect([...choices.sessions.names].sort()).toEqual(
    [...new Set(entries.map(({ session }) => session))].filter((name) => name !== '').sort(),
  );
  expect([...choices.models.names].sort()).toEqual([...new Set(modelOf.values())].sort());
  expect([choices.sessions.all, choices.models.all]).toEqual([choices.sessions.names.length, choices.models.names.length]);
  expect((await recorded.journal.stats({ session: 'session', model: 'glm-4' })).choices).toEqual(choices);
  const late = await recorded.journal.stats({ since: Date.now() + 3_600_000 });
  expect(late.choices).toEqual({ sessions: { names: [], all: 0 }, models: { names: [], all: 0 } });
});
