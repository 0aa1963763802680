import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Json, JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { messagesOf, type SessionStep } from '../testing/history-session.ts';
import { KnownBeginnings } from './known-beginnings.ts';
import { codecs } from './registry.ts';

const lists: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'messages',
  'anthropic-messages': 'messages',
  'openai-responses': 'input',
};

/** What an agent does to its history between two requests. */
const edit = fc.oneof(
  fc.record({ type: fc.constant('grow' as const), by: fc.integer({ min: 1, max: 40 }), calls: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ type: fc.constant('again' as const) }),
  fc.record({ type: fc.constant('cut' as const), to: fc.nat(60) }),
  fc.record({ type: fc.constant('change' as const), at: fc.nat(60) }),
  fc.record({ type: fc.constant('instruct' as const), text: fc.constantFrom('', 'Be brief.') }),
);

function stepsOf(from: number, by: number, calls: number): SessionStep[] {
  const steps: SessionStep[] = [];
  for (let n = from; n < from + by; n += 1) {
    const ids = Array.from({ length: calls }, (_, at) => `call_${n}_${at}`);
    steps.push({ type: 'calls', calls: ids.map((id) => ({ id, name: 'bash', arguments: `{"command":"cat ${id} 1.0"}` })) });
    for (const id of ids) steps.push({ type: 'result', id, text: `text of ${id}` });
    if (n % 7 === 3) steps.push({ type: 'user', text: `Go on ${n}.` });
  }
  return steps;
}

describe.each(Object.keys(lists) as Dialect[])('%s', (dialect) => {
  const key = lists[dialect];
  const history = (body: JsonObject) => {
    const read = codecs[dialect].decodeRequest(body, JSON.stringify(body));
    if (!read.ok) throw new Error(read.error.detail);
    return read.value.history;
  };

  test('a request that shares messages with earlier ones is read as if there had been none', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 2, maxLength: 10 }), (edits) => {
        let messages: readonly Json[] = messagesOf(dialect, [{ type: 'user', text: 'Begin.' }]);
        let system = '';
        let steps = 0;
        for (const one of edits) {
          if (one.type === 'grow') {
            messages = [...messages, ...messagesOf(dialect, stepsOf(steps, one.by, one.calls))];
            steps += one.by;
          }
          if (one.type === 'cut') messages = messages.slice(0, Math.max(1, one.to));
          if (one.type === 'change') messages = messages.map((each, at) => (at === one.at ? { role: 'user', content: 'Changed.' } : each));
          if (one.type === 'instruct') system = one.text;
          const body: JsonObject = { model: 'm', system, instructions: system, [key]: messages };
          expect(history(body)).toEqual(history(structuredClone(body)));
        }
      }),
      { numRuns: 40 },
    );
  });
});

test('a part of the assistant that looks like a result does not end its entry (Responses)', () => {
  const part = { role: 'assistant', type: 'function_call_output', call_id: 'a', output: 'b', content: 'c' };
  const input: Json[] = [part, ...Array.from({ length: 12 }, (_, n) => ({ role: 'assistant', content: `part ${n}` }))];
  const read = (list: readonly Json[]) => codecs['openai-responses'].decodeRequest({ input: list }, JSON.stringify({ input: list }));
  read(input);
  const longer = [...input, { role: 'user', content: 'Go on.' }];
  expect(read(longer)).toMatchObject({ value: { history: [{ type: 'assistant' }, { type: 'user' }] } });
});

describe('KnownBeginnings', () => {
  const entries = (count: number): Json[] => Array.from({ length: count }, (_, n) => ({ n }));
  const readBy = (known: KnownBeginnings<string>) => (list: readonly Json[]) => {
    const seen: number[] = [];
    known.read(list, (_entry, index, items) => {
      seen.push(index);
      items.push(`${index}`);
    });
    return seen;
  };

  it('reads only what may be new', () => {
    const read = readBy(new KnownBeginnings());
    const list = entries(100);
    expect(read(list)).toHaveLength(100);
    expect(read([...list, ...entries(2)])).toEqual([92, 93, 94, 95, 96, 97, 98, 99, 100, 101]);
    expect(read(list.slice(0, 50))).toHaveLength(50);
  });

  it('takes equal entries for other ones', () => {
    const read = readBy(new KnownBeginnings());
    const list = entries(100);
    read(list);
    expect(read(structuredClone(list))).toHaveLength(100);
    expect(read([{ n: 0 }, ...list.slice(1)])).toHaveLength(100);
  });

  it('forgets the beginning that a longer one went on from', () => {
    const read = readBy(new KnownBeginnings());
    const list = entries(100);
    read(list);
    read([...list, ...entries(20)]);
    expect(read(list)).toHaveLength(100);
  });
});
