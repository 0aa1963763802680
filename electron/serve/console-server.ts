import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consoleFiles } from '../../shared/ipc/console-files.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Address } from '../app/address.ts';
import { authorityOf } from '../app/address.ts';
import type { ConsoleApp } from '../app/console-app.ts';
import { listenProblem } from '../app/listen-problem.ts';
import type { StartProblem } from '../app/start-problem.ts';
import { readStaticFile, securityHeaders } from '../app/static-files.ts';
import type { ConsoleAuth } from './console-auth.ts';
import { sendExport } from './export-download.ts';
import { sendFeed } from './feed-response.ts';
import { receiveImport } from './import-upload.ts';
import { readJsonBody } from './read-body.ts';
import { sendError, sendJson } from './send-json.ts';

export interface ConsoleServerParts {
  readonly app: ConsoleApp;
  readonly auth: ConsoleAuth;
  /** Folder of the built renderer. */
  readonly rendererFolder: string;
}

export interface ConsoleServer {
  /** For example `http://127.0.0.1:4142`. */
  readonly url: string;
  close(): Promise<void>;
}

/** A request arrives whole within this time, milliseconds; a file that an operator sends has its own bound. */
const REQUEST_MS = 30_000;

/** Opens the console port: the page, the operator API and the feed (design 4.3). */
export async function openConsoleServer(address: Address, parts: ConsoleServerParts): Promise<Result<ConsoleServer, StartProblem>> {
  const server = createServer((request, response) => void answer(parts, request, response).catch(() => response.destroy()));
  // Node's bound of a whole request holds for all alike, and an upload takes longer: `answer` sets its own.
  server.requestTimeout = 0;
  server.headersTimeout = REQUEST_MS;
  const failure = await listen(server, address);
  if (failure !== undefined) return fail(listenProblem('--console', address, failure));
  const { port } = server.address() as AddressInfo;
  return ok({ url: `http://${authorityOf({ host: address.host, port })}`, close: () => closeServer(server) });
}

function listen(server: Server, { host, port }: Address): Promise<Error | undefined> {
  return new Promise((done) => {
    server.once('error', done);
    server.listen(port, host, () => {
      server.off('error', done);
      done(undefined);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

async function answer(parts: ConsoleServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  const late = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, REQUEST_MS).unref();
  request.once('close', () => clearTimeout(late));
  if (!parts.auth.isOwnSite(request))
    return sendError(
      response,
      403,
      'foreign',
      'This Host or Origin may not use the console. Open it under the address that Signalbox printed, or list the name in gateway.allowedHosts.',
    );
  const url = new URL(request.url ?? '/', 'http://console');
  if (url.pathname === '/open') return launch(parts, request, response, url.searchParams.get('code') ?? '');
  if (!url.pathname.startsWith('/api/')) return sendFile(parts, request, response, url.pathname);
  if (url.pathname === '/api/session') return openSession(parts, request, response);
  if (!parts.auth.isOperator(request))
    return sendError(response, 401, 'token', 'The token is missing or wrong. Open the address with the token that Signalbox printed.');
  if (url.pathname === '/api/feed' && request.method === 'GET') return sendFeed(parts.app, request, response, url.searchParams);
  if (url.pathname === consoleFiles.download) return sendExport(parts.app, request, response, url.searchParams.get('job') ?? '');
  if (url.pathname === consoleFiles.upload) {
    clearTimeout(late);
    return receiveImport(parts.app, request, response, url.searchParams.get('name') ?? '');
  }
  return runCall(parts, request, response, url.pathname.slice('/api/'.length));
}

async function sendFile(parts: ConsoleServerParts, request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendError(response, 405, 'method', 'Only GET here.');
  const file = await readStaticFile(parts.rendererFolder, path);
  if (file === undefined) return sendError(response, 404, 'not-found', 'There is no such file.');
  response.writeHead(200, { 'content-type': file.type, 'cache-control': file.cacheControl, 'content-length': file.bytes.length });
  response.end(request.method === 'HEAD' ? undefined : file.bytes);
}

/** A browser that we started: its code works once and becomes the session cookie. */
function launch(parts: ConsoleServerParts, request: IncomingMessage, response: ServerResponse, code: string): void {
  if (!parts.auth.spendLaunchCode(code))
    return sendError(response, 401, 'token', 'This address works once. Open the one with the token that Signalbox printed.');
  response.writeHead(303, { location: '/', 'set-cookie': parts.auth.cookieFor(request), 'cache-control': 'no-store' }).end();
}

/** The page trades the token of its fragment, as bearer or as `{token}`, for the session cookie. */
async function openSession(parts: ConsoleServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return sendError(response, 405, 'method', 'Only POST here.');
  const body = await readJsonBody(request);
  const token = body.ok && typeof body.value === 'object' && body.value !== null && 'token' in body.value ? body.value.token : undefined;
  const isAllowed = parts.auth.isOperator(request) || (typeof token === 'string' && parts.auth.isToken(token));
  if (!isAllowed) return sendError(response, 401, 'token', 'The token is wrong.');
  response.writeHead(204, { 'set-cookie': parts.auth.cookieFor(request), 'cache-control': 'no-store' }).end();
}

async function runCall(parts: ConsoleServerParts, request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
  if (request.method !== 'POST') return sendError(response, 405, 'method', 'Calls are POST requests with a JSON body.');
  const body = await readJsonBody(request);
  if (!body.ok)
    return body.error === 'too-large'
      ? sendError(response, 413, body.error, 'The body is larger than 4 MiB.')
      : sendError(response, 400, body.error, 'The body must be JSON.');
  const reply = await parts.app.call(name, body.value);
  if (reply.ok) return sendJson(response, 200, reply.answer);
  return sendJson(response, statusOf(reply.error.code), { error: reply.error });
}

function statusOf(code: string): number {
  switch (code) {
    case 'unknown-call':
      return 404;
    case 'internal':
      return 500;
    default:
      return 400;
  }
}
