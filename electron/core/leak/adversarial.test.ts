import { describe, expect, test } from 'vitest';
import { replyContext, TOOLS } from '../testing/reply-context.ts';
import { LEAK_FORMATS } from './formats/index.ts';
import { createLeakScanner } from './leak-scanner.ts';

const SIZE = 1_000_000;
const fill = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
const call = '<tool_call>{"name": "ping", "arguments": {}}</tool_call>';
const dsml = '<｜DSML｜function_calls>\n<｜DSML｜invoke name="bash">\n<｜DSML｜parameter name="command" string="true">';

/** Each of these took minutes where a step was quadratic; the bound is a hundred times what is needed, so that a busy machine does not fail it. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['half markers', fill('<tool_cal')],
  ['nested openers', fill('<tool_call>')],
  ['nested begun calls', fill('<tool_call>{"name":"')],
  ['openers in prose', fill('<tool_call>x ')],
  ['unclosed parameters', fill(dsml)],
  ['closers that close nothing', dsml + fill('</｜DSML｜parameter>')],
  ['braces', fill('{')],
  ['braces on lines', fill('{\n')],
  ['JSON lines', fill('{"name": "ping", "arguments": {}}\n')],
  ['fences', fill('```\n')],
  ['begun JSON fences', fill('```json\n{"name": "bash"\n')],
  ['backticks', fill('` `` ``` ')],
  ['many whole calls', fill(call)],
  ['whole calls with answers', fill(`${call}${'x'.repeat(330)}`)],
  ['messages of analysis', fill('<|channel|>analysis<|message|>a<|end|>')],
  ['reasoning marks', fill('<think></think>')],
  ['results behind a call', call + fill('\n<tool_response>')],
  ['blanks behind openers', fill(`<tool_call>${' '.repeat(60)}`)],
  ['quoted openers', fill('"<tool_call>')],
];

describe('1 MB of hostile text', () => {
  test.each(TEXTS)('%s', (_what, text) => {
    for (const size of [text.length, 64]) {
      const scanner = createLeakScanner(TOOLS, replyContext());
      const start = performance.now();
      for (let at = 0; at < text.length; at += size) scanner.push(text.slice(at, at + size));
      scanner.judge(replyContext());
      expect(performance.now() - start).toBeLessThan(4000);
    }
  });

  test.each(LEAK_FORMATS.map((format) => [format.id, format.openers(TOOLS)[0]?.text ?? '', format.sample] as const))(
    'repeated openers and samples of %s',
    (_id, opener, sample) => {
      for (const text of [fill(opener), fill(sample.slice(0, Math.ceil(sample.length / 2))), fill(sample)]) {
        const scanner = createLeakScanner(TOOLS, replyContext());
        const start = performance.now();
        scanner.push(text);
        scanner.judge(replyContext());
        expect(performance.now() - start).toBeLessThan(4000);
      }
    },
  );
});
