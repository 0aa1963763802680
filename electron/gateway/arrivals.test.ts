import { Buffer } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Arrivals } from './arrivals.ts';

const of = (text: string): Buffer => Buffer.from(text);

function heard(): { readonly log: string[]; reader(name: string): (chunk: Buffer) => void } {
  const log: string[] = [];
  return { log, reader: (name) => (chunk) => void log.push(`${name}${chunk.toString()}`) };
}

it('hands over in the order of arrival, when the loop goes on', async () => {
  const { log, reader } = heard();
  const arrivals = new Arrivals();
  const [a, b] = [reader('a'), reader('b')];
  arrivals.add(a, of('1'));
  arrivals.add(b, of('1'));
  arrivals.add(a, of('2'));
  expect(log).toEqual([]);
  await turn();
  expect(log).toEqual(['a1', 'b1', 'a2']);
  arrivals.add(b, of('2'));
  await turn();
  expect(log).toEqual(['a1', 'b1', 'a2', 'b2']);
});

it('hands over at once where more is to be said, and nothing twice', async () => {
  const { log, reader } = heard();
  const arrivals = new Arrivals();
  arrivals.add(reader('a'), of('1'));
  arrivals.settle();
  expect(log).toEqual(['a1']);
  await turn();
  expect(log).toEqual(['a1']);
});

it('lets no more than two dozen wait for each other', () => {
  const { log, reader } = heard();
  const arrivals = new Arrivals();
  const one = reader('a');
  for (let n = 1; n < 24; n += 1) arrivals.add(one, of(`${n}`));
  expect(log).toEqual([]);
  arrivals.add(one, of('24'));
  expect(log).toHaveLength(24);
});

it('keeps the order where a reader settles or adds', async () => {
  const { log, reader } = heard();
  const arrivals = new Arrivals();
  const last = reader('c');
  arrivals.add((chunk) => {
    log.push(`a${chunk.toString()}`);
    arrivals.add(last, of('1'));
    arrivals.settle();
    log.push('settled');
  }, of('1'));
  arrivals.add(reader('b'), of('1'));
  await turn();
  expect(log).toEqual(['a1', 'b1', 'c1', 'settled']);
});

it('a reader that throws keeps nothing from the others', async () => {
  const { log, reader } = heard();
  const arrivals = new Arrivals();
  arrivals.add(() => {
    throw new Error('mine');
  }, of('1'));
  arrivals.add(reader('b'), of('1'));
  expect(() => arrivals.settle()).toThrow('mine');
  await turn();
  expect(log).toEqual(['b1']);
});
