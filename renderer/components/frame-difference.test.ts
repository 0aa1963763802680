import { expect, test } from 'vitest';
import { differsAt } from './frame-difference.ts';

const chunk = (delta: string): string =>
  `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"choices":[{"index":0,"delta":${delta}}]}`;
const shown = (frame: string, before?: string): string => frame.slice(differsAt(frame, before));

test('what repeats from the frame before is left out, up to a seam', () => {
  expect(shown(chunk('{"content":"I "}'), chunk('{"content":"list"}'))).toBe('"content":"I "}}]}');
  expect(shown(chunk('{"content":"I"}'), chunk('{"role":"assistant"}'))).toBe('"content":"I"}}]}');
});

test('the first frame, a repeated one and a short beginning stay whole', () => {
  expect(differsAt(chunk('{}'), undefined)).toBe(0);
  expect(differsAt(chunk('{}'), chunk('{}'))).toBe(0);
  expect(differsAt('data: [DONE]', chunk('{}'))).toBe(0);
  expect(differsAt('data: {"a":1}', 'data: {"a":2}')).toBe(0);
});
