import { expect, it } from 'vitest';
import { createBatch } from './batch.ts';

/** Reads that end when the test says so. */
const held = () => {
  const reads: { keys: readonly string[]; end: (error?: Error) => void }[] = [];
  const load = (keys: readonly string[]) =>
    new Promise<Map<string, string>>((resolve, reject) => {
      reads.push({
        keys,
        end: (error) => (error ? reject(error) : resolve(new Map(keys.map((key) => [key, `row of ${key}`])))),
      });
    });
  return { reads, load };
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('reads once for everyone who asks while others are read, and never shares a read that has begun', async () => {
  const { reads, load } = held();
  const read = createBatch({ load, atOnce: 1, size: 10 });
  const first = read('a');
  await turn();
  const later = [read('a'), read('b'), read('a')];
  await turn();
  expect(reads.map(({ keys }) => keys)).toEqual([['a']]);
  reads[0]?.end();
  expect(await first).toBe('row of a');
  await turn();
  expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']]);
  reads[1]?.end();
  expect(await Promise.all(later)).toEqual(['row of a', 'row of b', 'row of a']);
});

it('shares a read among all who ask in one turn of the event loop, each in a callback of its own', async () => {
  const { reads, load } = held();
  const read = createBatch({ load, atOnce: 2, size: 10 });
  const answers = [read('a')];
  for (const key of ['b', 'c']) {
    await new Promise<void>((resolve) => process.nextTick(resolve));
    answers.push(read(key));
  }
  await turn();
  expect(reads.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']]);
  reads[0]?.end();
  await Promise.all(answers);
});

it('has no more reads under way, and no more keys in one, than it may', async () => {
  const { reads, load } = held();
  const read = createBatch({ load, atOnce: 2, size: 2 });
  const answers = ['a', 'b', 'c', 'd', 'e'].map((key) => read(key));
  await turn();
  reads[0]?.end();
  await turn();
  reads[1]?.end();
  await turn();
  reads[2]?.end();
  expect(await Promise.all(answers)).toHaveLength(5);
  expect(reads.map(({ keys }) => keys)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

it('tells everyone of a group that it failed, and reads again for the next', async () => {
  const { reads, load } = held();
  const read = createBatch({ load, atOnce: 1, size: 10 });
  const answers = [read('a'), read('b')];
  await turn();
  reads[0]?.end(new Error('lost'));
  expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = read('a');
  await turn();
  reads[1]?.end();
  expect(await next).toBe('row of a');
});

it('answers undefined for a row that is not there', async () => {
  const read = createBatch<string>({ load: async () => new Map(), atOnce: 1, size: 10 });
  expect(await read('a')).toBeUndefined();
});
