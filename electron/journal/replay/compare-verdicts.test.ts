import { expect, test } from 'vitest';
import { compareVerdicts } from './compare-verdicts.ts';
import type { ExchangeVerdict, PlayedExchange, RecordedExchange } from './recorded-exchange.ts';

const verdict = (id: string, args = '{"path":"a"}'): ExchangeVerdict => ({
  outcome: 'recover',
  reason: 'ok',
  text: '',
  finish: 'tool_calls',
  calls: [{ name: 'read', arguments: args, id }],
});
const exchange = (blanked: boolean) => ({ blanked, marks: [] }) as unknown as RecordedExchange;
const played = (as: ExchangeVerdict) => ({ ...as, entries: [] }) as unknown as PlayedExchange;

test.each([
  ['the same', false, verdict('call_1'), verdict('call_1'), 'same'],
  ['another id', false, verdict('call_1'), verdict('call_2'), 'differs'],
  ['another id because a secret of the history was blanked', true, verdict('call_1'), verdict('call_2'), 'same'],
  ['other arguments, and a secret was blanked', true, verdict('call_1'), verdict('call_1', '{"path":"*"}'), 'not-reproducible'],
])('%s', (_, blanked, before, after, state) => {
  expect(compareVerdicts(exchange(blanked), before, played(after)).state).toBe(state);
});
