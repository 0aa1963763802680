import { promisify } from 'node:util';
import { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { fail, ok, type Result } from '../../shared/result.ts';

/** Content codings that are decoded for inspection (wire 3.2). */
type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

const codings: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
]);

/** The codings of a `content-encoding` value in the order of decoding; undefined when one is unknown. */
function codingsOf(header: string | undefined): readonly Coding[] | undefined {
  const names = (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  const known: Coding[] = [];
  for (const name of names) {
    const coding = codings.get(name);
    if (coding === undefined) return undefined;
    known.unshift(coding);
  }
  return known;
}

/** True when the header names a coding: the bytes are not the text. */
export const isEncoded = (header: string | undefined): boolean => codingsOf(header)?.length !== 0;

export type DecodeProblem = 'unknown-coding' | 'damaged' | 'too-large';

const inflateWrapped = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);

const inflate = {
  gzip: promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  deflate: (body: Buffer, options: zlib.ZlibOptions): Promise<Buffer> =>
    isZlib(body) ? inflateWrapped(body, options) : inflateRaw(body, options),
  br: promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress),
  zstd: promisify<zlib.InputType, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress),
};

/** Whether `deflate` came as it is defined (RFC 9110 8.4.1.2), in a zlib wrapper: some servers send it bare, and clients read both. */
const isZlib = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 0x0f) === 8;

/** Decodes a whole body; never to more than `maxBytes`, whatever a small body claims to hold. */
export async function decodeBody(body: Buffer, header: string | undefined, maxBytes: number): Promise<Result<Buffer, DecodeProblem>> {
  const order = codingsOf(header);
  if (order === undefined) return fail('unknown-coding');
  let decoded = body;
  for (const coding of order) {
    try {
      decoded = await inflate[coding](decoded, { maxOutputLength: maxBytes });
    } catch (cause) {
      return fail(isTooLarge(cause) ? 'too-large' : 'damaged');
    }
  }
  return ok(decoded);
}

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof RangeError || (cause as NodeJS.ErrnoException | null)?.code === 'ERR_BUFFER_TOO_LARGE';

const createDecoder: Readonly<Record<Coding, () => Transform>> = {
  gzip: () => zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH }),
  deflate: createEitherInflate,
  br: () => zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => zlib.createZstdDecompress(),
};

/** Decoders to pipe a response through, in order; empty for an identity body, undefined when a coding is unknown. */
export const streamDecoders = (header: string | undefined): readonly Transform[] | undefined =>
  codingsOf(header)?.map((coding) => createDecoder[coding]());

/** Inflates `deflate` with or without its wrapper: the first byte tells. */
function createEitherInflate(): Transform {
  let inner: Transform | undefined;
  const begin = (outer: Transform, first: Buffer): Transform => {
    const options = { flush: zlib.constants.Z_SYNC_FLUSH };
    const made = isZlib(first) ? zlib.createInflate(options) : zlib.createInflateRaw(options);
    made.on('data', (piece: Buffer) => void outer.push(piece));
    made.on('error', (cause) => void outer.destroy(cause));
    return made;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (chunk.length === 0) return done();
      inner ??= begin(this, chunk);
      inner.write(chunk, () => done());
    },
    flush(done) {
      if (inner === undefined) return done();
      inner.once('end', () => done());
      inner.end();
    },
    destroy(cause, done) {
      inner?.destroy();
      done(cause);
    },
  });
}
