import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { messagesOf, pairingFaults, type SessionStep } from '../testing/history-session.ts';
import { bodyOf, listKey, RequestBench, sentMessages } from '../testing/request-bench.ts';
import { NO_RESULT } from './history-wording.ts';

/**
 * Requests that end with open calls (wire 3.6, decision 0024): each call has its result when the request goes out, and the real one that
 * comes later follows as text. All stages of the request lane run.
 */
const dialects: readonly Dialect[] = ['openai-chat', 'openai-responses', 'anthropic-messages'];

const go: SessionStep = { type: 'user', text: 'go' };
const calls = (...ids: string[]): SessionStep => ({
  type: 'calls',
  calls: ids.map((id) => ({ id, name: 'bash', arguments: `{"command":"ls ${id}"}` })),
});
const result = (id: string): SessionStep => ({ type: 'result', id, text: `out of ${id}` });

const listOf = (dialect: Dialect, body: string): JsonObject[] => (JSON.parse(body) as JsonObject)[listKey(dialect)] as JsonObject[];

describe.each(dialects)('%s', (dialect) => {
  const send = (bench: RequestBench, steps: readonly SessionStep[], steers: readonly string[] = []) =>
    bench.send(bodyOf(dialect, messagesOf(dialect, steps)), { steers });

  test.each([
    ['one call', [go, calls('c1')], 1],
    ['two calls', [go, calls('c1', 'c2')], 2],
    ['after a whole pair', [go, calls('c1'), result('c1'), calls('c2')], 1],
    ['one in the middle, one at the end', [go, calls('c1'), go, calls('c2')], 2],
  ] as const)('%s: a neutral result each', (_what, steps, count) => {
    const bench = new RequestBench(dialect);
    const { body } = send(bench, steps);
    expect(pairingFaults(dialect, listOf(dialect, body))).toEqual([]);
    expect(body.split(JSON.stringify(NO_RESULT)).length - 1).toBe(count);
    expect(send(bench, steps).body).toBe(body);
  });

  test.each([
    ['at once', [result('c1'), { type: 'say', text: 'ok' }]],
    ['behind words of the user', [{ type: 'user', text: 'well?' }, result('c1')]],
    ['behind words of the model', [{ type: 'say', text: 'hm' }, result('c1'), { type: 'user', text: 'and?' }]],
  ] as const)('a real result that comes %s follows as text', (_what, more) => {
    const bench = new RequestBench(dialect);
    let before = sentMessages(dialect, send(bench, [go, calls('c1')]).body);
    for (let count = 1; count <= more.length; count += 1) {
      bench.restart();
      const { body } = send(bench, [go, calls('c1'), ...more.slice(0, count)]);
      const now = sentMessages(dialect, body);
      expect(now.slice(0, before.length)).toEqual(before);
      expect(pairingFaults(dialect, listOf(dialect, body))).toEqual([]);
      before = now;
    }
    const end = before.join('\n');
    expect(end.split(JSON.stringify(NO_RESULT)).length - 1).toBe(1);
    expect(end.split('out of c1').length - 1).toBe(1);
    expect(end).toContain('was recorded later:');
  });

  test('what went out comes back in the same session: it needs no repair', () => {
    const bench = new RequestBench(dialect);
    const { body } = send(bench, [go, calls('c1', 'c2')]);
    expect(bench.send(body).body).toBe(body);
  });

  test('where no request ended with the open call its result stays where it is, byte for byte', () => {
    const raw = bodyOf(dialect, messagesOf(dialect, [go, calls('c1'), result('c1')]));
    expect(new RequestBench(dialect).send(raw).body).toBe(raw);
  });

  test('another session that sent the open call changes nothing here', () => {
    const bench = new RequestBench(dialect);
    send(bench, [go, calls('c1')]);
    const raw = bodyOf(dialect, messagesOf(dialect, [go, calls('c1'), result('c1')]));
    expect(bench.send(raw, { thread: 'u', turn: { scope: 'other' } }).body).toBe(raw);
  });

  test('a grown history begins with the same bytes wherever requests end, with the operator and restarts between', () => {
    const id = fc.constantFrom('c1', 'c2', 'c3', '');
    const call = fc.record({ id, name: fc.constantFrom('bash', 'read'), arguments: fc.constantFrom('{}', '{"command":"ls"}', '{"a": 1') });
    const step: fc.Arbitrary<SessionStep> = fc.oneof(
      { weight: 1, arbitrary: fc.record({ type: fc.constant('user' as const), text: fc.constantFrom('go', 'stop') }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('say' as const), text: fc.constantFrom('hm', 'done') }) },
      { weight: 3, arbitrary: fc.record({ type: fc.constant('calls' as const), calls: fc.array(call, { minLength: 1, maxLength: 2 }) }) },
      {
        weight: 4,
        arbitrary: fc.record({ type: fc.constant('result' as const), id, text: fc.constantFrom('a', 'File not found: b', '') }),
      },
    );
    const flags = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), flags, flags, flags, (steps, asks, restarts, speaks) => {
        const bench = new RequestBench(dialect);
        const all = messagesOf(dialect, steps);
        let before: string[] = [];
        for (let count = 1; count <= all.length; count += 1) {
          if (count < all.length && asks[count % asks.length] === false) continue;
          if (restarts[count % restarts.length] === true) bench.restart();
          const steers = speaks[count % speaks.length] === true ? [`look ${count}`] : [];
          const { body } = bench.send(bodyOf(dialect, all.slice(0, count)), { steers });
          const now = sentMessages(dialect, body);
          expect(now.slice(0, before.length)).toEqual(before);
          expect(pairingFaults(dialect, listOf(dialect, body))).toEqual([]);
          before = now;
        }
      }),
      { numRuns: 300 },
    );
  });
});
