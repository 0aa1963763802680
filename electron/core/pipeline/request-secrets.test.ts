import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { messagesOf, type SessionStep } from '../testing/history-session.ts';
import { bodyOf, RequestBench, sentMessages } from '../testing/request-bench.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'openai-responses', 'anthropic-messages'];
const masking = { settings: { 'redact.towardsModel': true } } as const;
/** Put together here, so that no scanner takes this file for a leak. */
const key = `gh${'p_'}${'a1B2c3D4'.repeat(5)}`;
const pem = ['-----BEGIN RSA PRIVATE', ' KEY-----\nMIIEpAIBAAKCAQEA7bq1\nq9Zx\n-----END RSA PRIVATE', ' KEY-----'].join('');

const step = (turn: number, text: string): SessionStep[] => [
  { type: 'calls', calls: [{ id: `call_${turn}`, name: 'bash', arguments: `{"command":"step ${turn}"}` }] },
  { type: 'result', id: `call_${turn}`, text },
];
const session = (...results: readonly string[]): SessionStep[] => [
  { type: 'user', text: `my own words hold ${key}` },
  ...results.flatMap((text, turn) => step(turn, text)),
];
const secretsIn = (records: readonly { readonly entry: object }[]): unknown[] =>
  records.map(({ entry }) => entry).filter((entry) => 'type' in entry && entry.type === 'secret-redacted');

describe.each(dialects)('%s', (dialect) => {
  const body = (...results: readonly string[]): string => bodyOf(dialect, messagesOf(dialect, session(...results)));

  test('off: not one byte changes, and the operator is told once', () => {
    const bench = new RequestBench(dialect);
    const first = body('ls', `token ${key} here`);
    const sent = bench.send(first);
    expect(sent.body).toBe(first);
    expect(secretsIn(sent.records)).toEqual([
      {
        type: 'secret-redacted',
        kinds: ['github-token'],
        where: 'output of bash',
        count: 1,
        tool: 'bash',
        callId: 'call_1',
        masked: false,
      },
    ]);
    expect(secretsIn(bench.send(first).records)).toEqual([]);
    bench.restart();
    expect(secretsIn(bench.send(first).records)).toEqual([]);
    expect(secretsIn(bench.send(body('ls', `token ${key} here`, 'more')).records)).toEqual([]);
  });

  test('on: secrets of every result are blanked to equal length, nothing else', () => {
    const bench = new RequestBench(dialect);
    const sent = bench.send(body(`a ${key}`, 'clean', pem), masking);
    expect(sent.body.split(key)).toHaveLength(2);
    expect(sent.body).toContain(`my own words hold ${key}`);
    expect(sent.body).toContain(`a ${'*'.repeat(key.length)}`);
    expect(sent.body).not.toContain('MIIEpAIBAAKCAQEA7bq1');
    expect(sent.body.length).toBe(body(`a ${key}`, 'clean', pem).length);
    expect(secretsIn(sent.records)).toMatchObject([
      { where: 'output of bash', callId: 'call_0', masked: true },
      { kinds: ['private-key'], callId: 'call_2', masked: true },
    ]);
    expect(JSON.stringify(sent.records)).not.toContain(key);
    expect(secretsIn(bench.send(body(`a ${key}`, 'clean', pem), masking).records)).toEqual([]);
  });

  test('on: a clean history keeps every byte', () => {
    const clean = body('ls', 'the password is asked for', 'sk-learn token count = 12');
    expect(new RequestBench(dialect).send(clean, masking).body).toBe(clean);
  });

  test('on: a growing session keeps its prefix over resends, faults, words of the operator and restarts', () => {
    const bench = new RequestBench(dialect);
    const results: string[] = [];
    let before: string[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      results.push(turn % 3 === 0 ? `out ${turn} ${key}${turn}` : turn % 7 === 5 ? `Error: ENOENT: no such file ${key}` : `out ${turn}`);
      if (turn % 10 === 7) bench.restart();
      // The same request once more, now with words of the operator behind the last result.
      if (turn % 10 === 9) bench.send(body(...results), masking);
      const { body: sent, records } = bench.send(body(...results), { ...masking, steers: turn % 10 === 9 ? ['look left'] : [] });
      expect(records.filter(({ entry }) => entry.type === 'stage-failed')).toEqual([]);
      const now = sentMessages(dialect, sent);
      expect(now.slice(0, before.length)).toEqual(before);
      expect(sent.split(key)).toHaveLength(2);
      before = now;
    }
    expect(before.join('').split('[operator] look left')).toHaveLength(5);
  });

  test('a key of ours is found by value', () => {
    const settings = { ...masking.settings, upstreams: { main: { url: 'http://h/v1', key: 'plain-words-of-ours' } } };
    const sent = new RequestBench(dialect).send(body('env: plain-words-of-ours'), { settings });
    expect(sent.body).not.toContain('plain-words-of-ours');
    expect(secretsIn(sent.records)).toMatchObject([{ kinds: ['known-secret'] }]);
  });
});

describe('what the server holds', () => {
  const items: JsonObject[] = [{ type: 'function_call_output', call_id: 'call_9', output: `new ${key}` }];
  test.each([
    ['off', {}, 2],
    ['on', masking, 1],
  ] as const)('%s: the new output is the only thing that may change', (_, options, parts) => {
    const body = bodyOf('openai-responses', items, { previous_response_id: 'resp_1' });
    const sent = new RequestBench('openai-responses').send(body, options);
    expect(sent.body.split(key)).toHaveLength(parts);
    expect(sent.body.length).toBe(body.length);
    expect(secretsIn(sent.records)).toMatchObject([{ where: 'tool output', callId: 'call_9' }]);
  });

  test('outputs of free-text tools keep every byte', () => {
    const custom: JsonObject[] = [
      { type: 'custom_tool_call', call_id: 'call_8', name: 'apply_patch', input: 'x' },
      { type: 'custom_tool_call_output', call_id: 'call_8', output: `new ${key}` },
    ];
    const body = bodyOf('openai-responses', custom);
    expect(new RequestBench('openai-responses').send(body, masking).body).toBe(body);
  });
});
