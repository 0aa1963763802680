import * as http from 'node:http';
import { defaultSettings, type Settings } from '../../../shared/settings.ts';
import type { DecisionStore } from '../decision-store.ts';
import type { LaneFactory } from '../exchange-input.ts';
import type { GatewayClock } from '../gateway-clock.ts';
import { createGateway, type Gateway } from '../gateway-server.ts';
import type { ApprovalDesk, SessionSwitches } from '../ports.ts';
import type { RequestStage } from '../request-stage.ts';
import { createMemoryJournal, type MemoryJournal } from './memory-journal.ts';
import { passThroughLane } from './pass-through-lane.ts';

export interface TestGatewayOptions {
  readonly settings?: Partial<Settings>;
  readonly createLane?: LaneFactory;
  readonly desk?: ApprovalDesk;
  readonly switches?: SessionSwitches;
  readonly prepareRequest?: RequestStage;
  readonly decisions?: DecisionStore;
  readonly host?: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly keyToken?: string;
  readonly clock?: GatewayClock;
}

export interface TestGateway {
  readonly url: string;
  readonly gateway: Gateway;
  readonly journal: MemoryJournal;
  settings: Settings;
}

export const silentDesk: ApprovalDesk = { hold: () => ({ approvals: [], withdraw: () => undefined }), close: () => undefined };

/** A gateway on a free port with a memory journal. */
export async function startTestGateway(upstreamUrl: string | undefined, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const journal = createMemoryJournal();
  const upstreams: Settings['upstreams'] = upstreamUrl === undefined ? {} : { main: { url: upstreamUrl } };
  const test = { settings: { ...defaultSettings, upstreams, ...options.settings } };
  const gateway = createGateway({
    listen: { host: options.host ?? '127.0.0.1', port: 0 },
    ports: {
      settings: () => test.settings,
      desk: options.desk ?? silentDesk,
      switches: () => options.switches ?? { hold: false, loops: true, recovery: true },
      keyToken: () => options.keyToken,
    },
    journal,
    createLane: options.createLane ?? (() => passThroughLane()),
    prepareRequest: options.prepareRequest,
    decisions: options.decisions,
    environment: options.environment ?? {},
    clock: options.clock,
  });
  const started = await gateway.start();
  if (!started.ok) throw new Error(started.error.message);
  return Object.assign(test, { url: started.value.url, gateway, journal });
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly text: string;
  /** False: the connection broke. */
  readonly complete: boolean;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  readonly onHead?: (response: http.IncomingMessage) => void;
  readonly onChunk?: (chunk: Buffer, response: http.IncomingMessage) => void;
  readonly signal?: AbortSignal;
}

/** One plain HTTP request without any client's cleverness. */
export function ask(url: string, options: AskOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      {
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        agent: false,
        ...(options.signal ? { signal: options.signal } : {}),
      },
      (response) => {
        options.onHead?.(response);
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          options.onChunk?.(chunk, response);
        });
        const finish = (): void => {
          const body = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            rawHeaders: response.rawHeaders,
            body,
            text: body.toString('utf8'),
            complete: response.complete,
          });
        };
        response.on('error', finish);
        response.on('close', finish);
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}

/** A Chat Completions request body. */
export const chatBody = (over: Record<string, unknown> = {}): string =>
  JSON.stringify({
    model: 'm',
    stream: true,
    messages: [{ role: 'user', content: 'Do the step.' }],
    tools: [{ type: 'function', function: { name: 'bash', parameters: { type: 'object' } } }],
    ...over,
  });

export const askChat = (url: string, over: Record<string, unknown> = {}, options: AskOptions = {}): Promise<Answer> =>
  ask(`${url}/v1/chat/completions`, {
    method: 'POST',
    body: chatBody(over),
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
  });
