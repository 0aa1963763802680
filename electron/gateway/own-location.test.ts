import { expect, test } from 'vitest';
import { withOwnLocation } from './own-location.ts';

const seen = (location: string, path: string, askedAs: string): string | undefined =>
  withOwnLocation(
    [
      ['x-a', '1'],
      ['Location', location],
    ],
    { origin: new URL('http://models.example:8000/api/v1'), path },
    askedAs,
  )[1]?.[1];

test.each([
  // A closing slash, as web frameworks add it: whole or relative.
  ['http://models.example:8000/v1/chat/completions/', '/v1/chat/completions', '/v1/chat/completions', '/v1/chat/completions/'],
  ['/v1/chat/completions/', '/v1/chat/completions', '/v1/chat/completions', '/v1/chat/completions/'],
  ['completions/?a=b#c', '/v1/chat/completions?a=b', '/v1/chat/completions?a=b', '/v1/chat/completions/?a=b#c'],
  // The endpoint's path is longer or shorter than the agent's.
  ['http://models.example:8000/api/v1/messages/', '/api/v1/messages', '/v1/messages', '/v1/messages/'],
  ['/api/v1/messages/', '/api/v1/messages', '/messages', '/messages/'],
  ['/responses/', '/responses', '/v1/responses', '/v1/responses/'],
  // Our own prefixes are kept.
  [
    'http://models.example:8000/api/v1/models/',
    '/api/v1/models',
    '/t/0123456789abcdef/up/main/v1/models',
    '/t/0123456789abcdef/up/main/v1/models/',
  ],
  ['/v1/models/', '/v1/models', 'http://127.0.0.1:4141/v1/models', '/v1/models/'],
])('%s for %s asked as %s leads to %s', (location, path, askedAs, own) => {
  expect(seen(location, path, askedAs)).toBe(own);
});

test.each([
  ['another origin', 'https://login.example/'],
  ['another scheme', 'https://models.example:8000/v1/models/'],
  ['another port', 'http://models.example/v1/models/'],
  ['outside what the agent can ask for', '/health'],
  ['no address', 'http://['],
])('%s stays as it came', (_, location) => {
  expect(seen(location, '/api/v1/models', '/v1/models')).toBe(location);
});

test('without a common end nothing is said', () => {
  expect(seen('/x/', '/a', '/b')).toBe('/x/');
});
