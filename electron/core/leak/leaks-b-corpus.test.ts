import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../shared/json.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { createLeakScanner, judgeReply } from './leak-scanner.ts';
import type { LeakVerdict, ReplyContext } from './leak-verdict.ts';

/** One row of the corpus of tag-structured leaks (e2e/conformance/cases). */
interface Row {
  readonly id: string;
  readonly family: string;
  readonly text: string;
  readonly reasoning?: string;
  readonly finish_reason?: string;
  readonly native_calls?: readonly Json[];
  readonly tools: readonly { readonly name: string; readonly parameters?: JsonObject }[];
  readonly expect: {
    readonly outcome: string;
    readonly also_ok?: readonly string[];
    readonly calls?: readonly { readonly name: string; readonly arguments: Json }[];
  };
}

const rows = readFileSync(new URL('../../../e2e/conformance/cases/leaks-b.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

const contextOf = (row: Row): ReplyContext => ({
  tools: row.tools.map((tool): AdvertisedTool => ({ name: tool.name, kind: 'function', description: '', schema: tool.parameters })),
  singleCall: false,
  structuredOutput: false,
  reasoning: row.reasoning ?? '',
  hasNativeCall: (row.native_calls ?? []).length > 0,
  endedByLength: row.finish_reason === 'length',
  barred: false,
  stopSequence: undefined,
  proseCeiling: 0.49,
  maxHeldBytes: 1_048_576,
  mode: 'auto',
  formatSwitch: () => undefined,
  manyChoices: false,
});

/** The corpus' word for what became of the reply. */
function outcomeOf(verdict: LeakVerdict): string {
  switch (verdict.type) {
    case 'recover':
      return 'recover';
    case 'hold':
      return 'ask';
    case 'refuse':
      return 'refuse';
    case 'pass':
    case 'strip':
      return 'pass';
  }
}

const callsOf = (verdict: LeakVerdict): unknown =>
  verdict.type === 'recover' || verdict.type === 'hold'
    ? verdict.calls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) as unknown }))
    : [];

describe('tag-structured leaks', () => {
  test.each(rows.map((row) => [row.id, row] as const))('%s', (_, row) => {
    const context = contextOf(row);
    const verdict = judgeReply(row.text, context);
    const { outcome, also_ok, calls } = row.expect;
    const allowed = new Set([outcome, ...(also_ok ?? [])]);
    // A held call was not dispatched, and one that was let through as text was not either: both are safe where the row would refuse or recover.
    if (allowed.has('recover')) allowed.add('ask');
    if (allowed.has('refuse')) allowed.add('pass');
    expect([...allowed]).toContain(outcomeOf(verdict));
    if ((calls ?? []).length > 0 && (verdict.type === 'recover' || verdict.type === 'hold')) expect(callsOf(verdict)).toEqual(calls);
  });

  test('one unit at a time: the same decision, and nothing is ever called back', () => {
    for (const row of rows) {
      const context = contextOf(row);
      const scanner = createLeakScanner(context.tools, context);
      let gone = 0;
      for (const unit of row.text.split('')) {
        const now = scanner.push(unit);
        expect(now).toBeGreaterThanOrEqual(gone);
        gone = now;
      }
      const verdict = scanner.judge(context);
      expect([row.id, outcomeOf(verdict), callsOf(verdict)]).toEqual([
        row.id,
        outcomeOf(judgeReply(row.text, context)),
        callsOf(judgeReply(row.text, context)),
      ]);
    }
  });

  test('cut anywhere, a reply never dispatches anything but the first whole calls of the uncut one', () => {
    for (const row of rows.filter(({ text, expect: { outcome } }) => outcome === 'recover' && text.length < 400)) {
      const context = contextOf(row);
      for (let end = 1; end < row.text.length; end += 1) {
        const verdict = judgeReply(row.text.slice(0, end), context);
        const calls = callsOf(verdict) as readonly unknown[];
        if (verdict.type === 'recover')
          expect([row.id, end, calls]).toEqual([row.id, end, (row.expect.calls ?? []).slice(0, calls.length)]);
      }
    }
  });
});
