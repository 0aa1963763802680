import { describe, expect, it } from 'vitest';
import { codecs, dialectOfPath } from './registry.ts';

describe('dialectOfPath', () => {
  it.each([
    ['/v1/chat/completions', 'openai-chat'],
    ['/chat/completions', 'openai-chat'],
    ['/v1/responses', 'openai-responses'],
    ['/responses/', 'openai-responses'],
    ['/v1/messages', 'anthropic-messages'],
    ['/api/anthropic/v1/messages', 'anthropic-messages'],
  ])('valid %s', (path, dialect) => {
    expect(dialectOfPath(path)).toBe(dialect);
  });
  it.each([
    '/',
    '',
    '/v1/completions',
    '/v1/models',
    '/v1/messages/count_tokens',
    '/v1/messages/batches',
    '/v1/threads/t1/messages',
    '/v1/conversations/c1/messages',
    '/v1/responses/resp_1',
    '/v1/responses/resp_1/cancel',
    '/v1/mychat/completions',
  ])('invalid %s', (path) => {
    expect(dialectOfPath(path)).toBeUndefined();
  });
  it('has each codec under its own id', () => {
    for (const [id, codec] of Object.entries(codecs)) expect(codec.id).toBe(id);
  });
});
