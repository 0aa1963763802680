import { expect, it } from 'vitest';
import { saidMessage } from './said-message.ts';

it.each([
  ['{"error":{"message":"Overloaded","type":"overloaded_error"}}', 'Overloaded'],
  ['{"error":"model not found"}', 'model not found'],
  ['{"object":"error","message":"too long"}', 'too long'],
  ['{"error":{"type":"x"}}', '{"error":{"type":"x"}}'],
  ['{"error":{"message":"cut off her', '{"error":{"message":"cut off her'],
  ['[1]', '[1]'],
  ['upstream timed out', 'upstream timed out'],
])('%s: %s', (detail, said) => {
  expect(saidMessage(detail)).toBe(said);
});
