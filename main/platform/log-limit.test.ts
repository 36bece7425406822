import { expect, it } from 'vitest';
import { createLogLimit } from './log-limit.ts';

it('lets ten lines through in a minute, and says with the next how many were left out', () => {
  let now = 0;
  const limit = createLogLimit({ now: () => now, uptime: () => now });
  const written: number[] = [];
  for (let call = 0; call < 25; call += 1) limit((leftOut) => written.push(leftOut));
  expect(written).toEqual(Array(10).fill(0));
  now = 59_999;
  limit((leftOut) => written.push(leftOut));
  expect(written).toHaveLength(10);
  now = 60_000;
  limit((leftOut) => written.push(leftOut));
  limit((leftOut) => written.push(leftOut));
  expect(written.slice(10)).toEqual([16, 0]);
});

it('goes on when the clock is set back', () => {
  let now = 1_000_000;
  const limit = createLogLimit({ now: () => now, uptime: () => now }, 1);
  let written = 0;
  const write = () => {
    written += 1;
  };
  limit(write);
  now = 0;
  limit(write);
  expect(written).toBe(2);
});
