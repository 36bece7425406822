import { expect, it } from 'vitest';
import { pagesAfter, rowsAfter } from './pages.ts';

it('reads pages until one is empty, and each after the last row of the one before', async () => {
  const asked: number[] = [];
  const read = async (after: number) => {
    asked.push(after);
    return [1, 2, 3, 4, 5].filter((key) => key > after).slice(0, 2);
  };
  const found: unknown[] = [];
  for await (const page of pagesAfter(0, read, (key) => key)) found.push(page);
  for await (const row of rowsAfter(3, read, (key) => key)) found.push(row);
  expect(found).toEqual([[1, 2], [3, 4], [5], 4, 5]);
  expect(asked).toEqual([0, 2, 4, 5, 3, 5]);
});
