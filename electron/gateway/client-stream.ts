import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { OutChunk } from '../core/dialect/dialect.ts';
import { flatOf, type HeaderPairs } from './header-rules.ts';

/** The client's side of one exchange: commits the head once, joins writes, counts. */
export class ClientStream {
  readonly response: ServerResponse;
  /** Milliseconds of the exchange's clock at which the client last got a byte. */
  lastWriteAt: number;
  firstWriteAt: number | undefined;
  bytes = 0;
  /** Our side is finished: nothing more may be written. */
  ended = false;
  /** Chunks are framed here: Node would write four pieces for each (head, end of line, bytes, end of line). */
  private framing = false;
  private readonly now: () => number;
  private readonly onBytes: (chunk: Uint8Array | string) => void;

  constructor(response: ServerResponse, now: () => number, onBytes: (chunk: Uint8Array | string) => void) {
    this.response = response;
    this.now = now;
    this.onBytes = onBytes;
    this.lastWriteAt = now();
    response.sendDate = false;
  }

  get committed(): boolean {
    return this.response.headersSent;
  }

  /** The client cannot be reached any more. */
  get gone(): boolean {
    return this.response.destroyed;
  }

  /** True while more bytes than the socket takes are waiting. */
  get full(): boolean {
    return this.response.writableNeedDrain;
  }

  commit(status: number, statusText: string, headers: HeaderPairs): void {
    if (this.committed || this.gone) return;
    if (statusText === '') this.response.writeHead(status, flatOf(headers));
    else this.response.writeHead(status, statusText, flatOf(headers));
  }

  /** Sends the head although there is no byte yet. */
  flushHead(): void {
    this.response.flushHeaders();
    this.lastWriteAt = this.now();
  }

  /** One write for all pieces. */
  write(chunks: readonly OutChunk[]): void {
    if (this.ended || this.gone) return;
    const piece = join(chunks);
    if (piece.length === 0) return;
    this.note(piece);
    const { response } = this;
    // Node decides with the head whether the body is chunked; an HTTP/1.0 client gets it plain.
    if (response.headersSent && response.chunkedEncoding) {
      response.chunkedEncoding = false;
      this.framing = true;
    }
    response.write(this.framing ? chunkOf(piece) : piece);
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    if (this.framing) this.response.end(LAST_CHUNK, 'latin1');
    else this.response.end();
  }

  /** A whole answer with its head. */
  answer(status: number, statusText: string, headers: HeaderPairs, body: Uint8Array): void {
    if (this.ended || this.gone) return;
    this.commit(status, statusText, headers);
    this.note(body);
    this.ended = true;
    this.response.end(body);
  }

  /** Breaks the connection: an ending that must not look finished. */
  destroy(): void {
    this.ended = true;
    this.response.destroy();
  }

  private note(piece: Uint8Array | string): void {
    const now = this.now();
    this.firstWriteAt ??= now;
    this.lastWriteAt = now;
    this.bytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
    this.onBytes(piece);
  }
}

const LAST_CHUNK = '0\r\n\r\n';

/** One chunk of a chunked body (RFC 9112, 7.1) in one piece. */
function chunkOf(piece: Uint8Array | string): Buffer {
  const size = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
  const head = `${size.toString(16)}\r\n`;
  const chunk = Buffer.allocUnsafe(head.length + size + 2);
  chunk.write(head, 0, 'latin1');
  if (typeof piece === 'string') chunk.write(piece, head.length, 'utf8');
  else chunk.set(piece, head.length);
  chunk[chunk.length - 2] = 0x0d;
  chunk[chunk.length - 1] = 0x0a;
  return chunk;
}

/** Pieces as one chunk. Neighbouring views of one network chunk become one view again, without a copy. */
function join(chunks: readonly OutChunk[]): Uint8Array | string {
  const [first] = chunks;
  if (first === undefined) return '';
  if (chunks.length === 1) return first;
  return viewOver(chunks) ?? Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk)));
}

function viewOver(chunks: readonly OutChunk[]): Uint8Array | undefined {
  const [first] = chunks;
  if (first === undefined || typeof first === 'string') return undefined;
  let end = first.byteOffset;
  for (const chunk of chunks) {
    if (typeof chunk === 'string' || chunk.buffer !== first.buffer || chunk.byteOffset !== end) return undefined;
    end += chunk.byteLength;
  }
  return Buffer.from(first.buffer, first.byteOffset, end - first.byteOffset);
}
