import { gzipSync } from 'node:zlib';
import { resetConnection, type Script, streamPieces } from '../../electron/gateway/testing/scripted-upstream.ts';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json.ts';
import type { Dialect } from '../../shared/vocabulary.ts';
import { answering, edited, errorEvent, type Ending, failed, type Fault, firstCall, sending, valid, whole } from './fault.ts';
import { eventsBefore, idOf, jsonReply, type Mark, streamedReply } from './scripted-reply.ts';

const upTo = (dialect: Dialect, mark: Mark): readonly string[] => streamedReply(dialect).slice(0, eventsBefore(dialect, mark));
const chatOnly: readonly Dialect[] = ['openai-chat'];
const itemDialects: readonly Dialect[] = ['anthropic-messages', 'openai-responses'];

/** Where a stream breaks, and what is left of the reply then (wire 3.5). */
const breaks: readonly (readonly [Mark, Ending])[] = [
  ['start', failed],
  ['mid-text', failed],
  ['after-text', failed],
  ['mid-first-call', failed],
  ['after-first-call', firstCall],
  ['mid-second-call', firstCall],
  ['after-second-call', { type: 'calls', commands: ['echo one', 'echo two'] }],
];

const broken: readonly Fault[] = breaks.flatMap(([mark, ending]) => [
  ...(['reset', 'clean', 'stall'] as const).map((end) => ({
    name: `${end} ${mark}`,
    play: (dialect: Dialect) => sending(upTo(dialect, mark), end),
    ending,
    // Cut inside its calls after text: the model is asked again, and breaks off again (decision 0015).
    asked: mark === 'mid-first-call' && end !== 'stall' ? 2 : 1,
  })),
  { name: `error event ${mark}`, play: (dialect: Dialect) => sending([...upTo(dialect, mark), errorEvent(dialect)]), ending, asked: 1 },
]);

const unterminated: readonly Fault[] = (['reset', 'clean', 'stall'] as const).map((end) => ({
  name: `${end} after finish, no terminator`,
  dialects: ['openai-chat', 'anthropic-messages'],
  play: (dialect: Dialect) => sending(upTo(dialect, 'after-finish'), end),
  ending: whole,
  asked: 1,
}));

const object = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Applies `edit` to the first choice of a chunk. */
const choiceEdit = (events: readonly string[], edit: (choice: JsonObject) => JsonObject): readonly string[] =>
  edited(events, (data) => ({ ...data, choices: (data['choices'] as JsonObject[]).map(edit) }));

const finishEdit = (finish: string | null): readonly string[] =>
  choiceEdit(streamedReply('openai-chat'), (choice) => (choice['finish_reason'] === null ? choice : { ...choice, finish_reason: finish }));

const indexEdit = (index: number | undefined): readonly string[] =>
  choiceEdit(streamedReply('openai-chat'), (choice) => {
    const delta = object(choice['delta']);
    const calls = (delta['tool_calls'] ?? []) as JsonObject[];
    const list = calls.map(({ index: _, ...call }) => (index === undefined ? call : { index, ...call }));
    return calls.length === 0 ? choice : { ...choice, delta: { ...delta, tool_calls: list } };
  });

/** Each call in one chunk, its arguments an object. */
const argumentsAsObject = (): readonly string[] => {
  const [head, ...rest] = streamedReply('openai-chat');
  const texts = rest.filter((event) => event.includes('"content"'));
  const calls = ['echo one', 'echo two'].map(
    (command, index) =>
      `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { tool_calls: [{ index, id: idOf('openai-chat', index), type: 'function', function: { name: 'bash', arguments: { command } } }] }, finish_reason: null }] })}\n\n`,
  );
  return [head ?? '', ...texts, ...calls, ...rest.slice(-2)];
};

const withIds = (dialect: Dialect, second: string, first?: string): readonly string[] =>
  streamedReply(dialect).map((event) =>
    event.replaceAll(`"${idOf(dialect, 1)}"`, `"${second}"`).replaceAll(`"${idOf(dialect, 0)}"`, `"${first ?? idOf(dialect, 0)}"`),
  );

const spliced = (dialect: Dialect, mark: Mark, event: string): readonly string[] => {
  const events = streamedReply(dialect);
  const at = eventsBefore(dialect, mark);
  return [...events.slice(0, at), event, ...events.slice(at)];
};

const unknownEvent =
  'event: vendor.progress\ndata: {"type":"vendor.progress","object":"vendor.progress","choices":[],"sequence_number":3,"percent":7}\n\n';

/** The second call stops in the middle of its arguments, and the reply goes on as if it were whole. */
const halfCall = (dialect: Dialect, finish: 'calls' | 'length'): readonly string[] => {
  const half = streamedReply(dialect, finish).filter((event) => !event.includes('wo\\"}"') || event.includes('echo two'));
  return half.map((event) => event.replaceAll('{\\"command\\":\\"echo two\\"}', '{\\"command\\":\\"ech'));
};

const odd: readonly Fault[] = [
  { name: 'reset with 0 bytes, each time', play: () => resetConnection, ending: { type: 'error', status: 502 }, asked: 2 },
  {
    name: 'reset with 0 bytes, once',
    play: (dialect) => (response, request, number) =>
      number === 0 ? resetConnection(response) : sending(streamedReply(dialect))(response, request, number),
    ending: whole,
    asked: 2,
  },
  { name: 'reset after the head', play: () => sending([], 'reset'), ending: { type: 'error', status: 502 }, asked: 1 },
  { name: 'clean end after the head', play: () => sending([]), ending: { type: 'error', status: 502 }, asked: 1 },
  { name: 'stall after the head', play: () => sending([], 'stall'), ending: { type: 'error', status: 504 }, asked: 1 },
  { name: 'no head at all', play: () => () => undefined, ending: { type: 'error', status: 504 }, asked: 1 },
  { name: 'an error and nothing else', play: (dialect) => sending([errorEvent(dialect)]), ending: failed, asked: 1 },
  ...unterminated,
  ...broken,
  ...(['reset', 'clean'] as const).map((end) => ({
    name: `${end} mid-first-call, and a whole answer when asked again`,
    play:
      (dialect: Dialect): Script =>
      (response, request, number) =>
        (number === 0 ? sending(upTo(dialect, 'mid-first-call'), end) : sending(streamedReply(dialect)))(response, request, number),
    ending: whole,
    asked: 2,
  })),
  {
    name: 'one JSON body instead of a stream',
    play: (dialect) => answering(200, JSON.stringify(jsonReply(dialect)), { 'content-type': 'application/json' }),
    ending: whole,
    asked: 1,
  },
  { name: 'finish stop beside calls', dialects: chatOnly, play: () => sending(finishEdit('stop')), ending: whole, asked: 1 },
  {
    name: 'end_turn beside calls',
    dialects: ['anthropic-messages'],
    play: (dialect) => sending(streamedReply(dialect, 'stop')),
    ending: whole,
    asked: 1,
  },
  { name: 'empty finish', dialects: chatOnly, play: () => sending(finishEdit('')), ending: whole, asked: 1 },
  { name: 'no finish, but [DONE]', dialects: chatOnly, play: () => sending(finishEdit(null)), ending: whole, asked: 1 },
  {
    name: 'doubled finish',
    dialects: ['openai-chat', 'anthropic-messages'],
    play: (dialect) => {
      const events = streamedReply(dialect);
      return sending([...events.slice(0, -1), ...events.slice(-2)]);
    },
    ending: whole,
    asked: 1,
  },
  {
    name: 'two terminators',
    play: (dialect) => sending([...streamedReply(dialect), ...streamedReply(dialect).slice(-1)]),
    ending: whole,
    asked: 1,
  },
  {
    name: 'data after the end',
    play: (dialect) => sending([...streamedReply(dialect), ...upTo(dialect, 'after-first-call').slice(1)]),
    ending: whole,
    asked: 1,
  },
  {
    name: 'length beside complete calls',
    play: (dialect) => sending(streamedReply(dialect, 'length')),
    ending: { type: 'calls', commands: ['echo one', 'echo two'], finish: 'length' },
    asked: 1,
  },
  {
    name: 'length in the middle of a call',
    play: (dialect) => sending(halfCall(dialect, 'length')),
    ending: { ...firstCall, finish: 'length' },
    asked: 1,
  },
  { name: 'half a call, finish says calls', play: (dialect) => sending(halfCall(dialect, 'calls')), ending: firstCall, asked: 1 },
  { name: 'the same id twice', play: (dialect) => sending(withIds(dialect, idOf(dialect, 0))), ending: whole, asked: 1 },
  { name: 'empty ids', play: (dialect) => sending(withIds(dialect, '', '')), ending: whole, asked: 1 },
  { name: 'index missing', dialects: chatOnly, play: () => sending(indexEdit(undefined)), ending: whole, asked: 1 },
  { name: 'index always 0', dialects: chatOnly, play: () => sending(indexEdit(0)), ending: whole, asked: 1 },
  {
    name: 'block index always 0',
    dialects: itemDialects,
    play: (dialect) =>
      sending(
        edited(streamedReply(dialect), (data) =>
          data['index'] !== undefined ? { ...data, index: 0 } : data['output_index'] !== undefined ? { ...data, output_index: 0 } : data,
        ),
      ),
    ending: whole,
    asked: 1,
  },
  { name: 'arguments as an object', dialects: chatOnly, play: () => sending(argumentsAsObject()), ending: whole, asked: 1 },
  {
    name: 'a reply without content',
    play: (dialect) => {
      const events = streamedReply(dialect, 'stop');
      const ends = events.slice(dialect === 'openai-responses' ? -1 : -2);
      return sending([
        ...events.slice(0, 1),
        ...edited(ends, (data) => ('response' in data ? { ...data, response: { ...object(data['response']), output: [] } } : data)),
      ]);
    },
    ending: { type: 'calls', commands: [], finish: 'stop' },
    asked: 1,
  },
  {
    name: 'HTML instead of a stream',
    play: () => (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in</body></html>'),
    ending: failed,
    asked: 1,
  },
  {
    name: 'gzip cut in the middle',
    play: (dialect) => (response) => {
      const bytes = gzipSync(streamedReply(dialect).join(''));
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      response.end(bytes.subarray(0, bytes.length - 30));
    },
    ending: valid,
    asked: 1,
  },
  {
    name: 'chunks end inside UTF-8',
    play: (dialect) => async (response) => {
      const bytes = Buffer.from(streamedReply(dialect).join(''));
      const at = bytes.indexOf('—') + 1;
      await streamPieces(response, [bytes.subarray(0, at), bytes.subarray(at)], 10);
      response.end();
    },
    ending: whole,
    asked: 1,
  },
  {
    name: 'a frame that is no JSON',
    play: (dialect) => sending(spliced(dialect, 'mid-text', 'data: <junk>\n\n')),
    ending: valid,
    asked: 1,
  },
  {
    name: 'an unknown event',
    dialects: itemDialects,
    play: (dialect) => sending(spliced(dialect, 'mid-text', unknownEvent)),
    ending: valid,
    asked: 1,
  },
  {
    name: 'comments and blank lines',
    play: (dialect) => sending(spliced(dialect, 'mid-text', ': hello\n\n\n\n')),
    ending: whole,
    asked: 1,
  },
  {
    name: 'CRLF, and no blank line at the end',
    play: (dialect) => sending([streamedReply(dialect).join('').replaceAll('\n', '\r\n').trimEnd()]),
    ending: whole,
    asked: 1,
  },
  {
    name: 'a huge frame',
    play: (dialect) =>
      sending(
        streamedReply(dialect).map((event) =>
          event.includes('I look') ? event.replaceAll('I look', `I look${' '.repeat(300_000)}`) : event,
        ),
      ),
    ending: whole,
    asked: 1,
  },
];

export const streamFaults: readonly Fault[] = odd;
