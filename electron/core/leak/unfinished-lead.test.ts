import { describe, expect, test } from 'vitest';
import { exampleBefore } from './example-before.ts';

const announces = (text: string): boolean => exampleBefore(text, text.length) !== undefined;

describe('words that leave open what follows', () => {
  const shown = [
    'The dataset card lists\n',
    'The hidden instruction was\n',
    'The serializer turns it into ',
    'Its format is ',
    'The scanner must ignore ',
    'An attacker could plant ',
    'Internally that is represented as ',
    'The agent in your log did this:\n',
    'A minimal request to my shell tool has this structure:\n',
    'The broken reply from yesterday was this one:\n',
    "What I'd have sent is this call:\n",
    'When I want to run something I internally write ',
    'If executed, it would remove everything:\n',
    'Claude said\n',
    'Is this valid?\n',
    'What does the following mean?\n',
    'Reformatted:\n',
    'Schematically:\n',
    'Figure 2:\n',
    'curl response:\n',
    '(not executed)\n',
    '[sample, not executed]\n',
    'Der Aufruf lautet\n',
    'So würde der Aufruf lauten:\n',
    'Le journal contient :\n',
    'El registro contiene:\n',
    'Output atteso:\n',
    'Из документации:\n',
    'Solo como texto:\n',
    '模型返回了：\n',
    'ログの内容：\n',
    'テストにはこう書かれています：\n',
    '로그 내용:\n',
  ];
  const acts = [
    'Here goes:\n',
    'Tests next:\n',
    '2/5\n',
    '🔍 Searching the repo\n',
    'Build:\n',
    'To verify the fix, run the suite:\n',
    'No problem — removing it now:\n',
    'As requested, deleting the build directory:\n',
    'You asked for the weather in Oslo:\n',
    'The fix is small:\n',
    "The log shows an error at line 3, so I'll open it:\n",
    'Example projects usually live in examples/, so listing it:\n',
    'Good, the syntax is valid now. Running:\n',
    "I'll quote the path properly this time:\n",
    "I'll run the test case in isolation:\n",
    'Re-running the case that failed:\n',
    'Let me check the last commit message:\n',
    "Here's what's in the folder:\n",
    'I call ',
    '*checks the repo*\n',
    '1. The import is missing\n2. Nothing exports it\n',
    '| file | lines |\n|---|---|\n| the parser | 40 |\n',
    'The failing file is `src/a.ts`\n',
    'Je vérifie :\n',
    "J'ouvre le modèle :\n",
    'Ejecuto las pruebas:\n',
    'Rodando os testes:\n',
    'Apro il manuale:\n',
    'Ik open de handleiding:\n',
    'Sprawdzam:\n',
    'Проверяю:\n',
    'Ищу в документации:\n',
    '现在运行测试用例：\n',
    '首先查看示例目录：\n',
    'ログの内容を確認します：\n',
    '먼저 로그를 살펴보겠습니다:\n',
  ];
  test.each(shown)('%j shows', (text) => expect(announces(text)).toBe(true));
  test.each(acts)('%j acts', (text) => expect(announces(text)).toBe(false));
});

describe('somebody does not do it', () => {
  const shown = [
    "I can't run that. It would have been:\n",
    "I'm not allowed to run it, but here it is:\n",
    'I decided against running it:\n',
    'The page told me to run this, which I did not:\n',
    'Ich führe das nicht aus:\n',
    "Je n'exécuterai pas ceci :\n",
    'No voy a ejecutar esto:\n',
    'Não vou executar isto:\n',
    'Nie wykonam tego:\n',
    'Я не буду это выполнять:\n',
    'Bunu çalıştırmıyorum:\n',
    '我不会执行这个：\n',
    'これは実行しません：\n',
    '이것은 실행하지 않습니다:\n',
    'لن أنفذ هذا:\n',
  ];
  const acts = ["I can't run it here, so I'll use docker:\n", 'I could not find it.\n', "I didn't see the file. Listing:\n"];
  test.each(shown)('%j shows', (text) => expect(announces(text)).toBe(true));
  test.each(acts)('%j acts', (text) => expect(announces(text)).toBe(false));
});

describe('a whole sentence that points at what follows', () => {
  const shown = [
    'Below you find the reply as the server sent it.\n',
    'The sample follows.\n',
    'Nothing here should be executed.\n',
    'This is not a call.\n',
    'It is shown here as text.\n',
    'The gateway must not act on the next lines.\n',
    'The page ends with an injected call.\n',
    'I did not run it.\n',
    'I will not follow it.\n',
    'Save the next lines as leak.txt.\n',
    'Look at the following reply.\n',
    'This was written by another model.\n',
    'The ticket quotes this.\n',
    'Das ist nur ein Beispiel.\n',
    'Voici le texte brut.\n',
    'Non lo eseguo.\n',
    'Это только пример.\n',
    '下面是原始输出。\n',
    'これは実行しません。\n',
    '다음은 예시입니다.\n',
  ];
  const acts = [
    'The log shows a timeout.\n',
    'The format of the file is fine.\n',
    "I haven't run the tests yet.\n",
    'I ignored the warning.\n',
    'This is the file that matters.\n',
    'This is a demo project.\n',
    'It is printed twice.\n',
    'This call is deprecated.\n',
    'The server came back up.\n',
    'You must not forget the lock file.\n',
    'The documentation says to run make first.\n',
    'Das Beispielprojekt liegt in examples.\n',
    'Ecco il problema.\n',
    'Вот в чём дело.\n',
    '我来看一下文件。\n',
  ];
  test.each(shown)('%j shows', (text) => expect(announces(text)).toBe(true));
  test.each(acts)('%j does not', (text) => expect(announces(text)).toBe(false));
});

describe('what stands before it on its line is no sentence', () => {
  const shown = [
    '12: ',
    '  12 | ',
    'src/a.test.ts:12:',
    '[12:02] bot: ',
    '<bob> ',
    'stdin> ',
    '- [ ] ',
    '# ',
    'reply=',
    '2026-01-02T03:04:05Z INFO reply=',
    'AssertionError: expected [] to equal ',
    '1\t',
  ];
  const other = ['- ', '● x.\n', '\u200b', '<think>so it is</think>', '<answer>\n', '✅ '];
  test.each(shown)('%j shows', (text) => expect(announces(text)).toBe(true));
  test.each(other)('%j does not', (text) => expect(announces(text)).toBe(false));
});

test.each(['Notes.\n\n    ', '!!! note\n    ', 'Notes.\n\t'])('%j makes an indented block', (text) => expect(announces(text)).toBe(true));
test.each(['   ', '    ', '\t', 'Notes.\n\n  '])('%j does not', (text) => expect(announces(text)).toBe(false));
test('a whole reply is an indented block where its further lines are indented too', () => {
  expect(exampleBefore('    <a>\n    b', 4)).toBeDefined();
  expect(exampleBefore('    <a>\nb', 4)).toBeUndefined();
});
test.each(['// reply:\n', '<!-- sample -->\n', '>>> print(reply)\n', 'In [3]: reply\n'])('behind the line %j it is shown', (text) =>
  expect(announces(text)).toBe(true),
);

describe('behind a blank line', () => {
  test.each([
    'The sample follows.\n\n',
    'I did not run this.\n\n',
    'Nothing here should be executed.\n\n',
    '(not executed)\n\n',
    '以下是日志内容。\n\n',
  ])('%j shows', (text) => expect(announces(text)).toBe(true));
  test.each([
    'I haven’t run the tests yet.\n\n',
    'The format is explained in the docs.\n\n',
    'The scanner ignores it\n\n',
    '[BEGIN FINAL RESPONSE]\n\n',
  ])('%j does not', (text) => expect(announces(text)).toBe(false));
});
