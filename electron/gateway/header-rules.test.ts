import { expect, test } from 'vitest';
import { flatOf, headerOf, pairsOf, passedHeaders, unframedHeaders } from './header-rules.ts';

const names = (pairs: readonly (readonly [string, string])[]) => pairs.map(([name]) => name);

test('pairs keep order, spelling and number', () => {
  const raw = ['X-A', '1', 'x-a', '2', 'B', ''];
  expect(flatOf(pairsOf(raw))).toEqual(raw);
  expect(headerOf(pairsOf(raw), 'x-a')).toBe('1');
  expect(headerOf(pairsOf(raw), 'c')).toBeUndefined();
});

test.each([
  'Connection',
  'Keep-Alive',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'HTTP2-Settings',
  'Proxy-Authorization',
  'Proxy-Connection',
  'Expect',
  'X-Signalbox-Session',
  'x-signalbox-token',
])('%s does not pass', (name) =>
  expect(
    passedHeaders([
      [name, 'x'],
      ['keep', '1'],
    ]).map(([key]) => key),
  ).toEqual(['keep']),
);

test('neither do headers that Connection names, nor those left out on purpose', () => {
  expect(
    names(
      passedHeaders(
        [
          ['Connection', 'close, X-Mine'],
          ['x-mine', '1'],
          ['Host', 'h'],
          ['x-other', '2'],
        ],
        new Set(['host']),
      ),
    ),
  ).toEqual(['x-other']);
});

test.each([
  'authorization',
  'x-api-key',
  'anthropic-beta',
  'x-stainless-retry-count',
  'cookie',
  'x-signalboxer',
  'content-encoding',
  'traceparent',
])('%s passes', (name) => expect(passedHeaders([[name, 'x']])).toEqual([[name, 'x']]));

test('a body that may change loses its length, coding and digests', () => {
  const pairs = [
    ['Content-Length', '1'],
    ['content-encoding', 'gzip'],
    ['ETag', 'x'],
    ['content-type', 'a'],
    ['retry-after', '7'],
  ] as const;
  expect(names(unframedHeaders(pairs))).toEqual(['content-type', 'retry-after']);
});
