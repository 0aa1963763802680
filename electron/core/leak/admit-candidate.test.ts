import { describe, expect, test } from 'vitest';
import { functionTool, replyContext } from '../testing/reply-context.ts';
import { admitCandidate, effectiveClass } from './admit-call.ts';
import { LEAK_FORMATS } from './formats/index.ts';
import type { LeakFormat, ParsedCall, ParsedEnvelope } from './leak-format.ts';
import type { Candidate, ReplyContext } from './leak-verdict.ts';
import type { Region, ScanFacts } from './region.ts';
import { viewReply } from './reply-view.ts';

/** One candidate before the checks: what each of them says of it, alone. `+` passed, `-` failed, `.` skipped, in their order. */
const TEXT = '<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>';
const END = TEXT.length;
const tools = [functionTool('bash', { command: 'string', 'timeout?': 'integer' }), functionTool('ping')];
function format(id: string): LeakFormat {
  const found = LEAK_FORMATS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no format ${id}`);
  return found;
}
const call = (more: Partial<ParsedCall> = {}): ParsedCall => ({
  name: 'bash',
  arguments: '{"command": "ls"}',
  argumentsError: undefined,
  nativeId: undefined,
  span: { start: 0, end: END },
  otherReadings: [],
  ...more,
});
const complete = (calls: readonly ParsedCall[] = [call()], degraded = false): ParsedEnvelope => ({
  status: 'complete',
  start: 0,
  end: END,
  calls,
  degraded,
});
const incomplete = (...names: string[]): ParsedEnvelope => ({ status: 'incomplete', start: 0, end: END, names });
const malformed = (code: 'shape' | 'bad_arguments', ...names: string[]): ParsedEnvelope => ({
  status: 'malformed',
  start: 0,
  end: END,
  code,
  names,
  detail: 'what is wrong',
});

interface Given {
  readonly region?: Partial<Region>;
  readonly context?: Partial<ReplyContext>;
  readonly facts?: Partial<ScanFacts>;
}

function admitted(envelope: ParsedEnvelope, { region = {}, context = {}, facts = {} }: Given): Candidate {
  const own: Region = { format: format('hermes-json'), envelope, released: undefined, inThought: false, ...region };
  const all: ScanFacts = { text: TEXT, thoughts: [], fabricated: [], unread: [], ...facts, regions: [own, ...(facts.regions ?? [])] };
  return admitCandidate(own, viewReply(all, replyContext({ tools, ...context })));
}

const SIGN = { passed: '+', failed: '-', skipped: '.' } as const;
const marks = ({ checks }: Candidate): string => checks.map((check) => SIGN[check.state]).join('');
const sibling = (envelope: ParsedEnvelope): Region => ({ format: format('hermes-json'), envelope, released: undefined, inThought: false });

type Row = readonly [
  what: string,
  envelope: ParsedEnvelope,
  given: Given,
  marks: string,
  evidence?: readonly [check: number, words: RegExp],
];
const ROWS: readonly Row[] = [
  ['a whole call', complete(), {}, '++++++++++++++', [5, /^a listed spelling$/]],
  ['no call in it', complete([]), {}, '+++++..+.+++++', [9, /^no call was read$/]],
  ['a listed degraded spelling', complete([call()], true), {}, '++++++++++++-+', [5, /degraded/]],
  ['cut, a name was read', incomplete('bash'), {}, '+++-..+..+++++', [4, /ends before/]],
  ['cut, no name was read', incomplete(), {}, '+++-.....+++++', [7, /no name/]],
  ['not this shape', malformed('shape', 'bash'), {}, '++++-.+..+++++', [5, /what is wrong/]],
  ['no JSON', malformed('bad_arguments', 'bash'), {}, '+++++.+-.+++++', [8, /what is wrong/]],
  ['in a fence, not read further', incomplete('nope'), { region: { released: 'fenced' } }, '+-+......+.+++', [2, /fence/]],
  ['in a fence, whole', complete(), { region: { released: 'fenced' } }, '+-++++++++.+++', [11, /let go/]],
  ['in inline code', incomplete(), { region: { released: 'quoted' } }, '+-+......+.+++', [2, /inline code/]],
  ['cut, and prose follows', incomplete('bash'), { region: { released: 'prose' } }, '+++-..+..+-+++', [11, /text that answers/]],
  ['cut in a thought', incomplete('bash'), { region: { released: 'thought' } }, '+++-..+..+.+++'],
  ['beside a native call', complete(), { context: { hasNativeCall: true } }, '++-+++++++++++'],
  [
    'an opener before it that begins nothing',
    complete(),
    { facts: { text: `x\n${TEXT}`, unread: [{ start: -1, end: 0 }] } },
    '++++-+++++-+++',
    [5, /an opener before it/],
  ],
  [
    'such an opener, but this one was let go',
    complete(),
    { region: { released: 'prose' }, facts: { unread: [{ start: -1, end: 0 }], regions: [sibling(complete())] } },
    '++++++++++-+++',
  ],
  ['two readings', complete([call({ otherReadings: [{ name: 'bash', arguments: '{}' }] })]), {}, '+++++-++++++++', [6, /read in 2 ways/]],
  ['one call where one may leave', complete(), { context: { singleCall: true } }, '++++++++++++++', [6, /one reading/]],
  ['two calls', complete([call(), call()]), {}, '++++++++++++++', [6, /one reading/]],
  ['two calls where one may leave', complete([call(), call()]), { context: { singleCall: true } }, '+++++-++++++++', [6, /holds 2/]],
  [
    'no call, two in the reply',
    incomplete('bash'),
    { facts: { regions: [sibling(complete([call(), call()]))] } },
    '+++-..+..+++++',
    [6, /no call/],
  ],
  ['a foreign name', complete([call({ name: 'sh' })]), {}, '++++++-+.+++++', [7, /"sh" is not/]],
  ['a foreign name beside it', complete(), { facts: { regions: [sibling(incomplete('sh'))] } }, '++++++-+++++++', [7, /"sh" is not/]],
  [
    'the name of another kind of tool',
    complete(),
    { context: { tools: tools.map((tool) => ({ ...tool, kind: 'custom' as const })) } },
    '++++++-+++++++',
  ],
  [
    'arguments that were not read',
    complete([call({ arguments: undefined, argumentsError: 'a list' })]),
    {},
    '+++++++-.+++++',
    [8, /^bash: a list$/],
  ],
  [
    'arguments that were not read, for no known reason',
    complete([call({ arguments: undefined })]),
    {},
    '+++++++-.+++++',
    [8, /can not be read/],
  ],
  ['no object', complete([call({ arguments: '[1]' })]), {}, '+++++++-.+++++', [8, /no JSON object/]],
  ['broken JSON', complete([call({ arguments: '{"command": ls}' })]), {}, '+++++++-.+++++', [8, /not valid JSON/]],
  ['a key given twice', complete([call({ arguments: '{"command": "ls", "command": "rm"}' })]), {}, '+++++++-.+++++', [8, /given twice/]],
  ['a number without end', complete([call({ arguments: '{"command": "ls", "n": 1e999}' })]), {}, '+++++++-++++++', [8, /too large/]],
  [
    'such a number deep inside',
    complete([call({ arguments: '{"command": "ls", "n": [null, {"m": -1e999}]}' })]),
    {},
    '+++++++-++++++',
    [8, /too large/],
  ],
  ['other values', complete([call({ arguments: '{"command": "ls", "n": [null, {"m": 1e9, "s": "1e999"}, true]}' })]), {}, '++++++++++++++'],
  ['the wrong type', complete([call({ arguments: '{"command": 7}' })]), {}, '++++++++-+++++', [9, /bash\/command/]],
  ['a required one missing', complete([call({ arguments: '{}' })]), {}, '++++++++-+++++'],
  ['a required one blank', complete([call({ arguments: '{"command": " "}' })]), {}, '++++++++-+++++', [9, /required and blank/]],
  ['the second call is wrong', complete([call({ name: 'ping', arguments: '{}' }), call({ arguments: '{}' })]), {}, '++++++++-+++++'],
  ['in reasoning', complete(), { region: { inThought: true } }, '+++++++++-++++'],
  ['text behind it', complete(), { facts: { text: `${TEXT} so` } }, '++++++++++-+++', [11, /other text/]],
  [
    'a result behind it',
    complete(),
    { facts: { text: `${TEXT}\nObservation: so`, fabricated: [{ start: END, end: END + 16, filled: true }] } },
    '++++++++++-+++',
    [11, /a result that the model wrote/],
  ],
  ['people write it', complete(), { region: { format: format('json-bare') } }, '++++++++++++-+', [13, /people also write/]],
  ['everything asks', complete(), { context: { mode: 'ask' } }, '++++++++++++-+', [13, /settings ask/]],
  ['this format asks', complete(), { context: { formatSwitch: () => 'ask' } }, '++++++++++++-+', [13, /settings ask/]],
  ['this format is off', complete(), { region: { released: 'off' } }, '++++++++++.+-+', [13, /switched off/]],
  ['all is off', complete(), { region: { released: 'off' }, context: { mode: 'off' } }, '++++++++++.+++', [13, /not typed/]],
  ['too large', incomplete('bash'), { region: { released: 'too_large' } }, '+++......+.++-', [14, /more than/]],
];

describe('what each check says of one candidate', () => {
  test.each(ROWS.map(([what, envelope, given, expected, evidence]) => ({ what, envelope, given, expected, evidence })))(
    '$what',
    ({ envelope, given, expected, evidence }) => {
      const candidate = admitted(envelope, given);
      expect(marks(candidate)).toBe(expected);
      expect(candidate.reason).toBe(candidate.checks.find((check) => check.state === 'failed')?.code ?? 'ok');
      if (evidence !== undefined) expect(candidate.checks[evidence[0] - 1]?.evidence).toMatch(evidence[1]);
    },
  );
});

test('the class that counts: settings that ask, then damage, then settings that trust, then the format’s own', () => {
  const classOf = (id: string, degraded: boolean, context: Partial<ReplyContext>) =>
    effectiveClass({ ...sibling(complete([call()], degraded)), format: format(id) }, replyContext(context));
  expect(classOf('hermes-json', false, {})).toBe('private');
  expect(classOf('json-bare', false, {})).toBe('common');
  expect(classOf('hermes-json', true, {})).toBe('common');
  expect(classOf('json-bare', false, { formatSwitch: () => 'auto' })).toBe('private');
  expect(classOf('json-bare', true, { formatSwitch: () => 'auto' })).toBe('common');
  expect(classOf('hermes-json', false, { formatSwitch: () => 'ask' })).toBe('common');
  expect(classOf('hermes-json', false, { mode: 'ask', formatSwitch: () => 'auto' })).toBe('common');
});
