import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type LeakRow, piecesOf, rowContext } from '../testing/leak-corpus.ts';
import { effectiveClass } from './admit-call.ts';
import { LEAK_FORMATS } from './formats/index.ts';
import { createLeakScanner, judgeReply } from './leak-scanner.ts';
import type { LeakVerdict } from './leak-verdict.ts';

const rowsOf = (file: string): readonly LeakRow[] =>
  readFileSync(new URL(`../../../e2e/conformance/cases/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LeakRow);
const ROWS = ['leaks-a', 'leaks-b'].flatMap(rowsOf);

const OUTCOME = { recover: 'recover', hold: 'ask', refuse: 'refuse', pass: 'pass', strip: 'strip' } as const;
const outcome = (verdict: LeakVerdict) => OUTCOME[verdict.type];
const plain = (verdict: LeakVerdict) =>
  'calls' in verdict ? verdict.calls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) as unknown })) : [];

describe('rows of the leak catalogue', () => {
  test.each(
    [...ROWS, ...rowsOf('leaks-new'), ...rowsOf('leaks-adversary'), ...rowsOf('leaks-shown'), ...rowsOf('leaks-facts')].map(
      (row) => [row.id, row] as const,
    ),
  )('%s', (_id, row) => {
    const { expect: want, text } = row;
    const verdict = judgeReply(text, rowContext(row));
    // Text that passes where a refusal is due is the milder of two refusals: nothing runs, and the words reach the reader.
    const allowed = [want.outcome, ...(want.also_ok ?? [])].flatMap((one) => (one === 'refuse' ? ['refuse', 'pass'] : [one]));
    expect(allowed).toContain(outcome(verdict));
    if (verdict.type !== 'recover' && verdict.type !== 'hold') return;
    if (want.calls !== undefined && want.calls.length > 0) {
      // Where one call may leave, the operator sees all of them and one of them is delivered.
      const shown = plain(verdict).slice(0, row.parallel === false ? want.calls.length : undefined);
      // Rows with raw arguments hold values that JSON files can't (-0): their bytes are compared below.
      const whole = want.calls.some((call) => call.arguments_raw !== undefined);
      expect(shown.map(({ name, arguments: args }) => (whole ? { name } : { name, arguments: args }))).toEqual(
        want.calls.map(({ name, arguments: args }) => (whole ? { name } : { name, arguments: args })),
      );
    }
    for (const [index, call] of (want.calls ?? []).entries()) {
      if (call.arguments_raw !== undefined) expect(verdict.calls[index]?.arguments).toBe(call.arguments_raw);
    }
    const left = verdict.keep.map((span) => text.slice(span.start, span.end)).join('');
    if (verdict.type === 'recover' && want.leftover_text !== undefined) expect(left.trim()).toBe(want.leftover_text.trim());
  });
});

test.each([1, 2, 3])('every row has the same verdict in random pieces (seed %i), and nothing that left is taken back', (seed) => {
  for (const row of ROWS) {
    const context = rowContext(row);
    const whole = judgeReply(row.text, context);
    for (const longest of seed === 1 ? [1] : [3, 40]) {
      const scanner = createLeakScanner(context.tools, context);
      let left = 0;
      for (const piece of piecesOf(row.text, seed + longest, longest)) left = scanner.push(piece);
      const verdict = scanner.judge(context);
      expect({ id: row.id, verdict }).toEqual({ id: row.id, verdict: whole });
      if ('keep' in verdict)
        expect({ id: row.id, left: coveredTo(verdict.keep) }).toEqual({ id: row.id, left: Math.max(left, coveredTo(verdict.keep)) });
    }
  }
});

/** How far the kept spans cover the text without a gap. */
const coveredTo = (keep: readonly { readonly start: number; readonly end: number }[]): number => (keep[0]?.start === 0 ? keep[0].end : 0);

test('figures: nothing unsafe, and the shares of recoverable leaks', () => {
  const recoverable = ROWS.filter((row) => row.expect.outcome === 'recover');
  const verdicts = recoverable.map((row) => judgeReply(row.text, rowContext(row)));
  const dispatched = verdicts.filter((verdict) => verdict.type === 'recover').length;
  const held = verdicts.filter((verdict) => verdict.type === 'hold').length;
  expect((dispatched + held) / recoverable.length).toBeGreaterThanOrEqual(0.99);
  expect(dispatched / recoverable.length).toBeGreaterThanOrEqual(0.95);
  const unsafe = ROWS.filter(
    (row) =>
      !['recover', ...(row.expect.also_ok ?? [])].includes(row.expect.outcome) &&
      !(row.expect.also_ok ?? []).includes('recover') &&
      judgeReply(row.text, rowContext(row)).type === 'recover',
  );
  expect(unsafe.map((row) => row.id)).toEqual([]);
});

test('shares of prose: stored leaks lie below the ceiling, stored quotations of the source above', () => {
  // The source of the ceiling measured 0.25, 0.29 and 0.41 for captured leaks and 0.57 and 0.64 for quotations (contract 2.3 check 11).
  const shares = ROWS.filter((row) => row.expect.outcome === 'recover').map((row) => {
    const verdict = judgeReply(row.text, rowContext(row));
    const kept =
      'keep' in verdict
        ? verdict.keep.map(
            (span) =>
              row.text
                .slice(span.start, span.end)
                .replace(/<think>[^]*<\/think>/, '')
                .trim().length,
          )
        : [];
    const before = kept.reduce((sum, length) => sum + length, 0);
    return before <= 120 ? 0 : before / row.text.length;
  });
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.49);
});

test('a format of class common is never dispatched by itself', () => {
  for (const row of ROWS) {
    const context = rowContext(row);
    const verdict = judgeReply(row.text, context);
    if (verdict.type !== 'recover') continue;
    for (const candidate of verdict.candidates.filter((found) => found.reason === 'ok')) {
      const format = LEAK_FORMATS.find((known) => known.id === candidate.format);
      expect(
        format &&
          effectiveClass(
            { format, envelope: { status: 'incomplete', start: 0, end: 0, names: [] }, released: undefined, inThought: false },
            context,
          ),
      ).toBe('private');
    }
  }
});
