import { describe, expect, test } from 'vitest';
import { filterRows, formatFilter, journalQuery, matchesFilter, parseFilter } from './filter-words.ts';
import type { CallRecord } from './journal-view.ts';

const call: CallRecord = {
  id: 'u/c',
  callId: 'call_1',
  turn: 'u',
  session: 'storefront',
  thread: 't',
  seq: 1,
  at: 1,
  name: 'run_shell',
  arguments: '{"command":"rm -rf build"}',
  model: 'deepseek-v3.2',
  agent: 'a',
  upstream: 'up',
  dialect: 'openai-chat',
  native: false,
  state: 'recovered',
  acted: 'deepseek-dsml',
  steps: [],
  format: 'deepseek-dsml',
  fault: { pattern: 'EI/FS_STALE/001', occurrence: 1, fingerprint: 'f' },
};

describe('matching', () => {
  test.each<[string, boolean]>([
    ['', true],
    ['tool:shell', true],
    ['tool:SHELL', true],
    ['tool:"run_shell"', true],
    ['tool:"Run_Shell"', false],
    ['tool:"shell"', false],
    ['-tool:"shell"', true],
    ['tool:"shell" tool:run', true],
    ['category:"EI/FS_STALE/001"', true],
    ['category:"deepseek-dsml"', true],
    ['tool:grep', false],
    ['-tool:shell', false],
    ['-tool:grep', true],
    ['tool:grep tool:shell', true],
    ['tool:grep,shell', true],
    ['tool:shell state:held', false],
    ['tool:shell state:recovered', true],
    ['session:store model:v3.2', true],
    ['format:dsml category:ei/fs', true],
    ['category:healed', false],
    ['text:"rm -rf"', true],
    ['"rm -rf"', true],
    ['rm build', true],
    ['rm absent', false],
    ['-text:build', false],
    ['text:a,b', false],
    ['unknown:word', false],
  ])('%s', (query, expected) => {
    expect(matchesFilter(call, parseFilter(query))).toBe(expected);
  });
});

describe('spelling', () => {
  test.each([
    ['tool:bash -state:delivered', 'tool:bash -state:delivered'],
    ['Tool', 'text:tool'],
    ['text:"two words"', 'text:"two words"'],
    ['"open', 'text:open'],
    ['tool:"Read"', 'tool:"Read"'],
    ['session:"a ""b"""', 'session:"a ""b"""'],
    ['say"so', 'text:"say""so"'],
    ['tool:', ''],
    ['http://x', 'text:http://x'],
  ])('%s', (query, expected) => {
    expect(formatFilter(parseFilter(query))).toBe(expected);
    expect(formatFilter(parseFilter(expected))).toBe(expected);
  });
  test('the journal gets alternatives of one field behind commas', () => {
    expect(journalQuery(parseFilter('tool:a state:held tool:b -tool:c x y'))).toBe('tool:a,b state:held -tool:c text:x text:y');
    expect(journalQuery(parseFilter('tool:"A, b" tool:c session:"S"'))).toBe('tool:"A, b",c session:"S"');
  });
});

test('a row is judged once for as long as it is the same', () => {
  let reads = 0;
  const watched = new Proxy(call, {
    get: (target, key) => {
      if (key === 'name') reads += 1;
      return Reflect.get(target, key);
    },
  });
  const filter = filterRows(parseFilter('tool:shell'));
  expect(filter([watched])).toHaveLength(1);
  expect(filter([watched, watched])).toHaveLength(2);
  expect(reads).toBe(1);
});
