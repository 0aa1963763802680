import { describe, expect, test } from 'vitest';
import type { AdvertisedTool, TurnRequest } from '../turn/turn.ts';
import { realUserText, stableResultText } from './agent-text.ts';
import { agentProfiles, genericAgent } from './profiles/index.ts';
import { recogniseAgent, sessionKeyOf, threadKeyOf } from './recognise-agent.ts';
import { sideEffectOf } from './side-effect.ts';

const tool = (name: string): AdvertisedTool => ({ name, kind: 'function', description: '', schema: undefined });
const request = (tools: readonly string[], keys: Readonly<Record<string, string>> = {}): TurnRequest => ({
  dialect: 'openai-chat',
  model: 'm',
  stream: true,
  tools: tools.map(tool),
  openToolSet: false,
  singleCall: false,
  structuredOutput: false,
  choices: 1,
  background: false,
  serverHeld: false,
  stopSequences: [],
  history: [],
  keys,
  body: {},
});
const profile = (id: string) => agentProfiles.find((one) => one.id === id) ?? genericAgent;

describe('recognition', () => {
  test.each([
    [{ 'user-agent': 'claude-cli/2.1.197 (external, cli)' }, [], 'claude-code'],
    [{ 'user-agent': 'codex_exec/0.171.0 (Debian)' }, [], 'codex'],
    [{ 'user-agent': 'opencode/1.18.33', 'x-title': 'Kilo Code' }, [], 'kilo'],
    [{ 'user-agent': 'OpenAI/JS 6.1' }, ['read_files', 'run_commands', 'editor', 'team_x'], 'cline'],
    [{}, ['Read', 'Write', 'List', 'Bash', 'Fetch'], 'continue'],
    [{}, ['exec_command', 'write_stdin', 'view_image'], 'codex'],
    [{}, ['bash', 'read'], 'generic'],
    [{ 'user-agent': 'my claude-cli/ clone' }, [], 'generic'],
    [{}, [], 'generic'],
  ])('%j %j is %s', (headers, tools, id) => expect(recogniseAgent(headers, request(tools)).id).toBe(id));
});

describe('session', () => {
  test.each([
    [{ 'x-signalbox-session': 's', 'x-claude-code-session-id': 'c' }, {}, 's'],
    [{ 'x-claude-code-session-id': 'c', 'x-session-id': 'x' }, { 'metadata.user_id': 'u' }, 'c'],
    [{ 'x-session-id': 'x' }, {}, 'x'],
    [{ 'x-session-id': ' ' }, { 'metadata.user_id': 'u' }, 'u'],
    [{}, { prompt_cache_key: 'p' }, 'p'],
    [{ 'x-session-id': 'x'.repeat(513) }, {}, undefined],
    [{}, {}, undefined],
  ])('%j %j is %s', (headers, keys, session) => expect(sessionKeyOf(headers, request([], keys), profile('claude-code'))).toBe(session));
  test('a thread is named by the agent id header', () => {
    expect(threadKeyOf({ 'thread-id': 't' }, profile('codex'))).toBe('t');
    expect(threadKeyOf({}, profile('codex'))).toBeUndefined();
  });
});

describe('side effects', () => {
  test.each([
    ['claude-code', 'Read', 'reads'],
    ['claude-code', 'Bash', 'writes'],
    ['claude-code', 'WebSearch', 'writes'],
    ['generic', 'read_file', 'reads'],
    ['generic', 'listDirectory', 'reads'],
    ['generic', 'mcp__delete_server__get_row', 'reads'],
    ['generic', 'get_and_remove_row', 'writes'],
    ['generic', 'checkout', 'unknown'],
    ['generic', 'run_command', 'writes'],
    ['generic', 'write_file', 'writes'],
    ['generic', 'frobnicate', 'unknown'],
    ['generic', 'constructor', 'unknown'],
    ['generic', '', 'unknown'],
  ])('%s %s %s', (id, name, effect) => expect(sideEffectOf(name, profile(id))).toBe(effect));
});

describe('what a person wrote', () => {
  test.each([
    ['please go on', 'please go on'],
    ['<environment_details>\ncwd\n</environment_details>', ''],
    ['<system-reminder>a</system-reminder>\nfix it <system-reminder>b</system-reminder>', 'fix it'],
    ['<system-reminder>cut off', ''],
    ['talk about <b>system-reminder</b>', 'talk about <b>system-reminder</b>'],
  ])('%j leaves %j', (text, left) => expect(realUserText(text, profile('claude-code'))).toBe(left));
});

test('volatile parts of results do not count', () => {
  const result = (id: string) => `Chunk ID: ${id}\nWall time: 0.${id} s\nProcess exited with code 3\nChunk ID is a word`;
  expect(stableResultText(result('1'), profile('codex'))).toBe(stableResultText(result('2'), profile('codex')));
  expect(stableResultText(result('1'), profile('codex'))).toContain('code 3');
});

test('ids are unique and every volatile pattern is global', () => {
  expect(new Set(agentProfiles.map((one) => one.id)).size).toBe(agentProfiles.length);
  expect(agentProfiles.flatMap((one) => one.volatile).filter((pattern) => !pattern.global)).toEqual([]);
});
