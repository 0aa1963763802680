import { describe, expect, it } from 'vitest';
import { parseFilterWords } from './filter-words.ts';

const short = (query: string) =>
  parseFilterWords(query).map(
    ({ key, values, exclude }) => `${exclude ? '-' : ''}${key}=${values.map(({ text, exact }) => (exact ? `<${text}>` : text)).join('|')}`,
  );

describe('filter words', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['tool:Bash', ['tool=Bash']],
    ['tool:Bash -state:delivered,held', ['tool=Bash', '-state=delivered|held']],
    ['text:"rm -rf, now" x', ['text=rm -rf, now', 'text=x']],
    ['text:a,b', ['text=a,b']],
    ['-"not this"', ['-text=not this']],
    ['-', ['text=-']],
    ['session:"my session",other', ['session=<my session>|other']],
    ['tool:"Read" -model:"a,b"', ['tool=<Read>', '-model=<a,b>']],
    ['tool:"a ""b""" x', ['tool=<a "b">', 'text=x']],
    ['tool:Re"ad it"', ['tool=Read it']],
    ['tool:"" x', ['text=x']],
    ['tool:"""', ['tool=<">']],
    ['category:EI/PARAM_MISSING/001', ['category=EI/PARAM_MISSING/001']],
    ['model:qwen3:8b', ['model=qwen3:8b']],
    ['http://x', ['text=http://x']],
    ['nokey:value', ['text=nokey:value']],
    ['tool:', []],
    ['tool:,', []],
    ['text:"open', ['text=open']],
  ])('%j', (query, words) => expect(short(query)).toEqual(words));

  it('reads at most 50 words', () => expect(parseFilterWords('a '.repeat(200))).toHaveLength(50));
});
