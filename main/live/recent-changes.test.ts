import { expect, it } from 'vitest';
import { minute, second } from '#shared/rules/limits.ts';
import { createRecentChanges } from './recent-changes.ts';

const start = () => {
  let now = 1_000_000;
  const recent = createRecentChanges(() => now);
  const pass = (ms: number) => {
    now += ms;
  };
  pass(minute);
  return { recent, pass };
};

it('tells what changed within a time, and nothing else', () => {
  const { recent, pass } = start();
  recent.record('a');
  pass(10 * second);
  expect(recent.changedWithin('a', 10 * second + 1)).toBe(true);
  expect(recent.changedWithin('a', 10 * second)).toBe(false);
  expect(recent.changedWithin('b', 10 * second)).toBe(false);
});

it('assumes a change before its own start, and longer ago than it remembers', () => {
  const { recent, pass } = start();
  expect(recent.changedWithin('a', minute)).toBe(false);
  expect(recent.changedWithin('a', minute + 1)).toBe(true);
  pass(60 * minute);
  expect(recent.changedWithin('a', 10 * minute)).toBe(false);
  expect(recent.changedWithin('a', 10 * minute + 1)).toBe(true);
});

it('assumes a change where it had to forget', () => {
  const { recent, pass } = start();
  recent.record('a');
  pass(second);
  for (let n = 0; n < 50_000; n += 1) recent.record(`other ${n}`);
  expect(recent.changedWithin('a', second)).toBe(false);
  expect(recent.changedWithin('a', 2 * second)).toBe(true);
});
