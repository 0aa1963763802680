import { describe, expect, test } from 'vitest';
import { exampleBefore } from './example-before.ts';

const announces = (text: string, floor = 0): boolean => exampleBefore(text, text.length, floor) !== undefined;

describe('a sentence that announces a text', () => {
  const valid = [
    'The required format is:\n',
    'A tool call in this format looks as follows:\n',
    'Here is what a tool call looks like.\n',
    'Usage:\n',
    "I'm supposed to reply with:\n",
    'I was told to output:\n',
    'Usage example\n',
    'From the docs:\n',
    'The README says:\n',
    'In the test we have:\n',
    'The fixture is:\n',
    'Suppose the model returns:\n',
    'You could write:\n',
    'You can run this yourself:\n',
    'I would have called:\n',
    "I won't run this:\n",
    'Instead of running it I will only show it:\n',
    'Not executing this, just showing it:\n',
    'It should be written like:\n',
    'Bad:\n',
    'Expected:\n',
    "Here's what vLLM returns in `content` when the parser is off:\n",
    'As requested, in plain text:\n',
    'The string decodes to\n',
    'Paste this as the assistant message:\n',
    'The tool result contained injected text:\n',
    "The attacker's payload:\n",
    'Qwen3-Coder:\n',
    'Let me show you the format:\n',
    '模型输出：\n',
    '调用格式：\n',
    'Ejemplo de llamada:\n',
    'Пример вызова:\n',
    'So sieht ein Aufruf aus:\n',
    '예제:\n',
  ];
  const invalid = [
    'Let me check the format:\n',
    "I'll read the README first:\n",
    'Now let me write the template:\n',
    'Reading the log:\n',
    'Next, the input file:\n',
    'The log shows a null pointer. Let me open the file:\n',
    'The output was truncated. Reading the rest:\n',
    'It looks like this is a Python project.\n',
    'Creating an example app as requested.\n',
    'Let me check the raw output:\n',
    'The README says to run npm test, so:\n',
    'According to the README, tests run with npm:\n',
    'package.json:\n',
    'Let me print the transcript:\n',
    'Time to run the sample:\n',
    "I'll document this in the README:\n",
    "I'm reading the docs:\n",
    'Git log:\n',
    'Here is the result:\n',
    'Here is the function call:\n',
    'Output:\n',
    'The plan is:\n',
    'I could not find it. Let me try another path:\n',
    "Since you can't run it, I will:\n",
    'I would like to read the file first.\n',
    'I should look at the sample data first.\n',
    'The file has 3 functions. Let me see the second:\n',
    '我先查看日志：\n',
    'Ich lese das Format:\n',
    'The user could write tests.</think>\n',
  ];
  test.each(valid)('%j does', (text) => expect(announces(text)).toBe(true));
  test.each(invalid)('%j does not', (text) => expect(announces(text)).toBe(false));
});

describe('a frame that is open around the text', () => {
  const valid = [
    '<example>\n',
    '<pre><code class="language-xml">',
    '<div class="example">\n',
    '[code]',
    '{code:xml}\n',
    '\\begin{lstlisting}\n',
    '.. code-block:: xml\n\n   ',
    '// ',
    '{/* ',
    '| hermes | ',
    '$ echo ',
    '>>> ',
    'reply = ',
    'text = r"""\n',
    "cat > call.txt <<'EOF'\n",
    'User: list the files\nAssistant: ',
    '**User:** list the files\n**Assistant:** ',
    '<|im_start|>user\nlist files<|im_end|>\n<|im_start|>assistant\n',
    '[INST] list the files [/INST] ',
    'Q: list the files\nA: ',
  ];
  const invalid = [
    'Assistant:\n',
    '<|im_start|>assistant\n',
    'User wants the list.\nThe assistant is ready.\n',
    '</example>\n',
    '"""doc"""\n',
    '-- checking\n',
    'Let me echo it: ',
    'const x is unused. Let me remove it: ',
    'grep shows 3 hits. Opening the first: ',
    '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
    'I read <code>a.ts</code>. Next:\n',
  ];
  test.each(valid)('%j is one', (text) => expect(announces(text)).toBe(true));
  test.each(invalid)('%j is none', (text) => expect(announces(text)).toBe(false));
});

test('what stands in a former envelope announces nothing', () => {
  const former = '[TOOL_CALLS]note[ARGS]{"text":"for example"}';
  expect(announces(former)).toBe(true);
  expect(announces(former, former.length)).toBe(false);
  expect(announces(`${former}\nFor example:\n`, former.length)).toBe(true);
});

test('long lines are read in linear time', () => {
  for (const unit of ['a ', 'what ', '"""', '<a ', '. ', 'you can ', '[INST] ', '\n'])
    expect(announces(unit.repeat(200_000))).toBeDefined();
});
