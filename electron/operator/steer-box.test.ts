import { expect, test } from 'vitest';
import { createSteerBox } from './steer-box.ts';

function memory() {
  const rows = new Map<string, string>();
  return {
    rows,
    get: (key: string) => rows.get(key),
    set: (key: string, value: string) => void rows.set(key, value),
    delete: (key: string) => void rows.delete(key),
  };
}

test('words wait in order until a request has carried them, over a restart', () => {
  const state = memory();
  const box = createSteerBox(state);
  expect(box.add('s', 'one')).toBe(1);
  expect(box.add('s', 'two')).toBe(2);
  expect(box.of('other')).toEqual([]);
  const again = createSteerBox(state);
  expect(again.of('s')).toEqual(['one', 'two']);
  again.sent('s', 1);
  expect(again.of('s')).toEqual(['two']);
  again.sent('s', 1);
  expect(again.of('s')).toEqual([]);
  expect(state.rows.size).toBe(0);
});

test('a session that carries nothing is not spoken to for ever', () => {
  const box = createSteerBox(memory());
  for (let count = 1; count <= 20; count += 1) expect(box.add('s', 'x')).toBe(count);
  expect(box.add('s', 'x')).toBeUndefined();
  expect(box.of('s')).toHaveLength(20);
});
