import { expect, test } from 'vitest';
import { argumentsLine, splitPath } from './call-line.ts';

test.each([
  ['/srv/checkout-api/src/totals.ts  offset 1', '/srv/checkout-api/src', '/totals.ts', '  offset 1'],
  ['src/index/analyser.ts', 'src/index', '/analyser.ts', ''],
  ['C:\\work\\app\\main.ts', 'C:\\work\\app', '\\main.ts', ''],
  ['/srv/checkout-api/src/', '/srv/checkout-api', '/src/', ''],
])('%s gives way in what follows, then in its folders', (line, folders, name, rest) => {
  expect(splitPath(line)).toEqual({ folders, name, rest });
});

test.each(['npm test -- totals', '/tmp/a.ts', 'a/b', '', '{"command":"ls /srv/checkout-api/src"}', 'grep -rn /srv/checkout-api/src'])(
  '%s has no folders to give',
  (line) => {
    expect(splitPath(line)).toBeUndefined();
  },
);

test('the first value stands alone, the others behind their names', () => {
  expect(argumentsLine('{"filePath":"a.ts","limit":40}')).toBe('a.ts  limit 40');
});
