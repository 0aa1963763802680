import { expect, test } from 'vitest';
import type { EntryBody, JournalEntry } from '../../../shared/journal-entry.ts';
import { repeatsIn, repeatsOfFault } from './loop-repeats.ts';

test('evidence is taken apart into call and result; a text without a call stays whole', () => {
  expect(repeatsIn(['bash {"command":"ls"} → a → b', 'the same words'])).toEqual([
    { id: '0', call: 'bash {"command":"ls"}', result: 'a → b' },
    { id: '1', call: 'the same words', result: '' },
  ]);
});

test('the calls of one mistake are found with their results', () => {
  let seq = 0;
  const at = (body: EntryBody): JournalEntry => {
    seq += 1;
    return { seq, at: seq, session: 's', thread: 't', turn: 'n', level: 'info', ...body };
  };
  const fault = (callId: string, fingerprint: string) =>
    at({ type: 'fault-classified', pattern: 'EI/PARAM_MISSING/001', tool: 'edit', callId, occurrence: 1, fingerprint });
  const entries = [
    at({ type: 'tool-call-delivered', call: { key: '0', id: 'a', name: 'edit', arguments: '{}' }, state: 'delivered' }),
    at({ type: 'tool-result-seen', callId: 'a', tool: 'edit', error: true, excerpt: 'missing path' }),
    fault('a', 'f'),
    fault('b', 'other'),
    fault('c', 'f'),
  ];
  expect(repeatsOfFault(entries, 'f').map(({ call, result }) => [call, result])).toEqual([
    ['edit {}', 'missing path'],
    ['edit', 'EI/PARAM_MISSING/001'],
  ]);
});
