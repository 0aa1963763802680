import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EQUIVALENT } from './equivalent.ts';
import { GUARDS } from './guards.ts';
import { makeMutants, mutate } from './make-mutants.ts';

const root = path.join(import.meta.dirname, '..', '..');
const of = (source: string) => makeMutants(source, 'a.ts').map((mutant) => mutate(source, mutant));

test.each<readonly [string, string, readonly string[]]>([
  ['a condition', 'if (a) b = 1;', ['if (true) b = 1;', 'if (false) b = 1;']],
  ['a choice', 'x = a ? 1 : 2;', ['x = true ? 1 : 2;', 'x = false ? 1 : 2;']],
  ['a side of and', 'x = a && b;', ['x = a;', 'x = b;']],
  ['a side of or', 'x = a || b;', ['x = a;', 'x = b;']],
  ['a comparison', 'x = a < 1;', ['x = a <= 1;']],
  ['equality', 'x = a === 1;', ['x = a !== 1;']],
  ['not', 'x = !a;', ['x = a;']],
  ['some', 'x = a.some(f);', ['x = a.every(f);']],
  ['a call that is left out', 'drop(a);', [';']],
  ['a check of admission', 'const all = [{ number: 1, run: first }];', ["const all = [{ number: 1, run: () => passed('ok', 'mutant') }];"]],
  ['types are left alone', 'type A = B extends C ? D : E;', []],
])('%s', (_what, source, expected) => expect(of(source)).toEqual(expected));

test('a label names the function and what was changed', () => {
  expect(makeMutants('function f() { return a === b; }', 'a.ts').map(({ label, line }) => [label, line])).toEqual([['f: === → !==', 1]]);
});

test('every ordered check of admission has its mutant, and every listed equivalent one is there', () => {
  const all = GUARDS.flatMap((guard) =>
    guard.sources.flatMap((source) =>
      makeMutants(readFileSync(path.join(root, source), 'utf8'), source).map((mutant) => ({ source, ...mutant })),
    ),
  );
  expect(all.filter((mutant) => mutant.isCheck)).toHaveLength(14);
  for (const { source, label, why } of EQUIVALENT) {
    expect(all.map((mutant) => `${mutant.source} ${mutant.label}`)).toContain(`${source} ${label}`);
    expect(why).not.toBe('');
  }
});
