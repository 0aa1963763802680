import { expect, test } from 'vitest';
import { UnsentFrames } from './unsent-frames.ts';

const frame = (text: string) => ({ event: '', data: text, raw: Buffer.from(text) });
const [a, b, c] = [frame('a'), frame('b'), frame('c')];

test('owes what was received and not sent', () => {
  const frames = new UnsentFrames();
  frames.received([a, b]);
  frames.sent([a.raw]);
  frames.received([c]);
  expect([frames.rest(), frames.altered]).toEqual([[b, c], false]);
  frames.sent([b.raw, '', c.raw]);
  expect([frames.rest(), frames.altered]).toEqual([[], false]);
});

test.each([
  ['a frame of ours', ['x']],
  ['equal bytes that are another frame', [Buffer.from('a')]],
  ['a frame left out', [b.raw]],
])('%s is an alteration, for ever', (_name, chunks) => {
  const frames = new UnsentFrames();
  frames.received([a, b]);
  frames.sent(chunks);
  expect(frames.altered).toBe(true);
  frames.received([c]);
  frames.sent([c.raw]);
  expect([frames.altered, frames.rest()]).toEqual([true, []]);
});
