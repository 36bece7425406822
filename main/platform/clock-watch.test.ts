import { expect, it } from 'vitest';
import { hour, minute } from '#shared/rules/limits.ts';
import { createClockWatch } from './clock-watch.ts';

const watch = () => {
  const at = { wall: 0, monotonic: 0 };
  const { isSteady } = createClockWatch({ now: () => at.wall, uptime: () => at.monotonic }, () => at.monotonic);
  const pass = (elapsed: number, jump = 0) => {
    at.wall += elapsed + jump;
    at.monotonic += elapsed;
    return isSteady();
  };
  return { pass };
};

it('trusts a clock after ten minutes', () => {
  const { pass } = watch();
  expect(pass(10 * minute - 1)).toBe(false);
  expect(pass(1)).toBe(true);
  expect(pass(24 * hour)).toBe(true);
});

it.each([-24 * hour, 2 * minute, 365 * 24 * hour])('starts over when it jumps by %i ms', (jump) => {
  const { pass } = watch();
  expect(pass(15 * minute, jump)).toBe(false);
  expect(pass(9 * minute)).toBe(false);
  expect(pass(minute)).toBe(true);
  expect(pass(hour, jump)).toBe(false);
});

it('allows for drift', () => {
  const { pass } = watch();
  expect(pass(10 * minute, 30_000)).toBe(true);
});

it('has nothing due until the clock is steady', () => {
  const at = { wall: hour, monotonic: 0 };
  const { dueTime } = createClockWatch({ now: () => at.wall, uptime: () => at.monotonic });
  expect(dueTime()).toBe(0);
  at.wall += 10 * minute;
  at.monotonic += 10 * minute;
  expect(dueTime()).toBe(at.wall);
  at.wall += 24 * hour;
  expect(dueTime()).toBe(0);
});
