import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/json.ts';
import { responsesEvents, type ScriptedItem, sourcedOf } from '../../testing/responses-stream.ts';
import type { Reply, ReplyCall } from '../../turn/turn.ts';
import { openAiResponsesCodec as codec } from './codec.ts';

const decode = (raw: string) => {
  const decoded = codec.decodeRequest(JSON.parse(raw) as JsonObject, raw);
  if (!decoded.ok) throw new Error(decoded.error.detail);
  return decoded.value;
};
const request = (members: JsonObject) => decode(JSON.stringify({ model: 'm', input: 'hi', ...members }));

describe('decodeRequest', () => {
  it.each<[string, JsonObject]>([
    ['no input', { model: 'm' }],
    ['input of another kind', { model: 'm', input: { a: 1 } }],
    ['model of another kind', { model: 1, input: 'x' }],
    ['messages', { model: 'm', messages: [] }],
  ])('invalid: %s', (_name, body) => {
    expect(codec.decodeRequest(body, JSON.stringify(body))).toMatchObject({ ok: false, error: { code: 'malformed-request' } });
  });
  it('reads the plain facts', () => {
    expect(request({})).toMatchObject({
      model: 'm',
      stream: false,
      tools: [],
      openToolSet: false,
      singleCall: false,
      structuredOutput: false,
      choices: 1,
      background: false,
      serverHeld: false,
      history: [{ type: 'user', index: 0, text: 'hi' }],
    });
    expect(
      request({ stream: true, parallel_tool_calls: false, background: true, text: { format: { type: 'json_schema' } } }),
    ).toMatchObject({ stream: true, singleCall: true, background: true, structuredOutput: true });
    expect(request({ text: { format: { type: 'text' } } }).structuredOutput).toBe(false);
  });
  it.each<JsonObject>([
    { previous_response_id: 'resp_1' },
    { conversation: 'conv_1' },
    { prompt: { id: 'p' } },
    { input: [{ type: 'item_reference', id: 'msg_1' }] },
  ])('server-held: %j', (members) => {
    expect(request(members).serverHeld).toBe(true);
  });
  it.each<JsonObject>([{ previous_response_id: null }, { conversation: null }])('not server-held: %j', (members) => {
    expect(request(members).serverHeld).toBe(false);
  });
  it('finds the conversation keys', () => {
    expect(request({ prompt_cache_key: 'k', user: 'u', metadata: { thread: 't', n: 1 } }).keys).toEqual({
      prompt_cache_key: 'k',
      user: 'u',
      'metadata.thread': 't',
    });
  });
});

describe('tools', () => {
  const tools = [
    { type: 'function', name: 'exec', description: 'd', parameters: { type: 'object' } },
    { type: 'custom', name: 'apply_patch', format: { type: 'grammar' } },
    { type: 'namespace', name: 'agents', tools: [{ type: 'function', name: 'spawn', parameters: {} }] },
    { type: 'web_search' },
    { type: 'mcp', server_label: 'docs' },
    { type: 'function', name: 'later', defer_loading: true },
  ];
  it('are all advertised, each with its kind', () => {
    const read = request({ tools });
    expect(read.tools.map((tool) => [tool.name, tool.kind])).toEqual([
      ['exec', 'function'],
      ['apply_patch', 'custom'],
      ['spawn', 'function'],
      ['web_search', 'server'],
      ['docs', 'mcp'],
      ['later', 'deferred'],
    ]);
    expect(read.tools[0]).toEqual({ name: 'exec', kind: 'function', description: 'd', schema: { type: 'object' } });
    expect(read.openToolSet).toBe(true);
    expect(request({ tools: tools.slice(0, 4) }).openToolSet).toBe(false);
  });
  it.each<[string | JsonObject, string[]]>([
    ['auto', ['exec', 'apply_patch', 'spawn']],
    ['required', ['exec', 'apply_patch', 'spawn']],
    ['none', []],
    [{ type: 'function', name: 'exec' }, ['exec']],
    [{ type: 'custom', name: 'apply_patch' }, ['apply_patch']],
    [{ type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'spawn' }] }, ['spawn']],
    [{ type: 'web_search' }, []],
  ])('narrowed by %j', (tool_choice, expected) => {
    expect(request({ tools: tools.slice(0, 3), tool_choice }).tools.map((tool) => tool.name)).toEqual(expected);
  });
  it('that a search loaded count', () => {
    const read = request({
      tools: [{ type: 'tool_search' }],
      input: [{ type: 'tool_search_output', tools: [{ type: 'function', name: 'found' }] }],
    });
    expect(read.tools.map((tool) => tool.name)).toEqual(['tool_search', 'found']);
    expect(read.openToolSet).toBe(true);
  });
});

describe('history', () => {
  it('joins neighbours of the assistant and keeps places', () => {
    const raw =
      '{"model":"m","instructions":"sys","input":[{"role":"developer","content":"d"},{"role":"user","content":[{"type":"input_text","text":"a"},{"type":"input_image"},{"type":"input_text","text":"b"}]},' +
      '{"type":"reasoning","summary":[{"type":"summary_text","text":"r"}],"encrypted_content":"e"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"t"}]},' +
      '{"type":"function_call","call_id":"c1","name":"run","arguments":"{\\"a\\": 1.0}"},{"type":"custom_tool_call","call_id":"c2","name":"patch","input":"raw"},{"type":"function_call","call_id":"c3","name":"run","arguments":{"n": 1.0}},{"type":"web_search_call","id":"ws"},' +
      '{"type":"function_call_output","call_id":"c1","output":"o1"},{"type":"custom_tool_call_output","call_id":"c2","output":[{"type":"input_text","text":"o2"}]},3,{"role":"user","content":"go"}]}';
    expect(decode(raw).history).toEqual([
      { type: 'system', index: -1, text: 'sys' },
      { type: 'system', index: 0, text: 'd' },
      { type: 'user', index: 1, text: 'a\nb' },
      {
        type: 'assistant',
        index: 2,
        text: 't',
        reasoning: 'r',
        calls: [
          { id: 'c1', name: 'run', kind: 'function', arguments: '{"a": 1.0}' },
          { id: 'c2', name: 'patch', kind: 'custom', arguments: 'raw' },
          { id: 'c3', name: 'run', kind: 'function', arguments: '{"n": 1.0}' },
          { id: 'ws', name: 'web_search_call', kind: 'server', arguments: '' },
        ],
      },
      { type: 'results', index: 8, results: [{ callId: 'c1', text: 'o1', isError: undefined }] },
      { type: 'results', index: 9, results: [{ callId: 'c2', text: 'o2', isError: undefined }] },
      { type: 'user', index: 11, text: 'go' },
    ]);
  });
});

describe('encodeReask', () => {
  const call = (id: string, args: string): ReplyCall => ({
    key: id,
    choice: 0,
    id,
    name: 'run',
    kind: 'function',
    arguments: args,
    complete: true,
  });
  const reply = (text: string, calls: readonly ReplyCall[]): Reply => ({
    text,
    reasoning: '',
    calls,
    finish: 'calls',
    usage: { input: undefined, output: undefined },
  });
  const sources = (items: readonly ScriptedItem[]) => sourcedOf(codec.createDecoder(), responsesEvents(items));
  const script: ScriptedItem[] = [
    { type: 'reasoning', deltas: ['r'], encrypted: 'enc' },
    { type: 'message', deltas: ['t'] },
    { type: 'function_call', id: 'c1', name: 'run', deltas: ['{"a":'] },
    { type: 'function_call', id: 'c2', name: 'run', deltas: ['{"n": 1.0}'] },
  ];
  const answers = [
    { callId: 'c1', name: 'run', text: 'fix it' },
    { callId: 'c2', name: 'run', text: 'not run' },
  ];
  it('adds the reply and its answers behind the input, all else byte for byte', () => {
    const raw = '{ "model":"m", "input" : [ {"role":"user","content":"go"} ] , "x":1.0}';
    const body = codec.encodeReask(raw, {
      reply: reply('t', [call('c1', '{"a":'), call('c2', '{"n": 1.0}')]),
      sources: sources(script),
      answers,
      userText: undefined,
    });
    const added = body.slice(raw.indexOf(' ] , "x"'), body.length - ' ] , "x":1.0}'.length);
    expect(body).toBe(`${raw.slice(0, raw.indexOf(' ] , "x"'))}${added} ] , "x":1.0}`);
    expect(JSON.parse(`[null${added}]`)).toEqual([
      null,
      { id: 'rea_0', type: 'reasoning', summary: [{ type: 'summary_text', text: 'r' }], encrypted_content: 'enc' },
      expect.objectContaining({ id: 'mes_1', type: 'message' }),
      expect.objectContaining({ call_id: 'c1', arguments: '{"INVALID_JSON":"{\\"a\\":"}' }),
      expect.objectContaining({ call_id: 'c2', arguments: '{"n": 1.0}' }),
      { type: 'function_call_output', call_id: 'c1', output: 'fix it' },
      { type: 'function_call_output', call_id: 'c2', output: 'not run' },
    ]);
  });
  it('makes a list of a text input, and items of what no frame told whole', () => {
    const body = codec.encodeReask('{"input":"g\\u006f","model":"m"}', {
      reply: reply('t', [call('c1', '')]),
      sources: [],
      answers: answers.slice(0, 1),
      userText: undefined,
    });
    expect(body.startsWith('{"input":[{"role":"user","content":"g\\u006f"},{"type":"message"')).toBe(true);
    expect((JSON.parse(body) as { input: unknown[] }).input.slice(1)).toEqual([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 't' }] },
      { type: 'function_call', call_id: 'c1', name: 'run', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'fix it' },
    ]);
  });
  it('answers a leak with a user message', () => {
    const body = codec.encodeReask('{"input":[],"model":"m"}', {
      reply: reply('<tool>', []),
      sources: sources([{ type: 'message', deltas: ['<tool>'] }]),
      answers: [],
      userText: 'call it',
    });
    expect((JSON.parse(body) as { input: JsonObject[] }).input.map((item) => item['role'])).toEqual(['assistant', 'user']);
  });
  it('leaves out reasoning that a server which stores nothing would refuse', () => {
    const bare: ScriptedItem[] = [
      { type: 'reasoning', deltas: ['r'] },
      { type: 'message', deltas: ['t'] },
    ];
    const ask = (store: string) =>
      codec.encodeReask(`{"input":[],"store":${store}}`, { reply: reply('t', []), sources: sources(bare), answers: [], userText: 'u' });
    expect(ask('false')).not.toContain('reasoning');
    expect(ask('true')).toContain('reasoning');
  });
});
