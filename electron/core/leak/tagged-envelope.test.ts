import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TABLE_TOOLS } from '../testing/leak-format-table.ts';
import { bareFunctionXml } from './formats/bare-function-xml.ts';
import { elementCall } from './formats/element-call.ts';
import { glmToolCall } from './formats/glm-tool-call.ts';
import { minimaxInvoke } from './formats/minimax-invoke.ts';
import { minimaxM3 } from './formats/minimax-m3.ts';
import { qwenFunctionXml } from './formats/qwen-function-xml.ts';
import type { FormatContext, LeakFormat } from './leak-format.ts';

const context: FormatContext = { tools: TABLE_TOOLS, endedByLength: false, stopSequence: undefined, open: false };

describe('fidelity: a value without own closing tags comes out as it went in', () => {
  const M = ']<]minimax[>[';
  const writers: readonly (readonly [LeakFormat, string, (value: string) => string])[] = [
    [
      qwenFunctionXml,
      '</parameter>',
      (value) => `<tool_call>\n<function=bash>\n<parameter=command>\n${value}\n</parameter>\n</function>\n</tool_call>`,
    ],
    [glmToolCall, '</arg_value>', (value) => `<tool_call>bash<arg_key>command</arg_key><arg_value>${value}</arg_value></tool_call>`],
    [
      minimaxInvoke,
      '</parameter>',
      (value) => `<minimax:tool_call><invoke name="bash"><parameter name="command">${value}</parameter></invoke></minimax:tool_call>`,
    ],
    [minimaxM3, M, (value) => `${M}<tool_call>${M}<invoke name="bash">${M}<command>${value}${M}</command>${M}</invoke>${M}</tool_call>`],
    [elementCall, '</command>', (value) => `<bash>\n<command>\n${value}\n</command>\n</bash>`],
  ];
  const pieces = [
    '\n',
    ' ',
    '\r\n',
    '<',
    '>',
    '&lt;',
    '</function>',
    '</tool_call>',
    '<tool_call>',
    '"',
    '\\',
    '｜',
    'false',
    '{"a":1}',
    '</invoke>',
    '<b>',
    '中',
    '\ud83d',
    ']<]',
  ];
  const value = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), { maxLength: 12 })
    .map((parts) => parts.join(''));
  test.each(writers)('%#', (format, closing, write) => {
    fc.assert(
      fc.property(value, (text) => {
        fc.pre(!text.includes(closing) && !text.includes('<parameter') && !text.includes('<arg_key>') && !text.includes('<command>'));
        const envelope = format.parse(write(text), 0, context);
        if (envelope?.status !== 'complete') throw new Error(`not complete: ${JSON.stringify(envelope)}`);
        expect(envelope.calls.map((call) => call.arguments)).toEqual([JSON.stringify({ command: text })]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a value is never shortened by itself', () => {
  const value = fc.array(
    fc.constantFrom(
      '</parameter>',
      '</function>',
      '</tool_call>',
      '<parameter=x>',
      '<parameter=command>',
      '<function=bash>',
      '<tool_call>',
      '\n',
      'a',
      ' ',
    ),
    { minLength: 1, maxLength: 10 },
  );
  test('whatever own tags it holds: the whole value, or it is not one reading', () => {
    fc.assert(
      fc.property(value, (parts) => {
        const inner = parts.join('');
        const text = `<tool_call>\n<function=bash>\n<parameter=command>\n${inner}\n</parameter>\n</function>\n</tool_call>`;
        const envelope = qwenFunctionXml.parse(text, 0, context);
        if (envelope?.status !== 'complete' || envelope.end < text.length) return;
        const call = envelope.calls[0];
        if (envelope.calls.length === 1 && call?.argumentsError === undefined && call?.otherReadings.length === 0) {
          expect(call.arguments).toBe(JSON.stringify({ command: inner }));
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('while more may come', () => {
  const open: FormatContext = { ...context, open: true };
  const head = '<tool_call>\n<function=write_file>\n<parameter=content>\n';
  test.each([
    ['own closing tag, then text', `${head}ends with </parameter> and ${'x'.repeat(200)}`],
    [
      'a whole call inside the value',
      `${head}<tool_call><function=f><parameter=x>1</parameter></function></tool_call>\n${'y'.repeat(200)}`,
    ],
  ])('%s: the end may still come', (_, text) => expect(qwenFunctionXml.parse(text, 0, open)?.status).toBe('incomplete'));
});

test('a stop sequence equal to the closing tag counts as it, once the reply has ended', () => {
  const text = '<tool_call>\n<function=get_time>\n</function>\n';
  const stopped = { ...context, stopSequence: '</tool_call>' };
  expect(qwenFunctionXml.parse(text, 0, context)?.status).toBe('incomplete');
  expect(qwenFunctionXml.parse(text, 0, stopped)?.status).toBe('complete');
  expect(qwenFunctionXml.parse(text, 0, { ...stopped, open: true })?.status).toBe('incomplete');
  expect(
    bareFunctionXml.parse('<function=bash><parameter=command>ls</parameter>', 0, { ...context, stopSequence: '</function>' })?.status,
  ).toBe('complete');
  expect(bareFunctionXml.parse('<function=bash><parameter=command>ls', 0, { ...context, stopSequence: '</function>' })?.status).toBe(
    'incomplete',
  );
});

describe('linear on text made to hurt', () => {
  const unit = (part: string, bytes = 800_000) => part.repeat(Math.ceil(bytes / part.length));
  const texts: readonly (readonly [string, LeakFormat, string])[] = [
    ['heads', qwenFunctionXml, `<tool_call><function=a>${unit('<parameter=b>')}`],
    ['closing tags', qwenFunctionXml, `<tool_call><function=a><parameter=b>${unit('</parameter>')}`],
    ['uneven values', qwenFunctionXml, `<tool_call><function=a>${unit('<parameter=b>x<parameter=z></parameter>')}`],
    ['blanks behind closing tags', qwenFunctionXml, `<tool_call><function=a><parameter=b>${unit(`</parameter>${' '.repeat(500)}`)}`],
    ['heads that never close', qwenFunctionXml, `<tool_call><function=a><parameter=b>${unit('<parameter=')}</parameter>`],
    ['elements', elementCall, `<bash><command>${unit('<command></command> ')}`],
    ['marks', minimaxM3, `]<]minimax[>[<tool_call>]<]minimax[>[<invoke name="a">${unit(']<]minimax[>[<a>')}`],
    ['keys', glmToolCall, `<tool_call>bash${unit('<arg_key>a</arg_key><arg_value></arg_value>')}`],
  ];
  test.each(texts)('%s', (_, format, text) => {
    const start = performance.now();
    format.parse(text, 0, context);
    // Tens of milliseconds on an idle machine; work that grows with the square of it would take minutes.
    expect(performance.now() - start).toBeLessThan(4000);
  });
});
