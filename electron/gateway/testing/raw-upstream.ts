import * as net from 'node:net';
import type { AddressInfo } from 'node:net';

/** What a raw endpoint writes to one request, and how its connection goes on. */
export interface RawReply {
  readonly bytes: readonly (string | Buffer)[];
  /** `keep` leaves the connection open for the next request. */
  readonly then: 'keep' | 'end' | 'reset';
}

export interface RawUpstream {
  readonly url: string;
  /** Requests so far since the last `play`. */
  readonly asked: () => number;
  /** One reply for each request; the last one again for further ones. */
  play(...replies: readonly RawReply[]): void;
  /** The next request waits until the answer is called. */
  playLater(): (reply: RawReply) => void;
  close(): Promise<void>;
}

/** An endpoint below HTTP: it writes the bytes that a test says, well formed or not. */
export async function startRawUpstream(): Promise<RawUpstream> {
  let replies: readonly (RawReply | Promise<RawReply>)[] = [];
  let asked = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let received = '';
    const answer = async (chunk: Buffer): Promise<void> => {
      received += chunk.toString('latin1');
      const head = received.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(received.slice(0, Math.max(0, head)))?.[1] ?? 0);
      if (head < 0 || received.length < head + 4 + length) return;
      received = '';
      const due = replies[Math.min(asked, replies.length - 1)];
      asked += 1;
      const reply = await due;
      for (const bytes of reply?.bytes ?? []) socket.write(bytes);
      if (reply?.then === 'reset') socket.resetAndDestroy();
      else if (reply?.then === 'end') socket.end();
    };
    socket.on('data', (chunk) => void answer(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    play(...next) {
      replies = next;
      asked = 0;
    },
    playLater() {
      asked = 0;
      let say: (reply: RawReply) => void = () => undefined;
      replies = [new Promise((resolve) => (say = resolve))];
      return (reply) => say(reply);
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
