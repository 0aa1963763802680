import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { ClientStream } from './client-stream.ts';

let server: Server | undefined;
afterEach(() => server?.closeAllConnections());

/** What a client on a bare socket gets for each of its requests, as the bytes on the wire. */
async function exchange(play: (stream: ClientStream) => void, ...requests: readonly string[]): Promise<string> {
  server = createServer((_request, response) => {
    const stream = new ClientStream(
      response,
      () => 0,
      () => undefined,
    );
    stream.commit(200, '', [['content-type', 'text/event-stream']]);
    play(stream);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const all = text(socket);
  for (const request of requests) socket.write(request);
  return all;
}

const get = (version: string, connection: string): string => `GET / HTTP/${version}\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`;
const bodies = (wire: string): readonly string[] => wire.split(/HTTP\/1\.1 200 OK\r\n[^]*?\r\n\r\n/).slice(1);

test('pieces are chunks, whole and in order, and the connection serves the next request', async () => {
  const wire = await exchange(
    (stream) => {
      stream.write(['data: ', 'é\n\n']);
      stream.write([Buffer.from('data: two\n\n')]);
      stream.write(['']);
      setImmediate(() => {
        stream.write(['x'.repeat(300)]);
        stream.end();
      });
    },
    get('1.1', 'keep-alive'),
    get('1.1', 'close'),
  );
  const body = `a\r\ndata: é\n\n\r\nb\r\ndata: two\n\n\r\n12c\r\n${'x'.repeat(300)}\r\n0\r\n\r\n`;
  expect(bodies(wire)).toEqual([body, body]);
  expect(wire.match(/transfer-encoding: chunked/gi)).toHaveLength(2);
});

test('a stream without a piece ends, too', async () => {
  expect(bodies(await exchange((stream) => stream.end(), get('1.1', 'close')))).toEqual(['0\r\n\r\n']);
});

test('an HTTP/1.0 client gets no chunks', async () => {
  const wire = await exchange(
    (stream) => {
      stream.write(['data: one\n\n']);
      stream.write(['data: two\n\n']);
      stream.end();
    },
    get('1.0', 'close'),
  );
  expect(bodies(wire)).toEqual(['data: one\n\ndata: two\n\n']);
});
