import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/json.ts';
import { dialects } from '../scripted-upstream.ts';
import { applyDiff } from './agent-tools.ts';
import { approve, healedBy, type ModelCall, only, receipts, SessionBench } from './session-bench.ts';

/** An edit that did not match is corrected only after a person has seen it (source of the rule: DIFF_MATCH_FAILED, "correct + retry"). */
let bench: SessionBench;
beforeAll(async () => {
  // Also where somebody set it to act by itself.
  bench = await SessionBench.start(['healing.closest-content="on"']);
});
afterAll(() => bench.stop());

const diffOf = (old: string): ModelCall => [
  'apply_diff',
  { path: '/w/x.ts', diff: `<<<<<<< SEARCH\n${old}\n=======\nbar()\n>>>>>>> REPLACE` },
];

describe.each(dialects.map((dialect) => ({ dialect, path: dialect.path })))('$path', ({ dialect }) => {
  const plan = { dialect, tools: [applyDiff], files: { '/w/x.ts': 'first();\nfoo(1);' } };

  test('the operator approves: the reported content takes the place of the old text', async () => {
    const played = await bench.play({ ...plan, model: [diffOf('foo();'), diffOf('foo();')], operator: approve });
    expect(played.cards.map(({ format, original }) => [format, original])).toEqual([
      ['closest-content', JSON.stringify(diffOf('foo();')[1])],
    ]);
    expect(played.received).toEqual([diffOf('foo();'), diffOf('foo(1);')]);
    expect(played.workshop.files.get('/w/x.ts')).toBe('first();\nbar()');
    expect(played.asked).toHaveLength(3);
    expect(played.asked[1]).toContain('The closest content of the file is: foo(1);');
    expect(receipts(played)).toEqual(healedBy('closest-content'));
  });

  test('the operator rejects: nothing is edited, and the model reads why', async () => {
    const played = await bench.play({
      ...plan,
      model: [diffOf('foo();'), diffOf('foo();')],
      operator: (): JsonObject => ({ verdict: 'reject', reason: 'that is another call' }),
    });
    expect(played.received).toEqual([diffOf('foo();')]);
    expect(played.workshop.files.get('/w/x.ts')).toBe('first();\nfoo(1);');
    expect(played.asked[2]).toContain('that is another call');
    expect(receipts(played)).toEqual([]);
  });

  test('nobody at the desk: the edit goes out as the model wrote it, and guidance has to do', async () => {
    const played = await bench.play({ ...plan, model: [diffOf('foo();'), diffOf('foo();'), diffOf('foo(1);')] });
    expect(played.received).toEqual([diffOf('foo();'), diffOf('foo();'), diffOf('foo(1);')]);
    expect(played.workshop.files.get('/w/x.ts')).toBe('first();\nbar()');
    expect(played.asked).toHaveLength(4);
    expect(only(played.entries, 'guidance-sent').map(({ pattern, occurrence }) => [pattern, occurrence])).toEqual([
      ['EI/DIFF_MATCH_FAILED/001', 1],
      ['EI/DIFF_MATCH_FAILED/001', 2],
    ]);
    expect(receipts(played)).toEqual([]);
  });
});
