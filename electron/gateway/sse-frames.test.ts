import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseFramer } from './sse-frames.ts';
import type { WireFrame } from '../core/turn/turn-event.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const joined = (frames: readonly WireFrame[]): Buffer => Buffer.concat(frames.map((frame) => frame.raw));

function frame(input: Uint8Array, cuts: readonly number[] = []): WireFrame[] {
  const framer = createSseFramer();
  const places = [...new Set(cuts.map((cut) => cut % (input.length + 1)))].sort((a, b) => a - b);
  const out: WireFrame[] = [];
  let from = 0;
  for (const to of [...places, input.length]) {
    out.push(...framer.push(input.slice(from, to)));
    from = to;
  }
  return [...out, ...framer.flush()];
}
const said = (frames: readonly WireFrame[]) => frames.map(({ event, data }) => [event, data]);
const messages = (frames: readonly WireFrame[]) => said(frames).filter(([, data]) => data !== undefined);

describe('what a frame says', () => {
  it.each<[string, string, [string, string | undefined][]]>([
    [
      'LF',
      'event: a\ndata: 1\n\ndata: 2\n\n',
      [
        ['a', '1'],
        ['', '2'],
      ],
    ],
    [
      'CRLF',
      'event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n',
      [
        ['a', '1'],
        ['', '2'],
      ],
    ],
    [
      'CR',
      'event: a\rdata: 1\r\rdata: 2\r\r',
      [
        ['a', '1'],
        ['', '2'],
      ],
    ],
    [
      'mixed ends',
      'data: 1\r\n\ndata: 2\n\r\ndata: 3\r\r\n',
      [
        ['', '1'],
        ['', '2'],
        ['', '3'],
      ],
    ],
    ['several data lines', 'data: 1\ndata:2\ndata\n\n', [['', '1\n2\n']]],
    ['no space, two spaces', 'data:1\ndata:  2\n\n', [['', '1\n 2']]],
    ['a comment only', ': hi\n\n', [['', undefined]]],
    ['a comment between', 'data: 1\n: hi\ndata: 2\n\n', [['', '1\n2']]],
    [
      'BOM',
      '\uFEFFdata: 1\n\n\uFEFFdata: 2\n\n',
      [
        ['', '1'],
        ['', undefined],
      ],
    ],
    [
      'no final blank line',
      'data: 1\n\ndata: 2',
      [
        ['', '1'],
        ['', '2'],
      ],
    ],
    [
      'one final line end',
      'data: 1\n\ndata: 2\n',
      [
        ['', '1'],
        ['', '2'],
      ],
    ],
    [
      'surplus blank lines',
      'data: 1\n\n\ndata: 2\n\n',
      [
        ['', '1'],
        ['', undefined],
        ['', '2'],
      ],
    ],
    ['event without data', 'event: ping\n\n', [['ping', undefined]]],
    ['other fields', 'id: 3\nretry: 9\ndatum: x\ndata : y\ndata: 1\n\n', [['', '1']]],
    ['empty data', 'data:\n\n', [['', '']]],
    ['nothing', '', []],
  ])('%s', (_name, text, expected) => {
    expect(said(frame(bytes(text)))).toEqual(expected);
  });

  it.each(['event: é\ndata: 日本語 😀\n\ndata: 2\r\n\r\ndata: 3\r\r', 'data: a\r\n\r\n\r\ndata: b\n\n'])(
    'is the same at every cut of %j',
    (text) => {
      const input = bytes(text);
      const whole = messages(frame(input));
      for (let a = 0; a <= input.length; a += 1)
        for (let b = a; b <= input.length; b += 1) expect(messages(frame(input, [a, b]))).toEqual(whole);
    },
  );
});

const piece = fc.constantFrom('data: ', 'event:', ': ', '\n', '\r', '\r\n', '\n\n', 'x', 'é', '😀', '\uFEFF', '{"a":1}', '\0');

describe('the bytes', () => {
  it('are all there, in order, for any text and any cuts', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat()), (pieces, cuts) => {
        const input = bytes(pieces.join(''));
        const frames = frame(input, cuts);
        expect(joined(frames).equals(input)).toBe(true);
        expect(frames.every((each) => each.raw.length > 0)).toBe(true);
        expect(messages(frames)).toEqual(messages(frame(input)));
      }),
      { numRuns: 1000 },
    );
  });
  it('are all there for junk', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat()), (input, cuts) => {
        expect(joined(frame(input, cuts)).equals(input)).toBe(true);
      }),
    );
  });
  it('of a frame inside one chunk are not copied', () => {
    const input = bytes(': a\n\ndata: 1\n\n');
    for (const each of createSseFramer().push(input)) expect(each.raw.buffer).toBe(input.buffer);
  });
});

describe('the bound', () => {
  it('reports once and passes the frame in pieces', () => {
    const reports: number[] = [];
    const framer = createSseFramer({ maxFrameBytes: 10, onOverflow: (count) => reports.push(count) });
    const input = 'data: 12345678901234567890\ndata: 9\n\ndata: 2\n\n';
    const frames = [...input].flatMap((char) => framer.push(bytes(char)));
    expect(joined(frames).toString()).toBe(input);
    expect(reports).toEqual([11]);
    expect(messages(frames)).toEqual([['', '2']]);
  });
  it('is linear in one-byte chunks', () => {
    const framer = createSseFramer();
    const input = bytes(`data: ${'a'.repeat(300_000)}\n\n`);
    const started = performance.now();
    for (let at = 0; at < input.length; at += 1) framer.push(input.subarray(at, at + 1));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
