import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#shared/texts/errors.ts';
import { createMutex } from './mutex.ts';

beforeEach(() => void vi.useFakeTimers());

const create = (patience = 50) => createMutex(patience, () => new AppError('BUSY', { retry_after: 1 }));

describe('the mutex', () => {
  it('has one holder at a time, in order of request', async () => {
    const mutex = create();
    const order: number[] = [];
    let holders = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const release = await mutex.acquire();
        holders += 1;
        most = Math.max(most, holders);
        order.push(n);
        await Promise.resolve();
        holders -= 1;
        release();
      }),
    );
    expect(most).toBe(1);
    expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('takes keys in turn, so that one that asks for much does not hold up another', async () => {
    const mutex = create();
    const order: string[] = [];
    const hold = async (key: string): Promise<void> => {
      const release = await mutex.acquire([key]);
      order.push(key);
      await Promise.resolve();
      release();
    };
    await Promise.all([...Array.from({ length: 30 }, () => hold('a')), hold('b')]);
    expect(order.indexOf('b')).toBe(2);
  });

  it('fails with BUSY exactly at its timeout', async () => {
    const mutex = create(50);
    const release = await mutex.acquire();
    const outcome = vi.fn();
    const waiting = mutex.acquire().catch(outcome);
    await vi.advanceTimersByTimeAsync(49);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ key: 'BUSY', status: 503 }));
    release();
    (await mutex.acquire())();
  });

  it('skips a waiter that has given up', async () => {
    const mutex = create(50);
    const release = await mutex.acquire();
    const impatient = mutex.acquire().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30);
    const patient = mutex.acquire();
    await vi.advanceTimersByTimeAsync(30);
    expect(await impatient).toBeInstanceOf(AppError);
    release();
    const releasePatient = await patient;
    const next = mutex.acquire();
    releasePatient();
    (await next)();
    expect(vi.getTimerCount()).toBe(0);
  });
});
