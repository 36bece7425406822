import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createReaderPool, type ReaderPool } from './reader-pool.ts';
import type { Sqlite3Connection } from './sqlite3-connection.ts';

beforeEach(() => void vi.useFakeTimers());

/** The pool only lends connections; it calls nothing of theirs. */
const connections = (count: number): Sqlite3Connection[] => Array.from({ length: count }, () => ({}) as never);

const create = (count: number): ReaderPool =>
  createReaderPool(connections(count), { waitMs: 5_000, refuse: () => new Error('busy') });

/** Whether a promise has settled once everything that is ready has run. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return settled;
};

describe('a reader pool', () => {
  it('lends each connection to one caller at a time', async () => {
    const pool = create(3);
    const lent = await Promise.all(['a', 'b', 'c'].map((key) => pool.borrow({ path: [key] })));
    expect(new Set(lent.map(({ connection }) => connection)).size).toBe(3);
    const next = pool.borrow({ path: ['d'] });
    expect(await isSettled(next)).toBe(false);
    lent[1]?.release();
    expect((await next).connection).toBe(lent[1]?.connection);
  });

  it('keeps one connection from whoever holds all the others', async () => {
    const pool = create(3);
    await pool.borrow({ path: ['a'] });
    const second = await pool.borrow({ path: ['a'] });
    const third = pool.borrow({ path: ['a'] });
    expect(await isSettled(third)).toBe(false);
    const other = await pool.borrow({ path: ['b'] });
    other.release();
    expect(await isSettled(third)).toBe(false);
    second.release();
    expect(await isSettled(third)).toBe(true);
  });

  it('lends its only connection to anyone', async () => {
    const pool = create(1);
    const { release } = await pool.borrow({ path: ['a'] });
    release();
    expect(await isSettled(pool.borrow({ path: ['a'] }))).toBe(true);
  });

  it("takes keys in turn, and refuses the oldest of a key's too many", async () => {
    const pool = create(1);
    const { release } = await pool.borrow({ path: ['a'] });
    const order: string[] = [];
    const read = async (key: string): Promise<void> => {
      const reader = await pool.borrow({ path: [key] });
      order.push(key);
      reader.release();
    };
    const oldest = expect(read('a')).rejects.toThrow('busy');
    const others = Array.from({ length: 1_000 }, () => read('a'));
    others.push(read('b'), read('c'));
    await oldest;
    release();
    await Promise.all(others);
    expect(order).toHaveLength(1_002);
    expect(order.slice(0, 4)).toEqual(['a', 'b', 'c', 'a']);
    expect(pool.usage()).toMatchObject({ waiting: 0, admitted: 1_003, refused: 1 });
  });

  it('lets at most 5,000 reads of all tenants wait', async () => {
    const pool = create(1);
    const { release } = await pool.borrow({ path: ['a'] });
    const waiting = Array.from({ length: 5_000 }, (_, n) => pool.borrow({ path: [`tenant ${n % 10}`] }));
    expect(pool.usage()).toMatchObject({ waiting: 5_000, refused: 0 });
    const settled = Promise.allSettled(
      [...waiting, pool.borrow({ path: ['b'] })].map((one) => one.then((lent) => lent.release())),
    );
    expect(pool.usage()).toMatchObject({ waiting: 5_000, refused: 1 });
    release();
    await settled;
  });

  it('refuses reads that waited too long, or whose caller is gone', async () => {
    const pool = create(1);
    const { release } = await pool.borrow({ path: ['a'] });
    const gone = new AbortController();
    const late = expect(pool.borrow({ path: ['b'] })).rejects.toThrow('busy');
    const left = expect(pool.borrow({ path: ['c'], gone: () => gone.signal })).rejects.toThrow('busy');
    gone.abort();
    await left;
    await vi.advanceTimersByTimeAsync(5_000);
    await late;
    release();
    expect(await isSettled(pool.borrow({ path: ['a'] }))).toBe(true);
  });
});
