import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { messagesOf, type SessionStep } from '../testing/history-session.ts';
import { bodyOf, RequestBench, sentMessages } from '../testing/request-bench.ts';
import { loopStage } from './request-loops.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'openai-responses', 'anthropic-messages'];

const round = (n: number, command: string, text: string): SessionStep[] => [
  { type: 'calls', calls: [{ id: `call_${n}`, name: 'bash', arguments: JSON.stringify({ command }) }] },
  { type: 'result', id: `call_${n}`, text },
];
const start: SessionStep = { type: 'user', text: 'Do the step.' };
const stuck = (rounds: number): SessionStep[] => [
  start,
  ...Array.from({ length: rounds }, (_, n) => round(n, 'cat notes', '# Notes')).flat(),
];

describe.each(dialects)('%s', (dialect) => {
  const body = (steps: readonly SessionStep[]): string => bodyOf(dialect, messagesOf(dialect, steps));
  const bench = (): RequestBench => new RequestBench(dialect, [loopStage]);

  test('guides at the third, names what is blocked at the fourth, opens at the fifth', () => {
    const lane = bench();
    const sent = [1, 2, 3, 4, 5].map((rounds) => lane.send(body(stuck(rounds))));
    expect(sent.map((each) => each.body.includes('EI/DUPLICATE_CALL/001'))).toEqual([false, false, true, true, true]);
    expect(sent.map((each) => each.body.includes('MODEL_STUCK_LOOP'))).toEqual([false, false, false, false, true]);
    expect(sent.map((each) => each.blocked !== undefined)).toEqual([false, false, false, true, true]);
    expect(sent[2]?.records.map(({ entry }) => entry.type)).toEqual(['loop-detected', 'guidance-sent']);
    expect(sent[3]?.records.map(({ entry }) => entry.type)).toEqual(['circuit-opened', 'loop-detected', 'guidance-sent']);
    expect(sent[4]?.records[0]).toMatchObject({ entry: { type: 'loop-detected', count: 5 }, alert: true });
  });

  test('a resent request counts nothing and goes out with the same bytes', () => {
    const lane = bench();
    lane.send(body(stuck(2)));
    const first = lane.send(body(stuck(3)));
    for (let again = 0; again < 4; again += 1) {
      const next = lane.send(body(stuck(3)));
      expect(next.body).toBe(first.body);
      expect(next.records).toEqual([]);
    }
  });

  test('an older repetition that went out bare stays bare', () => {
    const lane = bench();
    const sent = lane.send(body([...stuck(4), ...round(9, 'ls', 'a')]));
    expect(sent.body).toBe(body([...stuck(4), ...round(9, 'ls', 'a')]));
    expect(sent.blocked).toBeUndefined();
  });

  test('the circuit closes with another step and with a person’s words', () => {
    const lane = bench();
    lane.send(body(stuck(4)));
    const other = lane.send(body([...stuck(4), ...round(9, 'ls', 'a')]));
    expect(other.records.map(({ entry }) => entry)).toMatchObject([{ type: 'circuit-closed', cause: 'another step or result' }]);
    const asked = bench();
    asked.send(body(stuck(4)));
    const told = asked.send(body([...stuck(4), { type: 'say', text: 'Hm.' }, { type: 'user', text: 'Look at the log.' }]));
    expect(told.records.map(({ entry }) => entry)).toMatchObject([{ type: 'circuit-closed', cause: 'user message' }]);
    expect(told.blocked).toBeUndefined();
  });

  test('a model that was told twice with the circuit open is not asked again', () => {
    const lane = bench();
    const sent = [3, 4, 5, 6, 7].map((rounds) => lane.send(body(stuck(rounds))));
    expect(sent.map((each) => each.answer?.code)).toEqual([undefined, undefined, undefined, undefined, 'signalbox_loop']);
    expect(sent[4]?.answer).toMatchObject({ status: 400, retryable: false });
    expect(lane.send(body(stuck(7))).answer?.code).toBe('signalbox_loop');
  });

  test('switched off for the session, or without guidance', () => {
    const off = bench();
    expect(off.send(body(stuck(6)), { loops: false })).toMatchObject({ body: body(stuck(6)), records: [], blocked: undefined });
    const silent = bench().send(body(stuck(5)), { settings: { 'guidance.enabled': false } });
    expect(silent.body).toBe(body(stuck(5)));
    expect(silent.blocked).toBeDefined();
    expect(bench().send(body(stuck(5)), { settings: { 'loop.tools': { bash: 'off' } } }).blocked).toBeUndefined();
  });

  test('orders of the operator', () => {
    const lane = bench();
    expect(lane.send(body(stuck(1)), { turn: { orders: { isolated: true, closing: false } } }).answer?.code).toBe('signalbox_loop');
    lane.send(body(stuck(4)));
    const closed = lane.send(body(stuck(5)), { turn: { orders: { isolated: false, closing: true } } });
    expect(closed).toMatchObject({ records: [], answer: undefined });
    expect(lane.send(body(stuck(6))).blocked).toBeUndefined();
    lane.restart();
    expect(lane.send(body(stuck(7))).records).toEqual([]);
    expect(lane.send(body(stuck(8))).records[0]).toMatchObject({ entry: { type: 'loop-detected', count: 3 } });
  });

  test('a grown history begins with the same bytes, whoever restarts in between', () => {
    const step = fc.record({ command: fc.constantFrom('a', 'b'), text: fc.constantFrom('x', 'y'), speaks: fc.integer({ min: 0, max: 9 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }), (rounds, restarts) => {
        const lane = bench();
        let before: string[] = [];
        const steps: SessionStep[] = [start];
        for (const [n, { command, text, speaks }] of rounds.entries()) {
          steps.push(...round(n, command, text));
          if (speaks === 0) steps.push({ type: 'say', text: 'So.' }, { type: 'user', text: 'Next.' });
          if (restarts[n] === true) lane.restart();
          const sent = lane.send(body(steps));
          if (sent.answer !== undefined) return;
          const now = sentMessages(dialect, sent.body);
          expect(now.slice(0, before.length)).toEqual(before);
          before = now;
        }
      }),
      { numRuns: 60 },
    );
  });

  test('the fold that goes on and one that starts anew come to the same', () => {
    const kept = bench();
    const anew = bench();
    for (let rounds = 1; rounds < 9; rounds += 1) {
      anew.restart();
      const [a, b] = [kept.send(body(stuck(rounds))), anew.send(body(stuck(rounds)))];
      expect(b.body).toBe(a.body);
      expect(b.blocked?.fingerprint).toBe(a.blocked?.fingerprint);
    }
  });
});
