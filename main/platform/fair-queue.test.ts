import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFairQueue, type FairQueue, type Waiter } from './fair-queue.ts';

/** Who was admitted, and who was refused, in order. */
let order: string[];
let refused: string[];
beforeEach(() => {
  order = [];
  refused = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

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
  Promise.all(names.map((name) => take(queue, name, { key: name.slice(0, 1), user: name.slice(0, 2) })));

it('gives each key a turn, and each key its entries in order', async () => {
  await takeAll(create(), ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

it('admits as many at once as it has slots', async () => {
  const queue = create({ slots: 2 });
  const [first] = await Promise.all([queue.acquire({ key: 'a' }), queue.acquire({ key: 'a' })]);
  const third = vi.fn();
  const waiting = queue.acquire({ key: 'a' }).then(third);
  await Promise.resolve();
  expect(third).not.toHaveBeenCalled();
  first();
  await waiting;
  expect(third).toHaveBeenCalledOnce();
});

it('leaves slots to others that one key may not hold', async () => {
  const queue = create({ slots: 3, slotsPerKey: 2 });
  const [first, second] = await Promise.all([queue.acquire({ key: 'a' }), queue.acquire({ key: 'a' })]);
  const entered: string[] = [];
  const enter = (name: string) => queue.acquire({ key: name.slice(0, 1) }).then(() => entered.push(name));
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
  const release = await queue.acquire({ key: 'a' });
  const gone = new AbortController();
  const waiting = [
    take(queue, 'late', { key: 'a' }),
    take(queue, 'gone', { key: 'a', gone: () => gone.signal }),
    take(queue, 'never came', { key: 'a', gone: () => AbortSignal.abort() }),
  ];
  gone.abort();
  await vi.advanceTimersByTimeAsync(49);
  expect(refused.toSorted()).toEqual(['gone', 'never came']);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(waiting);
  expect(refused).toContain('late');
  expect(vi.getTimerCount()).toBe(0);
  release();
  (await queue.acquire({ key: 'b' }))();
});

it('counts only entries that wait', async () => {
  const queue = create({ total: 2 });
  for (let round = 0; round < 20; round += 1) await takeAll(queue, ['a1', 'a2', 'b1']);
  expect(refused).toEqual([]);
});
