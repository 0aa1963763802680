// The model endpoint of the benchmarks, a process of its own. What it says is in the path: `/deltas/COUNT/GAP_MS/…` streams that many
// deltas, one packet each, the time of sending in each; `/hostile/BYTES/…` streams text that looks like markup and never is; `/say/KIND/…`
// says one of the replies below; everything else gets a short JSON reply.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const HEAD = { 'content-type': 'text/event-stream' };
const now = (): string => (performance.timeOrigin + performance.now()).toFixed(3);
const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

interface Stream {
  readonly response: ServerResponse;
  left: number;
}

/** Streams by their gap: one timer writes one delta to each of them. */
const paced = new Map<number, Set<Stream>>();

function join(gapMs: number, stream: Stream): void {
  const known = paced.get(gapMs);
  if (known !== undefined) return void known.add(stream);
  const streams = new Set([stream]);
  paced.set(gapMs, streams);
  setInterval(() => {
    for (const one of streams) if (!next(one)) streams.delete(one);
  }, gapMs);
}

function next(stream: Stream): boolean {
  const { response } = stream;
  if (response.destroyed) return false;
  if (stream.left > 0) {
    stream.left -= 1;
    response.write(chunk({ content: ` word ${now()}` }));
    return true;
  }
  response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  return false;
}

const BAIT = '<tool_call <|tool_calls_begin [TOOL_CALL <function= ```json {"name": "bash", "arguments": {"a": [[[ <invoke name=" ';
const DELTA_BYTES = 4096;

async function hostile(response: ServerResponse, bytes: number): Promise<void> {
  // Never the same twice: a text that repeats itself without end is ended as a stuck loop, and that is not what is measured.
  let n = 0;
  for (let sent = 0; sent < bytes && !response.destroyed; sent += DELTA_BYTES) {
    let text = '';
    while (text.length < DELTA_BYTES) text += `${BAIT}${(n += 1) * 7919} `;
    if (!response.write(chunk({ content: text }))) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
}

const callDelta = (args: string): object => ({
  tool_calls: [{ index: 0, id: 'call_bench', type: 'function', function: { name: 'bash', arguments: args } }],
});
/** What a model and its endpoint do in a working day, right and wrong. Without an ending the connection breaks. */
const sayings: Readonly<Record<string, { readonly deltas: readonly object[]; readonly finish?: string }>> = {
  text: { deltas: [{ content: 'The work ' }, { content: 'is done.' }], finish: 'stop' },
  call: { deltas: [{ content: 'I look.' }, callDelta('{"command":"ls"}')], finish: 'tool_calls' },
  malformed: { deltas: [callDelta("{'command': 'ls -l',}")], finish: 'tool_calls' },
  leak: {
    deltas: [{ content: '<tool_call>\n{"name":"bash","argu' }, { content: 'ments":{"command":"pwd"}}\n</tool_call>' }],
    finish: 'stop',
  },
  cut: { deltas: [{ content: 'I look.' }, callDelta('{"command":"rm -')] },
  drop: { deltas: [] },
};

async function say(response: ServerResponse, kind: string): Promise<void> {
  const saying = sayings[kind];
  if (saying === undefined)
    return void response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"overloaded"}}');
  if (saying.deltas.length === 0) return void response.destroy();
  response.writeHead(200, HEAD);
  for (const delta of saying.deltas) {
    response.write(chunk(delta));
    await new Promise(setImmediate);
  }
  if (saying.finish === undefined) setTimeout(() => response.destroy(), 20);
  else response.end(`${chunk({}, saying.finish)}data: [DONE]\n\n`);
}

const SHORT = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Noted.' }, finish_reason: 'stop' }],
});

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const [, kind, first, second] = (request.url ?? '').split('/');
    if (kind === 'deltas') {
      // The start alone is held back by design (wire 3.4): the first word comes with it, so that the first byte is one of the reply.
      response.writeHead(200, HEAD).write(`${chunk({ role: 'assistant', content: '' })}${chunk({ content: 'Well,' })}`);
      join(Number(second), { response, left: Number(first) });
    } else if (kind === 'say') void say(response, first ?? '');
    else if (kind === 'hostile') void hostile(response.writeHead(200, HEAD), Number(first));
    else response.writeHead(200, { 'content-type': 'application/json' }).end(SHORT);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
