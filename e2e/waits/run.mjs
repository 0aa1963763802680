// Waits of minutes in real time through the built product with its shipped settings, curl as the client, all at the same time:
// `node e2e/waits/run.mjs [--root CHECKOUT] [--json FILE]`. Takes about 5 minutes, 7 with `--long`. Not part of `npm test`, where the same waits are played
// with a clock that is turned by hand (`electron/gateway/long-waits.test.ts`): this one shows that no time limit of Node, a socket or a
// client's pool cuts in. Prints a table; exit code 1 when a row is not as it has to be.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../agents/product.mjs';

const { values: options } = parseArgs({
  options: {
    root: { type: 'string', default: path.join(import.meta.dirname, '../..') },
    json: { type: 'string' },
    long: { type: 'boolean', default: false },
  },
});

const schema = { type: 'object', properties: { command: { type: 'string' } } };
const event = (type, members) => `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const chunk = (choice) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [choice] })}\n\n`;
const message = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'There.', annotations: [] }],
};
const place = { item_id: 'm', output_index: 0, content_index: 0 };

const wires = {
  chat: {
    path: '/v1/chat/completions',
    body: { messages: [{ role: 'user', content: 'Go.' }], tools: [{ type: 'function', function: { name: 'bash', parameters: schema } }] },
    stream: [
      chunk({ index: 0, delta: { role: 'assistant', content: 'There.' }, finish_reason: null }),
      `${chunk({ index: 0, delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`,
    ],
    reply: {
      id: 'c',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'There.' }, finish_reason: 'stop' }],
    },
  },
  responses: {
    path: '/v1/responses',
    body: { input: 'Go.', tools: [{ type: 'function', name: 'bash', parameters: schema }] },
    stream: [
      event('response.created', { sequence_number: 0, response: { id: 'r', object: 'response', status: 'in_progress', output: [] } }) +
        event('response.output_item.added', {
          sequence_number: 1,
          output_index: 0,
          item: { ...message, status: 'in_progress', content: [] },
        }) +
        event('response.content_part.added', { sequence_number: 2, ...place, part: { ...message.content[0], text: '' } }) +
        event('response.output_text.delta', { sequence_number: 3, ...place, delta: 'There.' }),
      event('response.output_text.done', { sequence_number: 4, ...place, text: 'There.' }) +
        event('response.content_part.done', { sequence_number: 5, ...place, part: message.content[0] }) +
        event('response.output_item.done', { sequence_number: 6, output_index: 0, item: message }) +
        event('response.completed', {
          sequence_number: 7,
          response: { id: 'r', object: 'response', status: 'completed', output: [message] },
        }),
    ],
    reply: { id: 'r', object: 'response', status: 'completed', output: [message] },
  },
  messages: {
    path: '/v1/messages',
    body: { max_tokens: 9, messages: [{ role: 'user', content: 'Go.' }], tools: [{ name: 'bash', input_schema: schema }] },
    stream: [
      event('message_start', { message: { id: 'm', type: 'message', role: 'assistant', content: [], usage: { input_tokens: 1 } } }) +
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'There.' } }),
      event('content_block_stop', { index: 0 }) +
        event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }) +
        event('message_stop', {}),
    ],
    reply: { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'There.' }], stop_reason: 'end_turn' },
  },
};

/** What the endpoint does, and what has to come of it. `stream` [seconds before the first byte, seconds between the two halves]. */
const waits = [
  { name: 'first byte after 200 s', stream: [200, 0], ends: 'whole' },
  { name: 'first byte after 275 s', stream: [275, 0], ends: 'whole' },
  { name: 'a pause of 270 s in the stream', stream: [0, 270], ends: 'whole' },
  { name: 'no byte at all', stream: [100_000, 0], ends: 'stalled' },
  { name: 'JSON after 285 s', json: 285, ends: 'whole' },
  ...(options.long ? [{ name: 'JSON after 400 s', json: 400, ends: 'whole' }] : []),
];

const later = (seconds, task) => setTimeout(task, seconds * 1000).unref();

function answer(request, response) {
  const [, number, dialect] = /\/w\/(\d+)\/(\w+)\//.exec(request.url) ?? [];
  const wait = waits[Number(number)];
  const wire = wires[dialect];
  request.resume();
  if (wait.json !== undefined)
    return later(wait.json, () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wire.reply)));
  later(wait.stream[0], () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(wire.stream[0]);
    later(wait.stream[1], () => response.end(wire.stream[1]));
  });
}

/** One request by curl: what came, and when its head did. */
function curl(url, body) {
  const child = spawn('curl', ['-sS', '-N', '-v', '-H', 'content-type: application/json', '--data-binary', '@-', url], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const started = performance.now();
  let headMs;
  let head = '';
  let text = '';
  // curl writes heads to its error output at once, bodies as they come.
  child.stderr.on('data', (data) => {
    head += data;
    if (head.includes('\n< HTTP/')) headMs ??= performance.now() - started;
  });
  child.stdout.on('data', (data) => {
    text += data;
  });
  child.stdin.end(JSON.stringify(body));
  return new Promise((done) =>
    child.once('close', (code) =>
      done({
        code,
        ok: /^< HTTP\/1\.1 200 /m.test(head),
        text,
        headSeconds: seconds(headMs),
        seconds: seconds(performance.now() - started),
      }),
    ),
  );
}
const seconds = (ms) => (ms === undefined ? undefined : Math.round(ms / 100) / 10);

async function play(gateway, index, dialect) {
  const wait = waits[index];
  const wire = wires[dialect];
  const came = await curl(`${gateway}/w/${index}/${dialect}${wire.path}`, { model: 'm', stream: wait.stream !== undefined, ...wire.body });
  const body = came.text;
  // What Signalbox adds while it waits is no part of the reply.
  const reply = body.replaceAll(/: keep-alive\ndata: [^\n]*\n\n/g, '');
  const whole = wait.stream === undefined ? JSON.stringify(wire.reply) : wire.stream.join('');
  const ends = reply === whole ? 'whole' : body.includes('signalbox_stalled') ? 'stalled' : 'else';
  const good = came.code === 0 && came.ok && ends === wait.ends;
  return { wait: wait.name, dialect, ends, good, headSeconds: came.headSeconds, seconds: came.seconds, code: came.code };
}

const endpoint = http.createServer({ requestTimeout: 0, keepAliveTimeout: 5_000 }, answer);
await new Promise((done) => endpoint.listen(0, '127.0.0.1', done));
const data = mkdtempSync(path.join(tmpdir(), 'signalbox-waits-'));
const product = await startProduct({ root: options.root, data, upstream: `http://127.0.0.1:${endpoint.address().port}` });
const rows = await Promise.all(waits.flatMap((_, index) => Object.keys(wires).map((dialect) => play(product.gateway, index, dialect))));
await product.stop();
endpoint.closeAllConnections();
endpoint.close();
rmSync(data, { recursive: true, force: true });
for (const row of rows)
  console.log(
    `${row.wait.padEnd(32)} ${row.dialect.padEnd(10)} head ${row.headSeconds} s, end ${row.seconds} s, ${row.ends}${row.good ? '' : `  ✗ curl ${row.code}`}`,
  );
const bad = rows.filter((row) => !row.good);
console.log(`${rows.length - bad.length} of ${rows.length} rows as they have to be`);
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(rows, undefined, 2));
process.exit(bad.length === 0 ? 0 : 1);
