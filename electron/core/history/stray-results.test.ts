import { describe, expect, test } from 'vitest';
import type { ResultNode } from './history-node.ts';
import type { KnownCall } from './known-call.ts';
import { strayPairs } from './stray-results.ts';

type Answer = KnownCall['answer'];
const group = { calls: [], early: [] };

/** Calls as `id` or `id=answer`, results by their ids; what is paired as `result>call`, by place. */
function paired(calls: readonly (readonly [id: string, answer?: Answer])[], results: readonly string[]): readonly string[] {
  const known = calls.map(
    ([id, answer = 'none'], place): KnownCall => ({
      node: { ref: { at: 1, extra: 0 }, place, id, name: 'x' },
      id,
      window: 2,
      position: place,
      before: '',
      group,
      answer,
    }),
  );
  const strays = results.map(
    (callId, place): ResultNode => ({ ref: { at: 2, extra: 0 }, place, callId, text: '1', isError: false }) as ResultNode,
  );
  const pairs = strayPairs(strays, known);
  return strays.flatMap((stray) => {
    const call = pairs.get(stray);
    return call === undefined ? [] : [`${stray.place}>${call.node.place}`];
  });
}

describe('results whose ids name no call', () => {
  test.each<readonly [what: string, calls: Parameters<typeof paired>[0], results: readonly string[], pairs: readonly string[]]>([
    ['a shortened id', [['call_123456|fc_1']], ['call_123456'], ['0>0']],
    ['a lengthened id', [['call_123456']], ['call_123456|fc_1'], ['0>0']],
    ['eight signs in common are enough', [['12345678x'], ['other', 'result']], ['12345678'], ['0>0']],
    ['seven are not', [['1234567x'], ['other', 'result']], ['1234567'], []],
    ['another beginning', [['call_123456'], ['other', 'result']], ['call_654321xx'], []],
    ['two open calls, one result that begins like one of them', [['call_123456|a'], ['call_654321|b']], ['call_123456'], []],
    ['one open call, two results', [['call_123456|a']], ['call_123456', 'call_999999'], []],
    ['as many strangers as calls', [['a'], ['b']], ['y', 'z'], ['0>0', '1>1']],
    ['as many strangers as open calls, one answered by name', [['a'], ['b'], ['c', 'result']], ['y', 'z'], []],
    ['one stranger for two calls', [['a'], ['b']], ['z'], []],
    ['two strangers for one call', [['a']], ['y', 'z'], []],
    ['no id on either side', [[''], ['']], ['', ''], ['0>0', '1>1']],
    ['no id on either side, beside a call that has one', [[''], ['b']], [''], ['0>0']],
    ['no id on either side, beside a stranger', [[''], ['b'], ['c', 'result']], ['', 'z'], ['0>0']],
    ['results without ids for calls that have them', [['a'], ['b']], ['', ''], ['0>0', '1>1']],
    ['results without ids for the open calls, one answered by name', [['a'], ['b', 'result']], [''], ['0>0']],
    ['a result without id and a stranger, one open call', [['a']], ['', 'z'], []],
    ['one result without id, two open calls', [['a'], ['b']], [''], []],
    ['two results without ids, one call without', [[''], ['b'], ['c']], ['', ''], []],
    ['a result without id beside a stranger, two open calls, one answered by name', [['a'], ['b'], ['c', 'result']], ['', 'z'], []],
    ['nothing open', [['a', 'result']], ['z'], []],
    ['a foreign call is not open', [['a', 'foreign']], ['z'], []],
    ['no results', [['a']], [], []],
  ])('%s', (_what, calls, results, pairs) => expect(paired(calls, results)).toEqual(pairs));
});
