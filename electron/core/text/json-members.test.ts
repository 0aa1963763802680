import { describe, expect, it } from 'vitest';
import { JsonBalance } from './json-balance.ts';
import { withMembers } from './json-members.ts';
import { parseWithSpans } from './json-spans.ts';

const change = (text: string, changes: Record<string, string | undefined>): string => {
  const parsed = parseWithSpans(text);
  if (!parsed.ok) throw new Error('test text is no JSON');
  return withMembers(text, parsed.value.root, new Map(Object.entries(changes)));
};

describe('withMembers', () => {
  it.each([
    ['nothing', '{ "a" : 1 }', {}, '{ "a" : 1 }'],
    ['replaces in place', '{ "a" : 1 , "b":12345678901234567890}', { a: '"x"' }, '{ "a" : "x" , "b":12345678901234567890}'],
    ['adds', '{"a":1 }', { b: '2' }, '{"a":1,"b":2 }'],
    ['adds to an empty object', '{ }', { b: '2' }, '{"b":2 }'],
    ['removes', '{"a":1, "b":2, "c":3}', { b: undefined }, '{"a":1,"c":3}'],
    ['removes and replaces and adds', '{"a":1,"b":2}', { a: '9', b: undefined, c: '3' }, '{"a":9,"c":3}'],
    ['removing what is not there', '{"a": 1}', { z: undefined }, '{"a": 1}'],
    ['duplicate names: the last counts', '{"a":1,"a":2}', { a: '3' }, '{"a":1,"a":3}'],
    ['what is no object stays', '[1]', { a: '2' }, '[1]'],
    ['a name of the prototype', '{"a":1}', { constructor: '2' }, '{"a":1,"constructor":2}'],
  ])('%s', (_, text, changes, expected) => {
    expect(change(text, changes)).toBe(expected);
  });
});

describe('JsonBalance', () => {
  it.each([
    ['{"a":"}"}', true],
    ['{"a":"\\"}', false],
    ['{}{"b":1}', true],
    ['{}{', false],
    ['', false],
    ['7', false],
    ['}', false],
    ['[{"a":[]}]', true],
  ])('%s', (text, closed) => {
    expect(new JsonBalance().closed(text)).toBe(closed);
    const stepwise = new JsonBalance();
    let answer = false;
    for (let end = 0; end <= text.length; end += 1) answer = stepwise.closed(text.slice(0, end));
    expect(answer).toBe(closed);
  });
});
