import { describe, expect, test } from 'vitest';
import { functionTool, replyContext } from '../../testing/reply-context.ts';
import type { FormatContext } from '../leak-format.ts';
import { judgeReply } from '../leak-scanner.ts';
import { LEAK_FORMATS } from './index.ts';

/** Names that the samples use. */
const TOOLS = ['get_weather', 'bash', 'read_file', 'ls', 'ping', 'write_file', 'calculate', 'set_config', 'search_web'].map((name) =>
  functionTool(name, { 'path?': 'string', 'city?': 'string' }),
);
const CONTEXT: FormatContext = { tools: TOOLS, endedByLength: false, stopSequence: undefined, open: true };

test('every format has an id, a title, an origin and a sample of its own', () => {
  expect(new Set(LEAK_FORMATS.map((format) => format.id)).size).toBe(LEAK_FORMATS.length);
  for (const format of LEAK_FORMATS) {
    expect(format.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const text of [format.title, format.origin, format.sample]) expect(text).not.toBe('');
  }
});

describe.each(LEAK_FORMATS.map((format) => [format.id, format] as const))('%s', (_id, format) => {
  const start = openerIn(format.sample);
  const envelope = format.sample.slice(start);

  test('its sample is a whole envelope', () => {
    const read = format.parse(envelope, 0, { ...CONTEXT, open: false });
    expect(read).toMatchObject({ status: 'complete', start: 0 });
    expect(read?.status === 'complete' ? read.calls.map((call) => call.argumentsError) : []).not.toContainEqual(expect.any(String));
  });

  test('no prefix of its sample is given up', () => {
    const shortest = Math.max(
      ...format
        .openers(TOOLS)
        .map((opener) => opener.text)
        .filter((text) => envelope.startsWith(text))
        .map((text) => text.length),
    );
    for (let cut = shortest; cut <= envelope.length; cut += 1)
      expect([cut, format.viable(envelope.slice(0, cut), 0, CONTEXT)]).toEqual([cut, true]);
  });

  test('a prefix is never read as another call than the whole', () => {
    const whole = format.parse(envelope, 0, CONTEXT);
    const calls = whole?.status === 'complete' ? whole.calls.map((call) => [call.name, call.arguments]) : [];
    for (let cut = 1; cut < envelope.length; cut += 1) {
      const part = format.parse(envelope.slice(0, cut), 0, { ...CONTEXT, open: false });
      if (part?.status !== 'complete') continue;
      expect(calls.slice(0, part.calls.length)).toEqual(part.calls.map((call) => [call.name, call.arguments]));
    }
  });

  test('alone in a reply it is dispatched if its class is private, else held', () => {
    const verdict = judgeReply(format.sample, replyContext({ tools: TOOLS }));
    expect(['recover', 'hold']).toContain(verdict.type);
    if (verdict.type === 'recover')
      expect(verdict.candidates.some((candidate) => LEAK_FORMATS.find(({ id }) => id === candidate.format)?.class === 'private')).toBe(
        true,
      );
    if (format.class === 'common') expect(verdict.type).toBe('hold');
  });

  test('it is never dispatched when it is quoted', () => {
    expect(judgeReply(`Format:\n\n\`\`\`\`text\n${format.sample}\n\`\`\`\`\n\nNothing runs.`, replyContext({ tools: TOOLS })).type).toBe(
      'pass',
    );
    expect(judgeReply(`It began with \`\`${envelope.replaceAll('\n', ' ')}\`\` in the log.`, replyContext({ tools: TOOLS })).type).toBe(
      'pass',
    );
  });

  test('it never throws on its own damaged samples', () => {
    for (let at = 0; at < envelope.length; at += 3) {
      const damaged = envelope.slice(0, at) + envelope.slice(at + 2);
      expect(() => format.parse(damaged, 0, CONTEXT)).not.toThrow();
      expect(() => format.viable(damaged, 0, CONTEXT)).not.toThrow();
    }
  });

  /** Where the earliest of its openers stands in a text. */
  function openerIn(text: string): number {
    const places = format
      .openers(TOOLS)
      .map((opener) => text.indexOf(opener.text))
      .filter((place) => place >= 0);
    return Math.min(...places);
  }
});
