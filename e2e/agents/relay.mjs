// A plain hop that notes what passes: agent → hop → gateway and gateway → hop → endpoint. Two hops around the gateway show whether it
// changed a byte.
import { createHash } from 'node:crypto';
import http from 'node:http';

/** Starts a hop to `target()`; `passed` holds, per exchange, the request's body, the hash of both bodies, and whether the reply was complete. */
export async function startRelay(target) {
  const passed = [];
  // A connection of its own for each request: a hop must not bring faults of a pool into the picture.
  const agent = new http.Agent({ keepAlive: false });
  const server = http.createServer((request, response) => {
    const entry = {
      method: request.method,
      path: request.url,
      at: Date.now(),
      body: '',
      request: '',
      response: '',
      status: 0,
      complete: false,
    };
    passed.push(entry);
    const hashes = { request: createHash('sha256'), response: createHash('sha256') };
    const onward = http.request(new URL(request.url, target()), { method: request.method, headers: request.headers, agent }, (reply) => {
      entry.status = reply.statusCode;
      response.writeHead(reply.statusCode, reply.statusMessage, reply.rawHeaders);
      reply.on('data', (chunk) => hashes.response.update(chunk));
      reply.on('end', () => {
        entry.complete = true;
        entry.response = hashes.response.digest('hex');
      });
      reply.on('error', () => response.destroy());
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => {
      if (!entry.complete) onward.destroy();
    });
    const body = [];
    request.on('data', (chunk) => {
      body.push(chunk);
      hashes.request.update(chunk);
    });
    request.on('end', () => {
      entry.request = hashes.request.digest('hex');
      entry.body = Buffer.concat(body).toString('utf8');
    });
    request.pipe(onward);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}`, passed, close: () => server.close(() => undefined) };
}
