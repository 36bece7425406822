import { beforeEach, expect, it, vi } from 'vitest';
import { createFairQueue, type FairQueue, type Waiter } from './fair-queue.ts';

/** Who was admitted, and who was refused, in order. */
let order: string[];
let refused: string[];
let queue: FairQueue;
beforeEach(() => {
  order = [];
  refused = [];
  queue = create();
  vi.useFakeTimers();
});

const create = (
  limits: { slots?: number; slotsPerKey?: number; total?: number; perKey?: number; perUser?: number } = {},
) => createFairQueue({ slots: 1, total: 100, perKey: 100, waitMs: 50, refuse: () => new Error('busy'), ...limits });

/** Waits for a turn, notes it under `name`, and keeps it for a moment. */
const take = async (queue: FairQueue, name: string, waiter: Waiter): Promise<void> => {
  const release = await queue.acquire(waiter).catch(() => undefined);
  if (!release) refused.push(name);
  if (!release) return;
  order.push(name);
  await Promise.resolve();
  release();
};
const takeAll = (queue: FairQueue, names: readonly string[]): Promise<unknown> =>
  Promise.all(names.map((name) => take(queue, name, { path: [name.slice(0, 1)], user: name.slice(0, 2) })));

it('gives each key a turn, and each key its entries in order', async () => {
  await takeAll(create(), ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

it('admits as many at once as it has slots', async () => {
  const queue = create({ slots: 2 });
  const [first] = await Promise.all([queue.acquire({ path: ['a'] }), queue.acquire({ path: ['a'] })]);
  const third = vi.fn();
  const waiting = queue.acquire({ path: ['a'] }).then(third);
  await Promise.resolve();
  expect(third).not.toHaveBeenCalled();
  first();
  await waiting;
  expect(third).toHaveBeenCalledOnce();
});

it('leaves slots to others that one key may not hold', async () => {
  const queue = create({ slots: 3, slotsPerKey: 2 });
  const [first, second] = await Promise.all([queue.acquire({ path: ['a'] }), queue.acquire({ path: ['a'] })]);
  const entered: string[] = [];
  const enter = (name: string) => queue.acquire({ path: [name.slice(0, 1)] }).then(() => entered.push(name));
  const rest = [enter('a3'), enter('a4'), enter('b1')];
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(['b1']);
  first();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(['b1', 'a3']);
  second();
  await Promise.all(rest);
  expect(entered).toEqual(['b1', 'a3', 'a4']);
});

it("refuses a key's oldest entry once it has too many, and no other key's", async () => {
  await takeAll(create({ perKey: 2 }), ['a1', 'b1', 'a2', 'a3', 'a4']);
  expect(refused).toEqual(['a2']);
  expect(order).toEqual(['a1', 'b1', 'a3', 'a4']);
});

it("refuses a user's oldest entry once the user has too many", async () => {
  const names = ['a1 one', 'a1 two', 'a2 one', 'a1 three', 'a1 four'];
  await takeAll(create({ perUser: 2 }), names);
  expect(refused).toEqual(['a1 two']);
  expect(order).toEqual(['a1 one', 'a2 one', 'a1 three', 'a1 four']);
});

it('makes room at the expense of the key with most entries', async () => {
  await takeAll(create({ total: 4 }), ['x1', 'b1', 'a1', 'a2', 'a3', 'c1', 'd1']);
  expect(refused).toEqual(['a1', 'a2']);
  expect(order).toEqual(['x1', 'b1', 'a3', 'c1', 'd1']);
});

it('refuses whoever waits for too long, or whose caller is gone, and leaves no trace of them', async () => {
  const queue = create();
  const release = await queue.acquire({ path: ['a'] });
  const gone = new AbortController();
  const waiting = [
    take(queue, 'late', { path: ['a'] }),
    take(queue, 'gone', { path: ['a'], gone: () => gone.signal }),
    take(queue, 'never came', { path: ['a'], gone: () => AbortSignal.abort() }),
  ];
  gone.abort();
  await vi.advanceTimersByTimeAsync(49);
  expect(refused.toSorted()).toEqual(['gone', 'never came']);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(waiting);
  expect(refused).toContain('late');
  expect(vi.getTimerCount()).toBe(0);
  release();
  (await queue.acquire({ path: ['b'] }))();
});

it('counts only entries that wait', async () => {
  const queue = create({ total: 2 });
  for (let round = 0; round < 20; round += 1) await takeAll(queue, ['a1', 'a2', 'b1']);
  expect(refused).toEqual([]);
});

/** One of many addresses of a network, such as `wide/home 1/host 1`. */
const takePath = (queue: FairQueue, name: string): Promise<void> => {
  const [first = '', ...below] = name.split('/');
  return take(queue, name, { path: [first, ...below] });
};

it('gives a network one turn like any other, however many addresses it sends from', async () => {
  const many = Array.from({ length: 20 }, (_, host) => `wide/home ${host % 3}/host ${host}`);
  await Promise.all([...many, 'other/home/host'].map((name) => takePath(queue, name)));
  expect(order.indexOf('other/home/host')).toBe(2);
});

it('shares the turns of a network among those inside of it', async () => {
  const names = ['w/greedy/1', 'w/greedy/2', 'w/greedy/3', 'w/greedy/4', 'w/modest/1', 'other/home/1'];
  await Promise.all(names.map((name) => takePath(queue, name)));
  expect(order).toEqual(['w/greedy/1', 'w/greedy/2', 'other/home/1', 'w/modest/1', 'w/greedy/3', 'w/greedy/4']);
});

it('makes room at the expense of those in a network who wait for most', async () => {
  queue = create({ perKey: 3 });
  const names = ['w/x/0', 'w/modest/1', 'w/greedy/1', 'w/greedy/2', 'w/modest/2', 'w/greedy/3'];
  await Promise.all(names.map((name) => takePath(queue, name)));
  expect(refused).toEqual(['w/greedy/1', 'w/modest/1']);
});

it('keeps nothing of networks that no one waits in', async () => {
  queue = create({ total: 5, perKey: 2 });
  for (let round = 0; round < 50; round += 1) {
    await Promise.all(['w/a/1', 'w/b/1', 'w/c/1', 'x/a/1'].map((name) => takePath(queue, `${round} ${name}`)));
  }
  expect(refused).toEqual([]);
  expect(queue.usage().waiting).toBe(0);
});
