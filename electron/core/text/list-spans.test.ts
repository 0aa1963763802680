import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listSpans } from './list-spans.ts';

const parts = (text: string, key: string): string[] | undefined =>
  listSpans(text, key)?.items.map(({ start, end }) => text.slice(start, end));

describe('found', () => {
  test.each([
    ['{"messages":[1, "a,]" ,{"b":[2]}]}', ['1', '"a,]"', '{"b":[2]}']],
    ['\n{ "x":{"messages":[0]}, "messages" :\t[ ] }', []],
    ['{"messages":[1],"messages":[2]}', ['2']],
    ['{"mess\\u0061ges":["\\\\\\"]",null]}', ['"\\\\\\"]"', 'null']],
  ])('%s', (text, items) => expect(parts(text, 'messages')).toEqual(items));
});

test.each(['{"messages":"a"}', '{"other":[1]}', '[1]', '{}'])('no list: %s', (text) => expect(parts(text, 'messages')).toBeUndefined());

test('the parts are the values', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.nat(3), (items, other, blanks) => {
      const text = JSON.stringify({ before: other, messages: items, after: other }, null, blanks);
      expect(parts(text, 'messages')?.map((part) => JSON.parse(part) as unknown)).toEqual(JSON.parse(JSON.stringify(items)));
    }),
  );
});
