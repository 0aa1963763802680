import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dialect } from '../../shared/vocabulary.ts';
import { flatOf, headerOf, pairsOf, type HeaderPairs } from './header-rules.ts';
import { withOwnLocation } from './own-location.ts';
import { refuseRequest } from './refuse-request.ts';
import type { UpstreamTarget } from './route-request.ts';
import { faultOf, headOf, noStatus, openRequest, type UpstreamHead } from './upstream-client.ts';
import type { UpstreamAgents } from './upstream-agents.ts';

export interface Forwarding {
  readonly agents: UpstreamAgents;
  readonly target: UpstreamTarget;
  readonly dialect: Dialect | undefined;
  /** Request headers that may pass; framing is added here. */
  readonly headers: HeaderPairs;
  /** Body bytes that were already read; the rest is still in the request. */
  readonly read: readonly Buffer[];
}

/**
 * Passes a request that is not inspected: bytes both ways as they come, with back-pressure, and an abort on one side aborts the other.
 * Resolves when both sides are done.
 */
export function forwardUntouched(request: IncomingMessage, response: ServerResponse, forwarding: Forwarding): Promise<void> {
  const own = pairsOf(request.rawHeaders);
  const chunked = headerOf(own, 'transfer-encoding') !== undefined;
  const hasBody = chunked || headerOf(own, 'content-length') !== undefined;
  const headers: HeaderPairs = chunked ? [...forwarding.headers, ['transfer-encoding', 'chunked']] : forwarding.headers;
  return new Promise((resolve) => {
    let current = openRequest(forwarding.agents, forwarding.target, request.method ?? 'GET', headers, false);
    response.on('close', () => {
      current.destroy();
      resolve();
    });
    const attach = (outgoing: typeof current, mayResend: boolean): void => {
      current = outgoing;
      outgoing.on('response', (incoming) => {
        const head = headOf(incoming);
        if (head !== undefined)
          return passResponse(head, withOwnLocation(head.headers, forwarding.target, request.url ?? ''), incoming, response);
        failed(noStatus(incoming));
        outgoing.destroy();
      });
      const failed = (cause: unknown): void => {
        if (response.destroyed) return;
        if (response.headersSent) return void response.destroy();
        // A pooled socket that the upstream closed meanwhile; without a body nothing can be done twice.
        if (mayResend && outgoing.reusedSocket) {
          const again = openRequest(forwarding.agents, forwarding.target, request.method ?? 'GET', headers, true);
          attach(again, false);
          again.end();
          return;
        }
        const { target } = forwarding;
        refuseRequest(response, forwarding.dialect, {
          status: 502,
          code: 'signalbox_upstream_unreachable',
          message: `The model endpoint "${target.name}" (${target.origin.origin}) did not answer. ${faultOf(cause, false, false).detail}. Check that it runs and that its URL is right (signalbox doctor).`,
        });
      };
      outgoing.on('error', failed);
      outgoing.on('upgrade', (_response, upgraded) => {
        upgraded.destroy();
        failed(new Error('It changed the protocol, which nobody asked for'));
      });
    };
    attach(current, !hasBody);
    if (!hasBody) return void current.end();
    for (const chunk of forwarding.read) current.write(chunk);
    request.pipe(current);
    request.on('error', () => current.destroy());
  });
}

function passResponse(head: UpstreamHead, headers: HeaderPairs, incoming: IncomingMessage, response: ServerResponse): void {
  response.sendDate = false;
  response.writeHead(head.status, head.statusText, flatOf(headers));
  response.flushHeaders();
  incoming.pipe(response);
  // A response that broke off must not look finished.
  incoming.on('error', () => response.destroy());
  incoming.on('close', () => {
    if (!incoming.complete) response.destroy();
  });
}
