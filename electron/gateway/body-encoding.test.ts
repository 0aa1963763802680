import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeBody, isEncoded, streamDecoders } from './body-encoding.ts';

const text = Buffer.from('{"a":"\u00e9"}'.repeat(100));
const codings = [
  ['gzip', gzipSync(text)],
  ['X-GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['br', brotliCompressSync(text)],
  ['zstd', zstdCompressSync(text)],
  ['gzip, br', brotliCompressSync(gzipSync(text))],
  ['identity', text],
  ['', text],
] as const;

describe('decoding', () => {
  test.each(codings)('%s, whole', async (header, body) => expect(await decodeBody(body, header, 1e6)).toEqual({ ok: true, value: text }));
  test.each(codings)('%s, in pieces', async (header, body) => {
    const decoders = streamDecoders(header) ?? [];
    const out: Buffer[] = [];
    const bytes = Array.from(body, (byte) => Buffer.from([byte]));
    const sink = new PassThrough().on('data', (chunk: Buffer) => out.push(chunk));
    await pipeline([Readable.from(bytes), ...decoders, sink]);
    expect(Buffer.concat(out)).toEqual(text);
  });
  test.each([
    ['unknown', 'compress', text, 'unknown-coding'],
    ['damaged', 'gzip', text, 'damaged'],
    ['cut', 'gzip', gzipSync(text).subarray(0, 20), 'damaged'],
    ['a bomb', 'gzip', gzipSync(Buffer.alloc(10_000_000)), 'too-large'],
  ])('%s', async (_name, header, body, error) => expect(await decodeBody(body, header, 1_000_000)).toEqual({ ok: false, error }));
  test('says what is encoded', () =>
    expect(['gzip', 'identity', undefined, 'odd'].map((header) => isEncoded(header))).toEqual([true, false, false, true]));
  test('no decoder for an unknown coding', () => expect(streamDecoders('odd')).toBeUndefined());
});
