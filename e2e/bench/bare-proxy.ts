// What the gateway is measured against: a plain node:http pass-through, a process of its own. With `--read` it also reads and parses each
// request body before it forwards it, which no gateway that looks at requests can do without.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const target = new URL(process.argv[2] ?? '');
const reads = process.argv.includes('--read');
const agent = new http.Agent({ keepAlive: true });

const server = http.createServer((request, response) => {
  const onward = http.request(
    { host: target.hostname, port: target.port, path: request.url, method: request.method, headers: request.headers, agent },
    (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  if (!reads) return void request.pipe(onward);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    JSON.parse(body.toString('utf8'));
    onward.end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
