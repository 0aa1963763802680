import type { GatewayError } from '../dialect.ts';

/** The error object of the dialect; `code` is an extra member that tells whose error it is (wire 3.5). */
export function errorObject(error: GatewayError): string {
  const type = error.retryable ? 'overloaded_error' : 'invalid_request_error';
  return JSON.stringify({ type: 'error', error: { type, message: error.message, code: error.code } });
}

export function encodeError(error: GatewayError): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const headers = { 'content-type': 'application/json', ...(error.retryable ? {} : { 'x-should-retry': 'false' }) };
  return { status: error.status, headers, body: errorObject(error) };
}
