import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/json.ts';
import { decodeAll, framesOf } from '../../testing/wire-frames.ts';
import type { Reply, ReplyCall, TurnRequest } from '../../turn/turn.ts';
import { openAiChatCodec } from './codec.ts';

function read(body: JsonObject | string): TurnRequest {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  const result = openAiChatCodec.decodeRequest(JSON.parse(raw) as JsonObject, raw);
  if (!result.ok) throw new Error(result.error.detail);
  return result.value;
}
const MESSAGES = [{ role: 'user', content: 'hi' }];
const tool = (name: string) => ({ type: 'function', function: { name, description: 'd', parameters: { type: 'object' } } });
const names = (request: TurnRequest): string[] => request.tools.map((each) => `${each.kind} ${each.name}`);

describe('decodeRequest', () => {
  it.each([{}, { messages: 'x' }, { messages: {}, model: 'm' }, { messages: [], model: 7 }])('refuses %j', (body) => {
    expect(openAiChatCodec.decodeRequest(body as JsonObject, JSON.stringify(body))).toMatchObject({
      ok: false,
      error: { code: 'malformed-request' },
    });
  });
  it.each<[string, JsonObject, string[]]>([
    ['functions', { tools: [tool('a'), tool('b')] }, ['function a', 'function b']],
    ['flat functions', { tools: [{ type: 'function', name: 'a' }] }, ['function a']],
    ['custom', { tools: [{ type: 'custom', custom: { name: 'patch' } }] }, ['custom patch']],
    ['legacy functions', { functions: [{ name: 'a', parameters: {} }] }, ['function a']],
    ['unknown kinds are the server’s', { tools: [{ type: 'web_search' }] }, ['server web_search']],
    ['deferred', { tools: [{ ...tool('a'), defer_loading: true }] }, ['deferred a']],
    ['none', { tools: [tool('a')], tool_choice: 'none' }, []],
    ['legacy none', { functions: [{ name: 'a' }], function_call: 'none' }, []],
    ['required', { tools: [tool('a')], tool_choice: 'required' }, ['function a']],
    ['forced', { tools: [tool('a'), tool('b')], tool_choice: { type: 'function', function: { name: 'b' } } }, ['function b']],
    [
      'allowed',
      { tools: [tool('a'), tool('b')], tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [tool('a')] } } },
      ['function a'],
    ],
    ['no tools', {}, []],
    ['junk', { tools: [null, 5, 'x'] as never }, []],
  ])('tools: %s', (_, more, expected) => {
    expect(names(read({ messages: MESSAGES, ...more }))).toEqual(expected);
  });
  it('flags', () => {
    const request = read({
      messages: MESSAGES,
      model: 'm',
      stream: true,
      parallel_tool_calls: false,
      n: 2,
      stop: 'END',
      user: 'u',
      prompt_cache_key: 'k',
      response_format: { type: 'json_schema' },
      metadata: { user_id: 'x' },
      tools: [{ ...tool('a'), defer_loading: true }],
    });
    expect(request).toMatchObject({
      dialect: 'openai-chat',
      model: 'm',
      stream: true,
      singleCall: true,
      choices: 2,
      stopSequences: ['END'],
      structuredOutput: true,
      openToolSet: true,
      serverHeld: false,
      background: false,
      keys: { user: 'u', prompt_cache_key: 'k', 'metadata.user_id': 'x' },
    });
    expect(read({ messages: MESSAGES, stop: ['a', 'b'] })).toMatchObject({
      stopSequences: ['a', 'b'],
      choices: 1,
      structuredOutput: false,
      singleCall: false,
    });
  });
  it('history keeps argument text as it is', () => {
    const raw = `{"messages":[{"role":"developer","content":"s"},{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url"},{"type":"text","text":"b"}]},
      {"role":"assistant","content":null,"reasoning_content":"r","tool_calls":[{"id":"1","function":{"name":"f","arguments":"{ }"}},{"id":"2","function":{"name":"f","arguments":{ "n": 12345678901234567890 }}},{"id":"3","type":"custom","custom":{"name":"p","input":"x"}}]},
      {"role":"tool","tool_call_id":"1","content":"ok"},{"role":"assistant","content":"","function_call":{"name":"g","arguments":"{}"}},{"role":"function","name":"g","content":"done"}]}`;
    expect(read(raw).history).toEqual([
      { type: 'system', index: 0, text: 's' },
      { type: 'user', index: 1, text: 'a\nb' },
      {
        type: 'assistant',
        index: 2,
        text: '',
        reasoning: 'r',
        calls: [
          { id: '1', name: 'f', arguments: '{ }', kind: 'function' },
          { id: '2', name: 'f', arguments: '{ "n": 12345678901234567890 }', kind: 'function' },
          { id: '3', name: 'p', arguments: 'x', kind: 'custom' },
        ],
      },
      { type: 'results', index: 3, results: [{ callId: '1', text: 'ok', isError: undefined }] },
      { type: 'assistant', index: 4, text: '', reasoning: '', calls: [{ id: 'g', name: 'g', arguments: '{}', kind: 'function' }] },
      { type: 'results', index: 5, results: [{ callId: 'g', text: 'done', isError: undefined }] },
    ]);
  });
});

describe('encodeReask', () => {
  const raw = '{ "messages": [ {"role":"user","content":"hi"} ], "n": 12345678901234567890 }';
  const call = (id: string, args: string): ReplyCall => ({
    key: `0/${id}`,
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
  const added = (body: string): unknown[] => (JSON.parse(body) as { messages: unknown[] }).messages.slice(1);

  it('a leak: the text as it was, then the guidance', () => {
    const body = openAiChatCodec.encodeReask(raw, { reply: reply({ text: '<call>' }), sources: [], answers: [], userText: 'again' });
    expect(added(body)).toEqual([
      { role: 'assistant', content: '<call>' },
      { role: 'user', content: 'again' },
    ]);
    expect(body.startsWith('{ "messages": [ {"role":"user","content":"hi"},')).toBe(true);
    expect(body.endsWith('], "n": 12345678901234567890 }')).toBe(true);
  });
  it('native calls: each with its result, unreadable arguments wrapped, reasoning under its own name', () => {
    const chunk = (delta: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
    const sources = decodeAll(
      openAiChatCodec,
      framesOf(chunk({ reasoning_content: 'a' }) + chunk({ reasoning_content: 'b', reasoning_details: [{ signature: 's' }] })),
    );
    const calls = [call('1', '{"n": 12345678901234567890}'), call('2', '{"a'), call('3', '')];
    const body = openAiChatCodec.encodeReask(raw, {
      reply: reply({ calls }),
      sources,
      answers: [{ callId: '2', name: 'f', text: 'fix' }],
      userText: undefined,
    });
    expect(added(body)).toMatchObject([
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'ab',
        reasoning_details: [{ signature: 's' }],
        tool_calls: [
          { id: '1', function: { arguments: '{"n": 12345678901234567890}' } },
          { id: '2', function: { arguments: '{"INVALID_JSON":"{\\"a"}' } },
          { id: '3', function: { arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: '1' },
      { role: 'tool', tool_call_id: '2', content: 'fix' },
      { role: 'tool', tool_call_id: '3' },
    ]);
  });
  it('calls without ids get some', () => {
    const body = openAiChatCodec.encodeReask(raw, {
      reply: reply({ calls: [call('', '{')] }),
      sources: [],
      answers: [{ callId: '', name: 'f', text: 'fix' }],
      userText: undefined,
    });
    expect(added(body)).toMatchObject([{ tool_calls: [{ id: 'call_reask0' }] }, { tool_call_id: 'call_reask0', content: 'fix' }]);
  });
  it('nothing was said: only the guidance', () => {
    const body = openAiChatCodec.encodeReask('{"messages":[]}', { reply: reply({}), sources: [], answers: [], userText: 'again' });
    expect(body).toBe('{"messages":[{"role":"user","content":"again"}]}');
  });
});
