import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MessageHashes, RequestReader } from './request-reader.ts';

function hash(body: unknown, reader = new RequestReader()): MessageHashes {
  const read = reader.read(Buffer.from(JSON.stringify(body)));
  if (read === undefined) throw new Error('no JSON object');
  return read.hashes;
}
const user = (text: string) => ({ role: 'user', content: text });
const assistant = (text: string) => ({ role: 'assistant', content: text });

describe('what counts', () => {
  test.each([
    [
      'a cache mark',
      [{ role: 'user', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] }],
      [{ role: 'user', content: [{ type: 'text', text: 'a' }] }],
    ],
    ['one text block', [{ role: 'user', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] }], [user('a')]],
    ['a mark on the message', [{ ...user('a'), cache_control: {} }], [user('a')]],
  ])('%s does not', (_name, left, right) => expect(hash({ messages: left }).rolling).toEqual(hash({ messages: right }).rolling));
  test.each([
    ['text', [user('a')], [user('b')]],
    ['role', [user('a')], [assistant('a')]],
    ['another field', [user('a')], [{ ...user('a'), name: 'x' }]],
    ['order', [user('a'), user('b')], [user('b'), user('a')]],
    ['a block that has more than text', [{ role: 'user', content: [{ type: 'text', text: 'a', citations: [] }] }], [user('a')]],
  ])('%s does', (_name, left, right) => expect(hash({ messages: left }).rolling.at(-1)).not.toBe(hash({ messages: right }).rolling.at(-1)));
  test.each([
    [{ messages: [user('a'), assistant('b')] }, 1],
    [
      {
        input: [
          { role: 'user', content: 'a' },
          { type: 'function_call', name: 'x' },
        ],
      },
      1,
    ],
    [{ input: [{ type: 'function_call_output' }, { type: 'message', role: 'assistant', content: [] }] }, 1],
    [{ input: [{ type: 'reasoning' }] }, 0],
    [{ messages: [user('a')] }, -1],
    [{ input: 'just text' }, -1],
  ])('%j has its first reply at %i', (body, at) => expect(hash(body).firstReply).toBe(at));
  test.each([[{}], [{ messages: [] }], [{ other: [user('a')] }], [{ nested: { messages: [user('a')] } }]])('%j has no messages', (body) =>
    expect(hash(body).rolling).toEqual([]),
  );
  test('text instead of a list is one message', () => expect(hash({ input: 'x', model: 'm' }).rolling).toHaveLength(1));
});

const message = fc.record({
  role: fc.constantFrom('user', 'assistant', 'tool'),
  content: fc.oneof(fc.string(), fc.constant('"}],{[\\"'), fc.array(fc.record({ type: fc.constant('text'), text: fc.string() }))),
});

const histories = fc.array(fc.array(message, { maxLength: 8 }), { minLength: 1, maxLength: 8 });
const bodyOf = (messages: readonly unknown[], toolsFirst: boolean): object =>
  toolsFirst ? { tools: [1, '"'], messages, z: 1 } : { messages, tools: [] };

test('a known beginning gives the same value and hashes as none (law of prefixes)', () => {
  fc.assert(
    fc.property(histories, fc.boolean(), fc.constantFrom(undefined, 1, '\t'), (lists, toolsFirst, space) => {
      const reader = new RequestReader();
      for (const messages of lists) {
        for (const cut of [messages.slice(0, -1), messages, messages]) {
          const body = bodyOf(cut, toolsFirst);
          const bytes = Buffer.from(JSON.stringify(body, undefined, space));
          const read = reader.read(bytes);
          const fresh = new RequestReader().read(bytes);
          expect([read?.value, read?.hashes]).toEqual([fresh?.value, fresh?.hashes]);
          const raw = read?.rawLists?.('messages');
          expect(cut.map((_message, at) => JSON.parse(raw?.(at) ?? 'null') as unknown)).toEqual(cut);
          expect([raw?.(cut.length), read?.rawLists?.('input')]).toEqual([undefined, undefined]);
          expect(JSON.stringify(read?.value)).toBe(JSON.stringify(body));
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('a body is read exactly when it is JSON, whatever was read before', () => {
  const edit = fc.record({ at: fc.nat(400), cut: fc.nat(3), put: fc.constantFrom('', ',', ']', '[', '"', '}', '{', ' ', '1', '\\', ':') });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), fc.boolean(), fc.array(edit, { maxLength: 3 }), (messages, toolsFirst, edits) => {
      const reader = new RequestReader();
      const whole = JSON.stringify(bodyOf(messages, toolsFirst));
      reader.read(Buffer.from(whole));
      const text = edits.reduce((old, { at, cut, put }) => `${old.slice(0, at)}${put}${old.slice(at + cut)}`, whole);
      expect(JSON.stringify(reader.read(Buffer.from(text))?.value)).toBe(JSON.stringify(objectOf(text)));
    }),
    { numRuns: 2000 },
  );
});
function objectOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

test.each([
  ['a list that comes twice', '{"messages":[{"role":"user","content":"a"}],"messages":[{"role":"user","content":"b"}]}'],
  ['a list that a text replaces', '{"messages":[1],"messages":"x"}'],
  ['both lists', '{"input":[1],"messages":[2]}'],
  ['a name that is written otherwise', '{"messages":[1],"\\u006dessages":[2]}'],
  ['a list of lists', '{"messages":[[],[[1]],"]"]}'],
  ['bytes that are no UTF-8', Buffer.from([...Buffer.from('{"messages":["'), 0xff, 0xc3, ...Buffer.from('"]}')])],
])('%s is read as JSON reads it', (_name, body) => {
  const bytes = Buffer.from(body);
  const reader = new RequestReader();
  for (let n = 0; n < 2; n += 1) expect(reader.read(bytes)?.value).toEqual(JSON.parse(bytes.toString('utf8')));
});

test('the same request is known again; one that differs around its messages is another', () => {
  const reader = new RequestReader();
  const bodies = [
    { messages: [user('a')], max_tokens: 1 },
    { messages: [user('a')], max_tokens: 2 },
    { model: 'm', messages: [user('a')], max_tokens: 1 },
  ];
  const names = [...bodies, ...bodies].map((body) => hash(body, reader).body);
  expect(names.slice(3)).toEqual(names.slice(0, 3));
  expect(new Set(names).size).toBe(3);
});

test('what was said before costs nothing again', () => {
  const reader = new RequestReader();
  const messages = Array.from({ length: 2000 }, (_, i) => (i % 2 ? assistant(`answer ${i} ${'x'.repeat(400)}`) : user(`question ${i}`)));
  const body = (count: number) =>
    Buffer.from(JSON.stringify({ model: 'm', messages: messages.slice(0, count), tools: ['t'.repeat(1000)] }));
  const bodies = [body(1996), body(1998), body(2000)];
  const spent = (run: () => void): number => {
    const started = performance.now();
    run();
    return performance.now() - started;
  };
  const cold = Math.min(...bodies.map((bytes) => spent(() => new RequestReader().read(bytes))));
  reader.read(body(1994));
  const warm = Math.min(...bodies.map((bytes) => spent(() => reader.read(bytes))));
  expect(warm).toBeLessThan(cold / 4);
});
