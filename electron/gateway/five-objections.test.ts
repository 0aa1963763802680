import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dialect } from '../../shared/vocabulary.ts';
import { readResponsesStrictly } from '../core/testing/read-responses-strictly.ts';
import { everyCharacter, requestOf, streamOf, wholeText, type Cut } from '../core/testing/reply-builder.ts';
import { readChatStream, readMessagesStream } from '../core/testing/strict-client.ts';
import { createCoreLane, createCoreRequestStage } from './core-lane.ts';
import type { ApprovalDesk } from './ports.ts';
import { startScriptedUpstream, wait, type ScriptedUpstream } from './testing/scripted-upstream.ts';
import { ask, startTestGateway, type TestGateway } from './testing/test-gateway.ts';

/**
 * Five reproduced objections to an earlier way of recovering leaked calls (contract 2.3, 2.4). Each goes over real sockets, streamed: what
 * counts is what a client has seen, not what a final text says.
 */
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const flag = {
  name: 'set_flag',
  parameters: { type: 'object', properties: { name: { type: 'string' }, value: { type: 'string' } }, required: ['name', 'value'] },
};
const dsmlOf = (tool: string, values: Readonly<Record<string, string>>): string =>
  [
    '<｜DSML｜tool_calls>',
    `<｜DSML｜invoke name="${tool}">`,
    ...Object.entries(values).map(([name, value]) => `<｜DSML｜parameter name="${name}" string="true">${value}</｜DSML｜parameter>`),
    '</｜DSML｜invoke>',
    '</｜DSML｜tool_calls>',
  ].join('\n');
const dsml = (command: string): string => dsmlOf('bash', { command });
const hermes = (command: string): string =>
  `<tool_call>\n{"name": "bash", "arguments": {"command": ${JSON.stringify(command)}}}\n</tool_call>`;
const MARKUP = /DSML|tool_call|invoke|parameter/;

const paths: Readonly<Record<Dialect, string>> = {
  'openai-chat': '/v1/chat/completions',
  'anthropic-messages': '/v1/messages',
  'openai-responses': '/v1/responses',
};
/** Nobody is at the console: what is held expires. */
const emptyDesk: ApprovalDesk = {
  hold: (_owner, drafts, settle) => {
    queueMicrotask(() => drafts.forEach((draft) => settle(draft.key, { type: 'expired' })));
    return { approvals: [], withdraw: () => undefined };
  },
  close: () => undefined,
};

let upstream: ScriptedUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());
afterEach(() => gateway.gateway.stop());

interface Seen {
  readonly bytes: string;
  /** Each piece as it arrived. */
  readonly pieces: readonly string[];
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly complaints: readonly string[];
}

beforeEach(async () => {
  const decisions = new Map<string, string>();
  const store = {
    get: (key: string) => decisions.get(key),
    setMany: (pairs: readonly (readonly [string, string])[]) => pairs.forEach(([key, value]) => decisions.set(key, value)),
  };
  gateway = await startTestGateway(upstream.url, {
    createLane: createCoreLane,
    prepareRequest: createCoreRequestStage({ decisions: store, steers: { of: () => [], sent: () => undefined } }),
    decisions: store,
    desk: emptyDesk,
  });
});

async function streamed(
  dialect: Dialect,
  text: string,
  cut: Cut = everyCharacter,
  tools = [bash, flag],
): Promise<Seen & { readonly sent: string }> {
  const events = streamOf(dialect, { text }, cut);
  upstream.play(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [at, event] of events.entries()) {
      response.write(event);
      if (at % 200 === 199) await wait(1);
    }
    response.end();
  });
  const pieces: string[] = [];
  const answer = await ask(`${gateway.url}${paths[dialect]}`, {
    method: 'POST',
    body: JSON.stringify(requestOf(dialect, tools)),
    onChunk: (chunk) => pieces.push(chunk.toString('utf8')),
  });
  return { ...read(dialect, answer.text), bytes: answer.text, pieces, sent: events.join('') };
}

function read(dialect: Dialect, bytes: string): Pick<Seen, 'text' | 'calls' | 'complaints'> {
  if (!bytes.startsWith('data:') && !bytes.startsWith('event:')) return { text: '', calls: [], complaints: [] };
  if (dialect === 'openai-responses') {
    const { text, calls, faults } = readResponsesStrictly(bytes);
    return { text, calls, complaints: faults };
  }
  const { text, calls, complaints } = dialect === 'openai-chat' ? readChatStream(bytes) : readMessagesStream(bytes);
  return { text, calls, complaints };
}

const cuts: readonly Cut[] = [everyCharacter, wholeText];

describe.each(['openai-chat', 'anthropic-messages', 'openai-responses'] as const)('the five objections, streamed as %s', (dialect) => {
  test('1: quoted examples do not become calls', async () => {
    for (const envelope of [dsml('rm -rf x'), hermes('rm -rf x')]) {
      const line = envelope.replaceAll('\n', ' ');
      for (const text of [
        `Example only; do not run.\n${envelope}`,
        `Example only; do not run:\n${envelope}`,
        `The leak looked like \`${line}\` in the log.`,
        `It wrote "${line}" once.`,
        `Format:\n\n\`\`\`xml\n${envelope}\n\`\`\`\n\nNothing runs.`,
        `> ${envelope.replaceAll('\n', '\n> ')}\n\nThat is the raw syntax.`,
        `${envelope}\n\nThat is what a call looks like: the tags name the tool, and each parameter has a tag of its own.`,
      ])
        for (const cut of cuts) {
          const seen = await streamed(dialect, text, cut);
          expect([seen.calls, seen.text, upstream.seen.length]).toEqual([[], text, 1]);
          expect(seen.bytes).toBe(seen.sent);
        }
    }
  });

  test('2: truncated commands are not accepted', async () => {
    for (const envelope of [dsml('rm -rf build'), hermes('rm -rf build')]) {
      for (let end = 1; end < envelope.length; end += end < 20 || end > envelope.length - 60 ? 1 : 9) {
        const seen = await streamed(dialect, `I clean up.\n${envelope.slice(0, end)}`, wholeText);
        expect([end, seen.calls]).toEqual([end, []]);
      }
      expect((await streamed(dialect, `I clean up.\n${envelope}`, wholeText)).calls).toMatchObject([{ name: 'bash' }]);
    }
  });

  test('3: contents and types of arguments do not change', async () => {
    const content = 'Use <tool_calls> and ｜＜Ｘ＞ “x” & &lt; </tool_calls>\n  007 ';
    for (const cut of cuts) {
      const marked = await streamed(dialect, dsmlOf('set_flag', { name: content, value: 'false' }), cut);
      expect(marked.calls.map((call) => JSON.parse(call.arguments) as unknown)).toEqual([{ name: content, value: 'false' }]);
      const raw = '{"name":  "\\u00e9 </tool_call> <tool_calls>", "value": "1e5"}';
      const json = await streamed(dialect, `<tool_call>\n{"name": "set_flag", "arguments": ${raw}}\n</tool_call>`, cut);
      expect(json.calls.map((call) => call.arguments)).toEqual([raw]);
    }
  });

  test('4: recovered markup is not seen while it streams', async () => {
    for (const envelope of [dsml('ls'), hermes('ls')])
      for (const cut of cuts) {
        const seen = await streamed(dialect, `Let me look.\n${envelope}`, cut);
        expect(seen.calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown])).toEqual([['bash', { command: 'ls' }]]);
        expect([seen.text.trim(), seen.complaints]).toEqual(['Let me look.', []]);
        // Every piece that ever arrived, put together in every way a screen could show it.
        for (let shown = 1; shown <= seen.pieces.length; shown += 1)
          expect(read(dialect, seen.pieces.slice(0, shown).join('')).text).not.toMatch(MARKUP);
        expect(seen.bytes).not.toMatch(/DSML|<\/?tool_call>/);
        if (cut === everyCharacter) expect(seen.pieces.length).toBeGreaterThan(2);
      }
  });

  test('5: identical calls have ids of their own, and each gets its result', async () => {
    const both = `${dsml('ls')}\n${dsml('ls')}`;
    const { calls } = await streamed(dialect, both);
    expect(calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown])).toEqual([
      ['bash', { command: 'ls' }],
      ['bash', { command: 'ls' }],
    ]);
    const ids = calls.map((call) => call.id);
    expect(new Set(ids).size).toBe(2);
    // A repeated reply over the same history keeps its ids: the prompt's prefix stays as it was.
    expect((await streamed(dialect, both, wholeText)).calls.map((call) => call.id)).toEqual(ids);
    const next = JSON.stringify(withResults(dialect, calls));
    await ask(`${gateway.url}${paths[dialect]}`, { method: 'POST', body: next });
    expect(upstream.seen.at(-1)?.body.toString('utf8')).toBe(next);
    expect(gateway.journal.of('history-repaired')).toEqual([]);
    expect(gateway.journal.of('tool-result-seen').map((entry) => entry.callId)).toEqual(ids);
  });
});

/** The next request of an agent that ran the calls: one result for each id. */
function withResults(dialect: Dialect, calls: Seen['calls']): Record<string, unknown> {
  const { messages, input, ...rest } = requestOf(dialect, [bash, flag]) as { messages?: unknown[]; input?: unknown[] };
  const said = (text: string) => ({ role: 'user', content: text });
  switch (dialect) {
    case 'openai-chat':
      return {
        ...rest,
        messages: [
          ...(messages ?? []),
          {
            role: 'assistant',
            content: null,
            tool_calls: calls.map(({ id, name, arguments: args }) => ({ id, type: 'function', function: { name, arguments: args } })),
          },
          ...calls.map(({ id }, at) => ({ role: 'tool', tool_call_id: id, content: `result ${at}` })),
        ],
      };
    case 'anthropic-messages':
      return {
        ...rest,
        messages: [
          ...(messages ?? [said('x')]),
          {
            role: 'assistant',
            content: calls.map(({ id, name, arguments: args }) => ({ type: 'tool_use', id, name, input: JSON.parse(args) as unknown })),
          },
          { role: 'user', content: calls.map(({ id }, at) => ({ type: 'tool_result', tool_use_id: id, content: `result ${at}` })) },
        ],
      };
    case 'openai-responses':
      return {
        ...rest,
        input: [
          ...(input ?? []),
          ...calls.map(({ id, name, arguments: args }) => ({ type: 'function_call', call_id: id, name, arguments: args })),
          ...calls.map(({ id }, at) => ({ type: 'function_call_output', call_id: id, output: `result ${at}` })),
        ],
      };
  }
}
