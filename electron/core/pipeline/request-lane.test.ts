import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { messagesOf, pairingFaults, type SessionStep } from '../testing/history-session.ts';
import { bodyOf, listKey, RequestBench, rollingHashes, sentMessages } from '../testing/request-bench.ts';
import { attachGuides, guideKey, guideValue } from './request-guides.ts';
import type { RequestLaneStage } from './request-lane-stage.ts';
import { repairStage } from './request-repair.ts';
import { steerStage } from './request-steer.ts';
import { fitStage } from './request-upstream-fit.ts';

const stages = [repairStage, attachGuides, steerStage, fitStage];
const dialects: readonly Dialect[] = ['openai-chat', 'openai-responses', 'anthropic-messages'];

/** A session of many turns: good calls, faults, calls without results, malformed arguments, words of the user. */
function longSession(turns: number): SessionStep[] {
  const steps: SessionStep[] = [{ type: 'user', text: 'go' }];
  for (let turn = 0; turn < turns; turn += 1) {
    const id = `call_${turn}`;
    const broken = turn % 11 === 3;
    steps.push({ type: 'calls', calls: [{ id, name: 'bash', arguments: broken ? '{"command": "l' : `{"command":"step ${turn}"}` }] });
    if (turn % 13 === 5) steps.push({ type: 'user', text: 'stop, go on' });
    else steps.push({ type: 'result', id, text: `out ${turn} ${'x'.repeat(turn % 7)}` });
    if (turn % 17 === 7) steps.push({ type: 'say', text: 'done' }, { type: 'user', text: 'more' });
  }
  return steps;
}

/** As some agents do: the mark wanders with the last message. */
function marked(dialect: Dialect, messages: readonly JsonObject[]): JsonObject[] {
  const last = messages[messages.length - 1];
  if (dialect !== 'anthropic-messages' || last === undefined) return [...messages];
  const blocks = last['content'] as JsonObject[];
  const end = blocks[blocks.length - 1];
  return [...messages.slice(0, -1), { ...last, content: [...blocks.slice(0, -1), { ...end, cache_control: { type: 'ephemeral' } }] }];
}

describe.each(dialects)('%s: 200 turns with repairs, guides, the operator and restarts', (dialect) => {
  const all = messagesOf(dialect, longSession(200));
  const bench = new RequestBench(dialect, stages);
  const cuts = all.flatMap((message, index) => (message['role'] === 'assistant' || message['type'] === 'function_call' ? [] : [index + 1]));

  test('each request begins with the bytes of the one before', () => {
    let before: string[] = [];
    for (const [turn, cut] of cuts.entries()) {
      const messages = marked(dialect, all.slice(0, cut));
      const hashes = rollingHashes(messages);
      // The reply to this request carries a call whose result is to be guided.
      const id = /call_\d+/.exec(JSON.stringify(all[cut] ?? {}))?.[0];
      if (turn % 10 === 2 && id !== undefined)
        bench.decisions.set(guideKey('s', hashes[cut - 1] ?? '', id), guideValue({ text: 'Call tools natively.', pattern: 'P' }));
      if (turn % 50 === 30) bench.restart();
      const { body, records } = bench.send(bodyOf(dialect, messages), { steers: turn % 60 === 10 ? ['look left'] : [] });
      expect(records.filter(({ entry }) => entry.type === 'stage-failed')).toEqual([]);
      const now = sentMessages(dialect, body);
      const steered = turn % 60 === 10 && dialect !== 'anthropic-messages' ? 1 : 0;
      expect(now.slice(0, before.length)).toEqual(before);
      expect(now.length).toBeGreaterThanOrEqual(before.length + steered);
      expect(pairingFaults(dialect, (JSON.parse(body) as JsonObject)[listKey(dialect)] as JsonObject[])).toEqual([]);
      before = now;
    }
    const end = before.join('\n');
    expect(end.split('[operator] look left')).toHaveLength(5);
    expect(end.split('Call tools natively.').length).toBeGreaterThan(3);
  });
});

describe('the operator', () => {
  const messages = messagesOf('openai-chat', longSession(1));
  test.each([
    ['openai-chat', { role: 'user', content: '[operator] wait' }],
    ['openai-responses', { type: 'message', role: 'user', content: [{ type: 'input_text', text: '[operator] wait' }] }],
  ] as const)('%s: a message behind the last result', (dialect, message) => {
    const { body, records, steered } = new RequestBench(dialect, stages).send(bodyOf(dialect, messagesOf(dialect, longSession(1))), {
      steers: ['wait'],
    });
    expect(((JSON.parse(body) as JsonObject)[listKey(dialect)] as JsonObject[]).at(-1)).toEqual(message);
    expect(steered).toBe(1);
    expect(records.map(({ entry }) => entry)).toEqual([
      { type: 'steer-sent', text: '[operator] wait', anchor: expect.any(String) as string },
    ]);
  });

  test('Anthropic: a block of the message with the results', () => {
    const { body } = new RequestBench('anthropic-messages', stages).send(
      bodyOf('anthropic-messages', messagesOf('anthropic-messages', longSession(1))),
      { steers: ['wait'] },
    );
    const last = ((JSON.parse(body) as JsonObject)['messages'] as JsonObject[]).at(-1);
    expect(last?.['content']).toEqual([expect.objectContaining({ type: 'tool_result' }), { type: 'text', text: '[operator] wait' }]);
  });

  test('where no user message may follow a result, the words stand in it', () => {
    const bench = new RequestBench('openai-chat', stages);
    const { body } = bench.send(bodyOf('openai-chat', messages), { steers: ['wait'], profile: 'mistral' });
    expect(((JSON.parse(body) as JsonObject)['messages'] as JsonObject[]).at(-1)?.['content']).toBe('out 0 \n\n[operator] wait');
  });

  test.each([
    ['a side request', { turn: { side: true } }, messages],
    ['a message that is to be continued', {}, [...messages.slice(0, 1), { ...messages[1], prefix: true }]],
  ])('not in %s', (_what, options, list) => {
    const raw = bodyOf('openai-chat', list);
    const turn = {
      scope: 's',
      side: false,
      retry: false,
      guideOf: () => undefined,
      steers: ['wait'],
      ...('turn' in options ? options.turn : {}),
    };
    const result = new RequestBench('openai-chat', stages).send(raw, { turn });
    expect(result.body).toBe(raw);
    expect(result.steered).toBe(0);
  });
});

describe('guides', () => {
  const steps: SessionStep[] = [
    { type: 'user', text: 'go' },
    { type: 'calls', calls: [{ id: 'a', name: 'bash', arguments: '{}' }] },
    { type: 'result', id: 'a', text: 'ok' },
  ];
  test.each(dialects)('%s: behind the result, recorded once', (dialect) => {
    const bench = new RequestBench(dialect, stages);
    const messages = messagesOf(dialect, steps);
    bench.decisions.set(guideKey('s', rollingHashes(messages)[0] ?? '', 'a'), guideValue({ text: 'G', pattern: 'P' }));
    const first = bench.send(bodyOf(dialect, messages));
    expect(first.body).toContain('"ok\\n\\nG"');
    expect(first.records.map(({ entry }) => entry)).toEqual([
      { type: 'guidance-sent', callId: 'a', pattern: 'P', occurrence: 1, text: 'G' },
    ]);
    const again = bench.send(bodyOf(dialect, messages));
    expect(again.body).toBe(first.body);
    expect(again.records).toEqual([]);
  });

  test('a guide of the thread is stored where the agent wrote its history anew', () => {
    const bench = new RequestBench('openai-chat', stages);
    const raw = bodyOf('openai-chat', messagesOf('openai-chat', steps));
    const guideOf = (id: string) => (id === 'a' ? { text: 'G', pattern: 'P' } : undefined);
    const first = bench.send(raw, { turn: { guideOf } });
    expect(first.body).toContain('G');
    bench.restart();
    expect(bench.send(raw).body).toBe(first.body);
  });

  test('not on the result of another call with the same id', () => {
    const bench = new RequestBench('openai-chat', stages);
    const messages = messagesOf('openai-chat', [...steps, ...steps]);
    bench.decisions.set(guideKey('s', rollingHashes(messages)[0] ?? '', 'a'), guideValue({ text: 'G', pattern: 'P' }));
    expect(bench.send(bodyOf('openai-chat', messages)).body.split('\\n\\nG')).toHaveLength(2);
  });
});

describe('upstream profiles', () => {
  const raw = (list: readonly JsonObject[]): string => bodyOf('openai-chat', list);
  const call = messagesOf('openai-chat', [
    { type: 'calls', calls: [{ id: 'call_0', name: 'bash', arguments: '{}' }] },
    { type: 'result', id: 'call_0', text: '1' },
  ]);
  const sent = (profile: string, list: readonly JsonObject[], dialect: Dialect = 'openai-chat'): JsonObject[] =>
    (JSON.parse(new RequestBench(dialect, stages).send(bodyOf(dialect, list), { profile }).body) as JsonObject)['messages'] as JsonObject[];

  test('mistral: ids of nine, words between a result and the user', () => {
    const [calls, result, between, user] = sent('mistral', [...call, { role: 'user', content: 'n' }]);
    const id = String((calls?.['tool_calls'] as JsonObject[])[0]?.['id']);
    expect(id).toMatch(/^[0-9A-Za-z]{9}$/);
    expect(result?.['tool_call_id']).toBe(id);
    expect(between).toEqual({ role: 'assistant', content: 'Understood.' });
    expect(user).toEqual({ role: 'user', content: 'n' });
  });
  test('text beside calls, required or forbidden', () => {
    expect(sent('text-required', call)[0]?.['content']).toBe('Calling a tool.');
    expect(sent('text-forbidden', [{ ...call[0], content: 'hm' }, ...call.slice(1)])[0]?.['content']).toBe(null);
  });
  test('bedrock: no empty result', () => {
    const list = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'x', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: '', is_error: true }] },
    ];
    expect((sent('bedrock', list, 'anthropic-messages')[1]?.['content'] as JsonObject[])[0]?.['content']).toBe('(no output)');
  });
  test('any other: untouched', () => expect(new RequestBench('openai-chat', stages).send(raw(call)).body).toBe(raw(call)));
});

describe('our own failure', () => {
  const broken: RequestLaneStage = {
    name: 'broken',
    begin: () => ({
      run: () => {
        throw new Error('bug');
      },
    }),
  };
  const wrong: RequestLaneStage = {
    name: 'wrong',
    begin: () => ({
      run: () => ({
        edits: [
          { type: 'drop-members', names: ['model'] },
          { type: 'set-call', call: { at: 99, extra: 0, place: 0 }, id: 'x' },
        ],
        records: [],
        decisions: [],
      }),
    }),
  };
  const says: RequestLaneStage = {
    name: 'says',
    begin: () => ({
      run: ({ document }) => ({
        edits: [{ type: 'add-user-text', behind: document.last()?.ref ?? { at: 0, extra: 0 }, text: 'hi' }],
        records: [],
        decisions: [],
      }),
    }),
  };
  test('a stage that throws, or whose edits do not fit, is skipped whole; the others act', () => {
    const { body, records } = new RequestBench('openai-chat', [broken, wrong, says]).send(
      '{"model":"m","messages":[{"role":"user","content":"a"}]}',
    );
    expect(body).toBe('{"model":"m","messages":[{"role":"user","content":"a"},{"role":"user","content":"hi"}]}');
    expect(records.map(({ entry }) => entry.type === 'stage-failed' && entry.stage)).toEqual(['request-lane/broken', 'request-lane/wrong']);
  });
}); // prettier-ignore
