import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import { genericAgent } from '../agent/profiles/index.ts';
import { classified, patternIn } from '../testing/fault-table.ts';
import { harmlessResults } from '../testing/harmless-results.ts';
import { classifyFault, type Classification } from './classify-fault.ts';
import { classifyUpstreamError } from './classify-upstream-error.ts';
import { fingerprintOf } from './fingerprint.ts';

interface ErrorRow {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  readonly tools?: readonly { readonly name: string; readonly parameters?: JsonObject }[];
  readonly content: string;
  readonly is_error_flag: boolean | null;
  readonly surface?: 'upstream_error' | 'assistant_text';
  readonly status?: number;
  readonly expect: {
    readonly category: string;
    readonly alt?: readonly string[];
    readonly never?: readonly string[];
    readonly fp?: string;
  };
}

const read = (file: string): readonly ErrorRow[] =>
  readFileSync(new URL(`../../../e2e/conformance/cases/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ErrorRow);
const rows = [...read('errors.jsonl'), ...read('errors-more.jsonl')];
const upstreams = rows.filter((row) => row.surface === 'upstream_error');
const results = rows.filter((row) => row.surface === undefined);
const accepted = ({ expect: want }: ErrorRow): readonly string[] => [want.category, ...(want.alt ?? [])];

const argumentsOf = (row: ErrorRow): string => (typeof row.args === 'string' ? row.args : JSON.stringify(row.args ?? {}));

function openSchema(args: unknown): JsonObject {
  const names = typeof args === 'object' && args !== null ? Object.keys(args) : [];
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) };
}

function classify(row: ErrorRow, flag: boolean | undefined): Classification {
  const names = (row.tools ?? []).map((tool) => tool.name);
  const offered = accepted(row).some((id) => id.includes('UNKNOWN_TOOL')) ? names : [...names, row.tool];
  // A row without its tool's schema is played as the black-box harness plays it: any value is right.
  const schema = row.tools?.find((tool) => tool.name === row.tool)?.parameters ?? openSchema(row.args);
  const outcome = { text: row.content, flag, tool: row.tool, argumentsText: argumentsOf(row), schema };
  return classifyFault(outcome, { profile: genericAgent, advertised: new Set(offered) });
}

const idOf = (classification: Classification): string => (classification.type === 'fault' ? classification.pattern.id : 'NONE');

describe('results of the error catalogue', () => {
  test.each(results.map((row) => [row.id, row] as const))('%s, with and without the flag', (_id, row) => {
    for (const flag of [row.is_error_flag ?? undefined, undefined]) {
      const found = idOf(classify(row, flag));
      expect(accepted(row)).toContain(found);
      expect(row.expect.never ?? []).not.toContain(found);
    }
  });

  test('rows of one fingerprint have one, others differ', () => {
    const prints = new Map<string, Set<string>>();
    for (const row of results) {
      const found = classify(row, undefined);
      if (row.expect.fp === undefined || found.type !== 'fault') continue;
      const args = typeof row.args === 'string' ? undefined : (row.args as JsonObject);
      prints.set(row.expect.fp, (prints.get(row.expect.fp) ?? new Set()).add(fingerprintOf(found, { tool: row.tool }, args)));
    }
    expect(prints.size).toBeGreaterThan(3);
    for (const [name, found] of prints) expect({ name, size: found.size }).toEqual({ name, size: 1 });
    expect(new Set([...prints.values()].map(([only]) => only)).size).toBe(prints.size);
  });
});

describe('errors of upstreams', () => {
  test.each(upstreams.map((row) => [row.id, row] as const))('%s', (_id, row) => {
    const isLimit = /rate|quota|too many|throttl/i.test(row.content) && !/context|prompt is too long/i.test(row.content);
    expect(accepted(row)).toContain(classifyUpstreamError(row.status ?? (isLimit ? 429 : 400), row.content) ?? 'NONE');
  });
});

test('an error body of lists in lists is none that is known, and nothing is thrown', () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  expect(classifyUpstreamError(400, deep)).toBeUndefined();
  expect(classifyUpstreamError(400, JSON.stringify({ error: { message: deep } }))).toBeUndefined();
});

test('an error that holds the body of the one behind it, a list too', () => {
  const inner = JSON.stringify([
    { error: { code: 400, message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).' } },
  ]);
  expect(classifyUpstreamError(400, JSON.stringify({ error: { message: inner } }))).toBe('EI/CONTEXT_OVERFLOW/001');
});

describe('harmless results', () => {
  test.each(harmlessResults)('%s %j: %s', (...each) => {
    expect(classified(each).type).toBe('none');
    expect(patternIn(classified(each, false))).toBe(patternIn(classified(each)));
  });
});
