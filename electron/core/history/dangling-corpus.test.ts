import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { pairingFaults } from '../testing/history-session.ts';
import { bodyOf, listKey, RequestBench } from '../testing/request-bench.ts';

/** One row of the corpus of broken histories (e2e/conformance/cases). */
interface Row {
  readonly id: string;
  readonly dialect: string;
  readonly api?: string;
  readonly messages: readonly JsonObject[];
  readonly expect: { readonly unchanged?: boolean; readonly provider?: string; readonly must_not_contain?: readonly string[] };
}

const rows = readFileSync(new URL('../../../e2e/conformance/cases/dangling.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

const dialectOf = (row: Row): Dialect =>
  row.api === 'responses' ? 'openai-responses' : row.dialect === 'openai' ? 'openai-chat' : 'anthropic-messages';

describe('rows', () => {
  test.each(rows.map((row) => [row.id, row] as const))('%s', (_id, row) => {
    const dialect = dialectOf(row);
    const raw = bodyOf(dialect, row.messages);
    const bench = new RequestBench(dialect);
    const { body } = bench.send(raw);
    expect(bench.send(raw).body).toBe(body);
    expect(new RequestBench(dialect).send(body).body).toBe(body);
    if (row.expect.unchanged === true || row.expect.provider !== undefined) expect(body).toBe(raw);
    expect(pairingFaults(dialect, (JSON.parse(body) as JsonObject)[listKey(dialect)] as JsonObject[])).toEqual([]);
    for (const word of row.expect.must_not_contain ?? []) expect(body).not.toContain(word);
  });
});
