import { randomBytes } from 'node:crypto';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { JournalPort } from '../journal/journal-port.ts';
import type { DecisionStore } from './decision-store.ts';
import type { LaneFactory } from './exchange-input.ts';
import { systemClock, type GatewayClock } from './gateway-clock.ts';
import { handleRequest, type RequestServices } from './handle-request.ts';
import { LiveExchanges } from './live-exchanges.ts';
import { pairsOf } from './header-rules.ts';
import { hostName, isLoopbackName } from './loopback-auth.ts';
import { RequestReader } from './request-reader.ts';
import type { GatewayPorts } from './ports.ts';
import { refusalShape } from './refusal-shape.ts';
import { refuseRequest } from './refuse-request.ts';
import type { RequestStage } from './request-stage.ts';
import { SessionRegistry } from './session-registry.ts';
import { createUpstreamAgents } from './upstream-agents.ts';

export interface GatewayOptions {
  /** Port 0 takes a free one. */
  readonly listen: { readonly host: string; readonly port: number };
  readonly ports: GatewayPorts;
  readonly journal: JournalPort;
  readonly createLane: LaneFactory;
  /** The request side; without it requests go out as they came. */
  readonly prepareRequest?: RequestStage | undefined;
  /** Where guides for later results are kept; without it they end with the program. */
  readonly decisions?: DecisionStore | undefined;
  /** Where `HTTPS_PROXY` and its kin are read. */
  readonly environment: NodeJS.ProcessEnv;
  /** Without it the machine's own. */
  readonly clock?: GatewayClock | undefined;
}

export interface StartProblem {
  readonly code: 'token-required' | 'address-in-use' | 'address-unavailable';
  readonly message: string;
}

export interface Gateway {
  /** Listens; the URL has the port that was taken. */
  start(): Promise<Result<{ readonly url: string; readonly port: number }, StartProblem>>;
  /** No new requests, holds settled, streams finished or ended within 5 s (interfaces 4.1). Safe to call twice. */
  stop(): Promise<void>;
  /** The operator ends a turn; false: it is not in flight. */
  endTurn(turn: string, reason: string): boolean;
  liveTurns(): readonly { readonly turn: string; readonly session: string }[];
}

/** How long streams may go on after the program was told to stop. */
const GRACE_MS = 5_000;

/** The agents' side of Signalbox: one HTTP listener in front of the model endpoints. */
export function createGateway(options: GatewayOptions): Gateway {
  const { listen, ports, journal } = options;
  const clock = options.clock ?? systemClock;
  const live = new LiveExchanges(clock);
  const agents = createUpstreamAgents(options.environment);
  const loopback = isLoopbackName(hostName(listen.host) ?? '');
  const services: RequestServices = {
    agents,
    ports,
    journal,
    createLane: options.createLane,
    clock,
    prepareRequest: options.prepareRequest,
    decisions: options.decisions,
    sessions: new SessionRegistry({
      newId: (kind) => `${kind === 'turn' ? 'turn' : 's'}_${randomBytes(9).toString('base64url')}`,
      now: () => clock.now(),
      remembered: options.decisions,
      onLimit: (session, kind, detail) =>
        void journal.append({ session, thread: '', turn: '', level: 'notice', type: 'limit-reached', kind, detail }),
    }),
    reader: new RequestReader(),
    live,
    bound: () => ({ address: listen.host, loopback }),
  };
  let stopping: Promise<void> | undefined;
  const open = new Set<http.ServerResponse>();
  let whenIdle: (() => void) | undefined;

  const server = http.createServer(
    { keepAliveTimeout: 75_000, requestTimeout: 0, maxHeaderSize: 65_536, noDelay: true },
    (request, response) => {
      if (stopping !== undefined) {
        response.setHeader('connection', 'close');
        return refuseRequest(response, refusalShape(request.url ?? '/', pairsOf(request.rawHeaders)), {
          status: 503,
          code: 'signalbox_stopping',
          message: 'Signalbox is stopping and takes no new requests. Start it again, then send the request again.',
        });
      }
      open.add(response);
      response.on('close', () => {
        open.delete(response);
        if (open.size === 0) whenIdle?.();
      });
      handleRequest(services, request, response).catch((cause: unknown) => {
        const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
        journal.append({ session: '', thread: '', turn: '', level: 'alert', type: 'stage-failed', stage: 'gateway', detail });
        response.destroy();
      });
    },
  );

  /** True when no request is open any more, false after `ms`. */
  const idle = (ms: number): Promise<boolean> =>
    new Promise((resolve) => {
      if (open.size === 0) return resolve(true);
      const timer = setTimeout(() => resolve(false), ms);
      whenIdle = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });

  const stop = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => (server.listening ? server.close(() => resolve()) : resolve()));
    server.closeIdleConnections();
    ports.desk.close();
    if (!(await idle(GRACE_MS))) {
      live.stopAll('the program stops');
      // What was just written gets a moment to leave.
      await idle(300);
    }
    live.close();
    server.closeAllConnections();
    agents.destroy();
    await closed;
  };

  return {
    start() {
      if (!loopback && ports.settings()['gateway.token'] === null) {
        return Promise.resolve(
          fail({
            code: 'token-required',
            message: `--listen ${listen.host} is reachable from other machines: set gateway.token (16 characters or more) first, or listen on 127.0.0.1.`,
          }),
        );
      }
      return new Promise((resolve) => {
        server.once('error', (cause: NodeJS.ErrnoException) => {
          const taken = cause.code === 'EADDRINUSE';
          resolve(
            fail({
              code: taken ? 'address-in-use' : 'address-unavailable',
              message: taken
                ? `--listen ${listen.host}:${listen.port} is taken by another program, perhaps another Signalbox (signalbox doctor says): choose another port, or 0 for a free one.`
                : `--listen ${listen.host}:${listen.port} cannot be used (${cause.message}): choose an address of this machine.`,
            }),
          );
        });
        server.listen(listen.port, listen.host, () => {
          const { port } = server.address() as AddressInfo;
          const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
          resolve(ok({ url: `http://${host}:${port}`, port }));
        });
      });
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
    endTurn: (turn, reason) => live.endTurn(turn, reason),
    liveTurns: () => live.turns(),
  };
}
