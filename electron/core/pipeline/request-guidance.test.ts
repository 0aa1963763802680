import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { bodyOf, RequestBench, rollingHashes, sentMessages } from '../testing/request-bench.ts';
import type { StageRecord } from './request-lane-stage.ts';
import { guidanceStage, originalArgumentsKey } from './request-guidance.ts';
import { repairStage } from './request-repair.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'openai-responses'];

/** One step of an agent's run: calls of one reply with their results, or words of the user. */
type Step = { readonly calls: readonly Made[] } | { readonly user: string };

interface Made {
  readonly name: string;
  readonly args: JsonObject;
  readonly result: string;
}

const missing = {
  name: 'write_file',
  args: { path: 'a.ts' },
  result: "Missing value for required parameter 'content'. Please retry with complete response.",
};
const written = { name: 'write_file', args: { path: 'b.ts', content: 'x' }, result: 'The content was successfully saved to b.ts.' };
const gone = (path: string) => ({ name: 'read_file', args: { path }, result: `File not found: ${path}` });
const read = (path: string) => ({ name: 'read_file', args: { path }, result: '1 | a' });
const call = (one: Made): Step => ({ calls: [one] });

/** The agent's messages after these steps. */
function messagesOf(dialect: Dialect, steps: readonly Step[]): JsonObject[] {
  const messages: JsonObject[] = [userOf(dialect, 'Do it.')];
  for (const [at, step] of steps.entries()) {
    if ('user' in step) messages.push(userOf(dialect, step.user));
    else messages.push(...turnOf(dialect, step.calls, at));
  }
  return messages;
}

const userOf = (dialect: Dialect, text: string): JsonObject =>
  dialect === 'anthropic-messages' ? { role: 'user', content: [{ type: 'text', text }] } : { role: 'user', content: text };

function turnOf(dialect: Dialect, calls: readonly Made[], at: number): JsonObject[] {
  const id = (place: number): string => `call_${at}_${place}`;
  const text = (args: JsonObject): string => JSON.stringify(args);
  switch (dialect) {
    case 'openai-chat':
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: calls.map(({ name, args }, place) => ({
            id: id(place),
            type: 'function',
            function: { name, arguments: text(args) },
          })),
        },
        ...calls.map(({ result }, place) => ({ role: 'tool', tool_call_id: id(place), content: result })),
      ];
    case 'anthropic-messages':
      return [
        { role: 'assistant', content: calls.map(({ name, args }, place) => ({ type: 'tool_use', id: id(place), name, input: args })) },
        { role: 'user', content: calls.map(({ result }, place) => ({ type: 'tool_result', tool_use_id: id(place), content: result })) },
      ];
    case 'openai-responses':
      return [
        ...calls.map(({ name, args }, place) => ({ type: 'function_call', call_id: id(place), name, arguments: text(args) })),
        ...calls.map(({ result }, place) => ({ type: 'function_call_output', call_id: id(place), output: result })),
      ];
  }
}

/** Errors about a missing parameter are left as they are. */
const off: Partial<Settings> = { 'guidance.patterns': { 'EI/PARAM_MISSING/001': 'off' } };

const bench = (dialect: Dialect): RequestBench => new RequestBench(dialect, [guidanceStage]);

/** Sends the history after each step, as an agent does; the records of each request. */
function play(
  dialect: Dialect,
  steps: readonly Step[],
  one = bench(dialect),
): { readonly bodies: string[]; readonly records: StageRecord[][] } {
  const bodies: string[] = [];
  const records: StageRecord[][] = [];
  for (let upTo = 1; upTo <= steps.length; upTo += 1) {
    const result = one.send(bodyOf(dialect, messagesOf(dialect, steps.slice(0, upTo))));
    bodies.push(result.body);
    records.push([...result.records]);
  }
  return { bodies, records };
}

const typesOf = (records: readonly StageRecord[]): string[] => records.map(({ entry }) => entry.type);
const occurrencesIn = (body: string): number[] => [...body.matchAll(/\\"occurrence\\":(\d+)/g)].map((match) => Number(match[1]));

describe.each(dialects)('%s', (dialect) => {
  test('an error text is replaced by guidance that holds it, and told once', () => {
    const { bodies, records } = play(dialect, [call(missing)]);
    expect(bodies[0]).toContain('EI/PARAM_MISSING/001');
    expect(bodies[0]).toContain(JSON.stringify(JSON.stringify(missing.result).slice(1, -1)).slice(1, -1));
    expect(typesOf(records[0] ?? [])).toEqual(['tool-result-seen', 'fault-classified', 'guidance-sent']);
  });

  test('a pattern that is off is recorded, and nothing is told, opened or ended', () => {
    const one = bench(dialect);
    const records: string[] = [];
    for (let times = 1; times <= 6; times += 1) {
      const body = bodyOf(dialect, messagesOf(dialect, Array<Step>(times).fill(call(missing))));
      const result = one.send(body, { settings: off });
      expect(result.body).toBe(body);
      expect([result.decisions, result.answer]).toEqual([[], undefined]);
      records.push(...typesOf(result.records));
    }
    expect(records.filter((type) => type !== 'tool-result-seen')).toEqual(Array(6).fill('fault-classified'));
  });

  test('a switch that changes rewrites nothing that went out, in the running program and after a restart', () => {
    const one = bench(dialect);
    const send = (times: number, settings: Partial<Settings>): string =>
      one.send(bodyOf(dialect, messagesOf(dialect, Array<Step>(times).fill(call(missing)))), { settings }).body;
    const sent = [send(1, {}), send(2, off)];
    one.restart();
    sent.push(send(3, off), send(4, {}));
    expect(sent.map(occurrencesIn)).toEqual([[1], [1], [1], [1, 4]]);
    for (const [at, body] of sent.entries()) {
      const before = sentMessages(dialect, sent[at - 1] ?? body);
      expect(sentMessages(dialect, body).slice(0, before.length)).toEqual(before);
    }
  });

  test('a good history leaves as the very same text', () => {
    const body = bodyOf(dialect, messagesOf(dialect, [call(read('a.ts')), call(written)]));
    const result = bench(dialect).send(body);
    expect(result.body).toBe(body);
    expect(result.decisions).toEqual([]);
  });

  test('the third time opens the circuit, and a fourth is still open', () => {
    const { bodies, records } = play(dialect, [call(missing), call(missing), call(missing), call(missing)]);
    expect(occurrencesIn(bodies[3] ?? '')).toEqual([1, 2, 3, 4]);
    expect(bodies[1]).not.toContain('MODEL_STUCK_LOOP');
    expect(bodies[1]).toContain('Re-read the tool schema now');
    expect(bodies[2]).toContain('\\"what\\":\\"[MODEL_STUCK_LOOP]');
    expect(records.map((each) => typesOf(each).filter((type) => type.startsWith('circuit')))).toEqual([[], [], ['circuit-opened'], []]);
  });

  test('three different missing files are three mistakes; one file under two tools is one', () => {
    expect(
      occurrencesIn(
        play(
          dialect,
          ['a', 'b', 'c'].map((path) => call(gone(path))),
        ).bodies[2] ?? '',
      ),
    ).toEqual([1, 1, 1]);
    const edit = { name: 'apply_diff', args: { path: 'a', diff: '…' }, result: 'File does not exist at path: a' };
    expect(occurrencesIn(play(dialect, [call(gone('a')), call(edit), call(gone('a'))]).bodies[2] ?? '')).toEqual([1, 2, 3]);
  });

  test('calls of one reply count once', () => {
    expect(occurrencesIn(play(dialect, [{ calls: [missing, missing, missing] }, call(missing)]).bodies[1] ?? '')).toEqual([1, 1, 1, 2]);
  });

  test.each([
    ['success of the same tool', call(written), 'success'],
    ['words of the user', { user: 'Write it in small pieces.' }, 'user-message'],
  ] as const)('it closes on %s', (_name, step, cause) => {
    const { bodies, records } = play(dialect, [call(missing), call(missing), call(missing), step, call(missing)]);
    expect(occurrencesIn(bodies[4] ?? '')).toEqual([1, 2, 3, 1]);
    expect(records[3]?.map(({ entry }) => entry)).toContainEqual(expect.objectContaining({ type: 'circuit-closed', cause }));
  });

  test.each([
    ['success of another tool', call(read('a.ts'))],
    ['success on another target', call(read('other.ts'))],
    ['what the agent adds by itself', { user: '<environment_details>\nno tabs\n</environment_details>' }],
    ['a failed test', call({ name: 'bash', args: { command: 'npm test' }, result: 'Error: File not found\n1 failed' })],
  ] as const)('%s does not close it', (_name, step) => {
    expect(occurrencesIn(play(dialect, [call(gone('z.ts')), call(gone('z.ts')), step, call(gone('z.ts'))]).bodies[3] ?? '')).toEqual([
      1, 2, 3,
    ]);
  });

  test('words that come with every result are the agent’s', () => {
    const nudge = { user: 'Continue with the task.' };
    const steps = [call(missing), nudge, call(missing), nudge, call(missing), nudge, call(missing), nudge, call(missing)];
    expect(occurrencesIn(play(dialect, steps).bodies[8] ?? '')).toEqual([1, 1, 2, 3, 4]);
  });

  test('an older error that went out unguided stays as the agent sent it', () => {
    const steps = [call(missing), call(missing), call(gone('x'))];
    const { body } = bench(dialect).send(bodyOf(dialect, messagesOf(dialect, steps)));
    expect(occurrencesIn(body)).toEqual([1]);
    expect(body).not.toContain('EI/PARAM_MISSING');
  });

  test('sent again, it is the same and nothing is told twice', () => {
    const one = bench(dialect);
    const steps = [call(missing), call(missing)];
    const { bodies } = play(dialect, steps, one);
    const again = one.send(bodyOf(dialect, messagesOf(dialect, steps)));
    expect(again.body).toBe(bodies[1]);
    expect(again.records).toEqual([]);
  });

  test('guidance stays what it was when the tools change, after a restart too', () => {
    const one = bench(dialect);
    const messages = messagesOf(dialect, [call(missing)]);
    const first = one.send(bodyOf(dialect, messages));
    one.restart();
    const tool = { type: 'function', name: 'write_file', function: { name: 'write_file', parameters: { required: ['path', 'content'] } } };
    const second = one.send(bodyOf(dialect, [...messages, ...turnOf(dialect, [read('a')], 9)], { tools: [tool] }));
    expect(sentMessages(dialect, second.body).slice(0, messages.length)).toEqual(sentMessages(dialect, first.body));
  });

  const step = fc.oneof(
    fc.constantFrom(missing, written, gone('a'), gone('b'), read('a')).map(call),
    fc.array(fc.constantFrom(missing, gone('a'), read('b')), { minLength: 1, maxLength: 3 }).map((calls): Step => ({ calls })),
    fc.constantFrom('Go on.', '<system-reminder>x</system-reminder>').map((user): Step => ({ user })),
  );

  test('what goes out only grows, whoever restarts in between', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 8 }), fc.nat(8), (steps, restartAt) => {
        const one = bench(dialect);
        let before: string[] = [];
        for (let upTo = 1; upTo <= steps.length; upTo += 1) {
          if (upTo === restartAt) one.restart();
          const { body } = one.send(bodyOf(dialect, messagesOf(dialect, steps.slice(0, upTo))));
          const sent = sentMessages(dialect, body);
          expect(sent.slice(0, before.length)).toEqual(before);
          before = sent;
        }
      }),
      { numRuns: 40 },
    );
  });

  test('two sessions that take turns never see each other', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), fc.array(step, { minLength: 1, maxLength: 5 }), (left, right) => {
        const alone = [play(dialect, left).bodies, play(dialect, right).bodies];
        const lane = bench(dialect);
        const together: [string[], string[]] = [[], []];
        for (let upTo = 1; upTo <= Math.max(left.length, right.length); upTo += 1) {
          for (const [side, steps] of [left, right].entries()) {
            if (upTo > steps.length) continue;
            const turn = { scope: `s${side}` };
            together[side]?.push(lane.send(bodyOf(dialect, messagesOf(dialect, steps.slice(0, upTo))), { turn, thread: `t${side}` }).body);
          }
        }
        expect(together).toEqual(alone);
      }),
      { numRuns: 25 },
    );
  });
});

describe('what is stored and set', () => {
  const dialect: Dialect = 'openai-chat';

  test('remembered arguments name the true cause', () => {
    const one = bench(dialect);
    const reported = { name: 'read_file', args: {}, result: 'Error: Bad escaped character in JSON at position 8' };
    const body = bodyOf(dialect, messagesOf(dialect, [call({ ...reported, name: 'bash' })]));
    expect(one.send(body).body).toBe(body);
    const messages = messagesOf(dialect, [call({ ...reported, name: 'bash' })]);
    one.decisions.set(originalArgumentsKey('s', rollingHashes(messages)[0] ?? '', 'call_0_0'), '{"command":"C:\\q"}');
    one.restart();
    expect(one.send(body).body).toContain('EI/INVALID_JSON_ARGUMENTS/001');
  });

  test.each([
    ['{"command": "ls', 'Tool execution error: Unterminated string in JSON at position 15'],
    ['{"command": "ls"}}', 'Failed to parse tool call arguments: {"command": "ls"}}: Extra data: line 1 column 18 (char 17)'],
  ])('arguments that the repair of the history made readable are judged as the agent sent them: %s', (args, content) => {
    const messages: JsonObject[] = [
      userOf(dialect, 'Do it.'),
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'bash', arguments: args } }] },
      { role: 'tool', tool_call_id: 'c1', content },
    ];
    const { body } = new RequestBench(dialect, [repairStage, guidanceStage]).send(bodyOf(dialect, messages));
    expect(body).not.toContain(JSON.stringify(`"arguments":${JSON.stringify(args)}`).slice(1, -1));
    expect(body).toContain('EI/INVALID_JSON_ARGUMENTS/001');
  });

  test('guidance switched off leaves every byte, and what was guided before stays', () => {
    const off = { settings: { 'guidance.enabled': false } };
    const body = bodyOf(dialect, messagesOf(dialect, [call(missing)]));
    expect(bench(dialect).send(body, off).body).toBe(body);
    const one = bench(dialect);
    const guided = one.send(body).body;
    expect(one.send(body, off).body).toBe(guided);
  });

  test('without hints NEXT holds no example, no list and no other tool', () => {
    const body = bodyOf(
      dialect,
      messagesOf(dialect, [call(missing), call({ name: 'write', args: {}, result: 'Error: No such tool available: write' })]),
      {
        tools: [{ type: 'function', function: { name: 'write_file', parameters: { type: 'object', required: ['path', 'content'] } } }],
      },
    );
    const nextOf = (hints: boolean): string => {
      const one = bench(dialect);
      one.send(bodyOf(dialect, messagesOf(dialect, [call(missing)]), JSON.parse(body) as JsonObject), {
        settings: { 'guidance.hints': hints },
      });
      const sent = one.send(body, { settings: { 'guidance.hints': hints } }).body;
      return [...sent.matchAll(/\\"next\\":\[(.*?)\]/g)].map(([, next]) => next).join();
    };
    expect(nextOf(true)).toContain('Example: ');
    expect(nextOf(true)).toContain('Offered tools: write_file');
    expect(nextOf(false)).not.toMatch(/Example|Offered/);
    expect(nextOf(false).length).toBeGreaterThan(20);
  });

  test('text instead of JSON says the same in lines', () => {
    const { body } = bench(dialect).send(bodyOf(dialect, messagesOf(dialect, [call(missing)])), {
      settings: { 'guidance.format': 'text' },
    });
    expect(body).toContain('WHAT: ');
    expect(body).toContain('ORIGINAL:\\nMissing value for required parameter');
  });

  test('with loops switched off for the session nothing opens', () => {
    const one = bench(dialect);
    const steps = [call(missing), call(missing), call(missing)];
    let body = '';
    for (let upTo = 1; upTo <= 3; upTo += 1)
      body = one.send(bodyOf(dialect, messagesOf(dialect, steps.slice(0, upTo))), { loops: false }).body;
    expect(occurrencesIn(body)).toEqual([1, 2, 3]);
    expect(body).not.toContain('MODEL_STUCK_LOOP');
  });

  test('a request without tools gets no new guidance', () => {
    const body = bodyOf(dialect, messagesOf(dialect, [call(missing)]), { tools: undefined });
    expect(bench(dialect).send(body).body).toBe(body);
  });

  test('the operator’s closing forgets what was counted, after a restart too', () => {
    const one = bench(dialect);
    const steps = [call(missing), call(missing), call(missing), call(missing)];
    const send = (upTo: number, turn = {}): string => one.send(bodyOf(dialect, messagesOf(dialect, steps.slice(0, upTo))), { turn }).body;
    send(1);
    send(2);
    expect(occurrencesIn(send(3, { orders: { isolated: false, closing: true } }))).toEqual([1, 2, 1]);
    one.restart();
    expect(occurrencesIn(send(4))).toEqual([1, 2, 1, 2]);
  });

  test('only the block with the error is replaced; others, their order and marks stay', () => {
    const content = [
      { type: 'text', text: missing.result, cache_control: { type: 'ephemeral' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
      { type: 'text', text: 'More.' },
    ];
    const messages = [
      { role: 'user', content: 'Do it.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'write_file', input: { path: 'a' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', is_error: true, content }] },
    ];
    const { body } = bench('anthropic-messages').send(bodyOf('anthropic-messages', messages));
    const sent = (JSON.parse(body) as { messages: { content: { content: { text?: string }[]; is_error?: boolean }[] }[] }).messages[2]
      ?.content[0];
    expect(sent?.is_error).toBe(true);
    expect(sent?.content.slice(1)).toEqual(content.slice(1));
    expect(sent?.content[0]).toMatchObject({ type: 'text', cache_control: { type: 'ephemeral' } });
    expect(JSON.parse(sent?.content[0]?.text ?? '')).toMatchObject({ signalbox: 1, occurrence: 1, original: missing.result });
  });
});

describe.each(dialects)('%s: a mistake that is made on and on', (dialect) => {
  const made = (count: number): readonly Step[] => Array.from({ length: count }, () => call(gone('a.ts')));
  const answerTo = (steps: readonly Step[], options: Parameters<RequestBench['send']>[1] = {}) =>
    bench(dialect).send(bodyOf(dialect, messagesOf(dialect, steps)), options);

  test('ends the turn once the open circuit was told twice', () => {
    expect(answerTo(made(4)).answer).toBeUndefined();
    const ended = answerTo(made(5));
    expect(ended.answer).toMatchObject({ code: 'signalbox_loop', retryable: false });
    expect(ended.records).toContainEqual({
      entry: expect.objectContaining({ type: 'loop-detected', action: 'end', count: 5 }) as unknown,
      alert: true,
    });
    expect(answerTo(made(7), { settings: { 'circuit.threshold': 6 } }).answer).toBeUndefined();
  });

  test.each<[string, readonly Step[], Parameters<RequestBench['send']>[1]]>([
    ['a person spoke', [...made(5), { user: 'Look in b.ts instead.' }], {}],
    ['something worked beside it', [...made(4), { calls: [gone('a.ts'), read('b.ts')] }], {}],
    ['the mistakes differ', [...made(4), call(gone('b.ts'))], {}],
    ['the operator has something to say', made(5), { steers: ['look in b.ts'] }],
    ['loops are off for this session', made(9), { loops: false }],
    ['nothing was told', made(9), { settings: { 'guidance.enabled': false } }],
  ])('ends nothing where %s', (_name, steps, options) => {
    expect(answerTo(steps, options).answer).toBeUndefined();
  });

  test('an ended turn that the user takes up again grows from what went out before', () => {
    const one = bench(dialect);
    const { bodies } = play(dialect, made(4), one);
    expect(one.send(bodyOf(dialect, messagesOf(dialect, made(5)))).answer).toBeDefined();
    const after = one.send(bodyOf(dialect, messagesOf(dialect, [...made(5), { user: 'Look in b.ts instead.' }])));
    const before = sentMessages(dialect, bodies[3] ?? '');
    expect(sentMessages(dialect, after.body).slice(0, before.length)).toEqual(before);
  });
});
