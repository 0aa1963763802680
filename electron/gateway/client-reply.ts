import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { DialectCodec, GatewayError, OutChunk } from '../core/dialect/dialect.ts';
import type { WireFrame } from '../core/turn/turn-event.ts';
import { ClientStream } from './client-stream.ts';
import { unframedHeaders, type HeaderPairs } from './header-rules.ts';
import { withOwnLocation } from './own-location.ts';
import type { UpstreamTarget } from './route-request.ts';
import type { TurnFigures } from './turn-log.ts';
import { UnsentFrames } from './unsent-frames.ts';
import type { UpstreamHead } from './upstream-client.ts';

/** The head of an event stream whose first bytes are ours. */
const earlyHead: HeaderPairs = [
  ['content-type', 'text/event-stream'],
  ['cache-control', 'no-cache'],
];

/**
 * The reply as the client gets it: the head is committed with the first byte that must reach the client (wire 3.4), until then an error
 * is an HTTP error. Knows which of the upstream's frames are still owed.
 */
export class ClientReply {
  readonly stream: ClientStream;
  /** HTTP status that the client got; 0 while none. */
  status = 0;
  error: TurnFigures['error'];
  private readonly codec: DialectCodec;
  private readonly turnHeader: readonly [string, string];
  private head: UpstreamHead | undefined;
  private owed = new UnsentFrames();

  constructor(
    response: ServerResponse,
    codec: DialectCodec,
    turn: string,
    now: () => number,
    onBytes: (chunk: Uint8Array | string) => void,
  ) {
    this.stream = new ClientStream(response, now, onBytes);
    this.codec = codec;
    this.turnHeader = ['x-signalbox-turn', turn];
  }

  get committed(): boolean {
    return this.stream.committed;
  }

  /** Nothing more can be said to the client. */
  get over(): boolean {
    return this.stream.ended || this.stream.gone;
  }

  /** The client has something else than the upstream's own frames. */
  get altered(): boolean {
    return this.owed.altered;
  }

  get upstreamStatus(): number {
    return this.head?.status ?? 0;
  }

  /** How it ended on both sides. */
  get figures(): Pick<TurnFigures, 'status' | 'upstreamStatus' | 'error'> {
    return { status: this.status, upstreamStatus: this.upstreamStatus, error: this.error };
  }

  /** The upstream's head, to be committed when the first byte leaves; undefined: it starts over. */
  expect(head: UpstreamHead | undefined): void {
    this.head = head;
    if (head === undefined) this.owed = new UnsentFrames();
  }

  received(frames: readonly WireFrame[]): void {
    this.owed.received(frames);
  }

  /** Frames that came and were not sent. */
  unsent(): readonly WireFrame[] {
    return this.owed.rest();
  }

  /** The head as it came: the body passes with its own length and encoding. */
  passHead(head: UpstreamHead, from: UpstreamTarget): void {
    this.status = head.status;
    const headers = withOwnLocation(head.headers, from, this.stream.response.req.url ?? '');
    this.stream.commit(head.status, head.statusText, [...headers, this.turnHeader]);
  }

  commit(): void {
    if (this.committed) return;
    const { head } = this;
    this.status = head?.status ?? 200;
    const headers = head === undefined ? earlyHead : unframedHeaders(head.headers);
    this.stream.commit(this.status, head?.statusText ?? '', [...headers, this.turnHeader]);
  }

  /** What the lane lets out. */
  send(chunks: readonly OutChunk[]): void {
    if (chunks.length === 0) return;
    this.owed.sent(chunks);
    this.relay(chunks);
  }

  /** Bytes that nobody judges. */
  relay(chunks: readonly OutChunk[]): void {
    if (chunks.length === 0) return;
    this.commit();
    this.stream.write(chunks);
  }

  /** Withheld frames may leave with a keep-alive; what is ours among them is no change of the reply. */
  keepAlive(chunks: readonly OutChunk[]): void {
    this.commit();
    const pieces = chunks.filter((chunk) => chunk.length > 0);
    if (pieces.length === 0) return this.stream.flushHead();
    this.owed.sent(pieces.filter((chunk) => typeof chunk !== 'string'));
    this.stream.write(pieces);
  }

  /** The reply is of this type now, whatever its head called it. */
  relabel(type: string): void {
    if (this.head === undefined) return;
    const others = this.head.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    this.head = { ...this.head, headers: [['content-type', type], ...others] };
  }

  /** A whole JSON reply. */
  body(bytes: Buffer): void {
    const { head } = this;
    this.status = head?.status ?? 200;
    const headers = unframedHeaders(head?.headers ?? [['content-type', 'application/json']]);
    this.stream.answer(this.status, head?.statusText ?? '', [...headers, ['content-length', String(bytes.length)], this.turnHeader], bytes);
  }

  /** A whole reply of our own. */
  whole(text: string, streamed: boolean): void {
    if (!streamed) return this.body(Buffer.from(text, 'utf8'));
    this.relay([text]);
    this.end();
  }

  /** Ends with an error: in-band after the head, else an HTTP error with `body` or the dialect's own. */
  fail(error: GatewayError, inBand?: readonly OutChunk[] | undefined, body?: string | undefined): void {
    this.error ??= { code: body === undefined ? error.code : 'upstream-error', message: error.message };
    if (this.committed) {
      this.stream.write(inBand ?? [this.codec.createStreamEncoder().error(error)]);
      return this.stream.end();
    }
    const answer = this.codec.encodeError(error);
    const bytes = Buffer.from(body ?? answer.body, 'utf8');
    this.status = answer.status;
    const own = unframedHeaders(Object.entries(answer.headers));
    this.stream.answer(answer.status, '', [...own, ['content-length', String(bytes.length)], this.turnHeader], bytes);
  }

  end(): void {
    this.commit();
    this.stream.end();
  }
}
