import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '../../shared/settings.ts';
import type { Dialect } from '../../shared/vocabulary.ts';
import { isSpoken } from '../core/agent/is-spoken.ts';
import { recogniseAgent, sessionKeyOf, threadKeyOf, type RequestHeaders } from '../core/agent/recognise-agent.ts';
import type { DialectCodec } from '../core/dialect/dialect.ts';
import { codecs, dialectOfPath } from '../core/dialect/registry.ts';
import type { TurnRequest } from '../core/turn/turn.ts';
import { checkToken, keyHeadersFor, refusalOfOrigin } from './admit-request.ts';
import { type DecisionStore, withStoredGuides } from './decision-store.ts';
import { Exchange } from './exchange.ts';
import type { ExchangeInput, ExchangeServices } from './exchange-input.ts';
import { forwardUntouched } from './forward-untouched.ts';
import { headerOf, pairsOf, passedHeaders, type HeaderPairs } from './header-rules.ts';
import { heldBy } from './held-by.ts';
import { inspectRequest, MAX_REQUEST_BYTES, readTurn } from './inspect-request.ts';
import type { LiveExchanges } from './live-exchanges.ts';
import type { RequestReader } from './request-reader.ts';
import { readBody } from './read-body.ts';
import { refusalShape } from './refusal-shape.ts';
import { refuseRequest } from './refuse-request.ts';
import type { RequestStage, RequestStageResult } from './request-stage.ts';
import { routeRequest, splitTarget, targetOf, type Route, type UpstreamTarget } from './route-request.ts';
import type { SessionRegistry } from './session-registry.ts';

/** What every request needs. */
export interface RequestServices extends ExchangeServices {
  readonly prepareRequest: RequestStage | undefined;
  readonly decisions: DecisionStore | undefined;
  readonly sessions: SessionRegistry;
  readonly reader: RequestReader;
  readonly live: LiveExchanges;
  /** Where we listen: address without port, and whether only this machine reaches it. */
  readonly bound: () => { readonly address: string; readonly loopback: boolean };
}

interface Admitted {
  readonly route: Extract<Route, { type: 'upstream' }>;
  readonly headers: HeaderPairs;
  readonly tokenHeaders: ReadonlySet<string>;
  readonly settings: Settings;
  readonly receivedAt: number;
}

/** A longer session name is no name: the request is placed by the agent's own key or by lineage. */
const LONGEST_SESSION = 512;

/** One request of an agent from its first byte: refused, forwarded untouched, or an inspected exchange. */
export async function handleRequest(services: RequestServices, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const receivedAt = services.clock.now();
  const settings = services.ports.settings();
  const headers = pairsOf(request.rawHeaders);
  const bound = services.bound();
  const shape = refusalShape(request.url ?? '/', headers);
  const refusal = refusalOfOrigin(headers, settings, bound.address);
  if (refusal !== undefined) return refuseRequest(response, shape, refusal);
  const target = splitTarget(request.url ?? '/');
  const method = request.method ?? 'GET';
  const dialectOf = (verb: string, path: string): Dialect | undefined => (verb === 'POST' ? dialectOfPath(path) : undefined);
  const route = routeRequest(method, target, headers, settings.upstreams, dialectOf);
  if (route.type === 'health') return answerHealth(response);
  const upgrade = headerOf(headers, 'upgrade')?.toLowerCase();
  // `h2c` is only an offer that a server may ignore; the others expect an answer.
  if (upgrade !== undefined && upgrade !== 'h2c') {
    return refuseRequest(response, shape, {
      status: 426,
      code: 'signalbox_upgrade',
      message: `Signalbox does not speak ${upgrade.slice(0, 40)}: it has to read each reply before it passes on. Use server-sent events over HTTP/1.1.`,
    });
  }
  if (route.type === 'unknown-upstream') {
    return refuseRequest(response, shape, {
      status: 404,
      code: 'signalbox_upstream_unknown',
      message: `Signalbox knows no model endpoint "${route.name}". Known: ${route.known.join(', ') || 'none'}. Add it with --upstream ${route.name}=URL.`,
    });
  }
  const token = checkToken(headers, target.token, settings, route.target, {
    loopback: bound.loopback,
    keyToken: services.ports.keyToken?.(),
  });
  if (token.type === 'refused') return refuseRequest(response, shape, token.refusal);
  const admitted: Admitted = { route, headers, tokenHeaders: token.tokenHeaders, settings, receivedAt };
  if (route.dialect === undefined) return passOn(services, request, response, admitted, []);
  return inspect(services, request, response, admitted, route.dialect);
}

function answerHealth(response: ServerResponse): void {
  const body = '{"status":"ok"}';
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

async function inspect(
  services: RequestServices,
  request: IncomingMessage,
  response: ServerResponse,
  admitted: Admitted,
  dialect: Dialect,
): Promise<void> {
  const read = await readBody(request, MAX_REQUEST_BYTES);
  if (read.type === 'gone') return;
  if (read.type === 'over') {
    limit(services, `a request body over ${MAX_REQUEST_BYTES} bytes is forwarded uninspected`);
    return passOn(services, request, response, admitted, read.read);
  }
  const codec = codecs[dialect];
  const inspection = await inspectRequest(services.reader, read.body, headerOf(admitted.headers, 'content-encoding'), codec);
  if (response.destroyed) return;
  if (inspection.type === 'uninspected') {
    if (inspection.limit !== undefined) limit(services, `${inspection.limit} is forwarded uninspected`);
    return passOn(services, request, response, admitted, [read.body]);
  }
  const named = namedHeaders(admitted.headers);
  const profile = recogniseAgent(named, inspection.request);
  const explicit = headerOf(admitted.headers, 'x-signalbox-session')?.trim();
  const { hashes } = inspection;
  const placed = services.sessions.place({
    explicit: explicit === '' || (explicit?.length ?? 0) > LONGEST_SESSION ? undefined : explicit,
    key: sessionKeyOf(named, inspection.request, profile),
    threadKey: threadKeyOf(named, profile),
    agent: profile.id,
    hashes,
    hasTools: inspection.request.tools.length > 0,
    heldBy: heldBy(inspection.request),
    spoken: isSpoken(inspection.request.history, profile),
    mentions: (callId) => callId !== '' && inspection.bytes.includes(callId),
  });
  const place = withStoredGuides(placed, services.decisions);
  const { route, settings } = admitted;
  const prepared = prepare(services, {
    codec,
    request: inspection.request,
    rawBody: inspection.text,
    bodyBytes: inspection.bytes.length,
    profile,
    place,
    target: route.target,
    settings,
    switches: services.ports.switches(place.session),
    messageHashes: hashes.rolling,
  });
  const changed = prepared.body === undefined ? undefined : { text: prepared.body, bytes: Buffer.from(prepared.body, 'utf8') };
  const input: ExchangeInput = {
    response,
    codec,
    request:
      changed === undefined ? inspection.request : (reread(services.reader, codec, changed.bytes, changed.text) ?? inspection.request),
    settings,
    place,
    profile,
    method: request.method ?? 'POST',
    path: route.rest,
    agentHeaders: admitted.headers,
    agentBody: inspection.bytes,
    requestBytes: read.body.length,
    sent:
      changed === undefined
        ? { bytes: read.body, text: inspection.text, changed: false }
        : { bytes: changed.bytes, text: () => changed.text, changed: true },
    target: route.target,
    fallbackOf: (from) => (route.named ? undefined : fallbackOf(from, settings, route.rest)),
    headersFor: (to, bodyChanged) => inspectedHeaders(admitted, to, bodyChanged, dialect),
    records: prepared.records,
    answer: prepared.answer,
    reply: prepared.reply,
    blocked: prepared.blocked,
    settle: prepared.settle,
    receivedAt: admitted.receivedAt,
  };
  const exchange: Exchange = new Exchange(services, input, () => services.live.done(exchange));
  services.live.add(exchange);
  exchange.start();
}

/** The request side; what it cannot do is skipped (contract 2.7). */
function prepare(services: RequestServices, input: Parameters<RequestStage>[0]): RequestStageResult {
  try {
    return services.prepareRequest?.(input) ?? { body: undefined, records: [] };
  } catch (cause) {
    const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    return { body: undefined, records: [{ entry: { type: 'stage-failed', stage: 'request-lane', detail }, alert: true }] };
  }
}

/** The request as it was changed. It resends what was changed before: it is read like one that came. */
function reread(reader: RequestReader, codec: DialectCodec, bytes: Buffer, text: string): TurnRequest | undefined {
  const again = readTurn(reader, codec, bytes, text);
  return again.ok ? again.value.request : undefined;
}

/** A bound that no session is known for yet. */
const limit = (services: RequestServices, detail: string): void =>
  void services.journal.append({ session: '', thread: '', turn: '', level: 'notice', type: 'limit-reached', kind: 'request-size', detail });

function fallbackOf(from: UpstreamTarget, settings: Settings, rest: string): UpstreamTarget | undefined {
  const name = from.setting.fallback;
  const setting = name !== undefined && Object.hasOwn(settings.upstreams, name) ? settings.upstreams[name] : undefined;
  return name === undefined || setting === undefined ? undefined : targetOf(name, setting, rest);
}

function passOn(
  services: RequestServices,
  request: IncomingMessage,
  response: ServerResponse,
  admitted: Admitted,
  read: readonly Buffer[],
): Promise<void> {
  const { route, headers, tokenHeaders } = admitted;
  const anthropic = route.dialect === 'anthropic-messages' || headerOf(headers, 'anthropic-version') !== undefined;
  const passed = keyHeadersFor(passedHeaders(headers, new Set(['host'])), route.target, tokenHeaders, anthropic);
  return forwardUntouched(request, response, {
    agents: services.agents,
    target: route.target,
    dialect: anthropic ? 'anthropic-messages' : route.dialect,
    headers: passed,
    read,
  });
}

/** Headers of an inspected request: the reply must come as text, and its length is written anew. */
function inspectedHeaders(admitted: Admitted, target: UpstreamTarget, changed: boolean, dialect: Dialect): HeaderPairs {
  const without = new Set(changed ? ['host', 'content-length', 'content-encoding'] : ['host', 'content-length']);
  const passed = passedHeaders(admitted.headers, without).map(([name, value]): readonly [string, string] =>
    name.toLowerCase() === 'accept-encoding' ? [name, 'identity'] : [name, value],
  );
  return keyHeadersFor(passed, target, admitted.tokenHeaders, dialect === 'anthropic-messages');
}

/** Lower-case names, several values joined. */
function namedHeaders(pairs: HeaderPairs): RequestHeaders {
  const named: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    named[key] = named[key] === undefined ? value : `${named[key]}, ${value}`;
  }
  return named;
}
