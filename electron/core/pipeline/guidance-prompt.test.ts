import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { messagesOf, type SessionStep } from '../testing/history-session.ts';
import { bodyOf, RequestBench, sentMessages } from '../testing/request-bench.ts';
import { GUIDANCE_PROMPT } from './guidance-prompt.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'openai-responses', 'anthropic-messages'];
const on = { settings: { 'guidance.prompt': true } };
const system: Readonly<Record<Dialect, JsonObject>> = {
  'openai-chat': {},
  'openai-responses': { instructions: 'You are an agent.' },
  'anthropic-messages': { system: [{ type: 'text', text: 'You are an agent.', cache_control: { type: 'ephemeral' } }] },
};

function session(dialect: Dialect, turns: number): JsonObject[] {
  const steps: SessionStep[] = [{ type: 'user', text: 'go' }];
  for (let turn = 0; turn < turns; turn += 1) {
    steps.push({ type: 'calls', calls: [{ id: `c${turn}`, name: 'bash', arguments: `{"command":"${turn}"}` }] });
    // Every third call has no result: the history is mended behind the same prompt.
    if (turn % 3 === 1) steps.push({ type: 'user', text: 'go on' });
    else steps.push({ type: 'result', id: `c${turn}`, text: `out ${turn}` });
  }
  const messages = messagesOf(dialect, steps);
  return dialect === 'openai-chat' ? [{ role: 'system', content: 'You are an agent.' }, ...messages] : messages;
}

/** All that stands before the messages. */
const prefixOf = (dialect: Dialect, body: string): string =>
  JSON.stringify({ ...(JSON.parse(body) as JsonObject), messages: undefined, input: undefined }) +
  (dialect === 'openai-chat' ? sentMessages(dialect, body)[0] : '');

describe.each(dialects)('%s', (dialect) => {
  test('the same bytes in every request, over restarts, and what goes out only grows', () => {
    const bench = new RequestBench(dialect);
    const prefixes = new Set<string>();
    let before: string[] = [];
    const all = session(dialect, 30);
    for (let upTo = 3; upTo <= all.length; upTo += 1) {
      if (all[upTo - 1]?.['role'] === 'assistant' || all[upTo - 1]?.['type'] === 'function_call') continue;
      if (upTo % 7 === 0) bench.restart();
      const { body, records } = bench.send(bodyOf(dialect, all.slice(0, upTo), system[dialect]), on);
      expect(records.filter(({ entry }) => entry.type === 'stage-failed')).toEqual([]);
      prefixes.add(prefixOf(dialect, body));
      const sent = sentMessages(dialect, body);
      expect(sent.slice(0, before.length)).toEqual(before);
      before = sent;
    }
    expect(prefixes.size).toBe(1);
    expect([...prefixes][0]).toContain(JSON.stringify(GUIDANCE_PROMPT).slice(1, -1));
  });

  test.each<[string, JsonObject, object]>([
    ['off by default', {}, {}],
    ['no tools', { tools: undefined }, on],
    ['a title request', {}, { ...on, turn: { side: true } }],
  ])('%s: every byte stays', (_name, more, options) => {
    const raw = bodyOf(dialect, session(dialect, 1), { ...system[dialect], ...more });
    expect(new RequestBench(dialect).send(raw, options).body).toBe(raw);
  });

  test('tools that are forbidden for one reply: the prefix does not change', () => {
    const [free, forbidden] = [{}, { tool_choice: dialect === 'anthropic-messages' ? { type: 'none' } : 'none' }].map(
      (more) => new RequestBench(dialect).send(bodyOf(dialect, session(dialect, 1), { ...system[dialect], ...more }), on).body,
    );
    expect(forbidden).toContain('How to call tools');
    expect(free).toContain('How to call tools');
  });
});

test('a history that the server holds is left alone', () => {
  const raw = bodyOf('openai-responses', session('openai-responses', 1), { previous_response_id: 'r' });
  expect(new RequestBench('openai-responses').send(raw, on).body).toBe(raw);
});

test('that the server holds the history is told', () => {
  const raw = bodyOf('openai-responses', session('openai-responses', 1), { previous_response_id: 'r' });
  const told = (body: string) =>
    new RequestBench('openai-responses')
      .send(body, on)
      .records.flatMap(({ entry }) => (entry.type === 'limit-reached' ? [entry.kind] : []));
  expect(told(raw)).toEqual(['server-held']);
  expect(told(bodyOf('openai-responses', session('openai-responses', 1)))).toEqual([]);
});

test('a text as input', () => {
  const raw = JSON.stringify({ model: 'm', tools: [{ type: 'function', name: 'bash' }], input: 'go' });
  expect(new RequestBench('openai-responses').send(raw, on).body).toContain('How to call tools');
});
