import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';

/** What came, what it is read as, the repairs that are listed. */
const mended: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['a fence', '```json\n{"path":"a"}\n```', '{"path":"a"}\n', ['code-fence']],
  ['a fence on one line', '```{"path":"a"}```', '{"path":"a"}', ['code-fence']],
  ['a byte order mark', '\ufeff{"path":"a"}', '{"path":"a"}', ['invisible-characters']],
  ['NUL and zero-width signs', '\u200b{"path":"a"}\u0000', '{"path":"a"}', ['invisible-characters']],
  ['a raw line feed in a string', '{"c":"a\nb"}', '{"c":"a\\nb"}', ['control-character']],
  ['raw CRLF and tab', '{"c":"a\r\n\tb"}', '{"c":"a\\r\\n\\tb"}', ['control-character', 'control-character', 'control-character']],
  ['an escaped apostrophe', '{"c":"it\\\'s"}', '{"c":"it\'s"}', ['illegal-escape']],
  ['an empty object in front', '{}{"path":"a"}', '{"path":"a"}', ['empty-before-object']],
  ['null in front', 'null {"path":"a"}', '{"path":"a"}', ['empty-before-object']],
  ['a surplus brace', '{"path":"a"}}', '{"path":"a"}', ['debris-behind']],
  ['a template’s closer', '{"path":"a"}\n</tool_call>', '{"path":"a"}', ['debris-behind']],
  ['an end token', '{"path":"a"}<|im_end|>', '{"path":"a"}', ['debris-behind']],
  ['an exact repeat', '{"a":1,"b":2}{"b":2,"a":1}', '{"a":1,"b":2}', ['repeated-object']],
  ['three repeats and a closer', '{"a":1}{"a":1}{"a":1}</s>', '{"a":1}', ['repeated-object', 'debris-behind']],
  ['one more level of encoding', '"{\\"path\\":\\"a\\"}"', '{"path":"a"}', ['double-encoded']],
  ['a fence around it', '```\n"{\\"path\\":\\"a\\"}"\n```', '{"path":"a"}', ['code-fence', 'double-encoded']],
  [
    'a big integer behind a mend',
    '{"id":12345678901234567890,"c":"a\nb"}',
    '{"id":12345678901234567890,"c":"a\\nb"}',
    ['control-character'],
  ],
];

/** Loose JSON: healed, since no value could have been read otherwise. */
const loose: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['trailing commas', '{"a":[1,2,],}', '{"a":[1,2]}', ['trailing-comma', 'trailing-comma']],
  ['single quotes', "{'a': 'x'}", '{"a": "x"}', ['single-quotes', 'single-quotes']],
  ['double quotes inside single ones', "{'a': 'say \"hi\"'}", '{"a": "say \\"hi\\""}', ['single-quotes', 'single-quotes']],
  [
    'Python constants',
    '{"a": True, "b": None, "c": "True"}',
    '{"a": true, "b": null, "c": "True"}',
    ['python-constant', 'python-constant'],
  ],
  ['comments', '{"a":1 /* one */, // two\n"b":2}', '{"a":1 , \n"b":2}', ['comment', 'comment']],
  ['unquoted keys', '{path: "a"}', '{"path": "a"}', ['unquoted-key']],
  [
    'all that and a closer',
    "{path: 'a',}</tool_call>",
    '{"path": "a"}',
    ['unquoted-key', 'single-quotes', 'trailing-comma', 'debris-behind'],
  ],
];

const unterminated: readonly string[] = [
  '{',
  '{"path"',
  '{"path":"a',
  '{"path":"a"',
  '{"a":[{"b":1}',
  '{"a":"\\u00',
  '{"path":"a"}{"path":"b',
  '{"c":"a\nb',
  '```json\n{"path":"a',
  "{'path': 'a",
  "{'path': 'a'",
  '{path: "a", ',
  '{"a":1, /* what',
];

const unparsable: readonly string[] = [
  'ls -la',
  '[object Object]',
  '{{"city":"Oslo"}',
  "{'command': 'it's here'}",
  '{"command":"echo "hi" > a"}',
  '{"path":"C:\\bin\\app.exe"}',
  '{"files": E:\\docs\\a.pdf}',
  '["path":"a.ts"]',
  '{"path":"a.ts"}"}',
  '{"path":"a.ts"} {"note": truncated',
  '{"nodes": [1]]}',
  '{"a": Pura90"}',
  '{"a":1 "b":2}',
  '{“a”:1}',
  'Here are the arguments: {"path":"a"}',
  '```json\n{"path":"a"}',
  '{"a":1,,}',
  '{"a":undefined}',
  '<parameter=path>a.ts</parameter>',
];

const same: readonly string[] = [
  '{"path":"a"}',
  ' {"path" : "a"}\n',
  '{"id":12345678901234567890}',
  '{"content":"```json\\n{\\"a\\":1,}\\n```"}',
  '{"content":"{\\"a\\":1}{\\"b\\":2}"}',
  '{"path":"C:\\temp\\new.txt"}',
  '{"c":"</tool_call> \\u0000 \\ud800"}',
  '{"path":"a","__proto__":{"x":1}}',
];

describe('readArguments', () => {
  it.each(same)('keeps every byte of %j', (text) => {
    expect(readArguments(text, true)).toEqual({ type: 'object', text, fixes: [], loose: false, doubt: undefined });
  });

  it.each(mended)('takes off %s', (_what, text, after, rules) => {
    const read = readArguments(text, true);
    expect(read).toMatchObject({ type: 'object', text: after, loose: false, doubt: undefined });
    expect(read.type === 'object' && read.fixes.map((fix) => fix.rule)).toEqual(rules);
  });

  it.each(loose)('reads %s', (_what, text, after, rules) => {
    const read = readArguments(text, true);
    expect(read).toMatchObject({ type: 'object', text: after, loose: true, doubt: undefined });
    expect(read.type === 'object' && read.fixes.map((fix) => fix.rule)).toEqual(rules);
  });

  it.each([
    ['an escape that JSON does not know', '{"pattern":"\\d+"}', '{"pattern":"\\\\d+"}'],
    ['a name twice in loose JSON', "{'a': 1, 'a': 2}", '{"a": 1, "a": 2}'],
  ])('doubts %s', (_what, text, after) => {
    expect(readArguments(text, true)).toMatchObject({ type: 'object', text: after, loose: true, doubt: expect.any(String) });
  });

  it.each(unterminated)('never completes %j', (text) => expect(readArguments(text, true)).toEqual({ type: 'unterminated' }));
  it.each(unparsable)('does not guess at %j', (text) => expect(readArguments(text, true)).toEqual({ type: 'unparsable' }));
  it.each(['', ' \n', 'null', '[]', '""', 'None', '"  "'])('sees no arguments in %j', (text) =>
    expect(readArguments(text, true)).toMatchObject({ type: 'nothing' }),
  );

  it.each([
    ['{"a":1}{"a":2}', ['{"a":1}', '{"a":2}']],
    ['{"a":1}\n{"a":2}\n{"a":1}', ['{"a":1}', '{"a":2}', '{"a":1}']],
    ['{"a":1}, {"a":2}', ['{"a":1}', '{"a":2}']],
    ['[{"a":1},{"a":2}]', ['{"a":1}', '{"a":2}']],
    ['{"id":12345678901234567890}{"id":12345678901234567891}', ['{"id":12345678901234567890}', '{"id":12345678901234567891}']],
    ['{"a":1}{}', ['{"a":1}', '{}']],
  ])('parts %j', (text, objects) => expect(readArguments(text, true)).toEqual({ type: 'several', objects }));

  it.each([
    ['"a.ts"', 'string'],
    ['5', 'number'],
    ['true', 'boolean'],
    ['[{"a":1}]', 'array'],
    ['["a","b"]', 'array'],
  ])('takes %j for what it is', (text, kind) => expect(readArguments(text, true)).toEqual({ type: 'scalar', kind }));

  it('lists the first places of a kind and counts the others', () => {
    const read = readArguments(`{"c":"${'\n'.repeat(50)}"}`, true);
    const fixes = read.type === 'object' ? read.fixes : [];
    expect(fixes).toHaveLength(21);
    expect(fixes[20]).toMatchObject({ rule: 'control-character', before: '30 more places' });
  });

  it('leaves everything alone without repair', () => {
    expect(readArguments('```\n{"a":1}\n```', false)).toEqual({ type: 'unparsable' });
    expect(readArguments("{'a':1}", false)).toEqual({ type: 'unparsable' });
    expect(readArguments('{"a":', false)).toEqual({ type: 'unterminated' });
  });

  it('never runs the beginning of a call: every proper prefix is cut, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 4 }),
        fc.nat(),
        (value, at) => {
          const text = JSON.stringify(value);
          const cut = text.slice(0, 1 + (at % (text.length - 1)));
          expect(readArguments(cut, true)).toEqual({ type: 'unterminated' });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never throws, and what it reads is a JSON object that it then leaves alone', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ',',
      ':',
      '\\',
      '\n',
      'a',
      '1',
      'True',
      'null',
      '{}',
      '```',
      '//',
      '/*',
      '*/',
      '</s>',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const read = readArguments(pieces.join(''), true);
        if (read.type !== 'object') return;
        expect(JSON.parse(read.text)).toBeTypeOf('object');
        expect(readArguments(read.text, true)).toMatchObject({ type: 'object', text: read.text, fixes: [] });
      }),
      { numRuns: 1500 },
    );
  });

  it('is linear on text that is made to hurt', () => {
    const many = 200_000;
    for (const text of [
      `{"a":1}${'{}'.repeat(many)}`,
      `{"a":"${'x'.repeat(many)}"}${'{"b":1}'.repeat(many / 10)}`,
      `${'```'.repeat(many)}`,
      `{${"'a':1,".repeat(many)}`,
      `{"a":"${"\\'".repeat(many)}"}`,
      `${'['.repeat(many)}`,
      `{"a":1}${'</tool_call>'.repeat(many / 4)}x`,
      `{${'/*'.repeat(many)}`,
    ]) {
      const before = performance.now();
      readArguments(text, true);
      expect(performance.now() - before).toBeLessThan(3000);
    }
  });
});
