import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replyContext, TOOLS } from '../testing/reply-context.ts';
import { LEAK_FORMATS } from './formats/index.ts';
import { createLeakScanner, judgeReply } from './leak-scanner.ts';
import type { LeakVerdict, ReplyContext } from './leak-verdict.ts';

const TOKENS = [
  ...LEAK_FORMATS.flatMap((format) => format.openers(TOOLS).map((opener) => opener.text)).slice(0, 400),
  ...LEAK_FORMATS.map((format) => format.sample),
  '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>',
  '<tool_call>{"name": "ping", "arguments": {}}</tool_call>',
  '</tool_call>',
  '<think>',
  '</think>',
  '`',
  '``',
  '```',
  '````\n',
  '```json\n',
  '~~~\n',
  '\n',
  '\n\n',
  '> ',
  '    ',
  '"',
  '“',
  '”',
  '<!--',
  '-->',
  '<|im_end|>',
  '</s>',
  '<tool_response>',
  '</tool_response>',
  '\nObservation:',
  'For example:\n',
  'Let me look. ',
  'The build is green. '.repeat(20),
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  'Action: bash\n',
];
const text = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...TOKENS) },
      { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...TOKENS), fc.nat(20)).map(([token, cut]) => token.slice(0, cut)) },
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));
const context = fc
  .record({
    hasNativeCall: fc.boolean(),
    endedByLength: fc.boolean(),
    maxHeldBytes: fc.constantFrom(200, 1_048_576),
    mode: fc.constantFrom('auto' as const, 'auto' as const, 'ask' as const, 'off' as const),
    singleCall: fc.boolean(),
    structuredOutput: fc.boolean(),
    barred: fc.boolean(),
    manyChoices: fc.boolean(),
    stopSequence: fc.constantFrom(undefined, '</tool_call>', '</parameter>', '\n'),
    reasoning: fc.constantFrom('', 'I think.', '<tool_call>{"name": "ping", "arguments": {}}</tool_call>'),
  })
  .map((settings) => replyContext(settings));
const cuts = fc.array(fc.nat(40), { maxLength: 60 });

function play(
  whole: string,
  lengths: readonly number[],
  given: ReplyContext,
): { readonly verdict: LeakVerdict; readonly left: readonly number[] } {
  const scanner = createLeakScanner(given.tools, given);
  const left: number[] = [];
  let at = 0;
  for (let index = 0; at < whole.length; index += 1) {
    const length = Math.max(1, lengths[index % Math.max(1, lengths.length)] ?? 1);
    left.push(scanner.push(whole.slice(at, at + length)));
    at += length;
  }
  return { verdict: scanner.judge(given), left };
}

const runs = { numRuns: 400 };

describe('laws of the leak engine', () => {
  test('chunk invariance: the verdict does not depend on how the text was cut', () => {
    fc.assert(
      fc.property(text, cuts, context, (whole, lengths, given) => {
        expect(play(whole, lengths, given).verdict).toEqual(judgeReply(whole, given));
      }),
      runs,
    );
  });

  test('no retraction: what left is never cut out, and the mark never moves back', () => {
    fc.assert(
      fc.property(text, cuts, context, (whole, lengths, given) => {
        const { verdict, left } = play(whole, lengths, given);
        for (const [index, place] of left.entries()) expect(place).toBeGreaterThanOrEqual(left[index - 1] ?? 0);
        if (!('keep' in verdict)) return;
        let at = 0;
        for (const span of verdict.keep) {
          if (span.start > at) break;
          at = span.end;
        }
        expect(left.at(-1) ?? 0).toBeLessThanOrEqual(Math.max(at, 0));
      }),
      runs,
    );
  });

  test('conservation: what is kept and what is taken are the whole text, in order', () => {
    fc.assert(
      fc.property(text, context, (whole, given) => {
        const verdict = judgeReply(whole, given);
        if (!('keep' in verdict)) return;
        let at = 0;
        for (const span of verdict.keep) {
          expect(span.start).toBeGreaterThanOrEqual(at);
          expect(span.end).toBeGreaterThan(span.start);
          at = span.end;
        }
        expect(at).toBeLessThanOrEqual(whole.length);
      }),
      runs,
    );
  });

  test('promptness: prose without any sign of markup leaves with the piece that brought it', () => {
    const prose = fc.array(fc.constantFrom('We ', 'know. ', 'Yes; ', 'one (1) ', 'line\n', 'why? ', '中文。 '), { maxLength: 30 });
    fc.assert(
      fc.property(prose, (words) => {
        const scanner = createLeakScanner(TOOLS, replyContext());
        let length = 0;
        for (const word of words) {
          length += word.length;
          expect(scanner.push(word)).toBe(length);
        }
      }),
      runs,
    );
  });

  test('a prefix never yields other calls than the whole: a cut call is not a call', () => {
    const envelopes = [
      '<tool_call>\n{"name": "bash", "arguments": {"command": "git add -A && git commit"}}\n</tool_call>',
      ...LEAK_FORMATS.filter((format) => format.class === 'private').map((format) => format.sample),
    ];
    for (const envelope of envelopes) {
      const whole = judgeReply(envelope, replyContext());
      const all = 'calls' in whole ? whole.calls : [];
      for (let cut = 1; cut < envelope.length; cut += 1) {
        const part = judgeReply(envelope.slice(0, cut), replyContext());
        if (part.type !== 'recover') continue;
        for (const [index, call] of part.calls.entries()) expect(call).toEqual(all[index]);
      }
    }
  });

  test('the same reply judged twice has the same verdict', () => {
    fc.assert(
      fc.property(text, context, (whole, given) => {
        expect(judgeReply(whole, given)).toEqual(judgeReply(whole, given));
      }),
      { numRuns: 50 },
    );
  });
});
