import { createHash, randomBytes } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBody } from './read-body.ts';

const MAX = 4 * 1024 * 1024;
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let server: Server;
beforeAll(async () => {
  server = createServer((incoming, response) => {
    void readBody(incoming, MAX).then((read) => {
      if (read.type === 'whole') response.end(digest(read.body));
      else if (read.type === 'over') response.end(`over ${read.read.reduce((sum, chunk) => sum + chunk.length, 0) > MAX}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function send(pieces: readonly Buffer[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve(text));
    });
    outgoing.on('error', reject);
    for (const piece of pieces) outgoing.write(piece);
    outgoing.end();
  });
}

test.each([
  ['nothing', []],
  ['one chunk', [300]],
  ['small pieces', [1, 2, 3, 4000, 5]],
  ['megabytes', [1_000_000, 7, 1_200_000, 65_536]],
])('a body of %s comes whole', async (_what, sizes) => {
  const pieces = sizes.map((size) => randomBytes(size));
  // Several at once: memory that is given back must be nobody else's.
  const all = await Promise.all(Array.from({ length: 4 }, () => send(pieces)));
  expect(all).toEqual(Array(4).fill(digest(Buffer.concat(pieces))));
});

test('what is over the bound is handed on as it came', async () => {
  expect(await send([randomBytes(MAX), randomBytes(70_000)])).toBe('over true');
});
