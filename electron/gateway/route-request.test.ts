import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../shared/vocabulary.ts';
import { joinPath, routeRequest, splitTarget } from './route-request.ts';

describe('joining never doubles the version', () => {
  test.each([
    ['http://h/v1', '/v1/chat/completions', '/v1/chat/completions'],
    ['http://h/v1', '/chat/completions', '/v1/chat/completions'],
    ['http://h/v1/', '/v1/messages?beta=true', '/v1/messages?beta=true'],
    ['http://h', '/v1/models', '/v1/models'],
    ['http://h', '/', '/'],
    ['http://h/v1', '/', '/v1/'],
    ['http://h/api/v1', '/api/v1/models', '/api/v1/models'],
    ['http://h/api/v1', '/v1/models', '/api/v1/models'],
    ['http://h/api/coding/paas/v4', '/v1/chat/completions', '/api/coding/paas/v4/chat/completions'],
    ['http://h/anthropic', '/v1/messages', '/anthropic/v1/messages'],
    ['http://h/v1', '/v1', '/v1'],
    ['http://h/v1', '/v1x/models', '/v1/v1x/models'],
    ['http://h/openai?api-version=1', '/chat/completions?x=2', '/openai/chat/completions?api-version=1&x=2'],
    ['http://h/v1', '/files/a%2Fb%20c?q=%25', '/v1/files/a%2Fb%20c?q=%25'],
    ['http://h/v1', '/v1//models/', '/v1//models/'],
  ])('%s + %s', (upstream, rest, path) => expect(joinPath(new URL(upstream), rest)).toBe(path));
});

describe('our own prefixes', () => {
  const token = '0123456789abcdef';
  test.each([
    [`/t/${token}/v1/messages`, token, undefined, '/v1/messages'],
    [`/t/${token}/up/two/v1/x?y`, token, 'two', '/v1/x?y'],
    [`/t/${token}`, token, undefined, '/'],
    ['/up/two', undefined, 'two', '/'],
    ['/up/two?x=1', undefined, 'two', '/?x=1'],
    ['/t/short/v1', undefined, undefined, '/t/short/v1'],
    ['/up/', undefined, undefined, '/up/'],
    ['/upper/two', undefined, undefined, '/upper/two'],
    ['http://127.0.0.1:4141/v1/models', undefined, undefined, '/v1/models'],
    ['*', undefined, undefined, '/*'],
  ])('%s', (url, expectedToken, upstream, rest) => expect(splitTarget(url)).toEqual({ token: expectedToken, upstream, rest }));
});

const dialectOf = (method: string, path: string): Dialect | undefined =>
  method !== 'POST'
    ? undefined
    : path.endsWith('/messages')
      ? 'anthropic-messages'
      : path.endsWith('/completions')
        ? 'openai-chat'
        : undefined;
const route = (
  url: string,
  headers: readonly (readonly [string, string])[] = [],
  upstreams: Record<string, { url: string }> = {},
  method = 'POST',
) => {
  const found = routeRequest(method, splitTarget(url), headers, upstreams, dialectOf);
  return found.type === 'upstream'
    ? `${found.target.name} ${found.target.origin.origin}${found.target.path} ${found.dialect} ${found.named}`
    : found.type;
};

describe('choosing the upstream', () => {
  const byName = { a: { url: 'http://a/v1', onlyByName: true } };
  const two = { a: { url: 'http://a/v1' }, b: { url: 'http://b' } };
  test.each([
    ['/v1/chat/completions', two, 'a http://a/v1/chat/completions openai-chat false'],
    ['/up/b/v1/messages', two, 'b http://b/v1/messages anthropic-messages true'],
    ['/up/c/v1/messages', two, 'unknown-upstream'],
    ['/up/constructor/v1/messages', two, 'unknown-upstream'],
    ['/.signalbox/health', two, 'health'],
    ['/up/b/.signalbox/health', two, 'b http://b/.signalbox/health undefined true'],
    ['/v1/messages', {}, 'anthropic https://api.anthropic.com/v1/messages anthropic-messages false'],
    ['/messages?beta=true', {}, 'anthropic https://api.anthropic.com/v1/messages?beta=true anthropic-messages false'],
    ['/chat/completions', {}, 'openai https://api.openai.com/v1/chat/completions openai-chat false'],
    ['/v1/messages/count_tokens', {}, 'anthropic https://api.anthropic.com/v1/messages/count_tokens undefined false'],
    ['/v1/threads/t/messages/m', {}, 'openai https://api.openai.com/v1/threads/t/messages/m undefined false'],
    ['/v1/messages', byName, 'anthropic https://api.anthropic.com/v1/messages anthropic-messages false'],
    ['/v1/messages', { ...byName, b: two.b }, 'b http://b/v1/messages anthropic-messages false'],
    ['/up/a/v1/messages', byName, 'a http://a/v1/messages anthropic-messages true'],
    ['/up/openai/v1/models', two, 'openai https://api.openai.com/v1/models undefined true'],
  ])('%s', (url, upstreams, expected) => expect(route(url, [], upstreams)).toBe(expected));
  test('a vendor is known by its header', () => {
    expect(route('/v1/models', [['anthropic-version', '2023-06-01']], {}, 'GET')).toBe(
      'anthropic https://api.anthropic.com/v1/models undefined false',
    );
    expect(route('/v1/models', [], {}, 'GET')).toBe('openai https://api.openai.com/v1/models undefined false');
  });
});
