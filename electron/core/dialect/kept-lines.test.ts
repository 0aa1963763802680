import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { codecs } from '../testing/playbook.ts';
import { streamOf } from '../testing/reply-builder.ts';
import { decodeAll, framesOf } from '../testing/wire-frames.ts';
import { keptLines } from './kept-lines.ts';

describe('lines that a frame keeps when it is written anew', () => {
  it.each<[string, string, string]>([
    ['id and retry', 'id: 7\nevent: x\nretry: 10\ndata: {}\n\n', 'id: 7\nretry: 10\n'],
    ['comments and unknown fields', ': c\r\ndata: {}\r\nfoo: 1\r\n\r\n', ': c\nfoo: 1\n'],
    ['bare carriage returns', 'id: 7\rdata: {}\r\r', 'id: 7\n'],
    ['a name that only begins like one of ours', 'dataset: 1\nevents\ndata\nevent\n\n', 'dataset: 1\nevents\n'],
    ['a byte order mark before the data', '\u{feff}data: {}\nid: 1\n\n', 'id: 1\n'],
    ['other alphabets', 'id: höhe\ndata: {}\n\n', 'id: höhe\n'],
    ['nothing', 'event: x\ndata: {}\n\n', ''],
  ])('%s', (_, frame, kept) => {
    expect(keptLines(new TextEncoder().encode(frame))).toBe(kept);
  });

  it('leaves out what is no UTF-8', () => {
    expect(keptLines(new Uint8Array([0x69, 0x64, 0x3a, 0xff, 0x0a, 0x0a]))).toBe('');
  });
});

it.each<Dialect>(['openai-chat', 'anthropic-messages', 'openai-responses'])('a changed frame of %s keeps its id', (dialect) => {
  const frames = streamOf(dialect, { text: 'Hello there.', finish: 'stop' }).map((frame, index) => `id: ${index}\nretry: 5\n${frame}`);
  const encoder = codecs[dialect].createStreamEncoder();
  let out = '';
  for (const sourced of decodeAll(codecs[dialect], framesOf(frames.join('')))) {
    const said = sourced.events.find((event) => event.type === 'text-delta');
    const text = { choice: 0, part: 'Hello', first: true, last: true };
    const chunk = said?.type === 'text-delta' && said.text !== '' ? encoder.edit(sourced, { text }) : encoder.pass(sourced);
    out += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk);
  }
  expect(encoder.changed).toBe(true);
  expect(out.match(/^id: \d+$/gm)).toEqual(frames.map((_, index) => `id: ${index}`));
  expect(out.match(/^retry: 5$/gm)?.length).toBe(frames.length);
});
