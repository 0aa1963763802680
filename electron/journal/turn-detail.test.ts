import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from './journal-service.ts';
import type { TurnHead } from './journal-port.ts';
import { openedJournal, temporaryFolder, turnEnded, turnStarted } from './testing/entries.ts';

let folder: ReturnType<typeof temporaryFolder>;
let journal: Journal & { end: () => Promise<void> };
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await journal.end();
  folder.remove();
});

const head = (turn: string, body: string, change: Partial<TurnHead> = {}): TurnHead => ({
  turn,
  session: 's1',
  thread: 'main',
  dialect: 'openai-chat',
  method: 'POST',
  path: '/v1/chat/completions',
  headers: [
    ['content-type', 'application/json'],
    ['authorization', 'Bearer x'],
  ],
  body,
  ...change,
}); // prettier-ignore

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const reply = [
  chunk({ role: 'assistant', content: 'Hel' }),
  chunk({ content: 'lo é' }),
  chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'Bash', arguments: '{"command":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"ls"}' } }] }),
  chunk({}, 'tool_calls'),
  'data: [DONE]\n\n',
];
const body = JSON.stringify({
  model: 'm',
  stream: true,
  tools: [{ type: 'function', function: { name: 'Bash' } }],
  messages: [
    { role: 'user', content: `Hello ${'there '.repeat(60)}` },
    { role: 'user', content: 'é' },
  ],
});

async function tapeOneTurn(turn: string, text = body): Promise<void> {
  journal.append(turnStarted(turn));
  const tape = journal.openTape(head(turn, text));
  tape.responseHead(0, 200, [
    ['content-type', 'text/event-stream'],
    ['set-cookie', 'a=b'],
  ]);
  for (const frame of reply) {
    const bytes = Buffer.from(frame);
    tape.upstreamBytes(0, bytes);
    tape.clientBytes(bytes);
  }
  journal.append(turnEnded(turn));
  tape.close();
  await journal.flush();
}

describe('turns/get', () => {
  it('gives request, raw frames, assembled turn and decisions back', async () => {
    journal = await openedJournal(folder.path);
    await tapeOneTurn('t1');
    const detail = await journal.turn('t1');
    expect(detail?.request).toEqual({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: [
        ['content-type', 'application/json'],
        ['authorization', '[redacted]'],
      ],
      body,
      forwarded: null,
    });
    expect(detail?.response).toEqual({
      status: 200,
      headers: [
        ['content-type', 'text/event-stream'],
        ['set-cookie', '[redacted]'],
      ],
    });
    expect(detail?.frames.map(({ direction, attempt, text }) => [direction, attempt, text])).toEqual(
      reply.map((text) => ['upstream', 0, text]),
    );
    expect(detail?.assembled).toEqual({
      text: 'Hello é',
      reasoning: '',
      calls: [{ id: 'call_1', name: 'Bash', arguments: '{"command":"ls"}' }],
      finish: 'tool_calls',
    });
    expect(detail?.entries.map((entry) => entry.type)).toEqual(['turn-started', 'turn-ended']);
    expect(await journal.turn('nope')).toBeUndefined();
  });

  it('keeps attempts apart, what was sent upstream, and what the client got instead', async () => {
    journal = await openedJournal(folder.path);
    journal.append(turnStarted('t1'));
    const tape = journal.openTape(head('t1', body));
    tape.forwarded(0, body.replace('Hello', 'Other'));
    tape.responseHead(0, 500, []);
    tape.upstreamBytes(0, Buffer.from('oops'));
    tape.forwarded(1, body);
    tape.responseHead(1, 200, []);
    tape.upstreamBytes(1, Buffer.from('data: {"a":1}\r\n\r\n: ping\r\n\r\ndata: {"a":'));
    tape.clientBytes('data: changed\n\n');
    tape.close();
    tape.close();
    await journal.flush();
    const detail = await journal.turn('t1');
    expect(detail?.request.forwarded).toBe(body.replace('Hello', 'Other'));
    expect(detail?.response.status).toBe(200);
    expect(detail?.frames.map(({ direction, attempt, text }) => [direction, attempt, text])).toEqual([
      ['upstream', 0, 'oops'],
      ['upstream', 1, 'data: {"a":1}\r\n\r\n'],
      ['upstream', 1, ': ping\r\n\r\n'],
      ['upstream', 1, 'data: {"a":'],
      ['client', 1, 'data: changed\n\n'],
    ]);
  });

  it.each([
    ['pretty printed', JSON.stringify(JSON.parse(body), null, 2)],
    [
      'with a large image',
      JSON.stringify({
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'iVBORw0KGgo'.repeat(1000)}` } }] },
        ],
      }),
    ],
    ['odd spacing', '{ "messages" : [ {"role":"user", "content":"a"} , {"b":[1,2,{"c":"]"}]} ],"n":1 ,"s":"\\"}" }\n'],
    ['no JSON', 'hello \u0000 world'],
    ['broken JSON', '{"messages":[{"a":1},'],
    ['an array', '[1,2,3]'],
    ['nothing', ''],
    [
      'prompts',
      JSON.stringify({
        system: [{ type: 'text', text: 'x'.repeat(300), cache_control: { type: 'ephemeral' } }],
        instructions: 'y'.repeat(5000),
        input: 'z'.repeat(3000),
      }),
    ],
  ])('gives a body back byte for byte: %s', async (_name, text) => {
    journal = await openedJournal(folder.path);
    await tapeOneTurn('t1', text);
    expect((await journal.turn('t1'))?.request.body).toBe(text);
  });

  it('stores no bodies when it is told so', async () => {
    journal = await openedJournal(folder.path, { bodies: 'none' });
    await tapeOneTurn('t1');
    const detail = await journal.turn('t1');
    expect([detail?.request.body, detail?.frames, detail?.assembled, detail?.turn.outcome]).toEqual(['', [], null, 'pass_through']);
  });

  it('blanks secrets in every part of the file, also those known by value', async () => {
    journal = await openedJournal(folder.path, { knownSecrets: ['correct-horse-battery'] });
    const secret = `sk-ant-api03-${'aB3dE5fG'.repeat(6)}`;
    journal.append(turnStarted('t1'));
    const tape = journal.openTape(
      head(
        't1',
        JSON.stringify({ messages: [{ role: 'user', content: `my key is ${secret} and correct-horse-battery ${'x'.repeat(200)}` }] }),
        { headers: [['x-api-key', secret]] },
      ),
    );
    tape.responseHead(0, 200, []);
    for (const piece of [secret.slice(0, 20), secret.slice(20)]) tape.upstreamBytes(0, Buffer.from(chunk({ content: piece })));
    tape.close();
    await journal.flush();
    await journal.flush();
    const detail = await journal.turn('t1');
    expect(JSON.stringify(detail)).not.toMatch(/aB3dE5fG|correct-horse/);
    expect(detail?.assembled?.text).toBe('*'.repeat(secret.length));
    expect(detail?.entries.filter((entry) => entry.type === 'secret-redacted')).toMatchObject([
      { where: 'request', kinds: ['anthropic-key', 'known-secret'] },
      { where: 'response', kinds: ['anthropic-key'] },
    ]);
    for (const name of readdirSync(folder.path)) expect(readFileSync(join(folder.path, name)).includes('aB3dE5fG')).toBe(false);
  });
});
