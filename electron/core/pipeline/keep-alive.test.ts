import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { laneWith } from '../testing/judging.ts';
import { codecs } from '../testing/playbook.ts';
import { requestOf, streamOf } from '../testing/reply-builder.ts';
import { framesOf } from '../testing/wire-frames.ts';
import { createResponseLane } from './response-lane.ts';

const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } } } };

function laneOf(dialect: Dialect) {
  const body = requestOf(dialect, [bash]);
  const codec = codecs[dialect];
  const request = codec.decodeRequest(JSON.parse(JSON.stringify(body)), JSON.stringify(body));
  if (!request.ok) throw new Error(request.error.detail);
  const lane = createResponseLane({ ...laneWith([]), codec, request: request.value, sentBody: JSON.stringify(body) });
  const text = (chunks: readonly (string | Uint8Array)[]): string =>
    chunks.map((chunk) => (typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk))).join('');
  return {
    lane,
    push: (wire: string): string =>
      text(lane.frames(framesOf(wire)).flatMap((effect) => (effect.type === 'send' ? [...effect.chunks] : []))),
    keepAlive: (): string => text(lane.keepAlive()),
  };
}

const call = (dialect: Dialect) => ({
  id: dialect === 'anthropic-messages' ? 'toolu_1' : 'call_1',
  name: 'bash',
  arguments: '{"command":"ls"}',
});

describe.each<[Dialect, number, string]>([
  ['openai-chat', 1, ': waiting\n\n'],
  ['anthropic-messages', 1, 'event: ping\ndata: {"type": "ping"}\n\n'],
  ['openai-responses', 1, ': waiting\n\n'],
])('keep-alives, %s', (dialect, startFrames, ping) => {
  const frames = streamOf(dialect, { text: 'Now.', calls: [call(dialect)], finish: 'calls' });
  const start = frames.slice(0, startFrames).join('');

  it('the start that waited says enough: nothing of ours beside it, and what follows passes', () => {
    const { lane, push, keepAlive } = laneOf(dialect);
    const sent = push(start + ping);
    // The first event of Responses has left by itself: the next one is ours.
    if (dialect === 'openai-responses') {
      expect(sent).toBe(start);
      expect(keepAlive()).toMatch(/^: waiting\n\nevent: response\.in_progress\n/);
    } else expect(sent + keepAlive()).toBe(start + ping);
    expect(lane.holding).toBe(false);
    expect(push(ping)).toBe(ping);
  });

  it('comments alone do not: some clients count events only', () => {
    const { push, keepAlive } = laneOf(dialect);
    const sent = push(': waiting\n\n') + keepAlive();
    expect(sent.startsWith(': waiting\n\n')).toBe(true);
    expect(sent.includes('data:')).toBe(dialect === 'openai-chat');
  });

  it('while a whole leak waits for the operator: an event of the dialect each time, and no block that may stay empty', () => {
    const { lane, push, keepAlive } = laneOf(dialect);
    const leak = '<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>';
    let sent = push(streamOf(dialect, { text: leak, finish: 'stop' }).join(''));
    expect(lane.holding).toBe(true);
    for (let count = 0; count < 3; count += 1) {
      const kept = keepAlive();
      expect(framesOf(kept).filter((frame) => frame.data !== undefined).length).toBeGreaterThan(0);
      sent += kept;
    }
    expect(sent).not.toMatch(/content_block_start|output_item.added|function=bash/);
  });

  it('while a call waits: an event of the dialect each time', () => {
    const { lane, push, keepAlive } = laneOf(dialect);
    push(frames.slice(0, -2).join(''));
    expect(lane.holding).toBe(true);
    for (let count = 0; count < 3; count += 1)
      expect(framesOf(keepAlive()).filter((frame) => frame.data !== undefined).length).toBeGreaterThan(0);
  });
});
