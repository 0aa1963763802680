import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { repairStage } from '../pipeline/request-repair.ts';
import { messagesOf, pairingFaults, type SessionStep } from '../testing/history-session.ts';
import { bodyOf, listKey, RequestBench, sentMessages } from '../testing/request-bench.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'openai-responses', 'anthropic-messages'];

const id = fc.constantFrom('c1', 'c2', 'c3', 'call_long_enough_1', 'call_long_enough_1|fc_1', '');
const text = fc.constantFrom('a', 'Error: b', '', 'ü\n"quoted"');
const args = fc.constantFrom('{}', '{"command":"ls"}', '', '{"a": 1', '[1]', "{'a':1}", 'null');
const call = fc.record({ id, name: fc.constantFrom('bash', 'read'), arguments: args });
const step: fc.Arbitrary<SessionStep> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('user' as const), text: fc.constantFrom('go', 'stop') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('say' as const), text: fc.constantFrom('hm', 'done') }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('calls' as const), calls: fc.array(call, { minLength: 1, maxLength: 3 }) }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('result' as const), id, text }) },
);
const session = fc.array(step, { minLength: 1, maxLength: 14 });

const sent = (dialect: Dialect, body: string): JsonObject[] => (JSON.parse(body) as JsonObject)[listKey(dialect)] as JsonObject[];
const runs = { numRuns: 400 };

describe.each(dialects)('%s', (dialect) => {
  test('what goes out pairs every call with one result', () => {
    fc.assert(
      fc.property(session, (steps) => {
        const { body } = new RequestBench(dialect, [repairStage]).send(bodyOf(dialect, messagesOf(dialect, steps)));
        expect(pairingFaults(dialect, sent(dialect, body))).toEqual([]);
      }),
      runs,
    );
  });

  test('a repaired history needs no repair', () => {
    fc.assert(
      fc.property(session, (steps) => {
        const { body } = new RequestBench(dialect, [repairStage]).send(bodyOf(dialect, messagesOf(dialect, steps)));
        const again = new RequestBench(dialect, [repairStage]).send(body);
        expect(again.body).toBe(body);
        expect(again.records).toEqual([]);
      }),
      runs,
    );
  });

  test('a grown history begins with the same bytes, whoever restarts in between', () => {
    fc.assert(
      fc.property(
        session,
        fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
        fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
        (steps, asks, restarts) => {
          const bench = new RequestBench(dialect, [repairStage]);
          const all = messagesOf(dialect, steps);
          let before: string[] = [];
          for (let count = 1; count <= all.length; count += 1) {
            if (count < all.length && asks[count % asks.length] === false) continue;
            if (restarts[count % restarts.length] === true) bench.restart();
            const { body } = bench.send(bodyOf(dialect, all.slice(0, count)));
            const now = sentMessages(dialect, body);
            expect(now.slice(0, before.length)).toEqual(before);
            expect(pairingFaults(dialect, sent(dialect, body))).toEqual([]);
            before = now;
          }
        },
      ),
      runs,
    );
  });

  test('the same request sent a hundred times goes out the same, and is recorded once', () => {
    const steps: SessionStep[] = [
      { type: 'user', text: 'go' },
      {
        type: 'calls',
        calls: [
          { id: 'c1', name: 'bash', arguments: '{"a": 1' },
          { id: 'c1', name: 'bash', arguments: '{}' },
        ],
      },
      { type: 'user', text: 'well?' },
    ];
    const bench = new RequestBench(dialect, [repairStage]);
    const body = bodyOf(dialect, messagesOf(dialect, steps));
    const first = bench.send(body);
    expect(first.records).toHaveLength(1);
    for (let time = 1; time < 100; time += 1) {
      const next = bench.send(body);
      expect(next.body).toBe(first.body);
      expect(next.records).toEqual([]);
    }
  });
});
