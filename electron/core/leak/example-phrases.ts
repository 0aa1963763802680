/**
 * Words that announce an example right before an envelope (contract 2.3 check 12): data, lower case, several languages. They are looked for
 * in the last 80 characters before it, same paragraph or a line that ends in a colon.
 */
const EXAMPLE_PHRASES: readonly string[] = [
  'for example',
  'for instance',
  'an example',
  'example:',
  'example only',
  'examples:',
  'sample:',
  'e.g.',
  'do not run',
  "don't run",
  'do not execute',
  "don't execute",
  'not to be run',
  'the syntax is',
  'the format is',
  'syntax:',
  'format:',
  'looks like this',
  'look like this',
  'looks like:',
  'would look like',
  'should look like',
  'is written as',
  'is written like',
  'is formatted as',
  'raw output',
  'the raw',
  'emits',
  'prints:',
  'writes:',
  'wrote:',
  'you pasted',
  'the log',
  'log line',
  'verbatim',
  'syntax for',
  'syntax of',
  'format of',
  'format for',
  'the model writes',
  'the model wrote',
  'the reply was',
  'the output was',
  'raw generation',
  'illustration',
  'illustrates',
  'template:',
  'placeholder',
  'zum beispiel',
  'beispiel:',
  'z. b.',
  'z.b.',
  'nicht ausführen',
  'sieht so aus',
  'par exemple',
  'exemple :',
  'exemple:',
  'ne pas exécuter',
  'ressemble à',
  'por ejemplo',
  'ejemplo:',
  'no ejecutar',
  'se ve así',
  'por exemplo',
  'exemplo:',
  'não execute',
  'per esempio',
  'ad esempio',
  'esempio:',
  'non eseguire',
  'например',
  'пример:',
  'не выполн',
  'выглядит так',
  '例如',
  '比如',
  '示例',
  '举例',
  '不要执行',
  '格式如下',
  '如下所示',
  '例えば',
  'たとえば',
  '実行しないで',
  '次のよう',
  '예를 들어',
  '예시',
  '실행하지',
];

/** How far before the envelope the words count. */
const LOOK_BACK = 80;

/** The announcing phrase before `start`, or undefined. Not further back than the paragraph, except over a line that ends in a colon. */
export function exampleBefore(
  text: string,
  start: number,
): { readonly phrase: string; readonly start: number; readonly end: number } | undefined {
  const from = Math.max(0, start - LOOK_BACK);
  const near = text.slice(from, start);
  const trimmed = near.trimEnd();
  const paragraph = near.lastIndexOf('\n\n', Math.max(0, trimmed.length - 1));
  const blankBetween = near.slice(trimmed.length).split('\n').length > 2;
  if (blankBetween && !/[:：]$/.test(trimmed)) return undefined;
  const said = trimmed.slice(paragraph < 0 ? 0 : paragraph).toLowerCase();
  const offset = from + (paragraph < 0 ? 0 : paragraph);
  for (const phrase of EXAMPLE_PHRASES) {
    const place = said.lastIndexOf(phrase);
    if (place >= 0) return { phrase, start: offset + place, end: offset + place + phrase.length };
  }
  return undefined;
}
