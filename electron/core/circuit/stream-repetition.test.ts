import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextLog } from '../text/text-log.ts';
import { type Repetition, StreamRepetition } from './stream-repetition.ts';

/** Feeds text in parts and gives what was found, with the length at which it was. */
function watch(text: string, part = 7): (Repetition & { readonly at: number })[] {
  const found: (Repetition & { readonly at: number })[] = [];
  const watcher = new StreamRepetition();
  const arriving = new TextLog();
  for (let at = 0; at < text.length; at += part) {
    arriving.push(text.slice(at, at + part));
    const news = watcher.look(arriving);
    if (news !== undefined) found.push({ ...news, at: arriving.length });
  }
  return found;
}

const words = (count: number): string => Array.from({ length: count }, (_, n) => `word${n * 7919}`).join(' ');

describe('a block without end', () => {
  test.each([
    ['a sentence', 'I will now read the file. '],
    ['a paragraph', `${words(40)}\n\n`],
    ['a short cry', 'stop it '],
  ])('%s is noticed, then endless', (_name, unit) => {
    const found = watch(words(300) + unit.repeat(Math.ceil(160_000 / unit.length)));
    expect(found.map(({ endless }) => endless)).toEqual([false, true]);
    expect(found[0]?.unit).toHaveLength(unit.length);
    expect(found[0]?.at).toBeLessThan(words(300).length + 8 * unit.length + 2 * 2048 + 2048);
    expect(found[1]?.at).toBeLessThan(words(300).length + 131_072 + 4096);
  });

  test.each([
    ['prose', words(4000)],
    ['rules', '=-'.repeat(20_000)],
    ['a table of figures', '| 0 | 1 | 22 |\n'.repeat(5_000)],
    ['a few repetitions', 'The same sentence again. '.repeat(20)],
    ['lists that count', Array.from({ length: 3000 }, (_, n) => `item ${n}: checked`).join('\n')],
  ])('%s: nothing', (_name, text) => expect(watch(text)).toEqual([]));

  test('a repetition that ends is no endless one', () => {
    expect(watch(`${'I will read it now. '.repeat(500)}${words(20_000)}`).map(({ endless }) => endless)).toEqual([false]);
  });

  test('the same, however it is cut', () => {
    const text = words(200) + 'Once more from the start. '.repeat(7000);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        (part) => void expect(watch(text, part).map(({ endless }) => endless)).toEqual([false, true]),
      ),
      {
        numRuns: 20,
      },
    );
  });

  test('text that nearly repeats is read through, whatever its length', () => {
    expect(watch('a'.repeat(65_536) + 'ab'.repeat(65_536) + words(20_000), 512)).toEqual([]);
  });
});
