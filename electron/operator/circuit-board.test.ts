import { describe, expect, it } from 'vitest';
import { createCircuitBoard } from './circuit-board.ts';

const memory = () => {
  const kept = new Map<string, string>();
  return {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    delete: (key: string) => void kept.delete(key),
    kept,
  };
};

describe('orders about circuits', () => {
  it('isolates a thread, or a whole session, until it is closed, over a restart', () => {
    const state = memory();
    const board = createCircuitBoard(state);
    board.set('s', 't', 'isolated');
    expect(board.of('s', 't')).toEqual({ isolated: true, closing: false });
    expect(board.of('s', 'other')).toBeUndefined();
    board.set('s', '', 'isolated');
    expect(createCircuitBoard(state).of('s', 'other')).toEqual({ isolated: true, closing: false });
    board.set('s', 't', 'closed');
    expect(board.of('s', 't')).toEqual({ isolated: false, closing: true });
    expect(board.of('s', 'other')).toBeUndefined();
  });

  it('a closing is taken once', () => {
    const state = memory();
    const board = createCircuitBoard(state);
    board.set('s', 't', 'closed');
    board.set('s', 'u', 'closed');
    board.closed('s', 't');
    expect(board.of('s', 't')).toBeUndefined();
    expect(board.of('s', 'u')).toMatchObject({ closing: true });
    board.closed('s', 'u');
    expect(state.kept.size).toBe(0);
  });

  it('an isolation is no closing and stays', () => {
    const board = createCircuitBoard(memory());
    board.set('s', '', 'isolated');
    board.closed('s', 't');
    expect(board.of('s', 't')).toMatchObject({ isolated: true });
  });
});
