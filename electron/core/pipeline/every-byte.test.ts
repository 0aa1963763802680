import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { play } from '../testing/playbook.ts';
import { readResponsesStrictly } from '../testing/read-responses-strictly.ts';
import { requestOf, streamOf } from '../testing/reply-builder.ts';
import { readChatStream, readMessagesStream } from '../testing/strict-client.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'openai-responses'];
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const commands = ['{"command":"echo one"}', '{"command":"echo two"}'];
const read = { 'openai-chat': readChatStream, 'anthropic-messages': readMessagesStream, 'openai-responses': readResponsesStrictly };

function wireOf(dialect: Dialect, text: string): string {
  const calls = commands.map((args, n) => ({
    id: `${dialect === 'anthropic-messages' ? 'toolu_' : 'call_'}${n}`,
    name: 'bash',
    arguments: args,
  }));
  return streamOf(dialect, { text, calls, finish: 'calls' }, (whole) => whole.match(/.{1,9}/g) ?? []).join('');
}

/** How a client that follows the grammar strictly sees what was sent and how it ended. */
function viewOf(dialect: Dialect, sent: string) {
  const view = read[dialect](sent);
  const ended = 'terminal' in view ? view.terminal !== undefined : view.ended;
  return {
    text: view.text,
    calls: view.calls.map((call) => call.arguments),
    ended,
    faults: 'faults' in view ? view.faults : view.complaints,
  };
}

describe.each(dialects)('two calls, the stream cut at each byte, %s', (dialect) => {
  it.each([
    ['with text before, line feeds', 'Both of them.', '\n', 'reset'],
    ['with text before, ended cleanly', 'Both of them.', '\n', 'clean'],
    ['without text', '', '\n', 'clean'],
    ['carriage returns and line feeds', 'Both of them.', '\r\n', 'clean'],
    ['carriage returns alone', 'Both of them.', '\r', 'reset'],
  ] as const)('%s', (_, text, lineEnd, end) => {
    const wire = new TextEncoder().encode(wireOf(dialect, text).replaceAll('\n', lineEnd));
    const seen = new Set<string>();
    for (let at = 0; at <= wire.length; at += 1) {
      // A model that breaks off again is the worst that an answer can do.
      const reply = { stream: [wire.subarray(0, at)], end };
      const played = play({ dialect, request: requestOf(dialect, [bash]), replies: [reply, reply] });
      const inBand =
        played.sent === '' ? '' : (played.failed?.inBand ?? []).map((chunk) => (typeof chunk === 'string' ? chunk : '')).join('');
      const view = viewOf(dialect, `${played.sent}${inBand}`.replace(/\r\n|\r/g, '\n'));
      const where = `byte ${at}`;
      expect(view.faults, where).toEqual([]);
      expect(commands.slice(0, view.calls.length), where).toEqual(view.calls);
      expect('Both of them.'.startsWith(view.text), where).toBe(true);
      // Whole or told: never a clean end without its calls, never an error beside calls that left.
      expect(view.ended || played.sent === '', where).toBe(true);
      expect(played.failed === undefined, where).toBe(view.calls.length > 0);
      seen.add(`${view.calls.length}`);
    }
    expect([...seen].sort()).toEqual(['0', '1', '2']);
  });
});
