import { expect, test } from 'vitest';
import { labelPlace } from './label-place.ts';

test.each([
  ['a short turn at the left', 0, 5, [2], { side: 'after', at: 5 }],
  ['one that began before the track', -8, 5, [2], { side: 'after', at: 5 }],
  ['a short turn at the right', 90, 96, [93], { side: 'before', at: 90 }],
  ['one that fills the track: behind its mark', 2, 96, [4], { side: 'inside', at: 4 }],
  ['a mark at the end leaves no room behind it', 2, 96, [4, 95], { side: 'inside', at: 4 }],
  ['no mark', 2, 96, [], { side: 'inside', at: 2 }],
  ['one that began before the track and fills it', -8, 96, [], { side: 'inside', at: 0 }],
])('%s', (_, from, to, marks, place) => {
  expect(labelPlace(from, to, marks)).toEqual(place);
});
