import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { withSystemText } from './system-text.ts';

test.each<[string, Dialect, string, string]>([
  [
    'a string',
    'openai-chat',
    '{"messages": [{"role":"system","content":"a\\u00e9"},{"role":"user","content":"x"}]}',
    '{"messages": [{"role":"system","content":"a\\u00e9\\n\\nT"},{"role":"user","content":"x"}]}',
  ],
  [
    'a developer message',
    'openai-chat',
    '{"messages":[{"role":"developer","content":"a"}]}',
    '{"messages":[{"role":"developer","content":"a\\n\\nT"}]}',
  ],
  [
    'parts',
    'openai-chat',
    '{"messages":[{"role":"system","content":[{"type":"text","text":"a"}]}]}',
    '{"messages":[{"role":"system","content":[{"type":"text","text":"a"},{"type":"text","text":"T"}]}]}',
  ],
  ['no content', 'openai-chat', '{"messages":[{"role":"system"}]}', '{"messages":[{"role":"system","content":"T"}]}'],
  [
    'none',
    'openai-chat',
    '{"messages":[ {"role":"user","content":"x"}]}',
    '{"messages":[{"role":"system","content":"T"}, {"role":"user","content":"x"}]}',
  ],
  ['no messages', 'openai-chat', '{"messages":[]}', '{"messages":[{"role":"system","content":"T"}]}'],
  ['a string', 'anthropic-messages', '{"system":"a","messages":[]}', '{"system":"a\\n\\nT","messages":[]}'],
  [
    'blocks with a cache mark',
    'anthropic-messages',
    '{"messages":[],"system":[ {"type":"text","text":"a]","cache_control":{"type":"ephemeral"}} ]}',
    '{"messages":[],"system":[ {"type":"text","text":"a]","cache_control":{"type":"ephemeral"}} ,{"type":"text","text":"T"}]}',
  ],
  ['no blocks', 'anthropic-messages', '{"system":[ ]}', '{"system":[ {"type":"text","text":"T"}]}'],
  ['an empty string', 'anthropic-messages', '{"system":""}', '{"system":"T"}'],
  [
    'none',
    'anthropic-messages',
    '{ "messages":[{"role":"user","content":{"system":"x"}}]}',
    '{"system":"T", "messages":[{"role":"user","content":{"system":"x"}}]}',
  ],
  ['a string', 'openai-responses', '{"instructions":"a","input":"x"}', '{"instructions":"a\\n\\nT","input":"x"}'],
  ['null', 'openai-responses', '{"instructions":null,"input":[]}', '{"instructions":"T","input":[]}'],
  ['nothing at all', 'openai-responses', '{}', '{"instructions":"T"}'],
])('%s, %s', (_name, dialect, text, expected) => {
  expect(withSystemText(dialect, text, 'T')).toBe(expected);
}); // prettier-ignore

test.each<[Dialect, string]>([
  ['openai-chat', '{"messages":[{"role":"system","content":"a"}]}'],
  ['openai-chat', '{"messages":[]}'],
  ['anthropic-messages', '{"system":[{"type":"text","text":"a"}]}'],
  ['openai-responses', '{"instructions":"a"}'],
])('%s: put behind once, however often', (dialect, text) => {
  const once = withSystemText(dialect, text, 'Line\n"two"');
  expect(once).not.toBe(text);
  expect(withSystemText(dialect, once, 'Line\n"two"')).toBe(once);
});

test('any prompt: only what stands behind it is new, and it stays JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (system, added) => {
      const text = JSON.stringify({ system, messages: [{ role: 'user', content: system }] });
      const changed = withSystemText('anthropic-messages', text, added);
      expect(JSON.parse(changed)).toEqual({
        system: JSON.stringify(system).includes(JSON.stringify(added).slice(1, -1))
          ? system
          : system === ''
            ? added
            : `${system}\n\n${added}`,
        messages: [{ role: 'user', content: system }],
      });
    }),
  );
});
