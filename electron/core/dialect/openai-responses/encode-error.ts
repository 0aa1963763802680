import type { GatewayError } from '../dialect.ts';

/** An HTTP error in the dialect's shape, before the head is committed (wire 3.5). */
export function encodeError(error: GatewayError): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const type = error.status >= 500 ? 'server_error' : 'invalid_request_error';
  const headers = { 'content-type': 'application/json', ...(error.retryable ? {} : { 'x-should-retry': 'false' }) };
  return {
    status: error.status,
    headers,
    body: JSON.stringify({ error: { message: error.message, type, code: error.code, param: null } }),
  };
}
