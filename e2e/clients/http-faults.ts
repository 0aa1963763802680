import type { Dialect } from '../../shared/vocabulary.ts';
import { answering, errorBody, type Fault } from './fault.ts';

const types: readonly (readonly [number, string, Readonly<Record<string, string>>])[] = [
  [400, 'invalid_request_error', {}],
  [401, 'authentication_error', {}],
  [413, 'request_too_large', {}],
  [429, 'rate_limit_error', { 'retry-after': '7' }],
  [500, 'api_error', {}],
  [502, 'api_error', {}],
  [503, 'api_error', { 'retry-after': '1' }],
  [529, 'overloaded_error', {}],
];

/** HTTP errors pass as they came, asked once: agents retry by themselves (wire 3.5). */
export const httpFaults: readonly Fault[] = [
  ...types.map(([status, type, headers]) => ({
    name: `HTTP ${status}`,
    play: (dialect: Dialect) => answering(status, errorBody(dialect, type), headers),
    ending: { type: 'error' as const, status },
    asked: 1,
  })),
  {
    name: 'HTTP 503 in HTML',
    play: () => answering(503, '<html>down</html>', { 'content-type': 'text/html' }),
    ending: { type: 'error', status: 503 },
    asked: 1,
  },
];
