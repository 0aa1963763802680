import type { GatewayError } from '../dialect.ts';

/** The error object of the dialect. Retryable errors are the server's fault, others the request's (wire 3.5). */
export function errorObject(error: GatewayError): string {
  const type = error.retryable ? 'server_error' : 'invalid_request_error';
  return JSON.stringify({ error: { message: error.message, type, param: null, code: error.code } });
}

export function encodeError(error: GatewayError): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const headers = { 'content-type': 'application/json', ...(error.retryable ? {} : { 'x-should-retry': 'false' }) };
  return { status: error.status, headers, body: errorObject(error) };
}
