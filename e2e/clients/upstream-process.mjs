// A model endpoint in a process of its own, to be killed: answers each POST with the bytes of a file, up to the byte that the query of
// the request's path names (`/at/N/...`), and then kills itself. Prints its port. The prefix is flushed to the socket before the kill.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const bytes = readFileSync(process.argv[2]);
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const until = Number(/^\/at\/(\d+)\//.exec(request.url)?.[1] ?? bytes.length);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    const die = () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5);
    if (until === 0) die();
    else response.write(bytes.subarray(0, until), die);
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
