import { setImmediate as settled } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '#e2e/support/fake-clock.ts';
import { second } from '#shared/rules/limits.ts';
import { type AccountTurns, createAccountTurns, type Errand, type Priority, priorities } from './account-turns.ts';

let clock: FakeClock;
let turns: AccountTurns;
let left: { name: string; at: number }[];
let sleeping: { until: number; wake: () => void }[];

const create = (intervalMs?: number): AccountTurns =>
  createAccountTurns({
    clock,
    intervalMs,
    delay: (milliseconds) => new Promise((wake) => sleeping.push({ until: clock.now() + milliseconds, wake })),
  });

beforeEach(() => {
  clock = createFakeClock(0);
  left = [];
  sleeping = [];
  turns = create();
});

const take = async (name: string, errand: Errand = { priority: 'poll' }): Promise<void> => {
  await turns.take(errand);
  left.push({ name, at: clock.now() });
};
const takeAll = (count: number, priority: Priority): void => {
  for (let n = 1; n <= count; n += 1) void take(`${priority} ${n}`, { priority });
};

/** Lets time pass, and whoever sleeps wake up on time. */
const pass = async (milliseconds: number): Promise<void> => {
  const end = clock.now() + milliseconds;
  for (;;) {
    await settled();
    const [next] = sleeping.toSorted((one, other) => one.until - other.until);
    if (!next || next.until > end) break;
    sleeping.splice(sleeping.indexOf(next), 1);
    clock.set(Math.max(clock.now(), next.until));
    next.wake();
  }
  clock.set(end);
};
const names = () => left.map(({ name }) => name);

describe('the rate of requests', () => {
  it('is two per second, in order of arrival', async () => {
    takeAll(5, 'poll');
    await pass(10 * second);
    expect(left.map(({ at }) => at)).toEqual([0, 500, 1_000, 1_500, 2_000]);
    expect(names()).toEqual(['poll 1', 'poll 2', 'poll 3', 'poll 4', 'poll 5']);
  });

  it('is kept neither after a pause, nor because of a clock that was set back', async () => {
    await take('first');
    clock.advance(600);
    await take('second');
    clock.advance(-3_600 * second);
    await take('third');
    expect(sleeping).toEqual([]);
    void take('fourth');
    await settled();
    expect(sleeping).toHaveLength(1);
  });

  it('lets clicks go ahead, and the others make up for it', async () => {
    takeAll(9, 'click');
    await settled();
    expect(left.map(({ at }) => at)).toEqual(Array.from({ length: 9 }, () => 0));
    takeAll(1, 'poll');
    void take('late click', { priority: 'click' });
    await pass(10 * second);
    expect(left.slice(9)).toEqual([
      { name: 'late click', at: 500 },
      { name: 'poll 1', at: 5_000 },
    ]);
  });

  it('lets a click go at once while another request waits for its turn', async () => {
    await take('first');
    takeAll(1, 'poll');
    await pass(100);
    void take('click', { priority: 'click' });
    await pass(10 * second);
    expect(left.slice(1)).toEqual([
      { name: 'click', at: 100 },
      { name: 'poll 1', at: 1_000 },
    ]);
  });

  it('is that of all instances together, where they reserve their starts', async () => {
    const reserved: number[] = [];
    turns = createAccountTurns({
      clock,
      delay: (milliseconds) => new Promise((wake) => sleeping.push({ until: clock.now() + milliseconds, wake })),
      reserveStart: async () => {
        reserved.push(clock.now());
        return clock.now() + 700;
      },
    });
    takeAll(2, 'poll');
    await pass(5 * second);
    expect(left.map(({ at }) => at)).toEqual([700, 1_400]);
    // Never more than one at a time: otherwise another instance's click would wait for all of them.
    expect(reserved).toEqual([0, 700]);
  });
});

describe('the order of requests', () => {
  it('is that of their priorities', async () => {
    await take('first');
    for (const priority of priorities.toReversed()) void take(priority, { priority });
    await pass(10 * second);
    expect(names()).toEqual(['first', 'click', 'step', 'order', 'price', 'poll']);
  });

  it.each(priorities.slice(1))('leaves no %s waiting for good behind what is more urgent', async (priority) => {
    await take('first');
    void take('patient', { priority });
    takeAll(50, 'click');
    await pass(30 * second);
    expect(names().indexOf('patient')).toBeLessThan(5);
  });

  it('serves a click at once, however much else waits, and however many clicks', async () => {
    for (const priority of priorities) takeAll(60, priority);
    await pass(60 * second);
    const asked = clock.now();
    void take('newest', { priority: 'click' });
    await pass(second);
    expect(left.find(({ name }) => name === 'newest')?.at).toBeLessThanOrEqual(asked + second);
  });

  it('follows what becomes less urgent while it waits', async () => {
    await take('first');
    const errand: Errand = { priority: 'click' };
    turns = create(500);
    await take('second');
    takeAll(3, 'step');
    for (let n = 0; n < 9; n += 1) void take('crowd', { priority: 'click' });
    void take('answered', errand);
    errand.priority = 'price';
    await pass(20 * second);
    expect(names().at(-1)).toBe('answered');
  });
});

it('tells what waits, and since when', async () => {
  await take('first');
  clock.advance(100);
  takeAll(3, 'poll');
  await settled();
  expect(turns.waiting('poll')).toEqual({ count: 3, since: 100 });
  expect(turns.waiting('click')).toEqual({ count: 0, since: undefined });
});
