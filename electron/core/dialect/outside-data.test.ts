import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../../shared/json.ts';
import type { WireFrame } from '../turn/turn-event.ts';
import { anthropicMessagesCodec } from './anthropic-messages/codec.ts';
import type { DialectCodec, ReplyEncoder } from './dialect.ts';
import { openAiChatCodec } from './openai-chat/codec.ts';

/** Data from outside may be anything: a codec reads it, passes it and edits it without throwing (house rule: untrusted data). */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'openai-chat': [
    'choices',
    'delta',
    'index',
    'tool_calls',
    'function',
    'custom',
    'function_call',
    'name',
    'arguments',
    'input',
    'id',
    'type',
    'content',
    'text',
    'finish_reason',
    'usage',
    'completion_tokens',
    'error',
    'message',
    'messages',
    'role',
    'tools',
    'tool_choice',
    'reasoning_details',
    'logprobs',
    'object',
  ],
  'anthropic-messages': [
    'type',
    'message',
    'index',
    'content_block',
    'delta',
    'text',
    'thinking',
    'partial_json',
    'input',
    'id',
    'name',
    'stop_reason',
    'usage',
    'output_tokens',
    'error',
    'content',
    'messages',
    'role',
    'tools',
    'tool_choice',
    'tool_references',
    'signature',
    'thread',
    'system',
  ],
};
const LEAVES: Readonly<Record<string, readonly unknown[]>> = {
  'openai-chat': [
    null,
    0,
    1,
    -1,
    1.5,
    true,
    '',
    'x',
    '{}',
    'stop',
    'error',
    'custom',
    'function',
    'assistant',
    'tool',
    '[DONE]',
    '__proto__',
  ],
  'anthropic-messages': [
    null,
    0,
    1,
    -1,
    true,
    '',
    'x',
    '{}',
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
    'text',
    'tool_use',
    'thinking',
    'text_delta',
    'input_json_delta',
    'tool_result',
    'tool_reference',
    'assistant',
    'user',
    'ping',
    '__proto__',
  ],
};

function treeOf(dialect: string): fc.Arbitrary<unknown> {
  const words = WORDS[dialect] ?? [];
  const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>((tie) => ({
    leaf: fc.constantFrom(...(LEAVES[dialect] ?? [null])),
    tree: fc.oneof(
      { maxDepth: 6 },
      tie('leaf'),
      fc.dictionary(fc.constantFrom(...words), tie('tree'), { maxKeys: 6 }),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }));
  return tree;
}

const frameOf = (value: unknown, event: string): WireFrame => {
  const data = typeof value === 'string' ? value : JSON.stringify(value);
  return { event, data, raw: new TextEncoder().encode(`data: ${data}\n\n`) };
};

function useAll(codec: DialectCodec, encoder: ReplyEncoder, frames: readonly WireFrame[], acts: readonly number[]): void {
  const decoder = codec.createDecoder();
  for (const [place, frame] of frames.entries()) {
    const sourced = { frame, events: decoder.push(frame) };
    const keys = new Set(sourced.events.flatMap((event) => ('key' in event && event.key !== undefined ? [event.key] : [])));
    switch ((acts[place % acts.length] ?? 0) % 6) {
      case 0:
        encoder.edit(sourced, { dropCalls: keys, finish: 'calls' });
        break;
      case 1:
        encoder.edit(sourced, { text: { choice: 0, part: 'p', first: true, last: false } });
        encoder.edit(sourced, { text: { choice: 0, part: '', first: false, last: true } });
        break;
      case 2:
        encoder.drop(sourced);
        break;
      case 3:
        encoder.calls(0, [{ id: 'i', name: 'n', arguments: '{}' }]);
        encoder.pass(sourced);
        break;
      case 4:
        encoder.continueReply({ dropReasoning: true, firstUsage: { input: 1, output: 1 } });
        encoder.pass(sourced);
        break;
      default:
        encoder.pass(sourced);
    }
    encoder.keepAlive();
  }
  decoder.end();
  encoder.close('stop');
  encoder.body();
}

describe.each([openAiChatCodec, anthropicMessagesCodec])('$id', (codec) => {
  const tree = treeOf(codec.id);
  const acts = fc.array(fc.nat(5), { minLength: 1, maxLength: 8 });
  const events = fc.constantFrom('', 'error', 'ping', 'message_start', 'content_block_start', 'content_block_delta', 'message_delta');
  it('reads, passes and edits any stream', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(tree, events), { maxLength: 8 }), acts, (list, chosen) => {
        const frames = list.map(([value, event]) => frameOf(value, event));
        expect(() => useAll(codec, codec.createStreamEncoder(), frames, chosen)).not.toThrow();
      }),
      { numRuns: 400 },
    );
  });
  it('reads, edits and re-asks about any body', () => {
    fc.assert(
      fc.property(tree, tree, acts, (value, request, chosen) => {
        const raw = JSON.stringify(value);
        const parts = codec.decodeBody(raw) ?? [];
        const encoder = codec.createBodyEncoder(raw);
        for (const [place, part] of parts.entries()) {
          if ((chosen[place % chosen.length] ?? 0) % 2 === 0) encoder.drop(part);
          else encoder.edit(part, { text: { choice: 0, part: 'p', first: true, last: true }, finish: 'calls' });
        }
        encoder.calls(0, [{ id: 'i', name: 'n', arguments: '{' }]);
        encoder.continueReply({ dropReasoning: true, firstUsage: { input: 1, output: 1 } });
        for (const part of parts) encoder.pass(part);
        if (parts.length > 0) expect(() => JSON.parse(encoder.body())).not.toThrow();
        const reply = { text: 't', reasoning: '', calls: [], finish: 'stop', usage: { input: 1, output: 1 } } as const;
        codec.encodeReask(JSON.stringify(request), { reply, sources: parts, answers: [], userText: 'u' });
      }),
      { numRuns: 400 },
    );
  });
  it('reads any request', () => {
    fc.assert(
      fc.property(tree, fc.array(tree, { maxLength: 3 }), (value, messages) => {
        const body = { ...(isJsonObject(value) ? value : {}), messages };
        const raw = JSON.stringify(body);
        const result = codec.decodeRequest(JSON.parse(raw), raw);
        if (result.ok)
          for (const item of result.value.history)
            if (item.type === 'assistant') for (const call of item.calls) expect(typeof call.arguments).toBe('string');
      }),
      { numRuns: 400 },
    );
  });
});
