import { expect, it } from 'vitest';
import { remainingWait } from './remaining-wait.ts';

it.each([
  [900, 0],
  [1_000, 0],
  [1_001, 1],
  [1_500, 500],
  [1_501, 500],
  [61_500, 500],
  [61_501, 0],
  [9_999_999, 0],
])(
  'a stored instant of %d asks for %d ms at 1,000, if no wait is longer than 500 and clocks differ by a minute at most',
  (until, wait) => {
    expect(remainingWait(until, 1_000, 500)).toBe(wait);
  },
);
