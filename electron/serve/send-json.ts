import type { ServerResponse } from 'node:http';

/** An answer of the operator API. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': text.length,
  });
  response.end(text);
}

/** `message` says what, why and next. */
export const sendError = (response: ServerResponse, status: number, code: string, message: string): void =>
  sendJson(response, status, { error: { code, message } });
