import type { ClientRequest, IncomingMessage } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { Arrivals } from './arrivals.ts';
import { streamDecoders } from './body-encoding.ts';
import { flatOf, pairsOf, passedHeaders, type HeaderPairs } from './header-rules.ts';
import type { UpstreamTarget } from './route-request.ts';
import type { UpstreamAgents } from './upstream-agents.ts';

/** One request to an upstream. `headers` are ready to send apart from `host` and framing, which are written here. */
export interface UpstreamRequest {
  readonly target: UpstreamTarget;
  readonly method: string;
  readonly headers: HeaderPairs;
  readonly body: Uint8Array;
  /** Use a connection of its own: a resend must not meet the same dead pooled socket. */
  readonly fresh: boolean;
}

export interface UpstreamHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderPairs;
}

/** Why no (further) response came. `bytesSeen` false: not one byte of a response arrived (wire 3.5, first row). */
export interface TransportFault {
  readonly code: 'refused' | 'reset' | 'unresolved' | 'tls' | 'damaged';
  readonly detail: string;
  readonly headSeen: boolean;
  readonly bytesSeen: boolean;
}

/** What one call reports, in this order: head, data…, then exactly one of end or fault. Nothing after `abort`. */
export interface UpstreamListener {
  /** Decides what `onData` gets: `decoded` text bytes (never a stale content-encoding), or `raw` bytes as they came. */
  onHead(head: UpstreamHead): 'decoded' | 'raw';
  onData(chunk: Buffer): void;
  onEnd(): void;
  onFault(fault: TransportFault): void;
}

export interface UpstreamCall {
  pause(): void;
  resume(): void;
  /** Ends the call; the listener hears nothing more. */
  abort(): void;
  /** Reads on without passing data, so that the socket is free for the next request; end or fault are still reported. */
  discard(): void;
}

/** Of all upstreams of this process: they share its loop. */
const arrivals = new Arrivals();

/** Calls an upstream. The one place where a model endpoint is asked with a body that was read. */
export function callUpstream(agents: UpstreamAgents, request: UpstreamRequest, listener: UpstreamListener): UpstreamCall {
  let silent = false;
  let headSeen = false;
  let discarding = false;
  let source: NodeJS.ReadableStream | undefined;
  let incoming: IncomingMessage | undefined;
  const outgoing = openRequest(
    agents,
    request.target,
    request.method,
    [...request.headers, ['content-length', String(request.body.byteLength)]],
    request.fresh,
  );

  const finish = (report: () => void): void => {
    if (silent) return;
    silent = true;
    report();
  };
  let socket: Socket | undefined;
  let readBefore = 0;
  outgoing.once('socket', (used: Socket) => {
    socket = used;
    readBefore = used.bytesRead;
  });
  const failWith = (cause: unknown): void => {
    // What came in the same packet as the fault still waits to be read: reading it passes it on.
    while (source !== undefined && !silent && source.read() !== null);
    arrivals.settle();
    const bytesSeen = headSeen || (socket !== undefined && socket.bytesRead > readBefore);
    finish(() => listener.onFault(faultOf(cause, headSeen, bytesSeen)));
  };
  /** What a connection does behind a whole answer says nothing of it: it ends as it would have. */
  const breakOff = (cause: unknown): void => {
    if (incoming?.complete !== true) failWith(cause);
  };

  outgoing.on('error', breakOff);
  // Nobody asked for another protocol: such an answer says nothing.
  outgoing.on('upgrade', (_response, upgraded: Socket) => {
    upgraded.destroy();
    failWith(Object.assign(new Error('it answered with a change of protocol that nobody asked for'), { code: 'DAMAGED' }));
  });
  // Whatever way a request ends without a response, it is told.
  outgoing.on('close', () => {
    if (!headSeen) failWith(Object.assign(new Error('the connection closed without an answer'), { code: 'ECONNRESET' }));
  });
  outgoing.on('response', (response: IncomingMessage) => {
    if (silent) return void response.destroy();
    const head = headOf(response);
    if (head === undefined) {
      failWith(noStatus(response));
      return void outgoing.destroy();
    }
    headSeen = true;
    incoming = response;
    const body = listener.onHead(head) === 'decoded' ? decoded(response, failWith) : response;
    source = body;
    const take = (chunk: Buffer): void => {
      if (!silent && !discarding) listener.onData(chunk);
    };
    body.on('data', (chunk: Buffer) => arrivals.add(take, chunk));
    body.on('end', () => {
      arrivals.settle();
      finish(() => listener.onEnd());
    });
    response.on('error', breakOff);
    response.on('close', () => {
      if (!response.complete)
        failWith(Object.assign(new Error('the connection closed in the middle of the response'), { code: 'ECONNRESET' }));
    });
  });
  outgoing.end(request.body);
  return {
    pause: () => void source?.pause(),
    resume: () => void source?.resume(),
    abort() {
      silent = true;
      outgoing.destroy();
    },
    discard() {
      discarding = true;
      source?.resume();
    },
  };
}

/** Largest head of an answer, as of a request (`gateway-server.ts`). */
const MAX_HEAD_BYTES = 65_536;

/** Opens a request with exactly these headers. Shared with requests that are piped through. */
export function openRequest(
  agents: UpstreamAgents,
  target: UpstreamTarget,
  method: string,
  headers: HeaderPairs,
  fresh: boolean,
): ClientRequest {
  const { origin, path } = target;
  const secure = origin.protocol === 'https:';
  return (secure ? https : http).request({
    protocol: origin.protocol,
    hostname: origin.hostname.replace(/^\[|\]$/g, ''),
    port: origin.port === '' ? (secure ? 443 : 80) : Number(origin.port),
    path,
    method,
    headers: ['host', origin.host, ...flatOf(headers)],
    maxHeaderSize: MAX_HEAD_BYTES,
    // The pool's limit is for idle sockets: one in use would turn its clock back with each packet.
    timeout: 0,
    agent: agents.agentFor(origin, fresh),
  });
}

/** What of a reason phrase may be written again; a server may send any byte but the line's end. */
const REASON = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The head as it passes on; undefined where its status is none that can be said again (Node reads `HTTP/1.1 000`). */
export function headOf(response: IncomingMessage): UpstreamHead | undefined {
  const { statusCode: status = 0, statusMessage = '' } = response;
  if (status < 100 || status > 999) return undefined;
  return {
    status,
    statusText: REASON.test(statusMessage) ? statusMessage : '',
    headers: passedHeaders(pairsOf(response.rawHeaders)),
  };
}

/** Why an answer without a head is none. */
export const noStatus = (response: IncomingMessage): Error =>
  Object.assign(new Error(`it answered with the status ${response.statusCode ?? 'none'}, which is none`), { code: 'DAMAGED' });

/** The response as text bytes. */
function decoded(response: IncomingMessage, onError: (cause: unknown) => void): NodeJS.ReadableStream {
  const decoders = streamDecoders(response.headers['content-encoding']);
  if (decoders === undefined) return plainAfterAll(response, onError);
  const last = decoders[decoders.length - 1];
  if (last === undefined) return response;
  const fail = (cause: NodeJS.ErrnoException | null): void => {
    if (cause) onError(Object.assign(cause, { code: codeOf(cause.code) }));
  };
  pipeline([response, ...decoders], fail);
  // A body that stops early is noticed by the decoder when the pipeline has done its part: nobody else listens any more.
  for (const decoder of decoders) decoder.on('error', fail);
  return last;
}

/** An encoded body that stops early broke off; one that says something else is damaged. */
function codeOf(code: string | undefined): string | undefined {
  if (code === 'Z_BUF_ERROR') return 'ECONNRESET';
  return code?.startsWith('Z_') || code?.startsWith('ERR_') ? 'DAMAGED' : code;
}

/**
 * A coding that nobody here knows: some servers name a charset there, or what a store behind them used (`utf-8`, `none`, `aws-chunked`),
 * and send plain text. Clients read it; what does not begin as text is a fault.
 */
function plainAfterAll(response: IncomingMessage, onError: (cause: unknown) => void): NodeJS.ReadableStream {
  response.once('data', (chunk: Buffer) => {
    if (BEGINS_AS_TEXT.test(chunk.toString('latin1', 0, 1))) return;
    onError(Object.assign(new Error(`content-encoding ${response.headers['content-encoding']} is not known`), { code: 'DAMAGED' }));
  });
  return response;
}

/** White space, ASCII, or the first byte of a byte order mark. */
const BEGINS_AS_TEXT = /^[\t\n\r\x20-\x7e\xef]/;

/** Names a transport error. */
export function faultOf(cause: unknown, headSeen: boolean, bytesSeen: boolean): TransportFault {
  const error = cause as NodeJS.ErrnoException | null;
  const code = error?.code ?? '';
  const detail = error?.message !== undefined && error.message !== '' ? error.message : code;
  return { code: kindOf(code), detail, headSeen, bytesSeen };
}

function kindOf(code: string): TransportFault['code'] {
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || code === 'ETIMEDOUT') return 'refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unresolved';
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT') || code.includes('SIGNED')) return 'tls';
  if (code === 'DAMAGED' || code.startsWith('HPE_')) return 'damaged';
  return 'reset';
}
