import { expect, it } from 'vitest';
import { compareRuns, readRun } from './compare-runs.ts';
import { type Bound, judge, type Measured } from './figures.ts';

const machine = { node: 'v24', processors: 2, memoryBytes: 1 };
const most: Bound = { of: 'value', is: 'at most', limit: 10 };
const least: Bound = { of: 'ratio', is: 'at least', limit: 0.5 };
const runOf = (values: readonly number[], bound: Bound, ceiling: readonly number[] = [10]) => {
  const measured: Measured = { name: 'Answer', unit: 'ms', values, ceiling: { is: 'bare', values: ceiling }, bound };
  return { machine, figures: [judge(measured)] };
};
const saved = (run: ReturnType<typeof runOf>) => readRun(JSON.stringify(run));

it.each([
  ['slower in each round', [4, 5, 6], [7, 8, 9], most, 'worse'],
  ['faster in each round', [7, 8, 9], [4, 5, 6], most, 'better'],
  ['slower, but within what rounds differ by', [4, 5, 8], [6, 7, 8], most, 'same'],
  ['apart, but by less than a machine differs by itself', [5.0, 5.01], [5.02, 5.03], most, 'same'],
  ['a lower ratio in each round', [8, 8, 9], [5, 5, 6], least, 'worse'],
  ['a higher ratio in each round', [5, 5, 6], [8, 8, 9], least, 'better'],
  ['slower by a tenth where it is measured once', [10], [11], most, 'same'],
  ['slower by half where it is measured once', [10], [15], most, 'worse'],
] as const)('a figure that is %s', (_name, before, now, bound, verdict) => {
  const { lines, worse } = compareRuns(saved(runOf(before, bound)), runOf(now, bound));
  expect(lines).toEqual([expect.stringContaining(`: ${verdict}: `)]);
  expect(worse).toBe(verdict === 'worse' ? 1 : 0);
});

it('compares the ratio of each round with its own ceiling: a machine that gets slower slows both', () => {
  const before = runOf([8, 4, 2], least, [16, 8, 4]);
  expect(before.figures[0]?.judged).toEqual({ value: 0.5, least: 0.5, most: 0.5 });
});

it('says which figures are new, and that another machine measured before', () => {
  const now = { ...runOf([1], most), machine: { ...machine, processors: 64 } };
  const { lines } = compareRuns({ machine, figures: [] }, now);
  expect(lines).toEqual([expect.stringContaining('Another machine'), 'Answer (ms): new']);
});

it('takes nothing for a run that is none', () => {
  expect(() => readRun('{"figures":[]}')).toThrow('machine');
});
