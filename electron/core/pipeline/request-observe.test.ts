import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { healingSwitch } from '../healing/heal-call.ts';
import { OBSERVE_RULE } from '../healing/observe/observe-rule.ts';
import { messagesOf, pairingFaults, type SessionStep } from '../testing/history-session.ts';
import { bodyOf, listKey, RequestBench, sentMessages } from '../testing/request-bench.ts';
import { isOwnCallId } from '../turn/own-call-id.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'openai-responses', 'anthropic-messages'];
const on: Partial<Settings> = { healing: { 'observe-then-retry': 'on' } };

const unread = '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>';
/** Spelled as the model wrote it: spaces, escapes. */
const edit = '{"file_path": "/srv/a.ts", "old_string": "a\\u00e9", "new_string": "b"}';

const parameters = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: [...names],
});
/** Claude Code's tools, in the form of each dialect at once. */
const tool = (name: string, schema: JsonObject): JsonObject => ({
  type: 'function',
  name,
  parameters: schema,
  function: { name, parameters: schema },
});
const tools = [
  tool('Bash', parameters('command')),
  tool('BashOutput', parameters('bash_id')),
  tool('Edit', parameters('file_path', 'old_string', 'new_string')),
  tool('MultiEdit', { type: 'object', properties: { file_path: { type: 'string' }, edits: { type: 'array' } } }),
  tool('Write', parameters('file_path', 'content')),
  tool('Read', { ...parameters('file_path'), properties: { file_path: { type: 'string' }, limit: { type: 'integer' } } }),
  tool('Skill', parameters('skill')),
];
/** Anthropic has its own names for the same members. */
const toolsOf = (dialect: Dialect, list = tools): JsonObject[] =>
  dialect === 'anthropic-messages' ? list.map(({ name, parameters: schema }) => ({ name, input_schema: schema })) : list;

const failedEdit = (args = edit, result = unread, name = 'Edit'): SessionStep[] => [
  { type: 'user', text: 'Change it.' },
  { type: 'calls', calls: [{ id: 'call_1', name, arguments: args }] },
  { type: 'result', id: 'call_1', text: result },
];

interface Asked {
  readonly more?: JsonObject;
  readonly options?: Parameters<RequestBench['send']>[1];
}
const ask = (bench: RequestBench, steps: readonly SessionStep[], { more = {}, options = {} }: Asked = {}) =>
  bench.send(bodyOf(bench.dialect, messagesOf(bench.dialect, steps), { tools: toolsOf(bench.dialect), ...more }), {
    settings: on,
    ...options,
  });

/** What the agent has done with a reply of ours. */
const ran = (reply: ReturnType<typeof ask>['reply'], result: string): SessionStep[] => {
  const [call] = reply?.calls ?? [];
  if (call === undefined) throw new Error('no call was made');
  return [
    { type: 'calls', calls: [{ ...call }] },
    { type: 'result', id: call.id, text: result },
  ];
};

describe.each(dialects)('%s', (dialect) => {
  /** An Anthropic agent keeps arguments parsed. */
  const asSent = dialect === 'anthropic-messages' ? JSON.stringify(JSON.parse(edit)) : edit;

  test('read, then the same edit byte for byte, once; then all goes on, and the history only grew', () => {
    const bench = new RequestBench(dialect);
    const first = ask(bench, failedEdit());
    expect(first.reply?.calls).toEqual([{ id: expect.any(String) as string, name: 'Read', arguments: '{"file_path":"/srv/a.ts"}' }]);
    expect(isOwnCallId(first.reply?.calls[0]?.id ?? '')).toBe(true);
    expect(first.records.map(({ entry }) => entry)).toContainEqual(
      expect.objectContaining({ type: 'tool-call-made', rule: 'observe-then-retry', step: 'read', of: 'call_1' }),
    );
    bench.restart();

    const afterRead = [...failedEdit(), ...ran(first.reply, '1\taé')];
    const second = ask(bench, afterRead);
    expect(second.reply?.calls).toEqual([{ id: expect.any(String) as string, name: 'Edit', arguments: asSent }]);
    expect(second.records.map(({ entry }) => entry)).toContainEqual(expect.objectContaining({ type: 'tool-call-made', step: 'repeat' }));
    expect(second.records.map(({ entry }) => entry)).toContainEqual(expect.objectContaining({ type: 'tool-result-seen', made: true }));

    const afterEdit = [...afterRead, ...ran(second.reply, 'The file /srv/a.ts has been updated.')];
    const third = ask(bench, afterEdit);
    expect(third.reply).toBeUndefined();
    const sent = sentMessages(dialect, third.body);
    expect(pairingFaults(dialect, (JSON.parse(third.body) as JsonObject)[listKey(dialect)] as JsonObject[])).toEqual([]);
    bench.restart();
    const fourth = ask(bench, [...afterEdit, { type: 'say', text: 'Done.' }, { type: 'user', text: 'Thanks.' }]);
    expect(sentMessages(dialect, fourth.body).slice(0, sent.length)).toEqual(sent);
    expect(sent.join('\n')).toContain('EI/FS_NOT_OBSERVED/001');
  });

  test('the same request gets the same reply, and it is recorded once', () => {
    const bench = new RequestBench(dialect);
    const first = ask(bench, failedEdit());
    const again = ask(bench, failedEdit());
    expect(again.reply).toEqual(first.reply);
    expect(again.records).toEqual([]);
  });

  test('the repeated edit fails again: it is the model’s turn', () => {
    const bench = new RequestBench(dialect);
    const afterRead = [...failedEdit(), ...ran(ask(bench, failedEdit()).reply, '1\tb')];
    const afterEdit = [...afterRead, ...ran(ask(bench, afterRead).reply, unread)];
    expect(ask(bench, afterEdit).reply).toBeUndefined();
    // And the model's own next try on that file is not read for once more.
    const next: SessionStep[] = [
      { type: 'calls', calls: [{ id: 'call_9', name: 'Edit', arguments: edit }] },
      { type: 'result', id: 'call_9', text: unread },
    ];
    expect(ask(bench, [...afterEdit, ...next]).reply).toBeUndefined();
  });

  test.each([
    ['the read failed', '<tool_use_error>File does not exist.</tool_use_error>'],
    ['nothing came', ''],
  ])('%s: no edit, or only after a success', (_name, result) => {
    const bench = new RequestBench(dialect);
    const { reply } = ask(bench, [...failedEdit(), ...ran(ask(bench, failedEdit()).reply, result)]);
    expect(reply === undefined).toBe(result !== '');
  });

  test('without the stored edit nothing is repeated', () => {
    const bench = new RequestBench(dialect);
    const afterRead = [...failedEdit(), ...ran(ask(bench, failedEdit()).reply, '1\ta')];
    expect(ask(new RequestBench(dialect), afterRead).reply).toBeUndefined();
  });
});

describe('when it does not act', () => {
  const dialect: Dialect = 'openai-chat';
  const none = (steps: readonly SessionStep[], asked?: Asked): void => {
    expect(ask(new RequestBench(dialect), steps, asked).reply).toBeUndefined();
  };

  test.each<[string, Asked]>([
    ['off by default', { options: { settings: {} } }],
    ['asked for, which it cannot', { options: { settings: { healing: { 'observe-then-retry': 'ask' } } } }],
    ['thinking', { more: { thinking: { type: 'enabled', budget_tokens: 1024 } } }],
    ['adaptive thinking', { more: { thinking: { type: 'adaptive' } } }],
    ['reasoning effort', { more: { reasoning_effort: 'low' } }],
    ['a template that thinks', { more: { chat_template_kwargs: { enable_thinking: true } } }],
    ['several choices', { more: { n: 2 } }],
    ['structured output', { more: { response_format: { type: 'json_schema', json_schema: {} } } }],
    ['a forced tool', { more: { tool_choice: { type: 'function', function: { name: 'Edit' } } } }],
    ['no reading tool', { more: { tools: tools.filter(({ name }) => name !== 'Read') } }],
    [
      'a reading tool that needs more',
      { more: { tools: tools.map((one) => (one['name'] === 'Read' ? tool('Read', parameters('file_path', 'why')) : one)) } },
    ],
    ['the operator has words', { options: { settings: on, steers: ['wait'] } }],
    ['a title request', { options: { settings: on, turn: { side: true } } }],
    ['an isolated circuit', { options: { settings: on, turn: { orders: { isolated: true, closing: false } } } }],
  ])('%s', (_name, asked) => none(failedEdit(), asked));

  test.each<[string, SessionStep[]]>([
    ['a rewrite', failedEdit('{"file_path":"/srv/a.ts","content":"x"}', unread, 'Write')],
    ['no anchor', failedEdit('{"file_path":"/srv/a.ts","old_string":"","new_string":"x"}')],
    [
      'one part without an anchor',
      failedEdit('{"file_path":"/srv/a.ts","edits":[{"old_string":"a"},{"old_string":""}]}', unread, 'MultiEdit'),
    ],
    ['no path', failedEdit('{"old_string":"a","new_string":"b"}')],
    ['no JSON', failedEdit('{"file_path":"/srv/a.ts","old_string":"a"')],
    [
      'stale, not unread',
      failedEdit(
        edit,
        '<tool_use_error>File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.</tool_use_error>',
      ),
    ],
    ['another error', failedEdit(edit, '<tool_use_error>String to replace not found in file.</tool_use_error>')],
    ['a success', failedEdit(edit, 'The file /srv/a.ts has been updated.')],
    ['words of a person behind it', [...failedEdit(), { type: 'user', text: 'Stop, leave that file alone.' }]],
    ['the model has spoken since', [...failedEdit(), { type: 'say', text: 'I read it first.' }]],
    ['a result that is not there', failedEdit().slice(0, 2)],
  ])('%s', (_name, steps) => none(steps));

  test('two edits that failed', () =>
    none([
      { type: 'calls', calls: ['a', 'b'].map((id) => ({ id, name: 'Edit', arguments: edit })) },
      { type: 'result', id: 'a', text: unread },
      { type: 'result', id: 'b', text: unread },
    ]));

  test('thinking stands in the history', () => {
    const messages = messagesOf(dialect, failedEdit()).map((one) =>
      one['role'] === 'assistant' ? { ...one, reasoning_content: 'Hm.' } : one,
    );
    const { reply } = new RequestBench(dialect).send(bodyOf(dialect, messages, { tools }), { settings: on });
    expect(reply).toBeUndefined();
  });
});

test('the console shows it as off by default, whatever other review rules do', () => {
  expect(healingSwitch(OBSERVE_RULE, { healing: {} })).toBe('off');
  expect(healingSwitch(OBSERVE_RULE, { healing: { [OBSERVE_RULE.id]: 'on' } })).toBe('on');
});

describe('when it acts', () => {
  const acts = (steps: readonly SessionStep[], asked?: Asked): void => {
    expect(ask(new RequestBench('openai-chat'), steps, asked).reply?.calls[0]?.name).toBe('Read');
  };
  test.each<[string, Asked]>([
    [
      'thinking switched off',
      { more: { thinking: { type: 'disabled' }, reasoning_effort: 'none', chat_template_kwargs: { enable_thinking: false } } },
    ],
  ])('%s', (_name, asked) => acts(failedEdit(), asked));
  test('beside calls that worked', () =>
    acts([
      {
        type: 'calls',
        calls: [
          { id: 'a', name: 'Bash', arguments: '{"command":"ls"}' },
          { id: 'b', name: 'Edit', arguments: edit },
        ],
      },
      { type: 'result', id: 'a', text: 'a.ts' },
      { type: 'result', id: 'b', text: unread },
    ])); // prettier-ignore
  test('the agent’s own words behind the result', () =>
    acts([...failedEdit(), { type: 'user', text: '<system-reminder>The date changed.</system-reminder>' }]));
  test('several parts, each with its anchor', () =>
    acts(
      failedEdit(
        '{"file_path":"/srv/a.ts","edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":"d"}]}',
        unread,
        'MultiEdit',
      ),
    ));
});
