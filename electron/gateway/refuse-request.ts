import type { ServerResponse } from 'node:http';
import type { Dialect } from '../../shared/vocabulary.ts';

/** A request that is not let in at all (interfaces 4.2). The message holds what, why and next. */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 426 | 502 | 503;
  readonly code:
    | 'signalbox_host'
    | 'signalbox_origin'
    | 'signalbox_token'
    | 'signalbox_upstream_unknown'
    | 'signalbox_upgrade'
    | 'signalbox_upstream_unreachable'
    | 'signalbox_stopping';
  readonly message: string;
}

/** The type word that the vendors' clients know for a status. */
const kinds: Readonly<Record<Refusal['status'], string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  426: 'invalid_request_error',
  502: 'overloaded_error',
  503: 'overloaded_error',
};

/** Answers a refused request in the shape that its dialect's client reads; without a dialect in OpenAI's, which most read. */
export function refuseRequest(response: ServerResponse, dialect: Dialect | undefined, refusal: Refusal): void {
  const error = { type: kinds[refusal.status], code: refusal.code, message: refusal.message };
  const body = Buffer.from(
    JSON.stringify(dialect === 'anthropic-messages' ? { type: 'error', error } : { error: { ...error, param: null } }),
  );
  const headers: Record<string, string | number> = { 'content-type': 'application/json', 'content-length': body.length };
  if (refusal.status === 426) Object.assign(headers, { upgrade: 'HTTP/1.1', connection: 'close' });
  // The rest of an unread body would be taken for the next request's head.
  if (!response.req.complete) headers['connection'] = 'close';
  response.writeHead(refusal.status, headers);
  response.end(body);
}
