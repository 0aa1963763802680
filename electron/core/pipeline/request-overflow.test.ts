import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { MOST_GUIDANCE_BYTES } from '../fault/guidance.ts';
import { messagesOf, pairingFaults, type SessionStep } from '../testing/history-session.ts';
import { bodyOf, listKey, RequestBench, sentMessages } from '../testing/request-bench.ts';
import { requestStages } from './request-stages.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'openai-responses', 'anthropic-messages'];
const PATTERN = 'EI/CONTEXT_OVERFLOW/001';
const MARK = 'longer than your context window';

const steps: readonly SessionStep[] = [
  { type: 'user', text: 'go' },
  { type: 'calls', calls: [{ id: 'a', name: 'bash', arguments: '{"command":"ls"}' }] },
  { type: 'result', id: 'a', text: 'ok' },
];
const further: readonly SessionStep[] = [
  { type: 'calls', calls: [{ id: 'b', name: 'bash', arguments: '{"command":"pwd"}' }] },
  { type: 'result', id: 'b', text: '/' },
];

type Sent = ReturnType<RequestBench['send']>;
const turnWith = (overflows: number | undefined, more: Partial<Parameters<RequestBench['send']>[1] & object>['turn'] = {}) => ({
  scope: 's',
  side: false,
  retry: false,
  guideOf: () => undefined,
  steers: [],
  overflows,
  ...more,
});
/** The endpoint takes the request. */
const accept = (bench: RequestBench, { onAccepted }: Sent): void => {
  for (const [key, value] of onAccepted?.decisions ?? []) bench.decisions.set(key, value);
};

describe.each(dialects)('%s', (dialect) => {
  const raw = (list: readonly SessionStep[], more: JsonObject = {}): string => bodyOf(dialect, messagesOf(dialect, list), more);

  test('behind the last results, said once the request is accepted, and there again ever after', () => {
    const bench = new RequestBench(dialect);
    const first = bench.send(raw(steps), { turn: turnWith(1) });
    expect(first.decisions.filter(([key]) => key.startsWith('steer:'))).toEqual([]);
    expect(first.records.filter(({ entry }) => entry.type === 'guidance-sent')).toEqual([]);
    const entry = first.onAccepted?.records[0]?.entry;
    expect(entry).toMatchObject({ type: 'guidance-sent', callId: '', pattern: PATTERN, occurrence: 1 });
    const text = entry?.type === 'guidance-sent' ? entry.text : '';
    expect(text.startsWith('{"signalbox":1,')).toBe(true);
    expect(text.length).toBeLessThanOrEqual(MOST_GUIDANCE_BYTES);
    const list = (JSON.parse(first.body) as JsonObject)[listKey(dialect)] as JsonObject[];
    expect(JSON.stringify(list.at(-1))).toContain(MARK);
    expect(pairingFaults(dialect, list)).toEqual([]);
    accept(bench, first);
    const grown = bench.send(raw([...steps, ...further]));
    expect(sentMessages(dialect, grown.body).slice(0, list.length)).toEqual(sentMessages(dialect, first.body));
    bench.restart();
    expect(bench.send(raw([...steps, ...further])).body).toBe(grown.body);
    expect(bench.send(raw(steps)).body).toBe(first.body);
  });

  test('a request that was not accepted leaves nothing behind', () => {
    const bench = new RequestBench(dialect);
    bench.send(raw(steps), { turn: turnWith(1) });
    expect(bench.send(raw(steps)).body).toBe(raw(steps));
    expect(bench.send(raw([...steps, ...further])).body).toBe(raw([...steps, ...further]));
  });

  test('behind the words of the operator', () => {
    const bench = new RequestBench(dialect);
    const first = bench.send(raw(steps), { turn: turnWith(1, { steers: ['look left'] }) });
    expect(first.body.indexOf('look left')).toBeLessThan(first.body.indexOf(MARK));
    accept(bench, first);
    expect(bench.send(raw(steps)).body).toBe(first.body);
  });

  test('also behind words of the user, and as lines', () => {
    const settings = { 'guidance.format': 'text' as const };
    const { body } = new RequestBench(dialect).send(raw([{ type: 'user', text: 'Continue.' }]), { turn: turnWith(2), settings });
    expect(body).toContain(`[signalbox 1] ${PATTERN} (occurrence 2)`);
    expect(body).toContain('It happened again');
  });

  test.each<readonly [string, string, Parameters<RequestBench['send']>[1]]>([
    ['nothing is to be told', raw(steps), { turn: turnWith(undefined) }],
    ['a summary', raw([...steps, { type: 'user', text: 'Create a detailed summary of the conversation.' }]), { turn: turnWith(1) }],
    ['no tools', raw(steps, { tools: undefined }), { turn: turnWith(1) }],
    ['a title', raw(steps), { turn: turnWith(1, { side: true }) }],
    ['guidance is off', raw(steps), { turn: turnWith(1), settings: { 'guidance.enabled': false } }],
    ['the pattern is off', raw(steps), { turn: turnWith(1), settings: { 'guidance.patterns': { [PATTERN]: 'off' } } }],
    ['words of the model wait to be continued', raw([...steps, { type: 'say', text: 'I' }]), { turn: turnWith(1) }],
  ])('not where %s', (_what, body, options) => {
    const sent = new RequestBench(dialect).send(body, options);
    expect(sent.body).toBe(body);
    expect(sent.onAccepted).toBeUndefined();
  });

  test('law: a resend gives the same bytes, a grown history begins with those that were accepted, whoever restarts', () => {
    const turn = fc.record({
      overflow: fc.boolean(),
      steer: fc.boolean(),
      taken: fc.boolean(),
      restart: fc.boolean(),
      fault: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 8 }), (turns) => {
        const bench = new RequestBench(dialect, requestStages);
        const history: SessionStep[] = [{ type: 'user', text: 'go' }];
        let before: string[] = [];
        let guides = 0;
        for (const [at, { overflow, steer, taken, restart, fault }] of turns.entries()) {
          const id = `call_${at}`;
          history.push({ type: 'calls', calls: [{ id, name: 'bash', arguments: `{"command":"step ${at}"}` }] });
          history.push({ type: 'result', id, text: fault ? "Error: Missing required parameter 'command'" : `out ${at}` });
          if (restart) bench.restart();
          const overflows = overflow ? guides + 1 : undefined;
          const first = bench.send(raw(history), { turn: turnWith(overflows, { steers: steer ? [`mind ${at}`] : [] }) });
          const again = bench.send(raw(history), { turn: turnWith(overflows, { retry: true }) });
          expect(again.body).toBe(first.body);
          let sent = first;
          if (taken) {
            accept(bench, first);
            if (overflow) guides += 1;
          } else if (overflow) sent = bench.send(raw(history), { turn: turnWith(undefined, { retry: true }) });
          const now = sentMessages(dialect, sent.body);
          expect(now.slice(0, before.length)).toEqual(before);
          expect(sent.body.split(MARK)).toHaveLength(guides + 1);
          before = now;
        }
      }),
      { numRuns: 60 },
    );
  });
}); // prettier-ignore
