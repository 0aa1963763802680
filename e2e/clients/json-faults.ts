import { gzipSync } from 'node:zlib';
import { resetConnection, wait } from '../../electron/gateway/testing/scripted-upstream.ts';
import type { Json, JsonObject } from '../../shared/json.ts';
import type { Dialect } from '../../shared/vocabulary.ts';
import { answering, breakingOff, errorBody, failed, type Fault, firstCall, sending, whole } from './fault.ts';
import { idOf, jsonReply, streamedReply } from './scripted-reply.ts';

const bodyOf = (dialect: Dialect): string => JSON.stringify(jsonReply(dialect));
const JSON_HEAD = { 'content-type': 'application/json' };

/** The reply with its text changed as a string: the shapes differ, the words do not. */
const rewritten = (dialect: Dialect, edit: (body: string) => string): string => edit(bodyOf(dialect));

/** The second call stops in the middle of its arguments. */
const halfCall = (dialect: Dialect): string =>
  rewritten(dialect, (body) => body.replace('{\\"command\\":\\"echo two\\"}', '{\\"command\\":\\"ech'));

const finishes: Readonly<Record<Dialect, (finish: Json) => JsonObject>> = {
  'openai-chat': (finish) => {
    const reply = jsonReply('openai-chat');
    return { ...reply, choices: (reply['choices'] as JsonObject[]).map((choice) => ({ ...choice, finish_reason: finish })) };
  },
  'anthropic-messages': (finish) => ({ ...jsonReply('anthropic-messages'), stop_reason: finish }),
  'openai-responses': () => ({
    ...jsonReply('openai-responses'),
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
  }),
};

const finished = (dialect: Dialect, finish: Json): string => JSON.stringify(finishes[dialect](finish));
const shortOf = (dialect: Dialect): Json => (dialect === 'openai-chat' ? 'length' : 'max_tokens');
const textDialects: readonly Dialect[] = ['openai-chat', 'openai-responses'];
const twoDialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages'];

/** What can go wrong with a JSON reply. There is no watchdog on it: a late one is waited for (wire 3.5). */
export const jsonFaults: readonly Fault[] = [
  { name: 'reset with 0 bytes, each time', play: () => resetConnection, ending: { type: 'error', status: 502 }, asked: 2 },
  {
    name: 'reset with 0 bytes, once',
    play: (dialect) => (response, request, number) =>
      number === 0 ? resetConnection(response) : answering(200, bodyOf(dialect))(response, request, number),
    ending: whole,
    asked: 2,
  },
  {
    name: 'reset after the head',
    play: () => breakingOff({ ...JSON_HEAD, 'content-length': '900' }, '', 'reset'),
    ending: failed,
    asked: 1,
  },
  {
    name: 'reset in the middle of the body',
    play: (dialect) => breakingOff(JSON_HEAD, bodyOf(dialect).slice(0, 200), 'reset'),
    ending: { type: 'error', status: 502 },
    asked: 1,
  },
  {
    name: 'reset behind a whole body',
    play: (dialect) => breakingOff({ ...JSON_HEAD, 'content-length': '9000' }, bodyOf(dialect), 'reset'),
    // No beginning of an object is one: the body is whole, whatever its length was to be (decision 0016).
    ending: whole,
    asked: 1,
  },
  {
    name: 'a body that stops in the middle, cleanly',
    play: (dialect) => answering(200, bodyOf(dialect).slice(0, -40)),
    ending: { type: 'error', status: 502 },
    asked: 1,
  },
  { name: 'a stream instead of one JSON body', play: (dialect) => sending(streamedReply(dialect)), ending: whole, asked: 1 },
  { name: 'an empty body', play: () => answering(200, ''), ending: { type: 'error', status: 502 }, asked: 1 },
  {
    name: 'HTML instead of JSON',
    play: () => answering(200, '<html><body>Sign in</body></html>', { 'content-type': 'text/html' }),
    ending: failed,
    asked: 1,
  },
  {
    name: 'HTML that says it is JSON',
    play: () => answering(200, '<html>Sign in</html>'),
    ending: { type: 'error', status: 502 },
    asked: 1,
  },
  {
    name: 'gzip cut in the middle',
    play: (dialect) => {
      const bytes = gzipSync(bodyOf(dialect));
      return breakingOff({ ...JSON_HEAD, 'content-encoding': 'gzip' }, bytes.subarray(0, bytes.length - 30), 'clean');
    },
    ending: { type: 'error', status: 502 },
    asked: 1,
  },
  { name: 'an error inside a 200', play: (dialect) => answering(200, errorBody(dialect, 'server_error')), ending: failed, asked: 1 },
  {
    name: 'a reply that takes longer than the stall limits',
    play: (dialect) => async (response, request, number) => {
      await wait(1_500);
      await answering(200, bodyOf(dialect))(response, request, number);
    },
    ending: whole,
    asked: 1,
  },
  {
    name: 'finish stop beside calls',
    dialects: twoDialects,
    play: (dialect) => answering(200, finished(dialect, dialect === 'openai-chat' ? 'stop' : 'end_turn')),
    ending: whole,
    asked: 1,
  },
  { name: 'no finish', dialects: twoDialects, play: (dialect) => answering(200, finished(dialect, null)), ending: whole, asked: 1 },
  {
    name: 'length beside complete calls',
    play: (dialect) => answering(200, finished(dialect, shortOf(dialect))),
    ending: { type: 'calls', commands: ['echo one', 'echo two'], finish: 'length' },
    asked: 1,
  },
  { name: 'half a call', dialects: textDialects, play: (dialect) => answering(200, halfCall(dialect)), ending: firstCall, asked: 1 },
  {
    name: 'the same id twice',
    play: (dialect) =>
      answering(
        200,
        rewritten(dialect, (body) => body.replaceAll(idOf(dialect, 1), idOf(dialect, 0))),
      ),
    ending: whole,
    asked: 1,
  },
  {
    name: 'empty ids',
    play: (dialect) =>
      answering(
        200,
        rewritten(dialect, (body) => body.replaceAll(idOf(dialect, 1), '').replaceAll(idOf(dialect, 0), '')),
      ),
    ending: whole,
    asked: 1,
  },
  {
    name: 'arguments as an object',
    dialects: textDialects,
    play: (dialect) =>
      answering(
        200,
        rewritten(dialect, (body) =>
          body.replace(/"arguments":("(?:[^"\\]|\\.)*")/g, (_, text: string) => `"arguments":${JSON.parse(text) as string}`),
        ),
      ),
    ending: whole,
    asked: 1,
  },
];
