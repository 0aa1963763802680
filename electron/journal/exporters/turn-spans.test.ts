import { expect, it } from 'vitest';
import type { TurnRow } from '../../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { TurnSpans } from './turn-spans.ts';

const row = (turn: string, outcome: string): TurnRow => ({
  turn,
  session: 's',
  thread: 'main',
  at: 1,

  dialect: 'openai-chat',
  model: 'm',
  agent: 'a',
  upstream: 'u',
  title: '',
  outcome,
  reason: null,
  status: 200,
  finish: 'calls',
  durationMs: 1,
  firstByteMs: 1,
  calls: 0,
  reasks: 0,
  side: false,
}); // prettier-ignore
const head = { seq: 1, at: 1, session: 's', thread: 'main', level: 'info' } as const;
const call = { key: 'k', id: 'k', name: 'Read', arguments: '{}' };

it('a reply that no model wrote is no span of a model, nor is its call one', () => {
  const spans = new TurnSpans(false);
  const made: JournalEntry = { ...head, turn: 't1', type: 'tool-call-made', call, rule: 'observe-then-retry', step: 'read', of: 'x' };
  const seen: JournalEntry = {
    ...head,
    turn: 't2',
    type: 'tool-result-seen',
    callId: 'k',
    tool: 'Read',
    error: false,
    excerpt: '',
    made: true,
  };
  expect(spans.spansOf({ turn: row('t1', 'stand_in'), entries: [made], assembled: null })).toEqual([]);
  expect(spans.spansOf({ turn: row('t2', 'pass_through'), entries: [seen], assembled: null })).toHaveLength(1);
  expect(spans.rest()).toEqual([]);
});
