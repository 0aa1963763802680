import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/json.ts';
import { decodeAll, framesOf } from '../../testing/wire-frames.ts';
import type { Reply, ReplyCall, TurnRequest } from '../../turn/turn.ts';
import type { ReaskReply } from '../dialect.ts';
import { anthropicMessagesCodec } from './codec.ts';

function read(body: JsonObject | string): TurnRequest {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  const result = anthropicMessagesCodec.decodeRequest(JSON.parse(raw) as JsonObject, raw);
  if (!result.ok) throw new Error(result.error.detail);
  return result.value;
}
const MESSAGES = [{ role: 'user', content: 'hi' }];
const tool = (name: string, more: object = {}) => ({ name, input_schema: { type: 'object' }, ...more });
const names = (request: TurnRequest): string[] => request.tools.map((each) => `${each.kind} ${each.name}`);
const result = (content: unknown) => [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content }] }];

describe('decodeRequest', () => {
  it.each([{}, { messages: 'x' }, { messages: [], model: 7 }])('refuses %j', (body) => {
    expect(anthropicMessagesCodec.decodeRequest(body as JsonObject, JSON.stringify(body))).toMatchObject({ ok: false });
  });
  it.each<[string, object, string[], boolean]>([
    ['plain and custom', { tools: [tool('a'), tool('b', { type: 'custom' })] }, ['function a', 'function b'], false],
    ['run by the agent', { tools: [{ type: 'bash_20250124', name: 'bash' }] }, ['function bash'], false],
    ['run by the server', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, ['server web_search'], false],
    ['deferred', { tools: [tool('a', { defer_loading: true })] }, ['deferred a'], true],
    [
      'deferred and loaded',
      { tools: [tool('a', { defer_loading: true })], messages: result([{ type: 'tool_reference', tool_name: 'a' }]) },
      ['function a'],
      false,
    ],
    [
      'loaded by the server’s search',
      {
        tools: [tool('a', { defer_loading: true })],
        messages: [
          {
            role: 'assistant',
            content: [{ type: 'tool_search_tool_result', content: { tool_references: [{ type: 'tool_reference', tool_name: 'a' }] } }],
          },
        ],
      },
      ['function a'],
      false,
    ],
    [
      'loaded without a definition',
      { tools: [tool('b')], messages: result([{ type: 'tool_reference', tool_name: 'a' }]) },
      ['function b', 'function a'],
      false,
    ],
    ['MCP set', { tools: [{ type: 'mcp_toolset', mcp_server_name: 's' }] }, ['mcp s'], true],
    ['MCP servers', { tools: [tool('a')], mcp_servers: [{}] }, ['function a'], true],
    ['none', { tools: [tool('a')], mcp_servers: [{}], tool_choice: { type: 'none' } }, [], false],
    ['any', { tools: [tool('a')], tool_choice: { type: 'any' } }, ['function a'], false],
    ['forced', { tools: [tool('a'), tool('b')], tool_choice: { type: 'tool', name: 'b' } }, ['function b'], false],
    ['no tools', {}, [], false],
  ])('tools: %s', (_, more, expected, openSet) => {
    const request = read({ messages: MESSAGES, ...more });
    expect(names(request)).toEqual(expected);
    expect(request.openToolSet).toBe(openSet);
  });
  it('flags', () => {
    expect(
      read({
        messages: MESSAGES,
        model: 'm',
        stream: true,
        stop_sequences: ['X'],
        tool_choice: { type: 'auto', disable_parallel_tool_use: true },
        output_config: { format: { type: 'json_schema' } },
        thread: { type: 'continue', previous_message_id: 'p' },
        metadata: { user_id: 'u' },
      }),
    ).toMatchObject({
      dialect: 'anthropic-messages',
      model: 'm',
      stream: true,
      stopSequences: ['X'],
      singleCall: true,
      structuredOutput: true,
      serverHeld: true,
      choices: 1,
      keys: { 'metadata.user_id': 'u', 'thread.previous_message_id': 'p' },
    });
    expect(read({ messages: MESSAGES, thread: false, output_config: { effort: 'low' } })).toMatchObject({
      serverHeld: false,
      structuredOutput: false,
      keys: {},
    });
  });
  it('history keeps input text as it is; results come before the user’s words', () => {
    const raw = `{"system":[{"type":"text","text":"s"}], "messages" : [ {"role":"user","content":"hi"},
      {"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"x"},{"type":"text","text":"a"},{"type":"tool_use","id":"1","name":"f","input":{ "n": 12345678901234567890, "input":{"content":[{"input":1}]} }},{"type":"server_tool_use","id":"2","name":"w","input":{}},{"type":"text","text":"b"}]},
      {"role":"user","content":[{"type":"text","text":"next"},{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"r1"},{"type":"image"},{"type":"text","text":"r2"}],"is_error":true},{"type":"tool_result","tool_use_id":"2"}]} ] }`;
    expect(read(raw).history).toEqual([
      { type: 'system', index: -1, text: 's' },
      { type: 'user', index: 0, text: 'hi' },
      {
        type: 'assistant',
        index: 1,
        text: 'ab',
        reasoning: 't',
        calls: [
          { id: '1', name: 'f', arguments: '{ "n": 12345678901234567890, "input":{"content":[{"input":1}]} }', kind: 'function' },
          { id: '2', name: 'w', arguments: '{}', kind: 'server' },
        ],
      },
      {
        type: 'results',
        index: 2,
        results: [
          { callId: '1', text: 'r1\nr2', isError: true },
          { callId: '2', text: '', isError: undefined },
        ],
      },
      { type: 'user', index: 2, text: 'next' },
    ]);
  });
  it('law: past input text is found whatever stands around it', () => {
    const junk = fc.json();
    fc.assert(
      fc.property(fc.array(fc.tuple(junk, junk, fc.boolean()), { maxLength: 5 }), junk, (calls, other) => {
        const blocks = calls.map(
          ([before, input, spaced]) => `{"x":${before},"type":"tool_use",${spaced ? ' ' : ''}"input":${spaced ? ' ' : ''}${input}}`,
        );
        const raw = `{"a":${other},"messages":[${other},{"role":"assistant","y":${other},"content":[${other},${blocks.join(',')}${blocks.length > 0 ? ',' : ''}${other}]}],"input":${other}}`;
        const item = read(raw).history.find((each) => each.type === 'assistant');
        expect(item?.type === 'assistant' ? item.calls.slice(0, calls.length).map((call) => call.arguments) : []).toEqual(
          calls.map(([, input]) => input),
        );
      }),
    );
  });
});

describe('encodeReask', () => {
  const raw = '{ "messages": [ {"role":"user","content":"hi"} ], "n": 12345678901234567890 }';
  const event = (type: string, members: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
  const open = (index: number, block: object): string => event('content_block_start', { index, content_block: block });
  const delta = (index: number, piece: object): string => event('content_block_delta', { index, delta: piece });
  const call = (id: string, args: string): ReplyCall => ({
    key: id,
    choice: 0,
    id,
    name: 'f',
    kind: 'function',
    arguments: args,
    complete: true,
  });
  const reply = (more: Partial<Reply>): Reply => ({
    text: '',
    reasoning: '',
    calls: [],
    finish: 'calls',
    usage: { input: 1, output: 1 },
    ...more,
  });
  const ask = (more: Partial<ReaskReply>): string =>
    anthropicMessagesCodec.encodeReask(raw, { reply: reply({}), sources: [], answers: [], userText: undefined, ...more });
  const added = (body: string): unknown[] => (JSON.parse(body) as { messages: unknown[] }).messages.slice(1);

  it('a leak: the text as it was, then the guidance; the rest of the request is untouched', () => {
    const body = ask({ reply: reply({ text: '<call>' }), userText: 'again' });
    expect(added(body)).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: '<call>' }] },
      { role: 'user', content: [{ type: 'text', text: 'again' }] },
    ]);
    expect(body.startsWith('{ "messages": [ {"role":"user","content":"hi"},')).toBe(true);
    expect(body.endsWith('], "n": 12345678901234567890 }')).toBe(true);
  });
  it('thinking keeps its signature, calls their text; what is no object is wrapped; each call has its result', () => {
    const wire =
      open(0, { type: 'thinking', thinking: '', signature: '' }) +
      delta(0, { type: 'thinking_delta', thinking: 'hm' }) +
      delta(0, { type: 'signature_delta', signature: 'sig' }) +
      open(1, { type: 'redacted_thinking', data: 'zz' }) +
      open(2, { type: 'text', text: '' }) +
      open(3, { type: 'tool_use', id: '1', name: 'f', input: {} }) +
      delta(3, { type: 'input_json_delta', partial_json: '{"n": 12345678901234567890}' }) +
      open(4, { type: 'tool_use', id: '2', name: 'f', input: {} }) +
      delta(4, { type: 'input_json_delta', partial_json: '{"a' }) +
      open(5, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'w', input: {} });
    const body = ask({
      reply: reply({ text: 'words', calls: [call('1', '{"n": 12345678901234567890}'), call('2', '{"a')] }),
      sources: decodeAll(anthropicMessagesCodec, framesOf(wire)),
      answers: [{ callId: '2', name: 'f', text: 'fix' }],
    });
    expect(added(body)).toMatchObject([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          { type: 'redacted_thinking', data: 'zz' },
          { type: 'text', text: 'words' },
          { type: 'tool_use', id: '1' },
          { type: 'tool_use', id: '2', input: { INVALID_JSON: '{"a' } },
        ],
      },
      {
        role: 'user',
        content: [
          { tool_use_id: '1', is_error: true },
          { tool_use_id: '2', content: 'fix', is_error: true },
        ],
      },
    ]);
    expect(body).toContain('"input":{"n": 12345678901234567890}');
  });
  it('blocks of a JSON body go back as they came', () => {
    const thinking = '{"type":"thinking", "thinking":"hm","signature":"s"}';
    const sources = anthropicMessagesCodec.decodeBody(`{"content":[${thinking},{"type":"tool_use","id":"","name":"f","input":[1]}]}`) ?? [];
    const body = ask({ reply: reply({ calls: [call('', '[1]')] }), sources, answers: [{ callId: '', name: 'f', text: 'fix' }] });
    expect(body).toContain(thinking);
    expect(added(body)).toMatchObject([
      { content: [{}, { type: 'tool_use', id: 'toolu_reask0', input: { INVALID_JSON: '[1]' } }] },
      { content: [{ type: 'tool_result', tool_use_id: 'toolu_reask0', content: 'fix' }] },
    ]);
  });
  it('blank text is left out', () => {
    expect(added(ask({ reply: reply({ text: ' \n' }), userText: 'again' }))).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'again' }] },
    ]);
  });
});
