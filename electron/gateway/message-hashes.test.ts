import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageHasher } from './message-hashes.ts';

const hash = (body: unknown, hasher = new MessageHasher()) => hasher.hash(Buffer.from(JSON.stringify(body)));
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
  test.each([[{}], [{ messages: [] }], [{ other: [user('a')] }], [[]], ['x'], [{ nested: { messages: [user('a')] } }]])(
    '%j has no messages',
    (body) => expect(hash(body).rolling).toEqual([]),
  );
  test('text instead of a list is one message', () => expect(hash({ input: 'x', model: 'm' }).rolling).toHaveLength(1));
});

const message = fc.record({
  role: fc.constantFrom('user', 'assistant', 'tool'),
  content: fc.oneof(fc.string(), fc.constant('"}],{[\\"'), fc.array(fc.record({ type: fc.constant('text'), text: fc.string() }))),
});

test('a cached beginning gives the same hashes as none (law of prefixes)', () => {
  fc.assert(
    fc.property(fc.array(fc.array(message, { maxLength: 8 }), { minLength: 1, maxLength: 8 }), fc.boolean(), (histories, toolsFirst) => {
      const hasher = new MessageHasher();
      for (const messages of histories) {
        for (const cut of [messages.slice(0, -1), messages]) {
          const body = toolsFirst ? { tools: [1, '"'], messages: cut, z: 1 } : { messages: cut, tools: [] };
          expect(hash(body, hasher)).toMatchObject(pick(hash(body)));
        }
      }
    }),
    { numRuns: 150 },
  );
});
const pick = ({ rolling, firstReply }: { rolling: readonly string[]; firstReply: number }) => ({ rolling, firstReply });

test('what was said before costs nothing again', () => {
  const hasher = new MessageHasher();
  const messages = Array.from({ length: 2000 }, (_, i) => (i % 2 ? assistant(`answer ${i} ${'x'.repeat(400)}`) : user(`question ${i}`)));
  const body = (count: number) =>
    Buffer.from(JSON.stringify({ model: 'm', messages: messages.slice(0, count), tools: ['t'.repeat(1000)] }));
  const bodies = [body(1996), body(1998), body(2000)];
  const spent = (run: () => void): number => {
    const started = performance.now();
    run();
    return performance.now() - started;
  };
  const cold = Math.min(...bodies.map((bytes) => spent(() => new MessageHasher().hash(bytes))));
  hasher.hash(body(1994));
  const warm = Math.min(...bodies.map((bytes) => spent(() => hasher.hash(bytes))));
  expect(warm).toBeLessThan(cold / 4);
});
